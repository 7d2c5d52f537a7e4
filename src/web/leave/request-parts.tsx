import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'
import { changedLeaveFields } from './draft-fields.ts'

type Request = Schemas['LeaveRequest']

export const states = { pending: 'accent', approved: 'good', rejected: 'bad', cancelled: undefined } as const
const certificates = { due: 'to come', missing: 'missing', there: 'there' } as const

/** Whether a certificate is there; nothing where none has to be. */
export const certificateOf = ({ certificate }: Request) =>
  certificate !== 'not_required' &&
  say('certificate {certificates}', { certificates: say(certificates[certificate]) })

export const stateOf = ({ status, certificate }: Request) => (
  <>
    <Badge kind={states[status]}>{inWords(status)}</Badge>
    {certificate === 'missing' ? <Badge kind="bad">{say('certificate missing')}</Badge> : null}
  </>
)

/** What can be done with a request. */
export const requestForms = {
  change: calling('updateLeaveRequest', { title: 'Change it', fields: changedLeaveFields }),
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
    title: 'Cancel it',
    verb: 'Cancel it',
    fields: bodyFields('LeaveCancellation', {
      from_date: { label: 'From', hint: 'Only from this day on; all of it if empty.' },
      note: 'Why',
    }),
    warning: 'Its days return to the balance.',
  }),
}

/** What is said once one was asked for, by its state, or something was done with it. */
export const saidOfRequests = {
  pending: 'You have asked for leave. You are told once it is decided.',
  approved: 'The leave is entered. Nobody has to approve it.',
  change: 'The request is changed.',
  approve: 'The leave is approved. The person was told.',
  note: 'The leave is approved. The person was told.',
  reject: 'The leave is rejected. The person was told why.',
  cancel: 'The leave is cancelled. Its days are back in the balance.',
}

export const isDecidedBy = ({ status, is_own }: Request) => status === 'pending' && !is_own
export const isOpen = ({ status }: Request) => status === 'pending' || status === 'approved'
