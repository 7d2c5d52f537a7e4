import { bodyFields } from '../kit/fields.tsx'

const halves: [string, string][] = [
  ['', 'Whole days'],
  ['am', 'The morning of the first day only'],
  ['pm', 'The afternoon of the first day only'],
]

/** What a request for leave asks for; `override` is for admins. */
export const leaveFields = bodyFields('LeaveRequestDraft', {
  leave_type_id: 'Kind',
  start_date: 'First day',
  end_date: { label: 'Last day', hint: 'The first day if empty.' },
  half: { label: 'Half a day', choices: halves },
  start_time: { label: 'From', hint: 'For leave by the hour, such as 09:00.' },
  end_time: {
    label: 'To',
    hint: 'For leave by the hour, such as 11:30; of a night shift also the morning after.',
  },
  reason: { label: 'Reason', hint: 'For who decides; nobody else reads it.' },
  override: {
    label: 'Although rules of its kind or blocked days say no',
    hint: 'For admins; the request shows what was passed over.',
    type: 'check',
  },
})
