import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { boardColumns } from '../../../db/schema/board.ts'
import { taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  contains,
  inOrg,
  json,
  Prepared,
  type Ref,
  type Statement,
  uuids,
  visible,
} from '../../kit/sql.ts'
import { among } from '../../shared/people.ts'
import { type BoardFilter, defaultCards } from './schemas.ts'

type Query = z.output<typeof BoardFilter>
type Lane = Exclude<Query['swimlane'], 'none'>

const inSprint = (project: Ref, sprint: NonNullable<Query['sprint_id']>) =>
  sprint === 'none'
    ? sql`${tasks.sprint_id} is null`
    : sql`${tasks.sprint_id} = ${sprint === 'active' ? sql`(select app.active_sprint(${project}::uuid))` : sprint}`

const live = (project: Ref) =>
  all(
    inOrg(tasks),
    visible(tasks.project_id),
    sql`${tasks.project_id} = ${project} and ${tasks.deleted_at} is null and ${tasks.archived_at} is null`,
  )

const isFiltered = ({ sprint_id, assignee_id, tag_id, type, q }: Query) =>
  [sprint_id, assignee_id, tag_id, type, q].some((one) => one !== undefined)

/** The cards of a project that match the filters. */
const matching = (project: Ref, query: Query) =>
  all(
    live(project),
    query.sprint_id && inSprint(project, query.sprint_id),
    query.assignee_id && among(tasks.assignee_id, query.assignee_id),
    query.tag_id &&
      sql`exists (select from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${tasks.id}
        and ${taskTags.tag_id} = any(${uuids(query.tag_id)}))`,
    query.type && sql`${tasks.type} in ${query.type}`,
    query.q && contains(tasks.title, query.q),
  )

/** The swimlanes: the lane of a card, the name of a lane, and the order of lanes. */
const lanes: Record<Lane, (project: Ref) => { lane: SQL; name: SQL; order: SQL }> = {
  assignee: () => {
    const name = sql`(select ${users.name} from ${users} where ${users.id} = l.lane::uuid)`
    return { lane: sql`${tasks.assignee_id}::text`, name, order: sql`${name} nulls last` }
  },
  priority: () => ({
    lane: sql`${tasks.priority}`,
    name: sql`l.lane`,
    order: sql`array_position(array['urgent', 'high', 'medium', 'low'], l.lane)`,
  }),
  epic: (project) => {
    const of = (what: SQL) =>
      sql`(select ${what} from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = l.lane::uuid)`
    return {
      lane: sql`(select app.epics_of(${project}::uuid)) ->> ${tasks.id}::text`,
      name: of(sql`${tasks.title}`),
      order: sql`${of(sql`${tasks.rank}`)} nulls last`,
    }
  },
}

const points = (of: SQL) => sql`coalesce(trim_scale(sum(${of})), 0)`

/** The number of cards and their points, per column. */
const countByColumn = (
  where: SQL,
) => sql`select ${tasks.column_id}, count(*) as count, ${points(sql`${tasks.estimate_points}`)}
  as points from ${tasks} where ${where} group by ${tasks.column_id}`

/** The first cards of each column and of no column, each found by the index on column order, in its order. */
const firstCards = (where: SQL, lane: SQL, max: number) => {
  const firstOf = (column: SQL) => sql`select ${tasks.id}, ${tasks.column_id}, ${tasks.rank}, ${lane} as lane
    from ${tasks} where ${where} and ${column}
    order by ${tasks.column_id}, ${tasks.rank}, ${tasks.id} limit ${sql.raw(`${max}`)}`
  return sql`select f.* from columns c cross join lateral (${firstOf(sql`${tasks.column_id} = c.id`)}) f
    union all select f.* from (${firstOf(sql`${tasks.column_id} is null`)}) f`
}

const lanesOf = (where: SQL, { lane, name, order }: { lane: SQL; name: SQL; order: SQL }) =>
  sql`(select coalesce(json_agg(${json({
    id: sql`l.lane`,
    name,
    count: sql`l.count`,
    points: sql`l.points`,
  })} order by ${order}, l.lane), '[]')
    from (select x.lane, count(*) as count, ${points(sql`x.estimate_points`)} as points
      from (select ${lane} as lane, ${tasks.estimate_points} from ${tasks}
        where ${where} and ${tasks.column_id} is not null) x group by x.lane) l)`

/** The shown cards of a column, or of no column. */
const items = (column: SQL) => sql`(select coalesce(json_agg(s.card order by s.rank, s.id), '[]') from shown s
  where s.column_id is not distinct from ${column})`

const columns = (max: number) =>
  sql`(select coalesce(json_agg(${json({
    id: sql`c.id`,
    name: sql`c.name`,
    status: sql`c.status`,
    wip_limit: sql`c.wip_limit`,
    color: sql`c.color`,
    count: sql`coalesce(n.count, 0)`,
    points: sql`coalesce(n.points, 0)`,
    total: sql`coalesce(h.count, 0)`,
    over_limit: sql`coalesce(h.count > c.wip_limit, false)`,
    items: items(sql`c.id`),
    has_more: sql`coalesce(n.count > ${max}, false)`,
  })} order by c.rank, c.id), '[]')
    from columns c left join counted n on n.column_id = c.id left join held h on h.column_id = c.id)`

/** The board in one statement: counts from an index, full cards only for those shown. */
export const getBoard = (project: Ref, query: Query): Statement => {
  const by = query.swimlane === 'none' ? undefined : lanes[query.swimlane](project)
  const where = matching(project, query)
  const card = by ? sql`app.merge_json(b.card, json_build_object('lane', f.lane))` : sql`b.card`
  const board = sql`with columns as materialized (select * from ${boardColumns}
      where ${inOrg(boardColumns)} and ${boardColumns.project_id} = ${project}),
    held as materialized (${countByColumn(live(project))}),
    counted as materialized (${isFiltered(query) ? countByColumn(where) : sql`select * from held`}),
    first as materialized (${firstCards(where, by?.lane ?? sql`null::text`, query.per_column)}),
    shown as materialized (select f.column_id, f.rank, f.id, ${card} as card
      from app.board_cards(array(select f.id from first f)) b join first f on f.id = b.id)
    select ${json({
      columns: columns(query.per_column),
      unmapped: items(sql`null::uuid`),
      unmapped_count: sql`(select coalesce(max(n.count), 0) from counted n where n.column_id is null)`,
      ...(by ? { lanes: lanesOf(where, by) } : {}),
    })}::text as answer`
  const isUsual = !by && !isFiltered(query) && query.per_column === defaultCards
  return isUsual ? new Prepared(board) : board
}
