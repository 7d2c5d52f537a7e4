import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Item, Schemas } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { usualKind } from './draft-fields.ts'

/** Corrects the balance of a person by hand, for one of several reasons that no rule knows. */
export const adjustForm = calling('adjustVacationBalance', {
  title: 'Correct the balance',
  verb: 'Correct it',
  fields: bodyFields('LeaveAdjustment', {
    leave_type_id: 'Kind',
    year: { label: 'Leave year', hint: 'The year in which it begins.' },
    amount: {
      label: 'By',
      hint: 'Days, or minutes of kinds by the hour; such as 1.5, or -1 to take one away.',
    },
    note: { label: 'Why', hint: 'The person reads it.', wide: true },
  }),
  also: (_, { ids }) => ({ employee_id: ids.employee_id }),
  to: (_, balance, again) =>
    balance.warnings.length
      ? again(
          <Notice kind="warn" title={say('The balance is corrected')}>
            {balance.warnings.map((text) => (
              <p>{text}</p>
            ))}
          </Notice>,
        )
      : undefined,
})

/** What the form begins with: the kinds that have a balance, and the leave year of today. */
export function adjusting(kinds: Item<'listLeaveTypes'>[], balances: Schemas['LeaveBalance'][]) {
  const counted = kinds.filter((one) => one.affects_balance)
  return {
    choices: { leave_type_id: counted },
    values: { leave_type_id: usualKind(counted) ?? '', year: balances[0] ? String(balances[0].year) : '' },
  }
}
