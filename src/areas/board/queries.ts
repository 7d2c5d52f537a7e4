import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { boardColumns } from '../../../db/schema/board.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  targetId,
  inOrg,
  insert,
  json,
  one,
  Prepared,
  type Ref,
  rejectStale,
  shape,
  update,
  uuids,
  visible,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { withSavedFields } from '../../platform/saved-fields.ts'
import { projectState } from '../../../db/schema/scopes.ts'
import { Column, type ColumnChange, type ColumnDraft } from './schemas.ts'

export const columnTarget: Target = {
  kind: 'column',
  noun: 'column',
  table: boardColumns,
  notDeleted: sql`${boardColumns.project_id} = ${targetId('project')}`,
  project: boardColumns.project_id,
  state: projectState(boardColumns),
}

/** An aggregate over the cards of the current column. */
const ofCards = (aggregate: SQL) => sql`(select ${aggregate} from ${tasks} where ${inOrg(tasks)}
  and ${tasks.column_id} = ${boardColumns.id} and ${tasks.deleted_at} is null and ${tasks.archived_at} is null)`
export const cardCount = ofCards(sql`count(*)`)

const column = shape(Column, boardColumns, {
  count: cardCount,
  points: ofCards(sql`coalesce(trim_scale(sum(${tasks.estimate_points})), 0)`),
  over_limit: sql`coalesce(${cardCount} > ${boardColumns.wip_limit}, false)`,
})

export const listColumns = (project: Ref) =>
  new Prepared(
    answer(
      json({
        items: sql`(select coalesce(json_agg(${column.answer} order by ${boardColumns.rank}, ${boardColumns.id}), '[]')
          from ${boardColumns} where ${inOrg(boardColumns)} and ${visible(boardColumns.project_id)}
          and ${boardColumns.project_id} = ${project})`,
      }),
    ),
  )

const row = (id: Ref) => all(inOrg(boardColumns), sql`${boardColumns.id} = ${id}`)
const getColumn = (id: Ref) => one(column, row(id))

/** Changes of columns lock the board first, then the project, then tasks. */
export const lockBoard = (row: SQL) =>
  sql`select app.lock_board(${projects.id}) from ${projects} where ${inOrg(projects)} and ${row}`
export const lockBoardOf = (row: SQL) => sql`select app.lock_board(${boardColumns.project_id})
  from ${boardColumns} where ${inOrg(boardColumns)} and ${row}`

export const createColumn = (id: string, project_id: Ref, draft: z.output<typeof ColumnDraft>) => {
  const { before_id, after_id, ...columns } = draft
  const place = sql`${project_id}, ${before_id ?? null}, ${after_id ?? null}`
  return [
    sql`select app.check_new_column(${place})`,
    insert(boardColumns, { id, project_id, ...columns, rank: sql`app.column_rank(${place})` }),
    sql`select app.assign_first_column(${project_id}, ${draft.status})`,
    getColumn(id),
  ]
}

export const changeColumn = (id: Ref, { version, ...change }: z.output<typeof ColumnChange>) => [
  ...rejectStale('board_columns', id, version, change),
  ...(change.status ? [sql`select app.check_column_status(${id}, ${change.status})`] : []),
  update(boardColumns, change, row(id)),
  ...(change.status ? [sql`select app.apply_column_status(${id})`] : []),
  withSavedFields(getColumn(id)),
]

export const deleteColumn = (id: Ref, target: string | undefined) =>
  sql`select app.delete_column(${id}, ${target ?? null})`

export const orderColumns = (project: Ref, ids: string[]) => [
  sql`select app.order_columns(${project}, ${uuids(ids)})`,
  listColumns(project),
]
