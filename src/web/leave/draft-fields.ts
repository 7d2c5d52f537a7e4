import { bodyFields } from '../kit/fields.tsx'
import type { Item, Schemas } from '../kit/operations.ts'

/** What a request for leave asks for, entered or changed. */
const fieldsOf = (first: [begins: string, ends: string]) => ({
  leave_type_id: 'Kind',
  start_date: 'First day',
  end_date: { label: 'Last day', hint: 'The first day if empty.' },
  start_half: {
    label: 'Begins',
    choices: [
      [first[0], 'in the morning'],
      ['pm', 'at midday'],
    ] as [string, string][],
  },
  end_half: {
    label: 'Ends',
    choices: [
      [first[1], 'in the evening'],
      ['am', 'at midday'],
    ] as [string, string][],
  },
  start_time: { label: 'From', hint: 'For leave by the hour, such as 09:00.' },
  end_time: {
    label: 'To',
    hint: 'For leave by the hour, such as 11:30; of a night shift also the morning after.',
  },
  reason: { label: 'Reason', hint: 'For whoever decides; nobody else reads it.' },
})

/** What a request for leave asks for; `override` is for admins. */
export const leaveFields = bodyFields('LeaveRequestDraft', {
  ...fieldsOf(['', '']),
  override: {
    label: 'Although rules of its kind or blocked days say no',
    hint: 'For admins; the request shows what was passed over.',
    type: 'check',
  },
})
/** What can be changed of a request that is not decided yet. */
export const changedLeaveFields = bodyFields('LeaveRequestChange', {
  ...fieldsOf(['am', 'pm']),
  leave_type_id: {
    label: 'Kind',
    from: ({ leave_type }: Pick<Schemas['LeaveRequest'], 'leave_type'>) => leave_type.leave_type_id,
  },
})

type Kind = Item<'listLeaveTypes'>
/** The kind that is meant where none is named: the only one of which there is an allowance. */
export function usualKind(kinds: Kind[]): string | undefined {
  const granted = kinds.filter((one) => Number(one.annual_allowance) > 0 && !one.overrides)
  return granted.length === 1 ? granted[0]!.id : undefined
}
/** The fields that no kind needs: hours are asked for where there is leave by the hour. */
export const unneeded = (kinds: Kind[]) =>
  kinds.some(({ unit }) => unit === 'hour') ? [] : (['start_time', 'end_time'] as const)
