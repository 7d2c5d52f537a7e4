import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import type { Home } from '../kit/organization-context.ts'
import { addressIn } from '../kit/page.tsx'
import { count, Notice } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'

type Props = { of: Answer<'terminateEmployee'>; home: Home }
type Changed = Answer<'updateEmployee'>
type Leave = Props['of']['done']['leave']

const names = (of: { name: string | null }[]) => of.map(({ name }) => name).join(', ')

/** What the end of an employment did, and what is left to do. */
export const Ended: FC<Props> = ({ of, home }) => (
  <Notice kind="good" title="The employment ends">
    <p>
      The last day is <Day at={of.termination_date ?? ''} />.
    </p>
    <Done of={of} home={home} />
    <LeftOpen of={of} home={home} />
  </Notice>
)

const Done: FC<Props> = ({ of: { done }, home }) => (
  <ul class="ticks">
    <EndedLeave of={done.leave} home={home} />
    {done.reports.map(({ employee, manager }) =>
      manager ? <li>{`${employee.name} reports to ${manager.name} from the day after.`}</li> : null,
    )}
    {done.allocations.length ? (
      <li>{`${count(done.allocations.length, 'allocation')} to projects ${done.allocations.length === 1 ? 'ends' : 'end'}.`}</li>
    ) : null}
    {done.stopped.time_entry_id ? <li>The running timer was stopped.</li> : null}
    {done.stopped.working_hours_seq === null ? null : <li>The open shift was clocked out.</li>}
    {done.balances.map(({ leave_type, unit, available }) => (
      <li>{`${leave_type} left on the last day: ${leftText(unit, available)}.`}</li>
    ))}
  </ul>
)

const EndedLeave: FC<{ of: Leave; home: Home }> = ({ of, home }) => (
  <>
    {of.map(({ request_id, start_date, cancelled_from: from }) => (
      <li>
        <a href={`/absences/${request_id}?org=${home.slug}`}>
          Leave from <Day at={start_date} />
        </a>{' '}
        {start_date === from ? (
          'is cancelled.'
        ) : (
          <>
            is cancelled from <Day at={from} /> on.
          </>
        )}
      </li>
    ))}
  </>
)

/** What the end had done, which stays when the last day is moved or the end is taken back. */
export const EndMoved: FC<{ of: Changed; home: Home }> = ({ of, home }) => {
  const { leave, reports } = of.end_effects!
  return (
    <Notice kind="good" title={of.termination_date ? 'The last day is changed' : 'The end is taken back'}>
      {leave.length || reports.length ? (
        <>
          <p>This stays as it is until you change it:</p>
          <ul class="ticks">
            <EndedLeave of={leave} home={home} />
            {reports.map(({ employee, manager }) => (
              <li>{`${employee.name} reports to ${manager?.name ?? 'nobody'} after the day that was the last.`}</li>
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

const LeftOpen: FC<Props> = ({ of, home }) => {
  const { reports, departments, account } = of.left_open
  const { weeks, deputies } = of.done
  const open = [
    ...weeks.map(({ week_start: week, status }) => (
      <li>
        <a href={addressIn(home, `weeks/${of.id}/${week}`)}>
          The week of <Day at={week} />
        </a>
        {weekStates[status] ?? ' is not submitted.'}
      </li>
    )),
    reports.length ? <li>{`${names(reports)} will have no manager.`}</li> : null,
    departments.length ? <li>{`${names(departments)} will have no manager.`}</li> : null,
    deputies.length ? <li>{`${names(deputies)} will need another deputy.`}</li> : null,
    account ? (
      <li>
        {`${account.name} stays a member of the organization until you `}
        <a href={`/organizations/${home.slug}#members`}>remove the account</a>.
      </li>
    ) : null,
  ].filter(Boolean)
  return open.length ? (
    <>
      <h3>Left to do</h3>
      <ul class="ticks">{open}</ul>
    </>
  ) : null
}
