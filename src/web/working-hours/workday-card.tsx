import type { FC } from 'hono/jsx'
import type { Answer, Read } from '../kit/operations.ts'
import { mayCall } from '../kit/operations.ts'
import type { Home } from '../kit/organization-context.ts'
import { LinkButton } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { PageError } from '../kit/visit.ts'
import { minutesText } from '../timesheets/week-days.tsx'
import { clockOf } from './correction-facts.tsx'

export type Workday = Answer<'getWorkday'>

/** The day of the reader in an organization; nothing where they are no employee, or it cannot be looked up. */
export async function workdayIn(read: Read, home: Home): Promise<Workday | undefined> {
  if (!mayCall(home, 'getWorkday')) return undefined
  const day = await read('getWorkday', {}, { org_id: home.id }).catch((error: unknown) => {
    if (error instanceof PageError) return undefined
    throw error
  })
  return day?.employee ? day : undefined
}

const left = ({ unit, available, leave_type }: Workday['leave'][number]) =>
  unit === 'minute'
    ? `${Number(available) / 60} h of ${leave_type} left`
    : `${available} ${available === '1' ? 'day' : 'days'} of ${leave_type} left`

/** Whether the reader is at work, what they worked today, and what leave they have. */
export const WorkdayLine: FC<{ workday: Workday; org: string }> = ({ workday, org }) => {
  const { shift, minutes, leave, next_leave: next, birthdays } = workday
  const state = shift && `${shift.on_break ? 'On a break' : 'At work'} since ${clockOf(shift.since)}`
  return (
    <div class="head">
      <p class="facts">
        <span>{state ?? 'Not at work'}</span>
        {minutes > 0 ? <span>{`${minutesText(minutes)} today`}</span> : null}
        {leave.map((one) => (
          <span>{left(one)}</span>
        ))}
        {next ? (
          <span>
            next leave <Day at={next.start_date} />
          </span>
        ) : null}
        {birthdays.map(({ name, date }) => (
          <span>
            {name}’s birthday <Day at={date} />
          </span>
        ))}
      </p>
      <p class="buttons">
        <LinkButton to={`/organizations/${org}/clock`} kind="slim">
          {shift ? 'Clock' : 'Clock in'}
        </LinkButton>
        <LinkButton to={`/organizations/${org}/week`} kind="slim">
          My week
        </LinkButton>
      </p>
    </div>
  )
}
