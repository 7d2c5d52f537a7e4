import type { typeFields } from './type-schemas.ts'
import type * as z from 'zod'

type TypeDraft = Partial<{ [F in keyof typeof typeFields]: z.input<(typeof typeFields)[F]> }> & {
  name: string
}
export type Preset = { draft: TypeDraft; source: string | null }

const sickness: Preset = {
  draft: {
    name: 'Sickness',
    code: 'SICK',
    overrides: true,
    affects_balance: false,
    requires_approval: false,
  },
  source: 'Sickness in leave gives its days back: CJEU C-277/08 and C-78/11',
}
const unpaid: Preset = {
  draft: { name: 'Unpaid leave', code: 'UNPAID', paid: 'unpaid', affects_balance: false },
  source: null,
}
const vacation = (annual_allowance: string, source: string, more: Partial<TypeDraft> = {}): Preset => ({
  draft: { name: 'Vacation', code: 'VAC', annual_allowance, ...more },
  source,
})

/** The least vacation in a year by country, of a full week's work, with where it is said; the law may grant more to some. */
const vacations: Record<string, Preset> = {
  AT: vacation('30', 'Urlaubsgesetz § 2(1): 30 working days of Monday to Saturday', { count_by: 'six_day' }),
  DE: vacation('24', 'Bundesurlaubsgesetz § 3: 24 working days of Monday to Saturday', {
    count_by: 'six_day',
  }),
  ES: vacation('30', 'Estatuto de los Trabajadores, art. 38.1: 30 days of the calendar', {
    count_by: 'calendar',
    allow_half_day: false,
  }),
  FR: vacation('30', 'Code du travail, art. L3141-3: 2.5 working days of Monday to Saturday a month', {
    count_by: 'six_day',
    accrual: 'monthly',
  }),
  GB: vacation(
    '20',
    'Working Time Regulations 1998, reg. 13: four weeks; reg. 13A adds 1.6 for bank holidays',
  ),
  IT: vacation('20', 'Decreto legislativo 66/2003, art. 10: four weeks'),
  NL: vacation('20', 'Burgerlijk Wetboek 7, art. 634: four times what is worked in a week'),
  PT: vacation('22', 'Código do Trabalho, art. 238: 22 working days'),
}
const elsewhere = vacation('20', 'Directive 2003/88/EC, art. 7: four weeks')

/** What to begin with in a country; colleagues see of none of them what kind of absence it is. */
export const presetsOf = (country: string | null): Preset[] => [
  vacations[country ?? ''] ?? elsewhere,
  sickness,
  unpaid,
]

const weekOf = { working: 5, six_day: 6, calendar: 7 } as const
const leastOf = ({ draft, source }: Preset) => ({
  weeks: Number(draft.annual_allowance) / weekOf[draft.count_by ?? 'working'],
  source,
})
/** The least paid leave of a full-time employee in a year by country, and elsewhere, in weeks. */
export const leastLeave = {
  ...Object.fromEntries(Object.entries(vacations).map(([country, preset]) => [country, leastOf(preset)])),
  elsewhere: leastOf(elsewhere),
}
