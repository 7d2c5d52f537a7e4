import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { clients } from '../../../db/schema/clients.ts'
import { invoiceLineSources } from '../../../db/schema/invoice-sources.ts'
import { invoiceLines, invoices } from '../../../db/schema/invoices.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { timeEntries } from '../../../db/schema/time-entries.ts'
import { answer, inOrg, json, ensure, visible } from '../../kit/sql.ts'
import { line } from '../../shared/csv.ts'
import { majorOf } from '../../shared/money/currencies.ts'
import { matching, billing, description, taskKey } from './queries.ts'
import type { ExportFilter } from './schemas.ts'

const maxRows = 10_000

/** The number of the invoice that bills it, or `draft`. */
const invoice = sql`(select coalesce(${invoices.number}, 'draft') from ${invoices} join ${invoiceLines}
  on ${inOrg(invoiceLines)} and ${invoiceLines.invoice_id} = ${invoices.id} where ${inOrg(invoices)}
    and ${invoiceLines.id} = (select ${invoiceLineSources.line_id} from ${billing}))`

const columns = {
  work_date: timeEntries.work_date,
  person: users.name,
  project: projects.name,
  task: sql`case when ${tasks.id} is not null then ${taskKey} end`,
  task_title: tasks.title,
  client: clients.name,
  description,
  started_at: timeEntries.started_at,
  ended_at: timeEntries.ended_at,
  hours: sql`trim_scale(round(${timeEntries.duration_seconds} / 3600.0, 4))::text`,
  seconds: timeEntries.duration_seconds,
  billable: timeEntries.billable,
  hourly_rate: timeEntries.hourly_rate_minor,
  currency: timeEntries.currency,
  invoice,
  id: timeEntries.id,
}

const joined = sql`${timeEntries} join ${users} on ${users.id} = ${timeEntries.user_id}
  left join ${clients} on ${inOrg(clients)} and ${clients.id} = ${timeEntries.client_id}
  left join ${projects} on ${inOrg(projects)} and ${projects.id} = ${timeEntries.project_id}
    and ${projects.deleted_at} is null and ${visible(projects.id)}
  left join ${tasks} on ${inOrg(tasks)} and ${tasks.id} = ${timeEntries.task_id} and ${tasks.deleted_at} is null
    and ${tasks.project_id} = ${projects.id}`

export function exportRows(query: z.output<typeof ExportFilter>) {
  const where = matching({ ...query, running: false })
  return [
    ensure(
      sql`(select count(*) from ${timeEntries} where ${where}) <= ${maxRows}`,
      'WM409',
      `there are more than ${maxRows} time entries; ask for fewer days`,
    ),
    answer(
      json({
        filename: sql`${`time-${query.from}-${query.to}.csv`}::text`,
        rows: sql`(select array_to_json(array_agg(r.one)) from (select ${json(columns)} as one
          from ${joined} where ${where} order by ${timeEntries.work_date}, ${timeEntries.id}) r)`,
      }),
    ),
  ]
}

type Row = Record<keyof typeof columns, unknown>
type Result = { filename: string; rows: Row[] | null }

/** The rate in major units, as accounting software expects. */
const inMajorUnits = (row: Row): Row => ({
  ...row,
  hourly_rate: row.hourly_rate === null ? null : majorOf(row.hourly_rate as number, row.currency as string),
})

/** The rows from the database as a CSV file. */
export function toCsv(result: string): string {
  const { filename, rows } = JSON.parse(result) as Result
  const headings = Object.keys(columns) as (keyof Row)[]
  const lines = (rows ?? []).map(inMajorUnits).map((row) => line(headings.map((name) => row[name])))
  const content = [line(headings), ...lines].join('')
  return JSON.stringify({ filename, content_type: 'text/csv', rows: lines.length, content })
}
