import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { InWords, useShortDay } from '../kit/time.tsx'
import { MeetingsThen } from './meetings-then.tsx'
import { weekdayOf } from '../kit/days.ts'

type Preview = Answer<'previewLeaveRequest'>

const amountOf = (amount: string, { unit }: Preview) =>
  unit === 'hour'
    ? `${Number(amount) / 60} h`
    : say('{days, plural, one {# day} other {# days}}', { days: Number(amount) })

/** What a request would take, who decides, and what it collides with; nothing is asked for yet. */
export const LeavePreview: FC<{ of: Preview; slug: string }> = ({ of, slug }) => (
  <Notice
    kind={of.warnings.length ? 'warn' : 'plain'}
    title={say('It takes {amount}', { amount: amountOf(of.total, of) })}
  >
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
      {of.balance_after === null ? null : (
        <li>{say('{amount} of the year left', { amount: amountOf(of.balance_after, of) })}</li>
      )}
      <li>{of.asked ? say('{name} decides', { name: of.asked.name }) : say('An admin decides')}</li>
      {of.away ? (
        <li>{say('{counted} of the department away', { counted: count(of.away, 'colleague') })}</li>
      ) : null}
      {of.due_tasks ? (
        <li>{say('{counted} due in that time', { counted: count(of.due_tasks, 'task') })}</li>
      ) : null}
      {of.meetings.length ? (
        <li>
          {say('{counted} in that time:', { counted: count(of.meetings.length, 'meeting') })}
          <MeetingsThen of={of.meetings} slug={slug} />
        </li>
      ) : null}
    </ul>
    <p>{say('Nothing is asked for yet.')}</p>
  </Notice>
)

/** More of them are no easier to look over than the first and the last. */
const shownDays = 10

const Days: FC<{ of: Preview['days'] }> = ({ of }) => {
  const short = useShortDay()
  return (
    <>
      {of
        .map(({ date, am, pm }) => {
          const half = am === pm ? '' : am ? ` ${say('in the morning')}` : ` ${say('in the afternoon')}`
          return `${weekdayOf(date)} ${short(date)}${half}`
        })
        .join(', ')}
    </>
  )
}
