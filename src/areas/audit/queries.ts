import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { auditExports, auditSeals } from '../../../db/schema/audit.ts'
import { auditLog } from '../../../db/schema/system.ts'
import { all, any, contains, inOrg, json, me, one, type Ref, shape } from '../../kit/sql.ts'
import { among } from '../../shared/people.ts'
import type { Target } from '../../kit/targets.ts'
import { AuditEntry, AuditEntryWhole, AuditExport, type AuditFilter, type ExportRange } from './schemas.ts'

const org = sql`(select app.org_id())`
/** Platform actions are not shown to organizations. */
const isVisible = sql`${auditLog.action} not like 'platform.%'`
const mine = all(inOrg(auditLog), isVisible)

export const entryTarget: Target = {
  kind: 'entry',
  noun: 'audit entry',
  table: auditLog,
  notDeleted: isVisible,
}

const hiddenForSupport = (value: keyof typeof auditLog & ('ip' | 'user_agent')) =>
  sql`case when ${auditLog.impersonator_user_id} is null then ${auditLog[value]} end`
const computed = {
  actor: { type: auditLog.actor_type, user_id: auditLog.actor_user_id, label: auditLog.actor_label },
  via: sql`app.entry_via(${auditLog.actor_type}, ${auditLog.impersonator_user_id})`,
  entity: {
    type: auditLog.entity_type,
    id: auditLog.entity_id,
    label: auditLog.entity_label,
    version: auditLog.entity_version,
  },
  fields: sql`array(select jsonb_object_keys(${auditLog.changes}) order by 1)`,
  ip: hiddenForSupport('ip'),
  user_agent: hiddenForSupport('user_agent'),
}
const entry = shape(AuditEntry, auditLog, computed)
const fullEntry = shape(AuditEntryWhole, auditLog, {
  ...computed,
  seal: sql`(select json_build_object('position', s.position, 'hash', encode(s.hash, 'hex')) from ${auditSeals} s
    where s.org_id = ${org} and s.entry_id = ${auditLog.id})`,
})

type Filter = z.output<typeof AuditFilter>

const filters = ({ actor_id, action, entity_type, entity_id, from, to, ip, q }: Omit<Filter, 'order'>) => [
  actor_id && among(auditLog.actor_user_id, [actor_id]),
  action &&
    (action.endsWith('.')
      ? sql`starts_with(${auditLog.action}, ${action})`
      : sql`${auditLog.action} = ${action}`),
  entity_type && sql`${auditLog.entity_type} = ${entity_type}`,
  entity_id && sql`${auditLog.entity_id} = ${entity_id}`,
  from && sql`${auditLog.created_at} >= ${from}`,
  to && sql`${auditLog.created_at} <= ${to}`,
  ip && sql`${auditLog.ip} = ${ip} and ${auditLog.impersonator_user_id} is null`,
  q &&
    any(
      sql`${auditLog.request_id} = ${q}`,
      sql`${auditLog.entity_id} = ${q}`,
      sql`${auditLog.id}::text = ${q}`,
      contains(auditLog.entity_label, q),
      contains(auditLog.actor_label, q),
      contains(auditLog.action, q),
    ),
]

/** A page, read by the time index from the cursor on; without filters the seals supply the total. */
export function listEntries({ limit, offset, order, cursor, ...query }: Filter) {
  const conditions = filters({ ...query, limit, offset }).filter(Boolean)
  const where = all(mine, ...conditions)
  const [direction, comparison] =
    order === 'asc' ? [sql`asc nulls first`, sql`>`] : [sql`desc nulls last`, sql`<`]
  const afterCursor =
    cursor &&
    sql`(${auditLog.created_at}, ${auditLog.id}) ${comparison}
    (${cursor.at.toISOString()}::timestamptz, ${cursor.entry}::uuid)`
  const total = conditions.length
    ? sql`(select count(*) from ${auditLog} where ${where})`
    : sql`app.unarchived_entry_count(${org})`
  const items = sql`(select coalesce(json_agg(p.answer order by p.n), '[]'::json) from p where p.n <= ${limit})`
  const next = sql`(select p.mark from p where p.n = ${limit} and exists (select from p where p.n > ${limit}))`
  return sql`with p as materialized (select row_number() over () as n, x.* from (select ${entry.answer} as answer,
      (extract(epoch from ${auditLog.created_at}) * 1000)::bigint || '_' || ${auditLog.id} as mark
    from ${auditLog} where ${all(where, afterCursor)} order by ${auditLog.created_at} ${direction}, ${auditLog.id} ${direction}
    limit ${limit + 1} offset ${offset}) x)
    select ${json({ items, total, limit: sql`${limit}::int`, offset: sql`${offset}::int`, next_cursor: next })}::text
      as answer`
}

export const getEntry = (id: Ref) => one(fullEntry, all(mine, sql`${auditLog.id} = ${id}`))

/** The count of each action in the last thirty days. */
export const countActions = sql`select coalesce(json_object_agg(c.action, c.n), '{}')::text as answer from (
  select ${auditLog.action}, count(*) filter (where ${auditLog.created_at} > now() - interval '30 days') as n
  from ${auditLog} where ${mine} group by 1) c`

/** The most entries that one call checks. */
const maxEntries = 100_000
export const verify = (from: string | undefined, to: string | undefined) =>
  sql`select app.verify_chain(${org}, ${from ?? null}::timestamptz, ${to ?? null}::timestamptz, ${maxEntries})::text as answer`
export const sealedAt = (position: number) =>
  sql`select app.chain_hash_at(${org}, ${position}::bigint) as answer`

const file = shape(AuditExport, auditExports, {
  from: sql`app.utc(${auditExports.range_from})`,
  to: sql`app.utc(${auditExports.range_to})`,
  size_bytes: sql`(select coalesce(sum(size), 0) from unnest(${auditExports.sizes}) size)`,
  download_url: sql`concat_ws(' ', ${auditExports.org_id}, ${auditExports.id}, ${me})`,
  expires_at: sql`app.utc(${auditExports.created_at} + interval '24 hours')`,
})

export const requestExport = (id: string, { from, to, format }: z.output<typeof ExportRange>) => [
  sql`select set_config('app.export', app.request_export(${id}::uuid, ${format}, ${from}::timestamptz,
    ${to}::timestamptz)::text, true)`,
  one(file, all(inOrg(auditExports), sql`${auditExports.id} = current_setting('app.export')::uuid`)),
]

/** What a download needs of one of the caller's own exports. */
export const exportedFile = (id: string) => sql`select json_build_object('state', ${auditExports.state},
    'format', ${auditExports.format}, 'folder', app.folder_of(${auditExports.org_id}), 'parts', cardinality(${auditExports.sizes}),
    'size_bytes', (select coalesce(sum(size), 0) from unnest(${auditExports.sizes}) size),
    'from', to_char(${auditExports.range_from} at time zone 'UTC', 'YYYY-MM-DD'),
    'to', to_char(${auditExports.range_to} at time zone 'UTC', 'YYYY-MM-DD'))::text as answer
  from ${auditExports} where ${inOrg(auditExports)} and ${auditExports.id} = ${id} and ${auditExports.user_id} = ${me}`
