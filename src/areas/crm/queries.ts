import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { pipelines } from '../../../db/schema/pipelines.ts'
import { answer, inOrg, json, me, requireFields, uuids } from '../../kit/sql.ts'
import type { AnalyticsFilter, ForecastFilter } from './schemas.ts'

type Asked = Pick<z.output<typeof ForecastFilter>, 'pipeline_id' | 'owner_user_id'>

const pipelineKnown = ({ pipeline_id: id }: Asked) =>
  requireFields({
    'query.pipeline_id': id
      ? [
          sql`exists (select from ${pipelines} where ${inOrg(pipelines)} and ${pipelines.id} = ${id})`,
          'not found',
        ]
      : undefined,
  })

/** Whose deals and leads count, as the functions take it: ids and whether those without an owner do. */
function ownersOf({ owner_user_id: owners }: Asked) {
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
  return [...pipelineKnown(query), answer(json(fields))]
}

const thisMonth = sql`date_trunc('month', app.org_today()::timestamp)`

export function forecast(query: z.output<typeof ForecastFilter>) {
  const first = query.from ? sql`${query.from}::date` : sql`${thisMonth}::date`
  const last = query.to ? sql`${query.to}::date` : sql`(${thisMonth} + interval '1 year')::date - 1`
  const deals = sql`${first}, ${last}, ${query.pipeline_id ?? null}::uuid, ${ownersOf(query)}`
  return [...pipelineKnown(query), answer(sql`app.crm_forecast(${deals})`)]
}
