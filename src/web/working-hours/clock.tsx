import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { dayAfter } from '../kit/days.ts'
import { calling } from '../kit/forms.tsx'
import { withQuery } from '../kit/lists.tsx'
import type { Item, Schemas } from '../kit/operations.ts'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { Badge, LinkButton, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { minutesText } from '../timesheets/week-days.tsx'
import { clockOf, dayOf, eventNames } from './correction-facts.tsx'
import { clockVerbs, Offline } from './offline.tsx'

type Event = Schemas['ClockEvent']

/** Yesterday's shift may last until today. */
const partsOf = async ({ read, organization }: Fetching) => {
  const [today] = shownIn(organization.timezone, new Date().toISOString())
  const from = dayAfter(today, -1)
  return ofOwnRecord(
    together({
      summary: read('getWorkingHoursSummary', { from: dayAfter(today, -14) }),
      records: read('listWorkingHours', { mine: true, from, sort: '-occurred_at,-seq', limit: 50 }),
    }),
  )
}
type Parts = PartsOf<typeof partsOf>
type Props = Shown<null, Parts> & { parts: NonNullable<Parts> }

const clocking = (event: Event, verb: string) =>
  calling('recordWorkingHours', {
    verb,
    // Kept by the device while it had no network.
    also: ({ mode, occurred_at, offline }) => ({
      event,
      ...(mode && { mode }),
      ...(offline ? { source: 'mobile', occurred_at, captured_offline: true } : { source: 'web' }),
    }),
  })
const forms = {
  'clock-in': clocking('clock_in', clockVerbs['clock-in']),
  'break-start': clocking('break_start', clockVerbs['break-start']),
  'break-end': clocking('break_end', clockVerbs['break-end']),
  'clock-out': clocking('clock_out', clockVerbs['clock-out']),
}

const Content: FC<Shown<null, Parts>> = ({ parts, ...shown }) =>
  parts ? (
    <>
      <Now {...shown} parts={parts} />
      <Offline at={addressIn(shown.organization, 'clock')} />
      <Forgotten {...shown} parts={parts} />
      <Recorded {...shown} parts={parts} />
      <p class="buttons">
        <LinkButton to={addressIn(shown.organization, 'hours')}>{say('My hours')}</LinkButton>
        <LinkButton to={addressIn(shown.organization, 'week')}>{say('My week')}</LinkButton>
      </p>
    </>
  ) : (
    <NoOwnRecord organization={shown.organization} />
  )

/** What was worked on the last day of a summary, until now. */
export function minutesToday({ to, days, open_shifts }: Schemas['WorkingHoursSummary']): number {
  const day = days.find(({ date }) => date === to)
  const done = day ? day.ordinary + day.overtime + day.complementary : 0
  return done + (open_shifts.find(({ is_running }) => is_running)?.minutes ?? 0)
}

const Now: FC<Props> = ({ parts: { summary }, form }) => {
  const shift = summary.open_shifts.find(({ is_running }) => is_running)
  const big = { primary: true } as const
  return (
    <section class="card stack clock" aria-labelledby="state">
      <h2 id="state">
        {shift
          ? say('{value} since {time}', {
              value: shift.on_break ? say('On a break') : say('At work'),
              time: clockOf(shift.since),
            })
          : say('You are not at work')}
      </h2>
      <p class="hours">{minutesText(minutesToday(summary))}</p>
      <p class="muted">
        {shift && dayOf(shift.started_at) < summary.to ? say('in this shift and today') : say('today')}
      </p>
      <div class="punch">
        {shift ? null : (
          <>
            {form('clock-in', { ...big, hidden: { mode: 'on_site' } })}
            {form('clock-in', { hidden: { mode: 'remote' }, verb: 'Clock in, working remotely' })}
          </>
        )}
        {shift?.on_break ? form('break-end', big) : null}
        {shift && !shift.on_break ? (
          <>
            {form('clock-out', big)}
            {form('break-start')}
          </>
        ) : null}
      </div>
    </section>
  )
}

/** Where the end of a shift can be said that was forgotten. */
const Forgotten: FC<Props> = ({ parts: { summary }, organization }) => (
  <>
    {summary.open_shifts
      .filter(({ is_running }) => !is_running)
      .map(({ started_at }) => {
        const day = dayOf(started_at)
        const to = withQuery(addressIn(organization, 'hours'), {
          month: day.slice(0, 7),
          missing: day,
          new: 'add',
        })
        return (
          <Notice kind="warn" title={say('A shift has no end')}>
            <p>
              {say('You clocked in at {time} on {at} and never out. {link}', {
                time: clockOf(started_at),
                at: <Day at={day} />,
                link: <a href={`${to}#add`}>{say('Say when it ended')}</a>,
              })}
            </p>
          </Notice>
        )
      })}
  </>
)

const Recorded: FC<Props> = ({ parts: { records, summary } }) => (
  <ListSection
    id="today"
    title={say('Today')}
    of={records.items.filter(({ occurred_at: at }) => dayOf(at) === summary.to)}
    none={say('Nothing is recorded yet.')}
    line={(one: Item<'listWorkingHours'>) => ({
      title: `${clockOf(one.occurred_at)} ${say(eventNames[one.event])}`,
      facts: [one.mode === 'remote' && say('remote'), one.recorded_by && say('recorded by somebody else')],
      marks: one.status === 'waiting' ? <Badge kind="warn">{say('waits for an answer')}</Badge> : null,
    })}
  />
)

/** The clock of the reader: in, out and breaks, with one hand. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/clock',
  title: 'Clock',
  parts: partsOf,
  forms,
  said: {
    'clock-in': 'You are clocked in.',
    'break-start': 'Your break has begun.',
    'break-end': 'You are back at work.',
    'clock-out': 'You are clocked out.',
  },
  Content,
})
