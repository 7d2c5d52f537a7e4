import { uuidv7 } from '../../src/base/id.ts'
import { asOwner } from './client.ts'
import type { Workspace } from './makers.ts'

export type Row = Record<string, string | number | null>

/** Inserts rows for what no operation can set up; returns their ids in order. */
export async function insert({ org, owner }: Workspace, table: string, rows: Row[], author = 'created_by') {
  const complete: Row[] = rows.map((row) => ({
    id: uuidv7(),
    org_id: org.id,
    ...(author ? { [author]: owner.id } : {}),
    ...row,
  }))
  for (const row of complete) {
    const names = Object.keys(row)
    await asOwner(
      `insert into ${table} (${names.join(', ')})
      select ${names.join(', ')} from json_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    )
  }
  return complete.map((row) => String(row.id))
}

export const insertProject = async (ws: Workspace, row: Row = {}) =>
  (await insert(ws, 'projects', [{ key: 'WEB', name: `Project ${uuidv7()}`, ...row }]))[0]!

/** Tasks numbered from 1 in the project. */
export const insertTasks = (ws: Workspace, project: string, rows: Row[]) =>
  insert(
    ws,
    'tasks',
    rows.map((row, n) => ({
      project_id: project,
      number: n + 1,
      title: `Task ${n + 1}`,
      rank: `a${String(n).padStart(4, '0')}1`,
      reporter_id: ws.owner.id,
      ...row,
    })),
  )
