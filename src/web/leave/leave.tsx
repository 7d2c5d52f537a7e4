import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { mayCall } from '../kit/operations.ts'
import { LinkButton } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { BalanceFigures } from './balance-figures.tsx'
import { leaveLength } from './leave-facts.tsx'
import { certificateOf, isDecidedBy, isOpen, requestForms, stateOf, states } from './request-parts.tsx'

const halves: [string, string][] = [
  ['', 'Whole days'],
  ['am', 'The morning of the first day only'],
  ['pm', 'The afternoon of the first day only'],
]

/** Leave: what is left, a request, and the requests to decide. */
export default listPage({
  at: '/organizations/:slug/absences',
  of: 'listLeaveRequests',
  title: 'Leave',
  lead: 'Your own leave, and that of the people whose leave you decide.',
  noun: ['request'],
  states: Object.keys(states),
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
        end_time: {
          label: 'To',
          hint: 'For leave by the hour, such as 11:30; of a night shift also the morning after.',
        },
        reason: { label: 'Reason', hint: 'For who decides; nobody else reads it.' },
      }),
    }),
    ...requestForms,
  },
  create: ({ parts: { more } }) => ({ choices: { leave_type_id: more.types } }),
  line: (one, { form, home: { slug } }) => {
    const decides = isDecidedBy(one)
    return {
      to: `/absences/${one.id}?org=${slug}`,
      title: `${one.employee.name}: ${one.leave_type.name}`,
      facts: [
        <Day at={one.start_date} />,
        one.end_date !== one.start_date && (
          <>
            to <Day at={one.end_date} />
          </>
        ),
        leaveLength(one),
        certificateOf(one),
        one.status === 'pending' && (one.asked ? `${one.asked.name} is asked` : 'an admin is asked'),
      ],
      marks: stateOf(one),
      buttons: decides ? [form('approve', { of: one, about: one.employee.name ?? '' })] : [],
      forms: [
        decides ? form('reject', { of: one, about: one.employee.name ?? '' }) : null,
        isOpen(one) ? form('cancel', { of: one, about: one.leave_type.name }) : null,
      ],
    }
  },
  above: ({ home, parts: { more } }) => (
    <>
      <BalanceFigures of={more.balances} />
      <p class="buttons">
        <LinkButton to={`/organizations/${home.slug}/absence-calendar`}>Who is away</LinkButton>
        {mayCall(home, 'createLeaveType') ? (
          <>
            <LinkButton to={`/organizations/${home.slug}/leave-types`}>Types of leave</LinkButton>
            <LinkButton to={`/organizations/${home.slug}/leave-blocks`}>Blocked days</LinkButton>
            <LinkButton to={`/organizations/${home.slug}/work-schedules`}>Work schedules</LinkButton>
          </>
        ) : null}
      </p>
    </>
  ),
})
