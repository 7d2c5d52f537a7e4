import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'

type Request = Schemas['LeaveRequest']

export const states = { pending: 'accent', approved: 'good', rejected: 'bad', cancelled: undefined } as const
const certificates = { due: 'to come', missing: 'missing', there: 'there' } as const

/** Whether a certificate is there; nothing where none has to be. */
export const certificateOf = ({ certificate }: Request) =>
  certificate !== 'not_required' && `certificate ${certificates[certificate]}`

export const stateOf = ({ status, certificate }: Request) => (
  <>
    <Badge kind={states[status]}>{status}</Badge>
    {certificate === 'missing' ? <Badge kind="bad">certificate missing</Badge> : null}
  </>
)

/** What can be done with a request. */
export const requestForms = {
  approve: calling('approveLeaveRequest', { verb: 'Approve' }),
  note: calling('approveLeaveRequest', {
    title: 'Approve with a note',
    verb: 'Approve',
    fields: bodyFields('LeaveDecision', {
      note: { label: 'Note', hint: 'For the person.' },
      override: {
        label: 'Although the days are blocked',
        hint: 'The request shows that its days were blocked.',
        type: 'check',
      },
    }),
  }),
  reject: calling('rejectLeaveRequest', {
    verb: 'Reject',
    fields: bodyFields('LeaveRejection', { note: 'Why' }),
  }),
  cancel: calling('cancelLeaveRequest', {
    verb: 'Cancel it',
    fields: bodyFields('LeaveCancellation', {
      from_date: { label: 'From', hint: 'All of it if empty; else from this day on.' },
      note: 'Why',
    }),
    warning: 'Its days return to the balance.',
  }),
}

export const isDecidedBy = ({ status, is_own }: Request) => status === 'pending' && !is_own
export const isOpen = ({ status }: Request) => status === 'pending' || status === 'approved'
