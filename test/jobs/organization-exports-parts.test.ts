import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { organizationExporting } from '../../src/jobs/organization-exports.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { storage, tamper } from '../kit/audit.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { database, enteredDatabase } from '../kit/inbox.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { begun, contentOf, download, finished, linesOf, storedParts } from '../kit/organization-exports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

const stateOf = async (id: string) =>
  (await asOwner('select state, problem, tries from organization_exports where id = $1', [id]))[0]
const owned = async () => {
  const ws = await workspace()
  return { ws, at: `${ws.base}/exports` }
}

describe('an export that is being made', () => {
  const job = (id: string, org: string) => ({
    id: '',
    org_id: org,
    folder: org,
    topic: 'organization.export',
    payload: { export_id: id },
    attempts: 1,
  })

  test('has what was there when it began: rows made since are left out, changed ones are newer', async () => {
    const { ws } = await owned()
    const home = await project(ws)
    const first = await task(ws, home.id, { title: 'Before' })
    const id = await begun(ws, { kinds: ['task', 'task_events'] })
    await task(ws, home.id, { title: 'Later' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${first.id}`, { title: 'Changed since' })
    await finished(ws, id)
    const { files: contents } = await contentOf(ws, id)
    expect(linesOf(contents, 'task')).toMatchObject([{ title: 'Changed since', version: first.version + 1 }])
    expect(linesOf(contents, 'task_events').map(({ own_kind }) => own_kind)).toEqual(['created'])
  })

  test('waits for what was being written when it began', async () => {
    const { ws, at } = await owned()
    const writer = new Client(parts().ownerUrl)
    await writer.connect()
    await writer.query('begin')
    await writer.query(`insert into tags (org_id, name, created_by) values ($1, 'in the middle', $2)`, [
      ws.org.id,
      ws.owner.id,
    ])
    const { id } = await ws.owner.ok('POST', at, { kinds: ['tag'] })
    const works = async () => {
      await asOwner(
        `update outbox set available_at = now() where payload->>'export_id' = $1 and topic = 'organization.export'`,
        [id],
      )
      await drain(database(), storage(), env().JWT_KEYS)
      return (await ws.owner.ok('GET', `${at}/${id}`)).part_count
    }
    expect([await works(), await works()]).toEqual([0, 0])
    await writer.query('commit')
    await writer.end()
    await finished(ws, id)
    const { files: contents } = await contentOf(ws, id)
    expect(linesOf(contents, 'tag')).toMatchObject([{ kind: 'tag', name: 'in the middle' }])
  })

  test('of many tasks is written in parts, in order, and goes on where a worker stopped', async () => {
    const { ws, at } = await owned()
    const { id: home } = await project(ws)
    await tamper(`insert into tasks (org_id, project_id, number, title, description, rank, created_by, reporter_id)
      select '${ws.org.id}', '${home}', n, 'Task ' || n, repeat('words and ', 120), 'a' || lpad(n::text, 6, '0'),
        '${ws.owner.id}', '${ws.owner.id}' from generate_series(1, 8000) n`)
    const id = await begun(ws, { kinds: ['task', 'organization'] })
    let puts = 0
    const failing = storage()
    const put = async (key: string, bytes: Uint8Array) => {
      if (++puts === 3) throw new Error('no file can be stored just now')
      await failing.put(key, bytes)
    }
    const run = organizationExporting.react(job(id, ws.org.id), enteredDatabase(ws.org.id), {
      ...failing,
      put,
    })
    await expect(run).rejects.toThrow('no file can be stored')
    const between = await ws.owner.ok('GET', `${at}/${id}`)
    expect([between.state, between.part_count]).toEqual(['preparing', 2])
    expect((await download(ws, id, 1, ws.owner)).status).toBe(404)
    const made = await finished(ws, id)
    const { manifest, files: contents } = await contentOf(ws, id)
    expect(manifest.counts).toMatchObject({ task: 8000, organization: 1 })
    const tasks = linesOf(contents, 'task')
    expect(new Set(tasks.map(({ number }) => number)).size).toBe(8000)
    expect(tasks.map(({ id: own }) => own)).toEqual(tasks.map(({ id: own }) => own).toSorted())
    const sizes = manifest.parts.filter(({ name }) => name === 'task.jsonl').map(({ bytes }) => bytes)
    expect(sizes.length).toBeGreaterThan(3)
    expect(Math.max(...sizes)).toBeLessThan(4_000_000)
    expect(made.progress.find(({ kind }: Json) => kind === 'task')).toMatchObject({
      line_count: 8000,
      part_count: sizes.length,
    })
  })

  test('is started again after an hour without a part, three times; then it has failed, and says why', async () => {
    const { ws, at } = await owned()
    const id = await begun(ws)
    const anHourLater = async () => {
      await asOwner(
        `update organization_exports set moved_at = now() - interval '61 minutes' where id = $1`,
        [id],
      )
      await asOwner(
        `update outbox set done_at = now() where payload->>'export_id' = $1 and topic = 'organization.export'`,
        [id],
      )
      await enteredDatabase(ws.org.id).batch([sql`select app.watch_organization_export(${id}::uuid)`])
    }
    for (const tries of [1, 2, 3]) {
      await anHourLater()
      expect(await stateOf(id)).toMatchObject({ state: 'preparing', tries })
    }
    await asOwner(
      `update outbox set last_error = 'DatabaseError 53100' where payload->>'export_id' = $1 and topic = 'organization.export'`,
      [id],
    )
    await anHourLater()
    expect(await ws.owner.ok('GET', `${at}/${id}`)).toMatchObject({
      state: 'failed',
      problem:
        'no part was written for an hour, three times over; begin another, or ask whoever runs this deployment: DatabaseError 53100',
    })
    expect((await ws.owner.call('DELETE', `${at}/${id}`)).status).toBe(204)
  })

  test('stops once it is deleted, and leaves nothing in storage', async () => {
    const { ws, at } = await owned()
    const id = await begun(ws)
    const deleting = storage()
    const put = async (key: string, bytes: Uint8Array) => {
      await deleting.put(key, bytes)
      await ws.owner.call('DELETE', `${at}/${id}`)
    }
    await organizationExporting.react(job(id, ws.org.id), enteredDatabase(ws.org.id), { ...deleting, put })
    expect((await ws.owner.call('GET', `${at}/${id}`)).status).toBe(404)
    await asOwner(`update outbox set available_at = now() where payload->>'export_id' = $1`, [id])
    await drain(database(), storage())
    expect(storedParts(id)).toEqual([])
  })
})
