import type { Child, FC } from 'hono/jsx'
import { dayAfter, daysOfMonth, fiscalYearOf, isDay, monthAfter } from '../kit/days.ts'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { shownIn } from '../kit/zone.ts'

export type Work = Schemas['AgencyClient']
type Health = Work['health']
export type Amount = NonNullable<Work['money']>[number]

/** How many of the open tasks are late. */
export const lateOf = ({
  tasks_overdue: late,
  tasks_open: all,
}: {
  tasks_overdue: number
  tasks_open: number
}) => say('{late} of {all} late', { late, all })
export const hours = (seconds: number) => `${Math.round(seconds / 360) / 10} h`
const percent = (share: string | null) => `${Math.round(Number(share) * 100)} %`

const names = { red: 'in trouble', yellow: 'to watch', green: 'well' } as const
const kinds = { red: 'bad', yellow: 'warn', green: 'good' } as const
/** The health in a word; nothing where nothing is known. */
export const HealthMark: FC<{ of: Health }> = ({ of: { value } }) =>
  value ? (
    <Badge kind={kinds[value]}>{say(names[value])}</Badge>
  ) : (
    <span class="muted">{say('no data yet')}</span>
  )

const because = {
  late: ({ late_share }: Health) => say('{percent} of open tasks are late', { percent: percent(late_share) }),
  burn: ({ burn }: Health) => say('{percent} of a budget is used', { percent: percent(burn) }),
  unpaid: ({ unpaid_share }: Health) =>
    say('{percent} of what is owed is over 30 days late', { percent: percent(unpaid_share) }),
}
/** Why the health is what it is. */
export const reasonOf = (health: Health) => health.reasons.map((reason) => because[reason](health)).join(', ')

type Gap = NonNullable<Work['margin_gap']>['reason']
export const gapOf: Record<Gap, string> = {
  small_group: 'fewer than three people worked',
  no_cost: 'some time has no cost',
  no_rate: 'some time has no rate',
}

/** The hours of twelve months as a line, with what it says for those who do not see it. */
export const Sparkline: FC<{ of: number[] }> = ({ of }) => {
  const most = Math.max(...of, 1)
  const points = of.map((seconds, at) => `${at * 6 + 1},${Math.round((1 - seconds / most) * 180) / 10 + 1}`)
  return (
    <svg
      class="spark"
      viewBox="0 0 68 20"
      role="img"
      aria-label={say('Hours of the last twelve months: {of}', {
        of: of.map((seconds) => Math.round(seconds / 3600)).join(', '),
      })}
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}

/** One amount of each currency, below each other. */
export const Amounts: FC<{ of: Work['money']; what: (one: Amount) => number | null; none?: Child }> = ({
  of,
  what,
  none = '–',
}) => {
  const known = (of ?? []).flatMap((one) => {
    const minor = what(one)
    return minor === null ? [] : [<Money minor={minor} currency={one.currency} />]
  })
  return known.length ? (
    <>
      {known.map((amount) => (
        <div>{amount}</div>
      ))}
    </>
  ) : (
    <span class="muted">{none}</span>
  )
}

const spans = {
  month: 'this month',
  last: 'last month',
  quarter: 'three months',
  year: 'twelve months',
  fiscal: 'this financial year',
  'fiscal-last': 'last financial year',
} as const
type Span = keyof typeof spans
/** Those that an organization has: financial years where they are not the calendar's. */
const spansOf = ({ fiscal_year_start: start }: Place) =>
  (Object.keys(spans) as Span[]).filter((span) => start !== 1 || !span.startsWith('fiscal'))
type Place = Pick<MemberOrganization, 'timezone' | 'fiscal_year_start'>

/** The days that the address asks for: a span by name, or a range. */
export function rangeIn({ query }: PageRequest, organization: Place) {
  const offered = spansOf(organization)
  const { span, from = '', to = '' } = query
  if (isDay(from) && isDay(to) && from <= to && to < dayAfter(from, 400))
    return { span: undefined, offered, from, to }
  const [today] = shownIn(organization.timezone, new Date().toISOString())
  const month = today.slice(0, 7)
  const chosen = offered.find((one) => one === span) ?? 'month'
  const year = fiscalYearOf(month, organization.fiscal_year_start)
  const first: Record<Span, string> = {
    month,
    last: monthAfter(month, -1),
    quarter: monthAfter(month, -2),
    year: monthAfter(month, -11),
    fiscal: year,
    'fiscal-last': monthAfter(year, -12),
  }
  const past: Partial<Record<Span, string>> = { last: first.last, 'fiscal-last': monthAfter(year, -1) }
  const until = past[chosen]
  return {
    span: chosen,
    offered,
    from: daysOfMonth(first[chosen])[0],
    to: until ? daysOfMonth(until)[1] : today,
  }
}

type SpansProps = { of: ReturnType<typeof rangeIn>; at: string; query: Record<string, string | undefined> }
export const Spans: FC<SpansProps> = ({ of, at, query }) => (
  <Tabs
    name={say('Days')}
    of={of.offered.map((span) => ({
      label: say(spans[span]),
      to: withQuery(at, { ...query, span: span === 'month' ? undefined : span }),
      current: of.span === span,
    }))}
  />
)

/** What limits the health follows from, in a sentence. */
export const Rule: FC<{ of: Pick<Answer<'getAgencySummary'>, 'health_rule'> }> = ({
  of: {
    health_rule: { red, yellow, basis },
  },
}) => (
  <p class="muted small">
    {say('In trouble: {percent} of open tasks late, a budget used by more than {percent2}', {
      percent: percent(red.late_share),
      percent2: percent(red.burn),
    }) +
      (basis.includes('unpaid')
        ? `${say(', or {percent} of what is owed overdue for more than 30 days.', { percent: percent(red.unpaid_share) })} `
        : '. ') +
      say('To watch: {percent} late, {percent2} of a budget', {
        percent: percent(yellow.late_share),
        percent2: percent(yellow.burn),
      }) +
      (basis.includes('unpaid') ? say(', or anything overdue for more than 30 days.') : '.')}
  </p>
)
