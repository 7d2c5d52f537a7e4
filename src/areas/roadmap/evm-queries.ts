import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { answer, json, type Ref, ensure, ensureFields } from '../../kit/sql.ts'
import { earnedValue, type Sums, valueMetrics } from './evm.ts'
import { type EarnedValueFilter, maxPoints, type PortfolioFilter, type SeriesFilter } from './evm-schemas.ts'
import { referencesIn } from '../../kit/targets.ts'
import { baselineTarget } from './queries.ts'

type Query = { unit: string; method: string; baseline_id?: string | undefined }

/** The requested baseline, else the current one of the project; null if there is none. */
const baselineOf = (project: Ref, { baseline_id }: Query) =>
  baseline_id ? sql`${baseline_id}::uuid` : sql`app.current_baseline(${project}::uuid)`

/** Money requires the role manager and a rate; the baseline must belong to the project. */
const requireAllowed = (project: Ref, query: Query) => [
  ...(query.unit === 'cost'
    ? [ensure(sql`app.role_level() >= 30`, 'WM403', 'unit=cost needs the role manager or above')]
    : []),
  ...ensureFields(referencesIn({ baseline_id: baselineTarget }, query, 'query')),
  ...(query.unit === 'cost'
    ? [
        ensure(
          sql`app.has_hourly_rate(${project}::uuid, ${baselineOf(project, query)})`,
          'WM409',
          'no hourly rate',
        ),
      ]
    : []),
]

const requireNotFuture = (day: string | undefined, today: ReturnType<typeof sql>) =>
  ensureFields({ 'query.as_of': day ? [sql`${day}::date <= ${today}`, 'in the future'] : undefined })

export const sumsOf = (project: Ref, query: z.output<typeof EarnedValueFilter>) => {
  const today = sql`app.project_today(${project}::uuid)`
  return [
    ...requireAllowed(project, query),
    ...requireNotFuture(query.as_of, today),
    answer(sql`app.earned_value(${project}::uuid, ${baselineOf(project, query)}, ${query.unit}, ${query.method},
      coalesce(${query.as_of ?? null}::date, ${today}))`),
  ]
}

type Result = { sums: Sums; baseline: object | null }

/** The finished response for the result of `sumsOf`. */
export function metricsOf(text: string): string {
  const { sums, ...rest }: Result = JSON.parse(text)
  const warnings = rest.baseline ? [] : ['no baseline: computed from the present plan']
  return JSON.stringify({ ...rest, ...earnedValue(sums), warnings })
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 864e5).toISOString().slice(0, 10)

/** The days of a range, step by step, always including the last; bounded by what can be requested. */
function daysOf(from: string, to: string, step: number): string[] {
  const days: string[] = []
  for (let at = from; at < to && days.length <= maxPoints; at = addDays(at, step)) days.push(at)
  return [...days, to]
}

export const seriesOf = (project: Ref, query: z.output<typeof SeriesFilter>, now: Date) => {
  const { to = now.toISOString().slice(0, 10), interval, unit, method } = query
  const from = query.from ?? addDays(to, -30)
  const points = daysOf(from, to, interval === 'week' ? 7 : 1)
  const days = sql`${`{${points.join(',')}}`}::date[]`
  return [
    ...requireAllowed(project, query),
    ...ensureFields({
      'query.to':
        from > to
          ? [sql`false`, 'must not be before from']
          : [sql`${points.length <= maxPoints}::boolean`, `at most ${maxPoints} points`],
    }),
    answer(
      json({
        unit: sql`${unit}::text`,
        method: sql`${method}::text`,
        baseline_id: baselineOf(project, query),
        points: sql`app.earned_value_series(${project}::uuid, ${baselineOf(project, query)}, ${unit}, ${method}, ${days})`,
      }),
    ),
  ]
}

export const portfolioSums = ({ status, as_of }: z.output<typeof PortfolioFilter>) => {
  const day = sql`coalesce(${as_of ?? null}::date, app.org_today())`
  return [
    ...requireNotFuture(as_of, sql`app.org_today()`),
    answer(
      json({
        as_of: day,
        projects: sql`app.portfolio(${status ? `{${status.join(',')}}` : null}::text[], ${day})`,
      }),
    ),
  ]
}

type Project = Result & { project: object }
const unscheduled = { planned_days: null, actual_days: null, earned_days: null, forecast_finish: null }

/** The finished portfolio: the metrics of each project, and those of their sums. */
export function portfolioOf(text: string): string {
  const { as_of, projects }: { as_of: string; projects: Project[] } = JSON.parse(text)
  const sum = (field: 'bac' | 'pv' | 'ev' | 'ac') =>
    projects.reduce((total, one) => total + one.sums[field], 0)
  const totals = {
    bac: sum('bac'),
    pv: sum('pv'),
    ev: sum('ev'),
    ac: sum('ac'),
    closed: false,
    ...unscheduled,
  }
  return JSON.stringify({
    as_of,
    projects: projects.map(({ project, baseline, sums }) => ({ project, baseline, ...earnedValue(sums) })),
    totals: valueMetrics(totals),
  })
}
