import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { mayCall, type Schemas } from '../kit/operations.ts'
import { Badge, LinkButton } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { BalanceFigures } from './balance-figures.tsx'

type Request = Schemas['LeaveRequest']

const kinds = { pending: 'accent', approved: 'good', rejected: 'bad', cancelled: undefined } as const
const halves: [string, string][] = [
  ['', 'Whole days'],
  ['am', 'The morning of the first day only'],
  ['pm', 'The afternoon of the first day only'],
]

const length = ({ total, leave_type }: Request) =>
  leave_type.unit === 'hour' ? `${Number(total) / 60} h` : `${total} ${total === '1' ? 'day' : 'days'}`

/** Leave: what is left, a request, and the requests to decide. */
export default listPage({
  at: '/organizations/:slug/absences',
  of: 'listLeaveRequests',
  title: 'Leave',
  lead: 'Your own leave, and that of the people whose leave you decide.',
  noun: ['request'],
  states: Object.keys(kinds),
  mine: { mine: true },
  parts: ({ read }) =>
    together({
      types: readAll(read, 'listLeaveTypes'),
      balances: readAll(read, 'listVacationBalances', { mine: true }),
    }),
  forms: {
    '': calling('createLeaveRequest', {
      title: 'Ask for leave',
      verb: 'Ask',
      fields: bodyFields('LeaveRequestDraft', {
        leave_type_id: 'Kind',
        start_date: 'First day',
        end_date: { label: 'Last day', hint: 'The first day if empty.' },
        half: { label: 'Half a day', choices: halves },
        start_time: { label: 'From', hint: 'For leave by the hour, such as 09:00.' },
        end_time: { label: 'To', hint: 'For leave by the hour, such as 11:30.' },
        reason: { label: 'Reason', hint: 'For who decides; nobody else reads it.' },
      }),
    }),
    approve: calling('approveLeaveRequest', { verb: 'Approve' }),
    reject: calling('rejectLeaveRequest', {
      verb: 'Reject',
      fields: bodyFields('LeaveRejection', { note: 'Why' }),
    }),
    cancel: calling('cancelLeaveRequest', { verb: 'Cancel it', warning: 'Its days return to the balance.' }),
  },
  create: ({ parts: { more } }) => ({ choices: { leave_type_id: more.types } }),
  line: (one, { form }) => {
    const decides = one.status === 'pending' && !one.is_own
    return {
      title: `${one.employee.name}: ${one.leave_type.name}`,
      facts: [
        <Day at={one.start_date} />,
        one.end_date !== one.start_date && (
          <>
            to <Day at={one.end_date} />
          </>
        ),
        length(one),
        one.status === 'pending' && (one.asked ? `${one.asked.name} is asked` : 'an admin is asked'),
      ],
      marks: <Badge kind={kinds[one.status]}>{one.status}</Badge>,
      buttons: decides ? [form('approve', { of: one, about: one.employee.name ?? '' })] : [],
      forms: [
        decides ? form('reject', { of: one, about: one.employee.name ?? '' }) : null,
        one.status === 'pending' || one.status === 'approved'
          ? form('cancel', { of: one, about: one.leave_type.name })
          : null,
      ],
    }
  },
  above: ({ home, parts: { more } }) => (
    <>
      <BalanceFigures of={more.balances} />
      {mayCall(home, 'createLeaveType') ? (
        <p>
          <LinkButton to={`/organizations/${home.slug}/leave-types`}>Types of leave</LinkButton>{' '}
          <LinkButton to={`/organizations/${home.slug}/work-schedules`}>Work schedules</LinkButton>
        </p>
      ) : null}
    </>
  ),
})
