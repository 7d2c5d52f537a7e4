import type { FC } from 'hono/jsx'
import type { Answer, Read } from '../kit/operations.ts'
import { mayCall } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { PageError } from '../kit/page-request.ts'
import { minutesText } from '../timesheets/week-days.tsx'
import { clockOf } from './correction-facts.tsx'

export type Workday = Answer<'getWorkday'>

/** The day of the reader in an organization; nothing where they are no employee, or it cannot be looked up. */
export async function workdayIn(read: Read, organization: MemberOrganization): Promise<Workday | undefined> {
  if (!mayCall(organization, 'getWorkday')) return undefined
  const day = await read('getWorkday', {}, { org_id: organization.id }).catch((error: unknown) => {
    if (error instanceof PageError) return undefined
    throw error
  })
  return day?.employee ? day : undefined
}

const left = ({ unit, available, leave_type }: Workday['leave'][number]) =>
  unit === 'minute'
    ? say('{value} h of {leave_type} left', { value: Number(available) / 60, leave_type })
    : say('{days, plural, one {# day} other {# days}} of {leave_type} left', {
        days: Number(available),
        leave_type,
      })

/** Whether the reader is at work, what they worked today, and what leave they have. */
export const WorkdayLine: FC<{ workday: Workday; org: string }> = ({ workday, org }) => {
  const { shift, minutes, leave, next_leave: next, birthdays } = workday
  const state =
    shift &&
    say('{value} since {time}', {
      value: shift.on_break ? say('On a break') : say('At work'),
      time: clockOf(shift.since),
    })
  return (
    <div class="head">
      <p class="facts">
        <span>{state ?? say('Not at work')}</span>
        {minutes > 0 ? <span>{say('{time} today', { time: minutesText(minutes) })}</span> : null}
        {leave.map((one) => (
          <span>{left(one)}</span>
        ))}
        {next ? <span>{say('next leave {at}', { at: <Day at={next.start_date} /> })}</span> : null}
        {birthdays.map(({ name, date }) => (
          <span>{say('{name}’s birthday {at}', { name, at: <Day at={date} /> })}</span>
        ))}
      </p>
      <p class="buttons">
        <LinkButton to={`/organizations/${org}/clock`} kind="slim">
          {shift ? say('Clock') : say('Clock in')}
        </LinkButton>
        <LinkButton to={`/organizations/${org}/week`} kind="slim">
          {say('My week')}
        </LinkButton>
      </p>
    </div>
  )
}
