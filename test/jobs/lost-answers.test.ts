import { describe, expect, test } from 'vitest'
import { allEntities } from '../../scripts/stack/entities.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { attach, desk, page } from '../kit/attachments.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, type Caller, env, files, type Json, password } from '../kit/client.ts'
import { type Board, board, everything, imported, meaningOf, tasksOf, undone } from '../kit/imports.ts'
import { database } from '../kit/inbox.ts'
import { asking, losingAnswers } from '../kit/lost-answers.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { contentOf, exported, storedParts } from '../kit/organization-exports.ts'
import { archive, importPath, received, tagLine } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const stored = (folder: string) => [...files.stored.keys()].filter((key) => key.includes(folder))

/** More rows than one step erases. */
const history = async ({ org }: Workspace, project: string, task: string) =>
  asOwner(
    `insert into task_events (org_id, project_id, task_id, actor_type, change_id, kind)
      select $1, $2, $3, 'system', gen_random_uuid(), 'changed' from generate_series(1, 2500)`,
    [org.id, project, task],
  )

test('an export whose every answer is lost holds what another holds', async () => {
  const made = await desk()
  const { ws } = made
  await attach(made, page(2000))
  await history(ws, made.projectId, made.task.id)
  const whole = await contentOf(ws, (await exported(ws)).id)
  await asOwner(
    `update organization_exports set created_at = created_at - interval '2 days' where org_id = $1`,
    [ws.org.id],
  )
  const { id } = await asking(ws.owner, async (who) => who.ok('POST', `${ws.base}/exports`, {}))
  await asOwner('update organization_exports set settled = true where id = $1', [id])
  expect(await losingAnswers(ws.org.id, 'organization.export')).toBeGreaterThan(20)
  const { state } = await ws.owner.ok('GET', `${ws.base}/exports/${id}`)
  const cut = await contentOf(ws, id)
  const { audit_log: _, credential_access_log: told, ...counts } = cut.manifest.counts
  const { audit_log: __, credential_access_log: toldBefore, ...wanted } = whole.manifest.counts
  expect([state, counts]).toEqual(['ready', wanted])
  // That the first was begun stands in the log of the vault.
  expect([toldBefore, told]).toEqual([1, 2])
  expect(cut.files['task_events.jsonl']).toBe(whole.files['task_events.jsonl'])
  expect(storedParts(id).length).toBe(
    cut.manifest.parts.filter(({ name }) => !name.startsWith('files/')).length + 1,
  )
}, 120_000)

describe('what is erased', () => {
  const left = async (org: string) => {
    const found: string[] = []
    for (const { name, columns } of await allEntities()) {
      if (!('org_id' in columns) || name === 'outbox') continue
      const [row] = await asOwner<{ n: number }>(`select count(*)::int as n from ${name} where org_id = $1`, [
        org,
      ])
      if (row!.n) found.push(`${name} ${row!.n}`)
    }
    return [found, stored(org)]
  }
  const doomed = async () => {
    const made = await desk()
    await attach(made, page(2000))
    await history(made.ws, made.projectId, made.task.id)
    await exported(made.ws)
    const { id } = made.ws.org
    await asOwner('update organizations set deleted_at = now(), purge_after = now() where id = $1', [id])
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'organization.purge', '{}')`, [id])
    return id
  }

  test('is gone with an organization, although every answer is lost', async () => {
    const [whole, cut] = [await doomed(), await doomed()]
    await asOwner(
      `update outbox set available_at = now() + interval '1 day' where org_id = $1 and done_at is null`,
      [cut],
    )
    await drain(database(), storage(), env().JWT_KEYS)
    expect(await losingAnswers(cut, 'organization.purge')).toBeGreaterThan(5)
    expect(await left(cut)).toEqual(await left(whole))
    expect((await left(cut))[1]).toEqual([])
  }, 120_000)

  test('is gone with an account, whose import nobody else has', async () => {
    const { ws } = await desk()
    const ada = await join(ws, 'member', 'Ada')
    const id = await received(ada, archive([['tag.jsonl', tagLine('a1', 'web')]]))
    expect(stored(id).length).toBeGreaterThan(0)
    await asking(ada, async (who) => who.ok('DELETE', '/api/v1/auth/me', { password }))
    expect(await losingAnswers(id, 'organization.purge')).toBeGreaterThan(3)
    expect([stored(id), await asOwner('select 1 from organization_imports where id = $1', [id])]).toEqual([
      [],
      [],
    ])
    expect((await ada.call('GET', importPath)).status).toBe(401)
  }, 60_000)
})

describe('an import of tasks whose every answer is lost', () => {
  const table = `Key,Title,Status,Labels,Parent\n${Array.from(
    { length: 450 },
    (_, n) => `K-${n},Task ${n},Done,web,${n % 10 ? `K-${n - (n % 10)}` : ''}\n`,
  ).join('')}`
  /** Whatever it made, without the ids. */
  const shown = async (at: Board) =>
    (await tasksOf(at)).map(({ title, status, tags, parent_id }: Json) => [
      title,
      status,
      tags.length,
      Boolean(parent_id),
    ])
  const counted = async (at: Board) =>
    Object.fromEntries(
      Object.entries(await everything(at)).map(([name, rows]) => [name, (rows as Json[]).length]),
    )
  const step = async (at: Board, topic: string, act: (who: Caller) => Promise<unknown>) => {
    const answer = await asking(at.ws.owner, act)
    return { answer: answer as Json, lost: await losingAnswers(at.ws.org.id, topic) }
  }

  test('makes what another makes, and leaves nothing when it is taken back', async () => {
    const [whole, cut] = [await board(), await board()]
    const before = await counted(cut)
    const one = await imported(whole, table)
    const draft = { source: 'csv', project_id: cut.home.id, filename: 'tasks.csv', content: table }
    const read = await step(cut, 'import.analyse', async (who) => who.ok('POST', cut.at, draft))
    const here = `${cut.at}/${read.answer.id}`
    await cut.ws.owner.ok('PUT', `${here}/mapping`, meaningOf(await cut.ws.owner.ok('GET', here)))
    const written = await step(cut, 'import.run', async (who) => who.ok('POST', `${here}/start`, {}))
    const { status, created, skipped, refused } = await cut.ws.owner.ok('GET', here)
    expect([status, created, skipped, refused]).toEqual(['done', one.created, one.skipped, one.refused])
    expect(await shown(cut)).toEqual(await shown(whole))
    expect(await counted(cut)).toEqual(await counted(whole))
    const back = await step(cut, 'import.undo', async (who) => who.ok('POST', `${here}/undo`))
    await undone(whole, one)
    expect(await counted(cut)).toEqual(await counted(whole))
    expect((await counted(cut)).tasks).toBe(before.tasks)
    expect([read.lost, written.lost, back.lost].every((lost) => lost > 2)).toBe(true)
  }, 120_000)
})
