import { drain } from '../../src/jobs/outbox.ts'
import { openStorage } from '../../src/shared/files/storage.ts'
import { asOwner, type Caller, files, type Json } from './client.ts'
import { database } from './inbox.ts'
import { project, type Project, type Workspace, workspace } from './makers.ts'

export type Board = { ws: Workspace; home: Project; at: string }

/** An organization with a project to import into. */
export async function board(): Promise<Board> {
  const ws = await workspace()
  const home = await project(ws)
  return { ws, home, at: `${ws.base}/imports` }
}

/** Waits until the slices of all imports are done, whoever does them; a part that failed throws. */
export async function done({ ws: { org } }: Board): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    await drain(database(), openStorage(files, 5000), '', undefined, { batches: 1 })
    const [{ n, failed }] = (await asOwner<{ n: number; failed: string | null }>(
      `select count(*)::int as n, max(last_error) as failed from outbox
        where org_id = $1 and done_at is null and topic like 'import.%'`,
      [org.id],
    )) as [{ n: number; failed: string | null }]
    if (failed) throw new Error(failed)
    if (!n) return
  }
  throw new Error('the import does not end')
}

/** Sends a file, waits until it is read, and returns the import. */
export async function read(
  at: Board,
  content: string,
  more: object = {},
  who: Caller = at.ws.owner,
): Promise<Json> {
  const draft = { source: 'csv', project_id: at.home.id, filename: 'tasks.csv', content, ...more }
  const { id } = await who.ok('POST', at.at, draft)
  await done(at)
  return who.ok('GET', `${at.at}/${id}`)
}

/** What a file is taken for, with more said of it. */
export const meaningOf = ({ suggested }: Json, more: object = {}) => ({ ...suggested, ...more })

/** Maps an import, starts it, and waits until it is done. */
export async function run(at: Board, one: Json, more: object = {}): Promise<Json> {
  const here = `${at.at}/${one.id}`
  await at.ws.owner.ok('PUT', `${here}/mapping`, meaningOf(one, more))
  await at.ws.owner.ok('POST', `${here}/start`, {})
  await done(at)
  return at.ws.owner.ok('GET', here)
}

export const imported = async (at: Board, content: string, more: object = {}, meaning: object = {}) =>
  run(at, await read(at, content, more), meaning)

export const undone = async (at: Board, { id }: Json): Promise<Json> => {
  await at.ws.owner.ok('POST', `${at.at}/${id}/undo`)
  await done(at)
  return at.ws.owner.ok('GET', `${at.at}/${id}`)
}

export const rowsOf = async (at: Board, { id }: Json, query = ''): Promise<Json[]> =>
  (await at.ws.owner.ok('GET', `${at.at}/${id}/rows?limit=200${query}`)).items

/** The tasks of the project, in their order. */
export const tasksOf = async ({ ws, home }: Board): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks?limit=200&sort=rank`)).items

const tables = {
  tasks: 't.project_id = $2',
  comments: 'exists (select from tasks x where x.id = t.task_id and x.project_id = $2)',
  task_tags: 'exists (select from tasks x where x.id = t.task_id and x.project_id = $2)',
  task_dependencies: 'exists (select from tasks x where x.id = t.from_task_id and x.project_id = $2)',
  tags: 't.project_id = $2',
  sprints: 't.project_id = $2',
  board_columns: 't.project_id = $2',
  attachments: 't.entity_id = $2',
  notifications: 'true or $2::uuid is null',
  mails: null,
  task_watchers: 'exists (select from tasks x where x.id = t.task_id and x.project_id = $2)',
  sla_clocks: 'true or $2::uuid is null',
  reminders: 'true or $2::uuid is null',
}

/** All rows of the project, and what may tell of it. */
export async function everything({ ws: { org }, home }: Board): Promise<Json> {
  const found = Object.entries(tables).flatMap(([table, where]) => (where ? [[table, where] as const] : []))
  const all = await Promise.all(
    found.map(async ([table, where]) => [
      table,
      await asOwner(
        `select to_jsonb(t)::text as row from ${table} t where t.org_id = $1 and ${where} order by 1`,
        [org.id, home.id],
      ),
    ]),
  )
  return Object.fromEntries(all)
}
