import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { ingestable, meters, usageEvents } from '../../../db/schema/metering.ts'
import { all, answer, inOrg, jsonb, page, shape } from '../../kit/sql.ts'
import {
  type EventFilter,
  type MetersFilter,
  type SummaryFilter,
  UsageEvent,
  type UsageFilter,
  type UsageReport,
} from './schemas.ts'

/** The meters with their descriptions, which the database does not need to know. */
export const listMeters = ({ limit, offset }: z.output<typeof MetersFilter>) =>
  answer(sql`select json_build_object('items', coalesce(json_agg(json_build_object('meter', m.key, 'unit', m.unit,
      'description', ${jsonb(meters)}->>m.key, 'aggregation', m.aggregation, 'source', m.source,
      'ingestable', ${jsonb(ingestable)} ? m.key) order by m.place)
        filter (where m.place > ${offset} and m.place <= ${offset + limit}), '[]'::json),
    'total', count(*), 'limit', ${limit}::int, 'offset', ${offset}::int) from app.meters() m`)

export const getSummary = ({ day }: z.output<typeof SummaryFilter>) => [
  sql`select app.ensure_fields(array[case when ${day ?? null}::date > app.usage_day(now()) then
    'query.day: must not be in the future' end])`,
  answer(sql`app.usage_summary(${day ?? null}::date)`),
]

export const getUsage = ({ meter, from, to, window, group_by }: z.output<typeof UsageFilter>) =>
  answer(
    sql`app.usage_points(${meter}, ${from ?? null}::date, ${to ?? null}::date, ${window}, ${group_by ?? null})`,
  )

const event = shape(UsageEvent, usageEvents, { quantity: sql`trim_scale(${usageEvents.quantity})` })

export const listEvents = ({ meter, source, from, to, ...query }: z.output<typeof EventFilter>) =>
  page({ ...query, sort: [{ key: 'occurred_at', descending: true }] }, event, {
    where: all(
      inOrg(usageEvents),
      meter && sql`${usageEvents.meter} = ${meter}`,
      source && sql`${usageEvents.source} = ${source}`,
      from && sql`${usageEvents.occurred_at} >= ${from}::timestamptz`,
      to && sql`${usageEvents.occurred_at} <= ${to}::timestamptz`,
    ),
    sorts: { occurred_at: usageEvents.occurred_at },
  })

export const recordEvents = ({ events }: z.output<typeof UsageReport>) =>
  answer(sql`select json_build_object('items', app.record_usage(${jsonb(events)}))`)
