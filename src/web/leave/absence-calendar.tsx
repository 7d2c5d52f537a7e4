import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { daysOfMonth, isMonth, monthAfter, weekdayOf } from '../kit/days.ts'
import { Choice } from '../kit/inputs.tsx'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown, within } from '../kit/page.tsx'
import { partOf } from '../kit/pager.tsx'
import { Hidden } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { useMonth, useShortDay } from '../kit/time.tsx'
import { noProblems } from '../kit/page-request.ts'
import { Birthdays, birthdaysIn, showBirthday } from './birthdays.tsx'
import { shownIn } from '../kit/zone.ts'
import { daysIn, monthOf, type PersonMonth, type Run } from './absence-months.ts'

const shownPeople = 50

const partsOf = async ({ request, read, organization }: Fetching) => {
  const [today] = shownIn(organization.timezone, new Date().toISOString())
  const month = isMonth(request.query.month) ? request.query.month! : today.slice(0, 7)
  const [from, to] = daysOfMonth(month)
  const { department } = request.query
  const part = partOf(request, addressIn(organization, 'absence-calendar'), 'people', shownPeople)
  return {
    month,
    today,
    part,
    ...(await together({
      calendar: read('getAbsenceCalendar', { from, to, department_id: department }),
      departments: readAll(read, 'listDepartments'),
      birthdays: birthdaysIn(read, organization, from, to),
    })),
  }
}
type Props = Shown<null, PartsOf<typeof partsOf>>

/** Who is away on which days of a month; why, only where the reader may know it. */
export default organizationPage<PartsOf<typeof partsOf>>({
  at: '/organizations/:slug/absence-calendar',
  title: 'Who is away',
  lead: 'The leave of everybody by month. Why somebody is away is for them and those who decide it.',
  under: within(['Leave', 'absences']),
  parts: partsOf,
  forms: { birthday: showBirthday },
  said: { birthday: 'Saved.' },
  Content: (shown) => {
    const { month, calendar, part } = shown.parts
    const people = monthOf(month, calendar.items)
    const { offset } = part.range
    return (
      <>
        <Months {...shown} />
        <Departments {...shown} />
        <section class="card" aria-labelledby="month">
          <h2 id="month">{useMonth()(month)}</h2>
          {people.length ? (
            <Table {...shown} people={people.slice(offset, offset + shownPeople)} />
          ) : (
            <p class="muted">{say('Nobody is away.')}</p>
          )}
          {part.pager(people.length)}
        </section>
        <Birthdays {...shown} of={shown.parts.birthdays} />
      </>
    )
  },
})

const Months: FC<Props> = ({ organization, request, parts: { month } }) => {
  const tab = (label: string, to?: string) => ({
    label,
    to: withQuery(addressIn(organization, 'absence-calendar'), {
      department: request.query.department,
      month: to,
    }),
    current: false,
  })
  return (
    <Tabs
      name={say('Months')}
      of={[
        tab(say('previous'), monthAfter(month, -1)),
        tab(say('this month')),
        tab(say('next'), monthAfter(month, 1)),
      ]}
    />
  )
}

const Departments: FC<Props> = ({ organization, request, parts: { month, departments } }) =>
  departments.length ? (
    <form class="search" method="get" action={addressIn(organization, 'absence-calendar')}>
      <Hidden fields={{ month }} />
      <Choice
        name="department"
        label={say('Department')}
        choices={[['', say('Everybody')], ...departments.map(({ id, name }): [string, string] => [id, name])]}
        values={request.query}
        problems={noProblems}
      />
      <button>{say('Show')}</button>
    </form>
  ) : null

const isFree = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

const Table: FC<Props & { people: PersonMonth[] }> = ({ people, parts: { month, today } }) => (
  <div class="away-days" tabindex={0} role="region" aria-label={say('Days')}>
    <table>
      <thead>
        <tr>
          <th scope="col">{say('Person')}</th>
          {daysIn(month).map((day) => (
            <th
              scope="col"
              class={[isFree(day) && 'free', day === today && 'today'].filter(Boolean).join(' ') || undefined}
            >
              <small>{weekdayOf(day, 'narrow')}</small>
              {Number(day.slice(8))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ name, runs }) => (
          <tr>
            <th scope="row">{name}</th>
            {runs.map((run) => (
              <Days of={run} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Days: FC<{ of: Run }> = ({ of: { days, absence } }) => {
  const short = useShortDay()
  if (!absence) return <td colspan={days} />
  const { from, to, from_half, to_half, status, leave_type } = absence
  const isHalf = from === to && from_half === to_half
  const text = [
    leave_type,
    from === to ? short(from) : say('{short} to {short2}', { short: short(from), short2: short(to) }),
    isHalf && (from_half === 'am' ? say('in the morning') : say('in the afternoon')),
    status === 'pending' && say('asked for'),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <td colspan={days} class={status === 'pending' ? 'asked' : 'away'} title={text}>
      <span class={days > 2 ? undefined : 'hidden'}>{days > 2 ? leave_type : text}</span>
    </td>
  )
}
