import type { FC } from 'hono/jsx'
import { byteOrderMark, fileResponse } from '../kit/downloads.tsx'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { type Answer, type Item, readerOf } from '../kit/operations.ts'
import { organizationContext } from '../kit/organization-context.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { type Figure, Figures, LinkButton, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { shownIn } from '../kit/zone.ts'
import { PayAverages } from '../payroll/averages.tsx'
import { minutesText } from '../timesheets/week-days.tsx'

type Department = Item<'getPeopleReport'>
type Parts = {
  year: number
  today: string
  report: Answer<'getPeopleReport'>
  averages: Answer<'getPayAverages'>
}

const yearsBack = 3
const daysOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` })
const todayIn = (zone: string) => shownIn(zone, new Date().toISOString())[0]
function yearIn({ query }: PageRequest, today: string): number {
  const now = Number(today.slice(0, 4))
  const asked = Number(query.year)
  return Number.isInteger(asked) && asked <= now && asked > now - yearsBack ? asked : now
}

/** How many people there are in each department, who came and went, and what it costs. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/people-report',
  title: 'People in figures',
  lead: 'A year by department: everything counts for the department of the day.',
  under: within(['People', 'people']),
  parts: async ({ request, read, organization }) => {
    const today = todayIn(organization.timezone)
    const year = yearIn(request, today)
    const [report, averages] = await Promise.all([
      read('getPeopleReport', daysOf(year)),
      read('getPayAverages'),
    ])
    return { year, today, report, averages }
  },
  file,
  Content: (shown) => {
    const { items } = shown.parts.report
    return (
      <>
        <Years {...shown} />
        {items.map((one) => (
          <DepartmentFigures of={one} />
        ))}
        <PayAverages of={shown.parts.averages} />
        {items.length ? (
          <p>
            <LinkButton to={`${addressIn(shown.organization, 'people-report')}/files/${shown.parts.year}`}>
              {say('Download as a table')}
            </LinkButton>
          </p>
        ) : (
          <p class="muted">{say('Nobody was employed in this year.')}</p>
        )}
      </>
    )
  },
})

const Years: FC<Shown<null, Parts>> = ({ organization, parts: { year, today } }) => (
  <Tabs
    name={say('Years')}
    of={Array.from({ length: yearsBack }, (_, back) => Number(today.slice(0, 4)) - back).map((one) => ({
      label: String(one),
      to: withQuery(addressIn(organization, 'people-report'), { year: String(one) }),
      current: one === year,
    }))}
  />
)

const Amounts: FC<{ of: Department['costs'] }> = ({ of }) => (
  <>
    {of.map(({ amount_minor, currency }, place) => (
      <>
        {place ? ', ' : ''}
        <Money minor={amount_minor} currency={currency} />
      </>
    ))}
  </>
)

const figuresOf = (one: Department): Figure[] => [
  [say('People'), String(one.people), say('{average} on average', { average: one.average })],
  [
    say('Joined and left'),
    say('{joined} and {left}', { joined: one.joined, left: one.left }),
    one.turnover_percent === null
      ? undefined
      : say('{turnover_percent} % left', { turnover_percent: one.turnover_percent }),
  ],
  [
    say('Absent'),
    one.absence_percent === null ? say('not shown') : `${one.absence_percent} %`,
    one.absence_percent === null ? say('fewer than three people') : say('of the time to be worked'),
  ],
  [say('Overtime'), minutesText(one.overtime_minutes), say('in approved weeks')],
  [
    say('Leave that is left'),
    say('{leave_days} days', { leave_days: one.leave_days }),
    one.leave_values.length ? <Amounts of={one.leave_values} /> : undefined,
  ],
  [
    say('Cost'),
    one.costs.length ? <Amounts of={one.costs} /> : say('none'),
    say('by payslips, with the share of the employer'),
  ],
]

const DepartmentFigures: FC<{ of: Department }> = ({ of }) => (
  <Section id={of.department?.department_id ?? 'none'} title={of.department?.name ?? say('In no department')}>
    <Figures of={figuresOf(of)} />
  </Section>
)

async function file(request: PageRequest) {
  const { organization } = await organizationContext(request)
  const year = yearIn(
    { ...request, query: { year: request.c.req.path.split('/').at(-1) ?? '' } },
    todayIn(organization.timezone),
  )
  const { filename, content } = await readerOf(request, { org_id: organization.id })(
    'exportPeopleReport',
    daysOf(year),
  )
  return fileResponse(byteOrderMark + content, 'text/csv; charset=utf-8', filename)
}
