import { type SQL, sql } from 'drizzle-orm'
import { documents } from '../../db/schema/documents.ts'
import { projectKeyAliases, projects } from '../../db/schema/projects.ts'
import { taskKeyAliases, tasks } from '../../db/schema/tasks.ts'
import { isUuid } from './id.ts'
import { all, any, type AnyColumn, type AnyTable, compile, inOrg, visible } from './sql.ts'

/** What a path parameter names, and how the batch finds it, locks it for writing and judges who may change it. */
export type Target = {
  kind: string
  /** As people call it, for `tag not found`. */
  noun: string
  table: AnyTable & { org_id: AnyColumn; id: AnyColumn }
  /** The column that the path value names, where it is not the table's id. */
  id?: AnyColumn
  live: SQL
  /** Which rows count as being in the trash, for restore and purge. */
  trashed?: SQL
  project?: AnyColumn
  owner?: AnyColumn
  /** Why it cannot be written now, or null. */
  state?: SQL
  /** Its operations take their locks themselves, in an order of their own. */
  locksItself?: true
  /** The id for a key such as `ABC-123`, of a live row or one in the trash; without it only uuids are accepted. */
  byKey?: (key: string, trash: boolean) => SQL
  /** What a key looks like, for the reference and the check of the path. */
  keyFormat?: RegExp
}

/** The condition that picks the row a path value names. */
export const matches = (target: Target, value: string, trashed: boolean | 'either' = false): SQL =>
  sql`${idOf(target)} = ${isUuid(value) ? value : target.byKey!(value, Boolean(trashed))}`

const idOf = ({ id, table }: Target) => id ?? table.id

type How = { lock: boolean; trashed: boolean | 'either' }

/** Finds the row of `app.target` for a path value: id, project, owner and the state that forbids writing. */
function find(target: Target, value: string, how: How): SQL {
  const { table, project, owner, state, locksItself } = target
  const where = all(
    inOrg(table),
    matches(target, value, how.trashed),
    livenessCondition(target, how.trashed),
    project && visible(project),
  )
  return sql`select ${idOf(target)}, ${project ?? sql`null::uuid`}, ${owner ?? sql`null::uuid`},
    ${state ?? sql`null::text`} from ${table} where ${where}
    ${how.lock && !locksItself ? sql`for no key update of ${table}` : sql``}`
}

const finders = new WeakMap<Target, Map<string, string>>()

/** The query that finds a path value, with its parameters. For ids its text is made once. */
export function finderOf(target: Target, value: string, how: How): { sql: string; params: unknown[] } {
  if (!isUuid(value)) return compile(find(target, value, how))
  const known = finders.get(target) ?? new Map<string, string>()
  finders.set(target, known)
  const kind = `${how.lock} ${how.trashed}`
  const made = known.get(kind)
  if (made !== undefined) return { sql: made, params: [value] }
  const { sql: text, params } = compile(find(target, value, how))
  if (params.length === 1) known.set(kind, text)
  return { sql: text, params }
}

const livenessCondition = ({ live, trashed = live }: Target, wanted: boolean | 'either'): SQL =>
  wanted === 'either' ? any(sql`(${live})`, sql`(${trashed})`) : wanted ? trashed : live

const archived = (project: SQL | AnyColumn) =>
  sql`case when ${project} is not null then 'project is archived' end`

export const projectTarget: Target = {
  kind: 'project',
  noun: 'project',
  table: projects,
  live: sql`${projects.deleted_at} is null`,
  trashed: sql`${projects.deleted_at} is not null`,
  project: projects.id,
  owner: projects.created_by,
  state: archived(projects.archived_at),
  keyFormat: /^[A-Za-z][A-Za-z0-9]{1,9}$/,
  byKey: (key, trash) => sql`coalesce(
    (select p.id from ${projects} p where p.org_id = (select app.org_id()) and p.key = ${key.toUpperCase()}
      and ${trash ? sql`true` : sql`p.deleted_at is null`} order by p.deleted_at desc nulls last limit 1),
    (select a.project_id from ${projectKeyAliases} a where a.org_id = (select app.org_id())
      and a.key = ${key.toUpperCase()}))`,
}

type InProject = { org_id: AnyColumn; project_id: AnyColumn }

/** True for a row whose project is not in the trash. */
export const liveProject = ({ org_id, project_id }: InProject) =>
  sql`exists (select from ${projects} p where p.org_id = ${org_id} and p.id = ${project_id} and p.deleted_at is null)`

/** Why a row of a project cannot be written now, or null. */
export const projectState = ({ org_id, project_id }: InProject) =>
  sql`(select ${archived(sql`p.archived_at`)} from ${projects} p where p.org_id = ${org_id} and p.id = ${project_id})`

export const taskTarget: Target = {
  kind: 'task',
  noun: 'task',
  table: tasks,
  live: sql`${tasks.deleted_at} is null and ${liveProject(tasks)}`,
  trashed: sql`${tasks.deleted_at} is not null and ${liveProject(tasks)}`,
  project: tasks.project_id,
  owner: tasks.reporter_id,
  state: projectState(tasks),
  keyFormat: /^[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,8}$/,
  byKey: (key) => {
    const [project, number] = key.toUpperCase().split('-') as [string, string]
    return sql`coalesce(
      (select t.id from ${tasks} t where t.org_id = (select app.org_id()) and t.number = ${Number(number)}
        and t.project_id = ${projectTarget.byKey!(project, false)}),
      (select a.task_id from ${taskKeyAliases} a where a.org_id = (select app.org_id())
        and a.key = ${key.toUpperCase()}))`
  },
}

/** The rule of app.reads, said so that the planner sees it. */
const readable = sql`${visible(documents.project_id)}
  and (${documents.project_id} is not null or (select app.only_project()) is null)
  and (${documents.only_for} is null or ${documents.only_for} = (select app.user_id()))
  and (${documents.project_id} is null or ${liveProject(documents)})`

export const documentTarget: Target = {
  kind: 'document',
  noun: 'document',
  table: documents,
  live: sql`${documents.deleted_at} is null and ${readable}`,
  trashed: sql`${documents.deleted_at} is not null and ${readable}`,
  project: documents.project_id,
  owner: documents.owner_id,
  state: projectState(documents),
}
