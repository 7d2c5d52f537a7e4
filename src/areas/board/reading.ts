import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { boardColumns } from '../../../db/schema/board.ts'
import { taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { all, among, contains, inOrg, json, listed, type Ref, uuids, visible } from '../../kit/sql.ts'
import { held } from './queries.ts'
import type { BoardFilter } from './schemas.ts'

type Asked = z.output<typeof BoardFilter>
type Lane = Exclude<Asked['swimlane'], 'none'>

const inSprint = (project: Ref, wish: NonNullable<Asked['sprint_id']>) =>
  wish === 'none'
    ? sql`${tasks.sprint_id} is null`
    : sql`${tasks.sprint_id} = ${wish === 'active' ? sql`(select app.active_sprint(${project}::uuid))` : wish}`

/** The cards of a project that the filters let through. */
const wanted = (project: Ref, asked: Asked) =>
  all(
    inOrg(tasks),
    visible(tasks.project_id),
    sql`${tasks.project_id} = ${project} and ${tasks.deleted_at} is null and ${tasks.archived_at} is null`,
    asked.sprint_id && inSprint(project, asked.sprint_id),
    asked.assignee_id && among(tasks.assignee_id, asked.assignee_id),
    asked.tag_id &&
      sql`exists (select from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${tasks.id}
        and ${taskTags.tag_id} = any(${uuids(asked.tag_id)}))`,
    asked.type && sql`${tasks.type} in ${listed(asked.type)}`,
    asked.q && contains(tasks.title, asked.q),
  )

/** How cards fall into lanes: the lane of a card, what a lane is called, and the order of lanes. */
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

const sum = sql`coalesce(trim_scale(sum(c.estimate_points)), 0)`

const lanesOf = ({ name, order }: { name: SQL; order: SQL }) =>
  sql`(select coalesce(json_agg(${json({
    id: sql`l.lane`,
    name,
    count: sql`l.count`,
    points: sql`l.points`,
  })} order by ${order}, l.lane), '[]')
    from (select c.lane, count(*) as count, ${sum} as points from cards c where c.column_id is not null
      group by c.lane) l)`

/** The shown cards of a column, or of none. */
const items = (column: SQL) => sql`(select coalesce(json_agg(s.card order by s.place), '[]') from shown s
  where s.column_id is not distinct from ${column})`
const ofCards = (what: SQL, column: SQL) =>
  sql`(select ${what} from cards c where c.column_id is not distinct from ${column})`

const columns = (project: Ref, most: number) =>
  sql`(select coalesce(json_agg(${json({
    id: boardColumns.id,
    name: boardColumns.name,
    status: boardColumns.status,
    wip_limit: boardColumns.wip_limit,
    color: boardColumns.color,
    count: ofCards(sql`count(*)`, sql`${boardColumns.id}`),
    points: ofCards(sum, sql`${boardColumns.id}`),
    total: held,
    over_limit: sql`coalesce(${held} > ${boardColumns.wip_limit}, false)`,
    items: items(sql`${boardColumns.id}`),
    has_more: ofCards(sql`count(*) > ${most}`, sql`${boardColumns.id}`),
  })} order by ${boardColumns.rank}, ${boardColumns.id}), '[]')
    from ${boardColumns} where ${inOrg(boardColumns)} and ${boardColumns.project_id} = ${project})`

/** The board in one statement: all cards once for the counts, answers only for those that are shown. */
export const getBoard = (project: Ref, asked: Asked) => {
  const by = asked.swimlane === 'none' ? undefined : lanes[asked.swimlane](project)
  const card = by ? sql`app.json_with(b.card, json_build_object('lane', c.lane))` : sql`b.card`
  const none = sql`null::uuid`
  return sql`with cards as materialized (
      select ${tasks.id}, ${tasks.column_id}, ${tasks.estimate_points}, ${by?.lane ?? sql`null`} as lane,
        row_number() over (partition by ${tasks.column_id} order by ${tasks.rank}, ${tasks.id}) as place
      from ${tasks} where ${wanted(project, asked)}),
    shown as materialized (select c.column_id, c.place, ${card} as card
      from app.board_cards(array(select c.id from cards c where c.place <= ${asked.per_column})) b
      join cards c on c.id = b.id)
    select ${json({
      columns: columns(project, asked.per_column),
      unmapped: items(none),
      unmapped_count: ofCards(sql`count(*)`, none),
      ...(by ? { lanes: lanesOf(by) } : {}),
    })}::text as answer`
}
