import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { answer, ensureFields, jsonb, roleLevel, type Ref } from '../../kit/sql.ts'
import { healthRule } from './health.ts'
import type { ClientFilter, SummaryFilter } from './schemas.ts'

type Range = z.output<typeof ClientFilter>
const daysOf = ({ from, to }: Range) => ({
  from: from ? sql`${from}::date` : sql`date_trunc('month', app.org_today()::timestamp)::date`,
  to: to ? sql`${to}::date` : sql`app.org_today()`,
})

/** Managers see money, unless the tools of finance are switched off for the caller. */
const isTold = (exposed: boolean) => sql`(${roleLevel} >= 30 and ${exposed}::boolean)`

/** The answer with the rule of its health, as it applies to the caller. */
const withRule = (value: ReturnType<typeof sql>, exposed: boolean) =>
  answer(sql`${value}::jsonb || jsonb_build_object('health_rule', ${jsonb(healthRule)} || jsonb_build_object('basis',
    case when ${isTold(exposed)} then '["late", "burn", "unpaid"]'::jsonb else '["late", "burn"]' end))`)

export const summary = ({ sort, ...query }: z.output<typeof SummaryFilter>, exposed: boolean) => {
  const { from, to } = daysOf(query)
  const { key, descending } = sort[0]!
  const asked = { ...query, sort: key, descending }
  return [
    ...ensureFields({
      'query.sort': [sql`${key} <> 'margin' or ${isTold(exposed)}`, 'not for your role'],
    }),
    withRule(sql`app.agency_summary(${from}, ${to}, ${jsonb(asked)}, ${isTold(exposed)})`, exposed),
  ]
}

export const clientSummary = (id: Ref, range: Range) => {
  const { from, to } = daysOf(range)
  return withRule(sql`app.agency_client_summary(${from}, ${to}, ${id}::uuid, ${isTold(true)})`, true)
}
