import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { documents, documentVersions } from '../../db/schema/documents.ts'
import { projects, projectUpdates } from '../../db/schema/projects.ts'
import { taskEvents, tasks } from '../../db/schema/tasks.ts'
import { moment, Person } from '../kit/fields.ts'
import { type Expression, all, inOrg, jsonIf, page, shape } from '../kit/sql.ts'
import { among, person } from './people.ts'
import { origin, ownId, taskKey, taskTitle } from './common-fields.ts'

/** True for an event that the caller can see: events of internal comments are hidden from viewers. */
export const visibleEvent = (value: Expression) =>
  sql`((select app.role_level()) >= 20 or ${value} ->> 'is_internal' is distinct from 'true')`

/** The value of an event for the caller: without the blocker if they cannot see it. */
export const valueOf = (kind: Expression, value: Expression) =>
  sql`case when ${kind} in ('blocked', 'unblocked') and not exists (select from ${tasks} o
    where o.org_id = (select app.org_id()) and o.id::text = ${value} ->> 'by' and app.can_see_project(o.project_id))
    then ${value} - 'by' else ${value} end`

/** The value of an event, or the texts in it, where a stranger wrote the task. */
export const eventTexts = { 'x-outside': 'origin of title,filename' }

/** Where the texts of an event come from: only those of these kinds repeat what is written in the task. */
export const originOfEvent = (kind: Expression, field: Expression, source: Expression) =>
  sql`case when ${field} = 'title' or ${kind} in ('created', 'attached', 'attachment_deleted') then ${source} end`

/** An entry of an activity feed. */
export const Activity = z
  .object({
    at: moment().describe('When it happened'),
    actor: Person.nullable().describe('Who did it'),
    type: z.string().meta({ description: 'What happened, a word with dots', example: 'task.updated' }),
    task: z
      .object({ id: ownId, key: taskKey, title: taskTitle, origin })
      .nullable()
      .describe('The task that it happened to'),
    field: z.string().nullable().describe('The field that was changed'),
    from: z.unknown().meta({ description: 'The value before, if any', ...eventTexts }),
    to: z.unknown().meta({ description: 'The value after, if any', ...eventTexts }),
    summary: z.string().meta({ description: 'What happened, in a line', 'x-outside': 'origin' }),
    origin,
  })
  .meta({ id: 'Activity', 'x-row': 'at actor type task=task.key title=task.title summary' })

/** The source of one kind of entry: its columns, its rows, and the columns that filters use. */
export type Source = { row: SQL; from: SQL; type: SQL; actor: SQL; at: SQL; tie: SQL }
type Query = {
  types?: string[] | undefined
  actor_id?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
  limit: number
  offset: number
}

/** The task events `e` that match `where`. */
export const ofTasks = (where: SQL): Source => ({
  type: sql`'task.' || e.kind`,
  actor: sql`e.actor_id`,
  at: sql`e.created_at`,
  tie: sql`e.id`,
  row: sql`e.task_id, e.field::text, e.old_value as was, ${valueOf(sql`e.kind`, sql`e.new_value`)} as now, case
    when app.describe_comment_event(e.kind) is not null then app.describe_comment_event(e.kind)
    when app.describe_attachment_event(e.kind) is not null then app.describe_attachment_event(e.kind)
    when e.field is null or e.field in ('deleted_at', 'project_id')
      then replace(e.kind, '_', ' ') || ' the task'
    else app.describe_change(e.field, e.new_value) end as summary`,
  from: sql`${taskEvents} e where e.org_id = (select app.org_id()) and ${where}
    and ${visibleEvent(sql`e.new_value`)}`,
})

/** The project updates `u` that match `where`. */
export const ofUpdates = (where: SQL): Source => ({
  type: sql`'update.posted'`,
  actor: sql`u.author_id`,
  at: sql`u.created_at`,
  tie: sql`u.id`,
  row: sql`null::uuid as task_id, 'health' as field, null::jsonb as was, to_jsonb(u.health) as now,
    left(u.body, 200) as summary`,
  from: sql`${projectUpdates} u where u.org_id = (select app.org_id()) and ${where}`,
})

/** The versions `v` of documents `d` that match `where`. */
export const ofDocuments = (where: SQL): Source => ({
  type: sql`case when v.edit_mode = 'create' then 'document.created' else 'document.updated' end`,
  actor: sql`v.author_id`,
  at: sql`v.created_at`,
  tie: sql`v.id`,
  row: sql`null::uuid as task_id, null::text as field, null::jsonb as was, null::jsonb as now,
    case v.edit_mode when 'create' then 'created' when 'restore' then 'restored a version of' else 'edited' end
      || ' the document ' || d.title as summary`,
  from: sql`${documentVersions} v join ${documents} d on d.org_id = v.org_id and d.id = v.document_id
    where v.org_id = (select app.org_id()) and d.deleted_at is null
      and app.can_read_document(d.project_id, d.only_for) and ${where}`,
})

const rowsOf = ({ from, type, actor, at }: Source, query: Query) =>
  all(
    from,
    query.types && sql`${type} in ${query.types}`,
    query.actor_id && among(actor, query.actor_id),
    query.from && sql`${at} >= ${query.from}`,
    query.to && sql`${at} <= ${query.to}`,
  )

/** The newest entries of each source are enough for a page, each found by its index; the total counts all. */
const unionOf = (sources: Source[], query: Query) => ({
  from: sql`(${sql.join(
    sources.map(
      (source) => sql`(select ${source.at} as at, ${source.tie}::text as tie,
      ${source.type} as type, ${source.actor} as actor_id, ${source.row} from ${rowsOf(source, query)}
      order by ${source.at} desc nulls last, ${source.tie} desc nulls last
      limit ${sql.raw(`${query.limit + query.offset}`)})`,
    ),
    sql` union all `,
  )}) s
    left join ${tasks} on ${inOrg(tasks)} and ${tasks.id} = s.task_id
    left join ${projects} on ${projects.id} = ${tasks.project_id}`,
  total: sql`(${sql.join(
    sources.map((source) => sql`(select count(*) from ${rowsOf(source, query)})`),
    sql` + `,
  )})`,
})

/** What a task was called belongs to those who see it where it is now. */
const isShown = sql`(s.task_id is null or ${tasks.id} is not null)`

const activity = shape(Activity, taskEvents, {
  at: sql`app.utc(s.at)`,
  actor: person(sql`s.actor_id`),
  type: sql`s.type`,
  field: sql`s.field`,
  from: sql`case when ${isShown} then s.was end`,
  to: sql`case when ${isShown} then s.now end`,
  summary: sql`case when ${isShown} then s.summary else 'changed a task that you cannot open' end`,
  task: jsonIf(sql`${tasks.id} is not null`, {
    id: tasks.id,
    key: sql`${projects.key} || '-' || ${tasks.number}`,
    title: tasks.title,
    origin: tasks.external_source,
  }),
  origin: originOfEvent(sql`replace(s.type, 'task.', '')`, sql`s.field`, sql`${tasks.external_source}`),
})

/** A page of activity, newest first. */
export const activityOf = (sources: Source[], query: Query) => {
  // Its start is no reason not to prepare the statement: there is one, or there is none.
  const newestFirst = { ...query, from: undefined, sort: [{ key: 'at', descending: true }] }
  return page(newestFirst, activity, {
    ...unionOf(sources, query),
    where: sql`true`,
    sorts: { at: sql`(s.at, lpad(s.tie, 36, '0'))` },
    id: sql`s.field`,
  })
}
