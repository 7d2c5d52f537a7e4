import { bodyFields } from '../kit/fields.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

export const leadStatuses = ['new', 'contacted', 'qualified', 'disqualified', 'converted'] as const

/** The fields of a lead that its pages ask for and show. */
export const leadFields = bodyFields('LeadDraft', {
  name: 'Name',
  company_name: 'Company',
  email: 'E-mail address',
  phone: 'Phone',
  source: { label: 'Source', hint: 'Where it came from, such as a trade fair.' },
  score: {
    label: 'Score',
    hint: 'How promising it is, 0 to 100.',
    show: (score: number) => say('{score} of 100', { score }),
  },
  estimated_minor: { label: 'Estimate', hint: 'Expected value, such as 5000.00.' },
  currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
  notes: { label: 'Notes', hint: 'Visible only within the organization.' },
})

const kinds = {
  new: 'accent',
  contacted: 'accent',
  qualified: 'good',
  disqualified: 'bad',
  converted: undefined,
} as const
export const stateOfLead = ({ status }: { status: keyof typeof kinds }) => (
  <Badge kind={kinds[status]}>{inWords(status)}</Badge>
)
