import { beforeEach, describe, expect, test } from 'vitest'
import { archiveKey } from '../../src/jobs/audit-archive.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { rehash, seal, storage, tamper, trail, type Trail, verify } from '../kit/audit.ts'
import { asOwner, env, files, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

let chain: Trail
let org: string
beforeEach(async () => {
  chain = await trail()
  org = chain.ws.org.id
})

/** Makes the first entries 450 days old, and sealed at that age. */
async function age(entries: number, from = 1) {
  await tamper(`
    create temp table aged on commit drop as select s.position, s.entry_id as was,
        overlay(s.entry_id::text placing left(app.uuid_at(now() - interval '450 days' + make_interval(secs => s.position))::text, 13)
          from 1 for 13)::uuid as is_now
      from audit_seals s where s.org_id = '${org}' and s.position between ${from} and ${entries};
    update audit_log a set id = g.is_now, created_at = uuid_extract_timestamp(g.is_now) from aged g where a.id = g.was;
    update audit_seals s set entry_id = g.is_now from aged g where s.org_id = '${org}' and s.position = g.position;
    ${rehash(org, from)}`)
  files.stored.delete(`audit/${org}/newest`)
  await seal(org)
}

async function archive(files = storage()) {
  await asOwner(`select app.enter_system(id, '', 'daily'), app.daily_archives(id) from organizations`)
  await drain(database(), files, env().JWT_KEYS)
}

const counts = async (): Promise<{ entries: number; seals: number }> => {
  const [row] = await asOwner<{ entries: number; seals: number }>(
    `select (select count(*)::int from audit_log where org_id = $1) as entries,
      (select count(*)::int from audit_seals where org_id = $1) as seals`,
    [org],
  )
  return row!
}

async function archivedEntries(first: number): Promise<Json[]> {
  const bytes = await storage().get(archiveKey(org, first))
  return (await new Response(bytes).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('entries older than 400 days', () => {
  test('are archived with their seals and removed; the chain continues from the last of them', async () => {
    await age(3)
    const before = await counts()
    await archive()
    expect(await counts()).toEqual({ entries: before.entries - 3, seals: before.seals - 2 })
    const [head, ...rows] = await archivedEntries(1)
    expect(head).toMatchObject({ organization_id: org, first: 1, last: 3 })
    expect(rows.map(({ position, entry }) => [position, entry.action])).toEqual(
      chain.entries.slice(0, 3).map(({ action }, at) => [at + 1, action]),
    )
    expect(await verify(chain)).toMatchObject({
      ok: true,
      archived: 3,
      checked: before.entries - 3,
      first_broken: null,
    })
    const list = await chain.ws.owner.ok('GET', chain.at)
    expect(list.total).toBe(before.entries - 3)
  })

  test('are archived in order, piece by piece, and never twice', async () => {
    await age(2)
    await archive()
    await age(4, 3)
    await archive()
    expect((await archivedEntries(3)).slice(1).map(({ position }) => position)).toEqual([3, 4])
    expect(await verify(chain)).toMatchObject({ ok: true, archived: 4 })
  })

  test('stay if they are the newest of a chain, if storage is not configured, and if it fails', async () => {
    await age(chain.entries.length)
    const before = await counts()
    await archive((await import('../../src/shared/files/storage.ts')).openStorage(undefined, 0))
    expect(await counts()).toEqual(before)
    const broken = { ...storage(), put: () => Promise.reject(new Error('away')) }
    await archive(broken)
    expect(await counts()).toEqual(before)
    await asOwner(
      `update outbox set available_at = now() - interval '1 second' where org_id = $1 and done_at is null`,
      [org],
    )
    await archive()
    expect(await counts()).toEqual({ entries: 1, seals: 2 })
    expect(await verify(chain)).toMatchObject({ ok: true, checked: 1 })
  })

  test('stay if they differ from what was sealed', async () => {
    await age(3)
    await tamper(`update audit_log set action = 'task.other' where org_id = '${org}' and id = (
      select entry_id from audit_seals where org_id = '${org}' and position = 2)`)
    const before = await counts()
    await archive()
    expect(await counts()).toEqual(before)
    expect((await verify(chain)).first_broken).toMatchObject({ kind: 'edited', position: 2 })
  })
})

describe('a truncated start of the chain', () => {
  const truncate = (to: number) =>
    tamper(`delete from audit_log a using audit_seals s where s.org_id = '${org}' and s.position <= ${to} and a.id = s.entry_id;
      delete from audit_seals where org_id = '${org}' and position < ${to};
      update audit_seals set archived = true where org_id = '${org}' and position = ${to}`)

  test('is distinguished from an archive, even if the rest of the chain is recomputed', async () => {
    await truncate(2)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'truncated', position: 2 },
    })
  })

  test('is detected if more is missing than the archive has', async () => {
    await age(2)
    await archive()
    await truncate(3)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'truncated', position: 3 },
    })
  })
})

test('only archiving removes entries: a trigger rejects every other delete', async () => {
  await expect(asOwner('delete from audit_log where org_id = $1', [org])).rejects.toThrow('append-only')
  await expect(asOwner('delete from audit_seals where org_id = $1', [org])).rejects.toThrow('append-only')
})
