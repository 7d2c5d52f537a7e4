import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { answer, json, type Ref, ensureFields } from '../../kit/sql.ts'
import { forecast, type History, type Question } from './forecast.ts'
import type { FlowFilter, ForecastFilter, VelocityFilter } from './insight-schemas.ts'

export const velocity = (project: Ref, { last, unit }: z.output<typeof VelocityFilter>) =>
  answer(sql`app.velocity(${project}::uuid, ${last}::int, ${unit ?? null})`)

export const flow = (project: Ref, { from, to, interval }: z.output<typeof FlowFilter>) =>
  answer(sql`app.flow(${project}::uuid, ${from ?? null}::date, ${to ?? null}::date,
    ${interval === 'week' ? 7 : 1}::int)`)

/** The input of a forecast: the project's history, and the query. */
export const history = (project: Ref, query: z.output<typeof ForecastFilter>) => {
  const throughput = sql`app.throughput(${project}::uuid, ${query.history_days}::int)`
  return [
    ...ensureFields({
      'query.by_date': query.by_date
        ? [sql`${query.by_date}::date > (${throughput}->>'today')::date`, 'must be after today']
        : undefined,
    }),
    answer(json({ history: throughput, query: sql`${JSON.stringify(query)}::json` })),
  ]
}

/** The finished forecast for the result of `history`. */
export const withForecast = (result: string): string => {
  const { history: throughput, query }: { history: History; query: Question } = JSON.parse(result)
  return JSON.stringify(forecast(throughput, query))
}
