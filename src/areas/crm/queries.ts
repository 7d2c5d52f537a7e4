import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { pipelines } from '../../../db/schema/pipelines.ts'
import { answer, json, me, ensureFields, uuids } from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import type { AnalyticsFilter, ForecastFilter } from './schemas.ts'

type DealFilter = Pick<z.output<typeof ForecastFilter>, 'pipeline_id' | 'owner_user_id'>

const requirePipeline = (query: DealFilter) =>
  ensureFields(referencesIn({ pipeline_id: targetOf(pipelines, { noun: 'pipeline' }) }, query, 'query'))

/** The owner arguments of the SQL functions: ids, and whether to include records without an owner. */
function ownersOf({ owner_user_id: owners }: DealFilter) {
  if (!owners) return sql`null::uuid[], false`
  const ids = uuids(owners.filter((one) => one !== 'me' && one !== 'none'))
  return sql`${owners.includes('me') ? sql`array_append(${ids}, ${me})` : ids}, ${owners.includes('none')}::boolean`
}

export function analytics(query: z.output<typeof AnalyticsFilter>) {
  const days = sql`${query.from}::date, ${query.to}::date`
  const owners = ownersOf(query)
  const deals = sql`${days}, ${query.pipeline_id ?? null}::uuid, ${owners}`
  const fields = {
    from: sql`${query.from}::date`,
    to: sql`${query.to}::date`,
    funnel: sql`app.crm_funnel(${deals})`,
    outcome: sql`app.crm_outcome(${deals})`,
    values: sql`app.crm_values(${deals})`,
    lost_reasons: sql`app.crm_lost_reasons(${deals})`,
    slippage: sql`app.crm_slippage(${deals})`,
    leads: sql`app.crm_leads(${days}, ${owners})`,
  }
  return [...requirePipeline(query), answer(json(fields))]
}

const thisMonth = sql`date_trunc('month', app.org_today()::timestamp)`

export function forecast(query: z.output<typeof ForecastFilter>) {
  const first = query.from ? sql`${query.from}::date` : sql`${thisMonth}::date`
  const last = query.to ? sql`${query.to}::date` : sql`(${thisMonth} + interval '1 year')::date - 1`
  const deals = sql`${first}, ${last}, ${query.pipeline_id ?? null}::uuid, ${ownersOf(query)}`
  return [...requirePipeline(query), answer(sql`app.crm_forecast(${deals})`)]
}
