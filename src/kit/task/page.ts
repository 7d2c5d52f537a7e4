import { type SQL, sql } from 'drizzle-orm'
import { tasks } from '../../../db/schema/tasks.ts'
import { answer, type Expression, json, type Sort } from '../sql.ts'

type Paged = { limit: number; offset: number; sort: Sort[] }
type Listed = {
  where: SQL
  web: string
  expand?: string[]
  /** How many there are in all, where that is known without counting. */
  total?: SQL
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
  title: sql`lower(${tasks.title})`,
  estimate_points: tasks.estimate_points,
  completed_at: tasks.completed_at,
}
/**
 * Keys whose column may be null; the others are ordered without a word on nulls, so that indexes serve both
 * ways.
 */
const nullable = new Set(['due_date', 'start_date', 'estimate_points', 'completed_at'])

const orderOf = (sort: Sort[]) =>
  sql.join(
    [
      ...sort.map(
        ({ key, descending }) => sql`${sorts[key as keyof typeof sorts]}
    ${sql.raw(descending ? 'desc' : 'asc')}${sql.raw(nullable.has(key) ? ' nulls last' : '')}`,
      ),
      sql`${tasks.id}`,
    ],
    sql`, `,
  )

/** A page of tasks: the ids by filter and order alone, and answers only for those that are on the page. */
export const pageOfTasks = (
  { limit, offset, sort }: Paged,
  { where, web, expand, total, beside = {} }: Listed,
) =>
  answer(
    json({
      items: taskAnswers(
        sql`select ${tasks.id} from ${tasks} where ${where} order by ${orderOf(sort)}
      limit ${limit} offset ${offset}`,
        web,
        expand,
      ),
      total: total ?? sql`(select count(*) from ${tasks} where ${where})`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
      ...beside,
    }),
  )

/** The JSON array of task answers for a query of ids, in its order. */
export const taskAnswers = (ids: SQL, web: string, expand: string[] = []) =>
  sql`app.tasks_json(array(${ids}), ${web}, ${`{${expand.join(',')}}`}::text[])`
