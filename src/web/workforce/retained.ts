import type { Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'

type Rule = Schemas['RetentionRule']

/** What is kept, as people call it. */
export const keptKinds: Record<Rule['kind'], string> = {
  certificates: 'Certificates of leave',
  leave: 'Leave',
  payslips: 'Payslips',
  rejected_leave: 'Rejected requests for leave',
  working_hours: 'The log of working hours',
}
/** `3 years from the last day of employment`. */
export const keptFor = ({ months, counted_from }: Pick<Rule, 'months' | 'counted_from'>) =>
  say('{years, plural, one {# year} other {# years}} from {counted_from}', {
    years: months / 12,
    counted_from,
  })
