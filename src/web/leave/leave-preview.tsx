import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { count, Notice } from '../kit/parts.tsx'
import { InWords, useShortDay } from '../kit/time.tsx'
import { MeetingsThen } from './meetings-then.tsx'

type Preview = Answer<'previewLeaveRequest'>

const amountOf = (amount: string, { unit }: Preview) =>
  unit === 'hour' ? `${Number(amount) / 60} h` : `${amount} ${amount === '1' ? 'day' : 'days'}`

/** What a request would take, who decides, and what it collides with; nothing is asked for yet. */
export const LeavePreview: FC<{ of: Preview; slug: string }> = ({ of, slug }) => (
  <Notice kind={of.warnings.length ? 'warn' : 'plain'} title={`It takes ${amountOf(of.total, of)}`}>
    <ul>
      {of.warnings.map((text) => (
        <li>
          <InWords text={text} />
        </li>
      ))}
      {of.days.length && of.days.length <= shownDays ? (
        <li>
          <Days of={of.days} />
        </li>
      ) : null}
      {of.balance_after === null ? null : <li>{`${amountOf(of.balance_after, of)} of the year left`}</li>}
      <li>{of.asked ? `${of.asked.name} decides` : 'An admin decides'}</li>
      {of.away ? <li>{`${count(of.away, 'colleague')} of the department away`}</li> : null}
      {of.due_tasks ? <li>{`${count(of.due_tasks, 'task')} due in that time`}</li> : null}
      {of.meetings.length ? (
        <li>
          {count(of.meetings.length, 'meeting')} in that time:
          <MeetingsThen of={of.meetings} slug={slug} />
        </li>
      ) : null}
    </ul>
    <p>Nothing is asked for yet.</p>
  </Notice>
)

/** More of them are no easier to look over than the first and the last. */
const shownDays = 10

const Days: FC<{ of: Preview['days'] }> = ({ of }) => {
  const short = useShortDay()
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
  return (
    <>
      {of
        .map(({ date, am, pm }) => {
          const half = am === pm ? '' : am ? ' in the morning' : ' in the afternoon'
          return `${weekday.format(new Date(date))} ${short(date)}${half}`
        })
        .join(', ')}
    </>
  )
}
