import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { employees } from '../../../db/schema/employees.ts'
import { inTeam, isSelf } from '../../../db/schema/scopes.ts'
import { workingHoursAcks as acks, workingHoursLog as log } from '../../../db/schema/working-hours.ts'
import {
  all,
  answer,
  ensure,
  inOrg,
  json,
  jsonb,
  jsonList,
  one,
  page,
  roleLevel,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { noOwnRecord } from '../../shared/employees.ts'
import {
  type CorrectionAnswer,
  type CorrectionDraft,
  ExportedRecord,
  type ExportRange,
  type HoursDraft,
  type HoursFilter,
  HoursRecord,
  type LogRange,
  RecordedHours,
  type SummaryRange,
  type VerifyRange,
} from './schemas.ts'

const computed = {
  employee: json({
    employee_id: log.employee_id,
    name: sql`(select ${employees.name} from ${employees} where ${inOrg(employees)}
      and ${employees.id} = ${log.employee_id})`,
  }),
  occurred_at: sql`app.hours_moment(${log.occurred_at}, ${log.occurred_offset})`,
  status: sql`case when ${log.event} in ('correction', 'void') then app.correction_status(${log.seq}) end`,
  acks: jsonList(
    {
      side: acks.side,
      decision: acks.decision,
      reason: acks.reason,
      name: sql`(select ${users.name} from ${users} where ${users.id} = ${acks.decided_by})`,
      decided_at: acks.decided_at,
    },
    sql`from ${acks} where ${inOrg(acks)} and ${acks.seq} = ${log.seq}`,
    sql`${acks.decided_at}, ${acks.id}`,
  ),
}
const record = shape(HoursRecord, log, computed)
const recorded = shape(RecordedHours, log, {
  ...computed,
  repeated: sql`coalesce(current_setting('app.repeated', true) = 'on', false)`,
})
const exported = shape(ExportedRecord, log, computed)

const reached = all(inOrg(log), inTeam(log.employee_id))
/** The record that the statement before wrote. */
const written = all(reached, sql`${log.seq} = nullif(current_setting('app.working_hours', true), '')::bigint`)

export const add = (body: z.output<typeof HoursDraft>) => [
  sql`select app.record_working_hours(${jsonb(body)})`,
  one(recorded, written),
]

export const correct = (body: z.output<typeof CorrectionDraft>) => [
  sql`select app.correct_working_hours(${jsonb(body)})`,
  one(record, written),
]

export const confirm = (seq: Ref, { decision, reason }: z.output<typeof CorrectionAnswer>) => [
  sql`select app.answer_correction(${seq}::bigint, ${decision}, ${reason ?? null})`,
  one(record, written),
]

const day = sql`app.hours_day(${log})`
export function list(query: z.output<typeof HoursFilter>) {
  const { employee_id, mine, from, to, event, status } = query
  const whose = employee_id
    ? sql`select app.hours_worker(${employee_id}::uuid, 'query.employee_id')`
    : ensure(sql`app.employee_id() is not null or ${roleLevel} >= 30`, 'WM404', noOwnRecord)
  return [
    whose,
    page(query, record, {
      where: all(
        reached,
        employee_id && sql`${log.employee_id} = ${employee_id}`,
        mine !== undefined && sql`coalesce(${isSelf(log.employee_id)}, false) = ${mine}`,
        from && sql`${day} >= ${from}`,
        to && sql`${day} <= ${to}`,
        event && sql`${log.event} = ${event}`,
        status &&
          sql`${log.event} in ('correction', 'void') and app.correction_status(${log.seq}) = ${status}`,
      ),
      sorts: { seq: log.seq, occurred_at: log.occurred_at },
      id: log.seq,
    }),
  ]
}

type Range = z.output<typeof SummaryRange>
const range = ({ employee_id, from, to }: Range) =>
  sql`app.hours_range(${employee_id ?? null}::uuid, ${from ?? null}::date, ${to ?? null}::date) r`

export const summarize = (query: Range) =>
  sql`select app.hours_report(r.worker, r.first_day, r.last_day)::text as answer from ${range(query)}`

/** The most records that may lie between the first and the last of an extract. */
const longestSkeleton = 20_000

/** What a paper shows besides the records. */
const printedFacts = {
  locale: sql`app.language_of(r.worker)`,
  employer: sql`app.employer_block()`,
  employee_number: sql`(select ${employees.employee_number} from ${employees} where ${inOrg(employees)}
    and ${employees.id} = r.worker)`,
  national_id_end: sql`app.national_id_end(r.worker)`,
}
export const print = (query: Range) => extract({ ...query, format: 'csv' }, printedFacts)

export const extract = (
  { format, ...query }: z.output<typeof ExportRange>,
  more: Record<string, SQL> = {},
) => {
  const rows = sql`${reached} and ${log.employee_id} = r.worker and ${day} between r.first_day and r.last_day`
  const [first, last] = [
    sql`(select min(${log.seq}) from ${log} where ${rows})`,
    sql`(select max(${log.seq}) from ${log} where ${rows})`,
  ]
  return [
    ensure(
      sql`(select coalesce(${last} - ${first} < ${longestSkeleton}, true) from ${range(query)})`,
      'WM409',
      `more than ${longestSkeleton} records of the organization lie between the first and the last; ask for fewer days`,
    ),
    sql`select ${json({
      format: sql`${format}::text`,
      organization_id: sql`app.org_id()`,
      ...more,
      report: sql`app.hours_report(r.worker, r.first_day, r.last_day)`,
      valid: sql`(select coalesce(bool_and(app.chain_digest(app.working_hours_text(${log})) = ${log.entry_digest}
        and app.working_hours_hash(${log}) = ${log.hash}), true) from ${log} where ${rows})`,
      records: sql`(select coalesce(json_agg(${exported.answer} order by ${log.seq}), '[]') from ${log} where ${rows})`,
      skeleton: format === 'json' ? sql`app.working_hours_skeleton(${first}, ${last})` : sql`'[]'::json`,
    })}::text as answer from ${range(query)}`,
  ]
}

/** The log of everybody from a record on. */
export const wholeLog = ({ from_seq, records }: z.output<typeof LogRange>) => {
  const rows = sql`${inOrg(log)} and ${log.seq} between ${from_seq}::bigint and ${from_seq + records - 1}::bigint`
  const next = sql`select min(${log.seq}) from ${log} where ${inOrg(log)} and ${log.seq} >= ${from_seq + records}::bigint`
  return answer(
    json({
      organization_id: sql`app.org_id()`,
      head: sql`app.working_hours_head()::jsonb - 'at'`,
      kept_until: sql`(app.kept_log()).until`,
      records: sql`(select coalesce(json_agg(${exported.answer} order by ${log.seq}), '[]') from ${log} where ${rows})`,
      next_seq: sql`(${next})`,
    }),
  )
}

/** Records that are verified in one call. */
const maxRecords = 100_000
export const verify = ({ from_seq, known_seq, known_hash }: z.output<typeof VerifyRange>) =>
  answer(
    json({
      folder: sql`app.folder_of(app.org_id())`,
      found: sql`app.verify_working_hours(${from_seq}, ${maxRecords}, ${known_seq ?? null}, ${known_hash ?? null})`,
    }),
  )
export const hashAt = (seq: number) => sql`select app.working_hours_hash_at(${seq}::bigint) as answer`
