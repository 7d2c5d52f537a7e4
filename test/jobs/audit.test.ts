import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import { eraseOrphans } from '../../src/jobs/attachments.ts'
import { sealing } from '../../src/jobs/audit-seals.ts'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { platform, storage, tamper, trail } from '../kit/audit.ts'
import { asOwner, env, files } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { parts } from '../kit/parts.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const plans = (org: string) =>
  asOwner<{ available_at: Date; created_at: Date }>(
    `select available_at, created_at from outbox where org_id = $1 and topic = 'audit.seal' and done_at is null`,
    [org],
  )
const makeDue = (org: string) =>
  asOwner(
    `update outbox set available_at = now() - interval '1 second' where org_id = $1 and topic = 'audit.seal'`,
    [org],
  )
const sealed = async (org: string) =>
  (await asOwner<{ n: number }>('select count(*)::int as n from audit_seals where org_id = $1', [org]))[0]!.n
const seals = async (org: string) =>
  (await asOwner<{ n: number }>('select count(*)::int as n from audit_log where org_id = $1', [org]))[0]!.n
const drainOutbox = () => drain(database(), storage(), env().JWT_KEYS)

describe('sealing', () => {
  test('is planned once, by the first entries of a minute, for after their transactions end', async () => {
    const ws = await workspace()
    const home = await project(ws)
    await Promise.all(Array.from({ length: 50 }, () => task(ws, home.id)))
    const planned = await plans(ws.org.id)
    expect(planned.length).toBeGreaterThan(0)
    expect(planned.length).toBeLessThanOrEqual(2)
    for (const { available_at, created_at } of planned)
      expect(available_at.getTime() - created_at.getTime()).toBeGreaterThan(60_000)
    await makeDue(ws.org.id)
    await drainOutbox()
    expect(await sealed(ws.org.id)).toBe(await seals(ws.org.id))
    expect(await plans(ws.org.id)).toEqual([])
    expect(files.stored.has(`audit/${ws.org.id}/newest`)).toBe(true)
  })

  test('is planned for the minute an entry is written in, even if its transaction began in the one before', async () => {
    const ws = await workspace()
    await makeDue(ws.org.id)
    await drainOutbox()
    const [created] = await asOwner<{ minute: Date }>(
      `insert into audit_log (id, org_id, actor_type, action, entity_type, entity_id, changes)
        values (uuidv7(interval '1 minute'), $1, 'user', 'test.made', 'tests', '1', '{}')
        returning date_trunc('minute', uuid_extract_timestamp(id)) + interval '2 minutes' as minute`,
      [ws.org.id],
    )
    expect((await plans(ws.org.id)).map(({ available_at }) => available_at)).toContainEqual(created!.minute)
  })

  test('never blocks writes: an open transaction holds up nobody, and its entries are planned again', async () => {
    const ws = await workspace()
    await asOwner(`delete from outbox where org_id = $1`, [ws.org.id])
    const open = new Client({ connectionString: parts().ownerUrl })
    await open.connect()
    const write = `insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes)
      values ('${ws.org.id}', 'user', 'test.made', 'tests', '1', '{}')`
    await open.query('begin')
    await open.query(write)
    await asOwner(`set lock_timeout = '500ms'; ${write}`)
    expect(await plans(ws.org.id)).toEqual([])
    await open.query('rollback')
    await open.end()
    await asOwner(write)
    expect((await plans(ws.org.id)).length).toBe(1)
  })

  test('is not planned by the service’s own writes, which wait for the next action of a person', async () => {
    const ws = await workspace()
    await asOwner(`delete from outbox where org_id = $1`, [ws.org.id])
    const write = (actor: string) =>
      asOwner(`insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes)
        values ('${ws.org.id}', '${actor}', 'test.made', 'tests', '1', '{}')`)
    await write('system')
    expect(await plans(ws.org.id)).toEqual([])
    await write('user')
    expect((await plans(ws.org.id)).length).toBe(1)
    await makeDue(ws.org.id)
    await drainOutbox()
    expect(await sealed(ws.org.id)).toBe(await seals(ws.org.id))
  })

  test('that was missed is planned by the daily run', async () => {
    const ws = await workspace()
    await tamper(
      `update audit_log set id = (left(app.uuid_at(now() - interval '1 hour')::text, 14) || substr(id::text, 15))::uuid
      where org_id = '${ws.org.id}'`,
    )
    await asOwner(`delete from outbox where org_id = $1`, [ws.org.id])
    await daily(env())
    expect((await plans(ws.org.id)).length).toBe(1)
    await makeDue(ws.org.id)
    await drainOutbox()
    expect(await sealed(ws.org.id)).toBe(await seals(ws.org.id))
    await asOwner(`delete from outbox where org_id = $1`, [ws.org.id])
    await daily(env())
    expect(await plans(ws.org.id)).toEqual([])
  })

  test('continues when storage is down: the chain at once, its checkpoint when storage is back', async () => {
    const ws = await workspace()
    const failing = { ...storage(), find: () => Promise.reject(new Error('away')) }
    const org_id = ws.org.id
    const job = { id: '', org_id, folder: org_id, topic: 'audit.seal', payload: {}, attempts: 1 }
    await expect(sealing.react(job, database(), failing, env().JWT_KEYS)).rejects.toMatchObject({
      status: 503,
    })
    expect(await sealed(ws.org.id)).toBe(await seals(ws.org.id))
    expect(files.stored.has(`audit/${ws.org.id}/newest`)).toBe(false)
    await makeDue(ws.org.id)
    await drainOutbox()
    expect(files.stored.has(`audit/${ws.org.id}/newest`)).toBe(true)
  })

  test('of more than one batch processes them one after another', async () => {
    const ws = await workspace()
    await asOwner(
      `insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes)
      select $1, 'user', 'test.made', 'tests', n::text, '{}' from generate_series(1, 10000) n`,
      [ws.org.id],
    )
    await makeDue(ws.org.id)
    await drainOutbox()
    expect(await sealed(ws.org.id)).toBe(await seals(ws.org.id))
  })
})

test('checkpoints are not erased as orphans', async () => {
  const { ws } = await trail(1)
  await eraseOrphans(database(), storage(), null, new Date(Date.now() + 3 * 864e5))
  expect(files.stored.has(`audit/${ws.org.id}/newest`)).toBe(true)
})

describe('the platform’s chain, and the invariants', () => {
  const kinds: [kind: string, statement: string][] = [
    ['edited', `update audit_log set entity_label = 'x' where id = $entry`],
    ['missing', `delete from audit_log where id = $entry`],
    [
      'inserted',
      `insert into audit_log (id, actor_type, action, entity_type, entity_id, changes)
        values (app.uuid_at(now() - interval '2 hours'), 'system', 'platform.x', 'x', '1', '{}')`,
    ],
  ]
  test.each(kinds)('detect what was %s', async (kind, statement) => {
    for (let n = 0; n < 3; n++)
      await asOwner(`insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes)
        values (${n === 1 ? 'uuidv7()' : 'null'}, 'system', 'platform.tested', 'x', '${n}', '{}')`)
    await asOwner(`select app.seal('${platform}', 5000, now() + interval '1 second')`)
    const client = new Client({ connectionString: parts().ownerUrl })
    await client.connect()
    const [{ id }] = (
      await client.query<{ id: string }>(
        'select entry_id as id from audit_seals where org_id = $1 order by position desc offset 1 limit 1',
        [platform],
      )
    ).rows as [{ id: string }]
    const broken = async () =>
      (
        await client.query<{ v: { broken: { kind: string } | null } }>(
          'select app.verify_chain($1, null, null, 100000) as v',
          [platform],
        )
      ).rows[0]!.v.broken
    expect(await broken()).toBe(null)
    await client.query('begin; set local session_replication_role = replica')
    await client.query(statement.replace('$entry', `'${id}'`))
    expect((await broken())?.kind).toBe(kind)
    await client.query('rollback')
    expect(await broken()).toBe(null)
    await client.end()
  })

  test('name the organization whose audit log differs from what was sealed', async () => {
    const { ws, entries } = await trail(2)
    const client = new Client({ connectionString: parts().ownerUrl })
    await client.connect()
    const invariantOf = async () =>
      (await checkInvariants(client)).find(({ invariant }) => invariant.startsWith('the audit trail is as'))!
    expect((await invariantOf()).examples.filter((found) => found.includes(ws.org.id))).toEqual([])
    await tamper(`update audit_log set entity_label = 'x' where id = '${entries[1]!.id}'`)
    expect((await invariantOf()).examples.join()).toContain(ws.org.id)
    await client.end()
  })
})
