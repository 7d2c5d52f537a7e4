import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { clients } from '../../../db/schema/clients.ts'
import { invoiceLineSources } from '../../../db/schema/invoice-sources.ts'
import { projects } from '../../../db/schema/projects.ts'
import { projectState } from '../../../db/schema/scopes.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { timeEntries } from '../../../db/schema/time-entries.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  type Expression,
  answer,
  any,
  targetId,
  ensure,
  inOrg,
  insert,
  jsonb,
  me,
  page,
  Prepared,
  roleLevel,
  type Ref,
  rejectStale,
  update,
  visible,
} from '../../kit/sql.ts'
import { derivedIn } from '../../shared/derived.ts'
import { among, person } from '../../shared/people.ts'
import { targetOf } from '../../kit/targets.ts'
import { openProject } from '../../shared/projects.ts'
import { member, openClient, project, requireSelf } from '../../shared/references.ts'
import { taskTarget } from '../../shared/targets.ts'
import {
  Computed,
  fields,
  Overlap,
  shown,
  TimeEntryChange,
  TimeEntryDraft,
  type TimeEntryFilter,
} from './schemas.ts'

/** The project and the task, if the caller can see them; hidden and deleted ones are left out. */
const visibleProject = sql`from ${projects} where ${inOrg(projects)} and ${projects.id} = ${timeEntries.project_id}
  and ${projects.deleted_at} is null and ${visible(projects.id)}`
const visibleTask = sql`from ${tasks} join ${projects} on ${inOrg(projects)} and ${projects.id} = ${tasks.project_id}
  where ${inOrg(tasks)} and ${tasks.id} = ${timeEntries.task_id} and ${tasks.deleted_at} is null
    and ${projects.deleted_at} is null and ${visible(projects.id)}`
const objectOf = (columns: SQL, from: SQL) => sql`(select row_to_json(x) from (select ${columns} ${from}) x)`
export const taskKey = sql`${projects.key} || '-' || ${tasks.number}`

/** Descriptions of work in a project that is hidden from the caller are hidden too. */
export const description = sql`case when ${any(visible(timeEntries.project_id), sql`${timeEntries.user_id} = ${me}`)}
  then ${timeEntries.description} end`
const forManagers = (value: Expression) => sql`case when ${roleLevel} >= 30 then ${value} end`

/** The invoice line that bills it and has not released it. */
export const billing = sql`${invoiceLineSources} where ${inOrg(invoiceLineSources)}
  and ${invoiceLineSources.time_entry_id} = ${timeEntries.id} and ${invoiceLineSources.released_at} is null`
const running = sql`(${timeEntries.kind} = 'timer' and ${timeEntries.ended_at} is null)`

export const entry = resource(timeEntries, {
  noun: 'time entry',
  name: 'TimeEntry',
  row: 'id work_date@ duration_seconds user project task client description billable billed running',
  at: '/time-entries',
  item: '/time-entries/{entry_id}',
  fields,
  required: [],
  draft: TimeEntryDraft,
  change: TimeEntryChange,
  permits: ({ user_id, hourly_rate_minor }) => [
    ...requireSelf(user_id, 'recording time'),
    ...(hourly_rate_minor === undefined
      ? []
      : [
          ensure(
            sql`${roleLevel} >= 30`,
            'WM403',
            'setting the hourly rate needs the role manager or above; leave it out to take that of the project',
          ),
        ]),
  ],
  refers: {
    user_id: member,
    task_id: taskTarget,
    project_id: project,
    client_id: openClient,
  },
  shown: {
    ...shown,
    project_id: [fields.project_id, sql`(select ${projects.id} ${visibleProject})`],
    task_id: [fields.task_id, sql`(select ${tasks.id} ${visibleTask})`],
    description: [fields.description, description],
    hourly_rate_minor: [fields.hourly_rate_minor, forManagers(timeEntries.hourly_rate_minor)],
    currency: [fields.currency, forManagers(timeEntries.currency)],
    duration_seconds: [
      z
        .int()
        .min(0)
        .meta(fields.duration_seconds.meta() ?? {}),
      timeEntries.duration_seconds,
    ],
    user: [Computed.user, person(timeEntries.user_id)],
    project: [
      Computed.project,
      objectOf(sql`${projects.id}, ${projects.key}, ${projects.name}`, visibleProject),
    ],
    task: [Computed.task, objectOf(sql`${tasks.id}, ${taskKey} as key, ${tasks.title}`, visibleTask)],
    client: [
      Computed.client,
      objectOf(
        sql`${clients.id}, ${clients.name}`,
        sql`from ${clients} where ${inOrg(clients)} and ${clients.id} = ${timeEntries.client_id}`,
      ),
    ],
    running: [Computed.running, running],
    billed: [Computed.billed, sql`exists (select from ${billing})`],
    needs_review: [Computed.needs_review, timeEntries.needs_review],
  },
  detail: {
    overlaps: [
      z.array(Overlap).meta({
        description: 'Other entries of the same person at the same time, at most ten',
        'x-receipt': true,
      }),
      sql`app.time_overlaps(${timeEntries.id})`,
    ],
    warnings: [
      z.array(z.string()).meta({
        description: 'What is odd, though it is saved',
        'x-receipt': true,
        example: ['the entries of 2026-01-15 come to 26.5 hours'],
      }),
      sql`app.time_warnings(${timeEntries})`,
    ],
  },
  target: { ...targetOf(timeEntries, { noun: 'time entry' }), state: projectState(timeEntries) },
})

type Query = Partial<z.output<typeof TimeEntryFilter>>

/** The entries visible to the caller that match the query. Filtering by a hidden project finds nothing. */
export const matching = ({ user_id, project_id, task_id, client_id, from, to, ...query }: Query) =>
  all(
    entry.visible,
    user_id && among(timeEntries.user_id, user_id),
    project_id && sql`${timeEntries.project_id} = ${project_id} and ${openProject(project_id)}`,
    task_id && sql`${timeEntries.task_id} = ${task_id} and exists (select ${visibleTask})`,
    client_id && sql`${timeEntries.client_id} = ${client_id}`,
    from && sql`${timeEntries.work_date} >= ${from}`,
    to && sql`${timeEntries.work_date} <= ${to}`,
    query.billable !== undefined && sql`${timeEntries.billable} = ${query.billable}`,
    query.billed !== undefined && sql`exists (select from ${billing}) = ${query.billed}`,
    query.running !== undefined && sql`${running} = ${query.running}`,
    query.needs_review !== undefined && sql`${timeEntries.needs_review} = ${query.needs_review}`,
  )

const sorts = {
  work_date: timeEntries.work_date,
  created_at: timeEntries.created_at,
  started_at: timeEntries.started_at,
  duration_seconds: timeEntries.duration_seconds,
}

/** A page, and the totals of all that match. */
export function listEntries(query: z.output<typeof TimeEntryFilter>) {
  const where = matching(query)
  const sum = sql`coalesce(sum(${timeEntries.duration_seconds})`
  const totals = sql`(select row_to_json(t) from (select ${sum}, 0) as seconds,
    ${sum} filter (where ${timeEntries.billable}), 0) as billable_seconds from ${timeEntries} where ${where}) t)`
  return page(query, entry.summary, { where, sorts, extra: { totals } })
}

/** What the check derives from the fields that are sent. */
const derived = [
  'project_id',
  'client_id',
  'hourly_rate_minor',
  'currency',
  'work_date',
  'duration_seconds',
  'kind',
  'needs_review',
]
const checked = (id: Ref | null, sent: object, starts = false) =>
  sql`app.check_time_entry(${id}::uuid, ${jsonb(sent)}, ${starts}) e`

export const addEntry = (id: string, draft: object) => [
  insert(timeEntries, { ...draft, id, ...derivedIn('e', derived) }, checked(null, draft)),
  entry.get(id),
]

export const changeEntry = (id: Ref, version: number | undefined, change: object) => [
  ...rejectStale('time_entries', id, version, change),
  update(timeEntries, { ...change, ...derivedIn('e', derived) }, entry.row(id), checked(id, change)),
  entry.get(id),
]

/** Its former links to cancelled invoices are deleted with it; only the audit log still has them. */
export const dropEntry = (id: Ref) => [
  sql`select app.require_open_time(${timeEntries}, 'deleted') from ${timeEntries} where ${entry.row(id)}`,
  sql`delete from ${invoiceLineSources} where ${inOrg(invoiceLineSources)} and ${invoiceLineSources.time_entry_id} = ${id}`,
  sql`delete from ${timeEntries} where ${entry.row(id)}`,
]

type Timer = { stop_running?: boolean | undefined }
export const startTimer = (id: string, { stop_running, ...draft }: Timer) => [
  ...entry.references(draft),
  sql`select app.make_way_for_timer(${stop_running ?? false})`,
  insert(
    timeEntries,
    { ...draft, id, ...derivedIn('e', [...derived, 'started_at']) },
    checked(null, draft, true),
  ),
  entry.get(id),
]

export const stopTimer = (ended: string | undefined) => [
  sql`select app.stop_timer(${ended ?? null}::timestamptz)`,
  entry.get(targetId('time_entry')),
]

export const RunningTimer = z.object(entry.Shown.shape).nullable().meta({ id: 'RunningTimer' })
export const runningTimer = () =>
  new Prepared(
    answer(
      sql`coalesce((select ${entry.summary.answer}::text from ${timeEntries}
        where ${entry.visible} and ${timeEntries.user_id} = ${me} and ${running}), 'null')`,
    ),
  )
