import type { Child, FC } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import type { ShowForm } from '../kit/forms.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Clock, useShortDay } from '../kit/time.tsx'
import { changeOf } from '../time/entry-change.ts'
import { durationText } from '../time/task-time.tsx'

type Day = Schemas['TimesheetDetail']['days'][number]
type Entry = Day['entries'][number]

/** Minutes as people say them: `7 h 30 min`. */
export const minutesText = (minutes: number) => durationText(minutes * 60)
/** More or less than expected: `+30 min`, `−2 h`. */
export const balanceText = (minutes: number) =>
  minutes === 0 ? 'even' : `${minutes > 0 ? '+' : '−'}${minutesText(Math.abs(minutes))}`

type Props = {
  days: Day[]
  isOpen: boolean
  form: ShowForm
  org: string
  zone: string
  projects: { id: string; name: string }[]
}
/** The days of a week with their time. */
export const WeekDays: FC<Props> = ({ days, ...more }) => {
  const short = useShortDay()
  return (
    <section class="card" aria-label={say('Days')}>
      <ul class="rows">
        {days.map((day) => (
          <li class="row">
            <div class="grow">
              <p class="title">{`${day.weekday} ${short(day.date)}`}</p>
              <p class="facts">{factsOf(day).map((fact) => (fact ? <span>{fact}</span> : null))}</p>
            </div>
            {day.leave_with_entries ? <Badge kind="warn">{say('time on a day of leave')}</Badge> : null}
            <p class="title">{day.worked_minutes ? minutesText(day.worked_minutes) : null}</p>
            <Entries of={day.entries} {...more} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const factsOf = (day: Day): Child[] => [
  !day.is_employed && say('not employed'),
  day.is_employed && day.contracted_minutes === 0 && say('free'),
  day.expected_minutes > 0 && say('{time} expected', { time: minutesText(day.expected_minutes) }),
  day.holiday_minutes > 0 && say('holiday'),
  day.leave_minutes > 0 && say('{time} of leave', { time: minutesText(day.leave_minutes) }),
]

const Entries: FC<Omit<Props, 'days'> & { of: Entry[] }> = ({ of, isOpen, org, ...more }) =>
  of.length ? (
    <ul class="forms entries">
      {of.map((entry) => (
        <li>
          <span class="nowrap">{minutesText(entry.minutes)}</span>
          <span class="grow">
            {entry.task ? (
              <>
                <a href={`/tasks/${entry.task.key}?org=${org}`}>{entry.task.key}</a> {entry.task.title}
              </>
            ) : (
              entry.project?.name
            )}
            {entry.description ? ` ${entry.description}` : null}
            {entry.started_at && !entry.task && !entry.project && !entry.description
              ? say('Time')
              : null}{' '}
            {entry.started_at ? (
              <span class="muted">
                <Clock at={entry.started_at} />
                {entry.ended_at ? (
                  <>
                    –<Clock at={entry.ended_at} />
                  </>
                ) : null}
              </span>
            ) : null}
          </span>
          {entry.running ? <Badge kind="accent">{say('running')}</Badge> : null}
          {isOpen && !entry.running ? <EntryForms of={entry} {...more} /> : null}
        </li>
      ))}
    </ul>
  ) : null

const EntryForms: FC<Pick<Props, 'form' | 'zone' | 'projects'> & { of: Entry }> = ({
  of,
  form,
  zone,
  projects,
}) => (
  <span class="buttons">
    {form('change-time', {
      of,
      ...changeOf(of, zone),
      choices: { project_id: projects },
      about: say('the entry'),
      floats: true,
    })}
    {form('delete-time', { of, about: say('the entry') })}
  </span>
)
