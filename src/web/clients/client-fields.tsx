import { invoiceProfileChoices } from '../invoices/invoice-fields.ts'
import { addressFields } from '../kit/address.ts'
import { bodyFields } from '../kit/fields.tsx'
import { Badge } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

/** The fields of a client that its pages ask for and show. */
export const clientFields = bodyFields('ClientDraft', {
  name: { label: 'Name', wide: true },
  kind: 'Kind',
  status: 'Status',
  email: 'E-mail address',
  phone: 'Phone',
  website: { label: 'Web site', hint: 'Such as https://example.com.' },
  source: { label: 'Source', hint: 'Where it came from, such as a trade fair.' },
  legal_name: { label: 'Legal name', hint: 'As shown on invoices.' },
  tax_id: { label: 'Tax number', hint: 'Such as a VAT number.' },
  ...addressFields,
  currency: { label: 'Currency', hint: 'Used on its invoices, such as EUR.' },
  payment_terms_days: {
    label: 'Days to pay',
    hint: 'From an invoice to its due date.',
    show: (days: number) => count(days, 'day'),
  },
  profile: { label: 'Electronic invoices', choices: invoiceProfileChoices },
  buyer_reference: { label: 'Buyer reference', hint: 'Such as a Leitweg-ID; XRechnung requires it.' },
  electronic_address: { label: 'Peppol ID', hint: 'Such as 9930:DE123456789; Peppol requires it.' },
  tags: { label: 'Tags', hint: 'Separated by commas.' },
  notes: { label: 'Notes', hint: 'Visible only within the organization.' },
})

const kinds = { prospect: 'accent', active: 'good', inactive: undefined } as const
type Stated = { status: keyof typeof kinds; archived_at: string | null; merged_into_id: string | null }
export const stateOfClient = ({ status, archived_at, merged_into_id }: Stated) =>
  archived_at ? (
    <Badge>{merged_into_id ? say('merged') : say('archived')}</Badge>
  ) : (
    <Badge kind={kinds[status]}>{inWords(status)}</Badge>
  )
