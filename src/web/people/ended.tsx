import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn } from '../kit/page.tsx'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

type Props = { of: Answer<'terminateEmployee'>; organization: MemberOrganization }
type Changed = Answer<'updateEmployee'>
type Leave = Props['of']['done']['leave']

const names = (of: { name: string | null }[]) => of.map(({ name }) => name).join(', ')

/** What the end of an employment did, and what is left to do. */
export const Ended: FC<Props> = ({ of, organization }) => (
  <Notice kind="good" title={say('The employment ends')}>
    <p>{say('The last day is {at}.', { at: <Day at={of.termination_date ?? ''} /> })}</p>
    <Done of={of} organization={organization} />
    <LeftOpen of={of} organization={organization} />
  </Notice>
)

const Done: FC<Props> = ({ of: { done }, organization }) => (
  <ul class="ticks">
    <EndedLeave of={done.leave} organization={organization} />
    {done.reports.map(({ employee, manager }) =>
      manager ? (
        <li>
          {say('{name} reports to {name2} from the day after.', { name: employee.name, name2: manager.name })}
        </li>
      ) : null,
    )}
    {done.allocations.length ? (
      <li>
        {say('{n, plural, one {# allocation to projects ends} other {# allocations to projects end}}.', {
          n: done.allocations.length,
        })}
      </li>
    ) : null}
    {done.stopped.time_entry_id ? <li>{say('The running timer was stopped.')}</li> : null}
    {done.stopped.working_hours_seq === null ? null : <li>{say('The open shift was clocked out.')}</li>}
    {done.balances.map(({ leave_type, unit, available }) => (
      <li>
        {say('{leave_type} left on the last day: {leftText}.', {
          leave_type,
          leftText: leftText(unit, available),
        })}
      </li>
    ))}
  </ul>
)

const EndedLeave: FC<{ of: Leave; organization: MemberOrganization }> = ({ of, organization }) => (
  <>
    {of.map(({ request_id, start_date, cancelled_from: from }) => (
      <li>
        <a href={`/absences/${request_id}?org=${organization.slug}`}>
          {say('Leave from {at}', { at: <Day at={start_date} /> })}
        </a>{' '}
        {start_date === from ? (
          say('is cancelled.')
        ) : (
          <>{say('is cancelled from {at} on.', { at: <Day at={from} /> })}</>
        )}
      </li>
    ))}
  </>
)

/** What the end had done, which stays when the last day is moved or the end is taken back. */
export const EndMoved: FC<{ of: Changed; organization: MemberOrganization }> = ({ of, organization }) => {
  const { leave, reports } = of.end_effects!
  return (
    <Notice
      kind="good"
      title={of.termination_date ? say('The last day is changed') : say('The end is taken back')}
    >
      {leave.length || reports.length ? (
        <>
          <p>{say('This stays as it is until you change it:')}</p>
          <ul class="ticks">
            <EndedLeave of={leave} organization={organization} />
            {reports.map(({ employee, manager }) => (
              <li>
                {say('{name} reports to {name2} after the day that was the last.', {
                  name: employee.name,
                  name2: manager?.name ?? say('nobody'),
                })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  )
}

const leftText = (unit: 'day' | 'minute', available: string) =>
  unit === 'minute' ? `${Number(available) / 60} h` : `${available} ${available === '1' ? 'day' : 'days'}`

const weekStates: Record<string, string> = { submitted: ' waits to be approved.', rejected: ' was rejected.' }

const LeftOpen: FC<Props> = ({ of, organization }) => {
  const { reports, departments, account } = of.left_open
  const { weeks, deputies } = of.done
  const open = [
    ...weeks.map(({ week_start: week, status }) => (
      <li>
        <a href={addressIn(organization, `weeks/${of.id}/${week}`)}>
          {say('The week of {at}', { at: <Day at={week} /> })}
        </a>
        {say(weekStates[status] ?? ` ${say('is not submitted.')}`)}
      </li>
    )),
    reports.length ? <li>{say('{names} will have no manager.', { names: names(reports) })}</li> : null,
    departments.length ? (
      <li>{say('{names} will have no manager.', { names: names(departments) })}</li>
    ) : null,
    deputies.length ? <li>{say('{names} will need another deputy.', { names: names(deputies) })}</li> : null,
    account ? (
      <li>
        {`${say('{name} stays a member of the organization until you', { name: account.name })} `}
        <a href={`/organizations/${organization.slug}#members`}>{say('remove the account')}</a>.
      </li>
    ) : null,
  ].filter(Boolean)
  return open.length ? (
    <>
      <h3>{say('Left to do')}</h3>
      <ul class="ticks">{open}</ul>
    </>
  ) : null
}
