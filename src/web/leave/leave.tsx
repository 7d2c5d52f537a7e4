import { readAll, together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { withQuery } from '../kit/lists.tsx'
import { mayCall } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { BalanceFigures } from './balance-figures.tsx'
import { leaveFields, unneeded, usualKind } from './draft-fields.ts'
import { LeavePreview } from './leave-preview.tsx'
import { leaveLength } from './leave-facts.tsx'
import {
  certificateOf,
  isDecidedBy,
  isOpen,
  requestForms,
  saidOfRequests,
  stateOf,
  states,
} from './request-parts.tsx'

/** Leave: what is left, a request, and the requests to decide. */
export default listPage({
  at: '/organizations/:slug/absences',
  of: 'listLeaveRequests',
  title: 'Leave',
  lead: 'Your own leave, and that of the people whose leave you decide.',
  noun: ['request'],
  ofOwn: true,
  size: 25,
  states: Object.keys(states),
  mine: { mine: true },
  narrowedBy: { employee: (employee_id) => ({ employee_id }) },
  parts: ({ read }) =>
    together({
      types: readAll(read, 'listLeaveTypes'),
      balances: readAll(read, 'listVacationBalances', { mine: true }),
    }),
  forms: {
    '': calling('createLeaveRequest', {
      title: 'Ask for leave',
      verb: 'Ask',
      fields: leaveFields,
      to: ({ organization }, { status }) => withQuery(addressIn(organization, 'absences'), { done: status }),
    }),
    preview: calling('previewLeaveRequest', {
      verb: 'See what it takes',
      fields: leaveFields,
      sends: async (_, __, call) => {
        const sent = await call()
        if (!sent.refused) return sent
        const [problems, status] = sent.refused
        return { refused: [{ ...problems, of: '' }, status] }
      },
      to: ({ request, organization }, answer, again) =>
        again(<LeavePreview of={answer} slug={organization.slug} />, { action: '', form: request.form }),
    }),
    ...requestForms,
  },
  said: saidOfRequests,
  create: ({ organization, parts: { more }, request: { form } }) => ({
    ...(form.start_date === undefined
      ? { values: { leave_type_id: usualKind(more.types) ?? '' } }
      : { values: form, open: true }),
    buttons: (
      <button formaction={addressIn(organization, 'absences/preview')}>{say('See what it takes')}</button>
    ),
    choices: { leave_type_id: more.types },
    except: [
      ...unneeded(more.types),
      ...(mayCall(organization, 'adjustVacationBalance') ? [] : ['override']),
    ],
  }),
  line: (one, { form, organization: { slug, timezone } }) => {
    const decides = isDecidedBy(one)
    const [today] = shownIn(timezone, new Date().toISOString())
    return {
      to: `/absences/${one.id}?org=${slug}`,
      title: `${one.employee.name}: ${one.leave_type.name}`,
      facts: [
        <Day at={one.start_date} />,
        one.end_date !== one.start_date && <>{say('to {at}', { at: <Day at={one.end_date} /> })}</>,
        leaveLength(one),
        certificateOf(one),
        one.status === 'pending' &&
          (one.asked ? say('{name} is asked', { name: one.asked.name }) : say('an admin is asked')),
      ],
      marks: stateOf(one),
      buttons: decides ? [form('approve', { of: one, about: one.employee.name ?? '' })] : [],
      forms: [
        decides ? form('reject', { of: one, about: one.employee.name ?? '' }) : null,
        isOpen(one) && one.end_date >= today ? form('cancel', { of: one, about: one.leave_type.name }) : null,
      ],
    }
  },
  above: ({ organization, parts: { more } }) => (
    <>
      <BalanceFigures of={more.balances} />
      <p class="buttons">
        <LinkButton to={`/organizations/${organization.slug}/absence-calendar`}>
          {say('Who is away')}
        </LinkButton>
        {more.balances.slice(0, 1).map(({ employee_id }) => (
          <LinkButton to={`/organizations/${organization.slug}/leave-ledger/${employee_id}`}>
            {say('How it adds up')}
          </LinkButton>
        ))}
        {mayCall(organization, 'createLeaveType') ? (
          <>
            <LinkButton to={`/organizations/${organization.slug}/leave-types`}>
              {say('Types of leave')}
            </LinkButton>
            <LinkButton to={`/organizations/${organization.slug}/leave-blocks`}>
              {say('Blocked days')}
            </LinkButton>
            <LinkButton to={`/organizations/${organization.slug}/work-schedules`}>
              {say('Work schedules')}
            </LinkButton>
            <LinkButton to={`/organizations/${organization.slug}/holidays`}>{say('Holidays')}</LinkButton>
          </>
        ) : null}
      </p>
    </>
  ),
})
