import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tasks } from '../../../db/schema/tasks.ts'
import { count } from '../../kit/fields.ts'
import { type Compiled, warningsOf } from '../filter/compile.ts'
import { taskGrammar } from '../filter/task-fields.ts'
import { readFilterText } from '../filter/text.ts'
import { all, type AnyColumn, inOrg, type Sort, visible } from '../../kit/sql.ts'
import { taskTarget } from '../targets.ts'
import { forMembers, pageOfTasks } from './page.ts'
import { archivedProject, notInProjects } from './projects.ts'

const groupings = [
  'status',
  'priority',
  'type',
  'assignee_id',
  'project_id',
  'column_id',
  'parent_id',
] as const
export const Groupable = z.enum(groupings)
const groupable: Record<(typeof groupings)[number], AnyColumn> = {
  status: tasks.status,
  priority: tasks.priority,
  type: tasks.type,
  assignee_id: tasks.assignee_id,
  project_id: tasks.project_id,
  column_id: tasks.column_id,
  parent_id: tasks.parent_id,
}

/** The filter in one line, validated and parsed into a tree. */
export const filterText = z
  .string()
  .max(1000, 'at most 1000 characters')
  .transform((text, context) => {
    const { tree, problems } = readFilterText(text, taskGrammar)
    for (const message of problems) context.addIssue({ code: 'custom', message })
    return tree ?? z.NEVER
  })

export const TaskGroup = z
  .object({
    value: z.string().nullable().meta({ description: 'Null for tasks without one', example: 'todo' }),
    name: z.string().nullable().meta({ description: 'What it is called, where the value is an id' }),
    count: count().describe('How many'),
    points: z.number().meta({ description: 'Sum of the estimates in points', example: 13 }),
  })
  .meta({ id: 'TaskGroup', 'x-row': 'value=name,value count points' })

/** The caller's access applies outside the filter, which can only narrow it. */
export const bounds = ({ where, uses }: Compiled) =>
  all(
    inOrg(tasks),
    taskTarget.notDeleted,
    visible(tasks.project_id),
    !uses.has('is_archived') && all(sql`${tasks.archived_at} is null`, notInProjects(archivedProject)),
    sql`(${where})`,
  )

export const matchAll: Compiled = { where: sql`true`, uses: new Set(), mentions: [] }

/** Counted from the tasks found once, as finding them is the expensive part. */
const groupsOf = (field: string) => sql`(select coalesce(json_agg(json_build_object('value', g.value,
    'name', app.name_of(${field}, to_jsonb(g.value)), 'count', g.count, 'points', g.points)
    order by g.count desc, g.value), '[]')
  from (select f.value, count(*) as count, coalesce(sum(f.points), 0) as points
    from found f group by 1 order by 2 desc, 1 limit 500) g)`

type GroupBy = z.output<typeof Groupable>
type Query = { limit: number; offset: number; sort: Sort[]; group_by?: GroupBy | undefined }

/** A page of the tasks that a compiled filter finds for the caller, with groups and warnings. */
export function foundTasks(
  query: Query,
  compiled: Compiled,
  web: string,
  warnings = warningsOf(compiled.mentions),
) {
  const where = bounds(compiled)
  if (!query.group_by) return pageOfTasks(query, { where, items: forMembers(web), beside: { warnings } })
  const columns = [sql`${groupable[query.group_by]} as value`, sql`${tasks.estimate_points} as points`]
  return pageOfTasks(query, {
    where,
    items: forMembers(web),
    columns,
    beside: { groups: groupsOf(query.group_by), warnings },
  })
}

/** A filter that finds nothing. */
export const matchNone: Compiled = { where: sql`false`, uses: new Set(), mentions: [] }
