import { type SQL, sql } from 'drizzle-orm'
import { tasks } from '../../../db/schema/tasks.ts'
import { answer, type Expression, json, Prepared, type Sort, type Statement } from '../../kit/sql.ts'

type Paged = { limit: number; offset: number; sort: Sort[] }
type Listed = {
  where: SQL
  /** The JSON array of a query of ids: `taskAnswers` for members. */
  items: (ids: SQL) => SQL
  /** What is sorted by in place of a task's own. */
  sorts?: Partial<typeof sorts>
  /** The total, if it is known without counting. */
  total?: SQL
  /** Columns of `found` that `beside` needs, if the total is counted. */
  columns?: SQL[]
  beside?: Parameters<typeof json>[0]
}

export const sortKeys = [
  'rank',
  'number',
  'created_at',
  'updated_at',
  'due_date',
  'start_date',
  'priority',
  'status',
  'title',
  'estimate_points',
  'completed_at',
] as const

const sorts: Record<(typeof sortKeys)[number], Expression> = {
  rank: tasks.rank,
  number: tasks.number,
  created_at: tasks.created_at,
  updated_at: tasks.updated_at,
  due_date: tasks.due_date,
  start_date: tasks.start_date,
  priority: tasks.priority_rank,
  status: sql`array_position(array['todo', 'in_progress', 'done', 'cancelled'], ${tasks.status})`,
  title: sql`app.folded(${tasks.title})`,
  estimate_points: tasks.estimate_points,
  completed_at: tasks.completed_at,
}
/**
 * Keys whose column can be null; the others are ordered without `nulls last`, so that indexes work in both
 * directions.
 */
const nullable = new Set(['due_date', 'start_date', 'estimate_points', 'completed_at'])

const orderOf = (sort: Sort[], columns: SQL[], id: Expression) => {
  const order = sort.map(({ key, descending }, at) => {
    const how = sql.raw(`${descending ? 'desc' : 'asc'}${nullable.has(key) ? ' nulls last' : ''}`)
    return sql`${columns[at]!} ${how}`
  })
  return sql.join([...order, id], sql`, `)
}

/**
 * A page of tasks: ids by filter and order first, and full tasks only for those on the page. If the total must be counted,
 * one scan of the tasks found gives both.
 */
export const pageOfTasks = (
  query: Paged,
  { where, items, sorts: other, total, columns: extraColumns = [], beside = {} }: Listed,
): Statement => {
  const by = { ...sorts, ...other }
  const keys = query.sort.map(({ key }) => sql`${by[key as keyof typeof by]}`)
  const names = keys.map((_, at) => sql.raw(`k${at}`))
  const range = sql`limit ${query.limit} offset ${query.offset}`
  const ids = total
    ? sql`select ${tasks.id} from ${tasks} where ${where} order by ${orderOf(query.sort, keys, tasks.id)} ${range}`
    : sql`select f.id from found f order by ${orderOf(query.sort, names, sql`f.id`)} ${range}`
  const response = answer(
    json({
      items: items(ids),
      total: total ?? sql`(select count(*) from found)`,
      limit: sql`${query.limit}::int`,
      offset: sql`${query.offset}::int`,
      ...beside,
    }),
  )
  if (total) return query.sort.length === 1 ? new Prepared(response) : response
  const columns = [sql`${tasks.id}`, ...keys.map((key, at) => sql`${key} as ${names[at]!}`), ...extraColumns]
  return sql`with found as materialized (select ${sql.join(columns, sql`, `)} from ${tasks} where ${where}) ${response}`
}

/** As members see them. */
export const forMembers = (web: string, expand?: string[]) => (ids: SQL) => taskAnswers(ids, web, expand)

/** The JSON array of tasks for a query of ids, in its order. */
export const taskAnswers = (ids: SQL, web: string, expand: string[] = []) =>
  sql`app.tasks_json(array(${ids}), ${web}, ${`{${expand.join(',')}}`}::text[])`
