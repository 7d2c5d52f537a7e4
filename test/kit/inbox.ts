import { drain, enteredAs } from '../../src/jobs/outbox.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { asOwner, type Caller, env, type Json } from './client.ts'
import { join, project, task, type Workspace, workspace } from './makers.ts'

export const database = () => openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 30_000)

/** The database as a job of an organization has it. */
export const enteredDatabase = (org: string, action = 'test.job') =>
  enteredAs(database(), org, action, 'test')

/** Drains the outbox until nothing of the organization is pending, whoever processes it. */
export async function settled({ org }: { org: { id: string } }): Promise<void> {
  for (let pending = 1, attempt = 0; pending > 0; attempt++) {
    if (attempt > 200) throw new Error('the outbox does not become empty')
    await drain(database())
    const [row] = await asOwner<{ n: number; failed: string | null }>(
      `select count(*)::int as n, max(last_error) as failed from outbox
        where org_id = $1 and done_at is null and topic in ('notify', 'task.recurred', 'automate', 'automate.records')`,
      [org.id],
    )
    if (row!.failed) throw new Error(`work in the outbox failed: ${row!.failed}`)
    pending = row!.n
  }
}

/** A person's inbox once all pending work is done, newest first. */
export async function inbox(ws: Workspace, who: Caller, query = ''): Promise<Json[]> {
  await settled(ws)
  return (await who.ok('GET', `${ws.base}/notifications${query}`)).items
}

export const summaries = (items: Json[]) => items.map(({ reason, title }) => `${reason} ${title}`)

/** A workspace with colleagues and a task of the owner. */
export async function inboxSetup(visibility = 'organization') {
  const ws = await workspace()
  const [ada, bob] = [await join(ws, 'member', 'Ada'), await join(ws, 'member', 'Bob')]
  const viewer = await join(ws, 'viewer', 'Vera')
  const home = await project(ws, { visibility })
  const item = await task(ws, home.id, { title: 'Fix it' })
  const path = `${ws.base}/tasks/${item.id}`
  const watch = (who: Caller, state = 'watching') =>
    ws.owner.ok('PUT', `${path}/watchers/${who.id}`, { state })
  return {
    ws,
    owner: ws.owner,
    ada,
    bob,
    viewer,
    home,
    item,
    path,
    watch,
    patch: (who: Caller, body: object, at = path) => who.ok('PATCH', at, body),
    comment: (who: Caller, body: string, more: object = {}) =>
      who.ok('POST', `${path}/comments`, { body, ...more }),
  }
}

export const mention = (...people: Caller[]) => people.map(({ id }) => `@[X](user:${id})`).join(' ')
