import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { tasks } from '../../../db/schema/tasks.ts'
import { count, pageOf, sorting } from '../../kit/fields.ts'
import { type Compiled, compileFilter, warningsOf } from '../../kit/filter/compile.ts'
import { taskGrammar, TaskFilterTree } from '../../kit/filter/task-fields.ts'
import { readFilterText } from '../../kit/filter/text.ts'
import { read } from '../../kit/operation.ts'
import { all, inOrg, visible } from '../../kit/sql.ts'
import { taskTarget } from '../../kit/targets.ts'
import { sortKeys } from './filters.ts'
import { pageOfTasks } from './queries.ts'
import { Task } from './schemas.ts'

const groupable = {
  status: tasks.status,
  priority: tasks.priority,
  type: tasks.type,
  assignee_id: tasks.assignee_id,
  project_id: tasks.project_id,
  column_id: tasks.column_id,
  parent_id: tasks.parent_id,
}
type Groupable = keyof typeof groupable

const filterText = z
  .string()
  .max(1000, 'at most 1000 characters')
  .transform((text, context) => {
    const { tree, problems } = readFilterText(text, taskGrammar)
    for (const message of problems) context.addIssue({ code: 'custom', message })
    return tree ?? z.NEVER
  })

export const TaskQuery = z
  .strictObject({
    text: filterText.optional().meta({
      description:
        'The filter in one line: fields, lists with commas, - for not, OR, parentheses, words to find',
      example: 'priority:high assignee:@me -tag:wontfix due<7d "login"',
    }),
    sort: sorting(sortKeys, '-updated_at'),
    limit: z.int().min(1, 'must be 1 to 200').max(200, 'must be 1 to 200').default(50),
    offset: z.int().min(0, 'must be 0 to 1000000').max(1_000_000, 'must be 0 to 1000000').default(0),
    group_by: z
      .enum(Object.keys(groupable) as Groupable[])
      .optional()
      .meta({
        description: 'Also count the whole result by this field; the 500 largest groups are told',
      }),
    filter: TaskFilterTree.optional(),
  })
  .refine((body) => !(body.filter && body.text), { message: 'send filter or text, not both' })
  .meta({ id: 'TaskQuery' })

const TaskGroup = z
  .object({
    value: z.string().nullable().meta({ description: 'Null for tasks without one', example: 'todo' }),
    count: count(),
    points: z.number().meta({ description: 'Sum of the estimates in points', example: 13 }),
  })
  .meta({ id: 'TaskGroup' })

/** The caller's own bounds stand outside the filter, which can only narrow them. */
const bounds = ({ where, uses }: Compiled) =>
  all(
    inOrg(tasks),
    taskTarget.live,
    visible(tasks.project_id),
    !uses.has('is_archived') && sql`${tasks.archived_at} is null`,
    sql`(${where})`,
  )

const everything: Compiled = { where: sql`true`, uses: new Set(), mentions: [] }

function filterOf({ filter, text }: z.output<typeof TaskQuery>): Compiled {
  if (filter) return compileFilter(filter, taskGrammar.fields)
  return text ? compileFilter(text, taskGrammar.fields, { at: 'body.text', flat: true }) : everything
}

const groupsOf = (by: Groupable, where: SQL) => sql`(select coalesce(json_agg(g), '[]'::json) from (
  select ${groupable[by]} as value, count(*) as count, coalesce(sum(${tasks.estimate_points}), 0) as points
  from ${tasks} where ${where} group by 1 order by 2 desc, 1 limit 500) g)`

export const queryTasks = read({
  id: 'queryTasks',
  does: 'Find tasks with a filter',
  at: 'POST /tasks/query',
  role: 'viewer',
  details:
    'The filter is a tree (filter) or one line (text); without either, all tasks. ' +
    'Ids and names that are not there match nothing and are told in warnings.',
  tool: 'query_issues',
  body: TaskQuery,
  example: { body: { text: 'priority:high -tag:wontfix due<7d', group_by: 'status' } },
  returns: pageOf(Task, { groups: z.array(TaskGroup).optional(), warnings: z.array(z.string()) }),
  run: ({ body, settings: { webUrl } }) => {
    const compiled = filterOf(body)
    const where = bounds(compiled)
    const groups: Record<string, SQL> = body.group_by ? { groups: groupsOf(body.group_by, where) } : {}
    const beside = { ...groups, warnings: warningsOf(compiled.mentions) }
    return pageOfTasks(body, { where, web: webUrl, beside })
  },
})
