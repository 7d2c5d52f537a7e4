import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { boardColumns } from '../../../db/schema/board.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  answer,
  at,
  inOrg,
  json,
  jsonb,
  type Ref,
  rejectStale,
  shape,
  uuids,
  visible,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { projectState } from '../../../db/schema/scopes.ts'
import { Column, type ColumnChange, type ColumnDraft } from './schemas.ts'

export const columnTarget: Target = {
  kind: 'column',
  noun: 'column',
  table: boardColumns,
  live: sql`${boardColumns.project_id} = ${at('project')}`,
  project: boardColumns.project_id,
  state: projectState(boardColumns),
}

/** An aggregate over the cards of the current column. */
const ofCards = (what: SQL) => sql`(select ${what} from ${tasks} where ${inOrg(tasks)}
  and ${tasks.column_id} = ${boardColumns.id} and ${tasks.deleted_at} is null and ${tasks.archived_at} is null)`
export const held = ofCards(sql`count(*)`)

const column = shape(Column, boardColumns, {
  count: held,
  points: ofCards(sql`coalesce(trim_scale(sum(${tasks.estimate_points})), 0)`),
  over_limit: sql`coalesce(${held} > ${boardColumns.wip_limit}, false)`,
})

export const listColumns = (project: Ref) =>
  answer(
    json({
      items: sql`(select coalesce(json_agg(${column.answer} order by ${boardColumns.rank}, ${boardColumns.id}), '[]')
        from ${boardColumns} where ${inOrg(boardColumns)} and ${visible(boardColumns.project_id)}
        and ${boardColumns.project_id} = ${project})`,
    }),
  )

/** A column with what the preceding statements stashed. */
const written = (id: Ref) => sql`select app.json_with(${column.answer}, app.stashed())::text as answer
  from ${boardColumns} where ${inOrg(boardColumns)} and ${boardColumns.id} = ${id}`

/** Every change of columns locks the board first, then the project, then tasks. */
export const holdBoard = (row: SQL) =>
  sql`select app.hold_board(${projects.id}) from ${projects} where ${inOrg(projects)} and ${row}`
export const holdBoardOf = (row: SQL) => sql`select app.hold_board(${boardColumns.project_id})
  from ${boardColumns} where ${inOrg(boardColumns)} and ${row}`

export const createColumn = (id: string, project: Ref, draft: z.output<typeof ColumnDraft>) => [
  sql`select app.create_column(${project}::uuid, ${jsonb({ id, ...draft })})`,
  written(id),
]

export const changeColumn = (id: Ref, { version, ...change }: z.output<typeof ColumnChange>) => [
  ...rejectStale('board_columns', id, version, change),
  sql`select app.update_column(${id}::uuid, ${jsonb(change)})`,
  written(id),
]

export const deleteColumn = (id: Ref, target: string | undefined) =>
  sql`select app.delete_column(${id}::uuid, ${target ?? null}::uuid)`

export const orderColumns = (project: Ref, ids: string[]) => [
  sql`select app.order_columns(${project}::uuid, ${uuids(ids)})`,
  listColumns(project),
]
