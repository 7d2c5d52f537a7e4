import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { type Bucket, openStorage } from '../../src/shared/files/storage.ts'
import {
  ageBy,
  announce,
  attach,
  base64,
  type Desk,
  desk,
  draftOf,
  follow,
  linkOf,
  page,
  picture,
  put,
  rowsOf,
} from '../kit/attachments.ts'
import { asOwner, env, files } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { task } from '../kit/makers.ts'
import { parts } from '../kit/parts.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const keys = ({ ws }: Desk) => [...files.stored.keys()].filter((key) => key.startsWith(`org/${ws.org.id}/`))
const drainOutbox = (bucket: Bucket = files) => drain(database(), openStorage(bucket, 200))
const counts = async (setup: Desk) => {
  const { attachments, objects } = await rowsOf(setup)
  return [attachments.length, objects.length, keys(setup).length]
}
const makeDue = ({ ws }: Desk, topic: string) =>
  asOwner(
    `update outbox set available_at = now() - interval '1 second' where org_id = $1 and topic = $2 and done_at is null`,
    [ws.org.id, topic],
  )

describe('a deleted file', () => {
  test('keeps its bytes for thirty days, then is purged', async () => {
    const setup = await desk()
    const [old, recent] = [await attach(setup), await attach(setup)]
    for (const { id } of [old, recent]) await setup.ws.owner.ok('DELETE', `${setup.at}/${id}`)
    await ageBy(recent.id, '29 days')
    await daily(env())
    expect(await counts(setup)).toEqual([2, 2, 2])
    await ageBy(old.id, '31 days')
    await daily(env())
    expect(await counts(setup)).toEqual([1, 1, 1])
    expect((await rowsOf(setup)).attachments).toMatchObject([{ id: recent.id }])
    const trail = await asOwner(
      `select action, actor_type from audit_log where entity_type = 'attachments' and entity_id = $1 order by id desc limit 1`,
      [old.id],
    )
    expect(trail).toEqual([{ action: 'attachment.purged', actor_type: 'system' }])
  })

  test('keeps bytes that other attachments share', async () => {
    const setup = await desk()
    const bytes = picture()
    const [deleted, remaining] = [await attach(setup, bytes), await attach(setup, bytes)]
    await setup.ws.owner.ok('DELETE', `${setup.at}/${deleted.id}`)
    await ageBy(deleted.id, '31 days')
    await daily(env())
    expect(await counts(setup)).toEqual([1, 1, 1])
    expect((await follow(await linkOf(setup, remaining.id))).bytes).toEqual(bytes)
  })
})

describe('an announced file', () => {
  test('whose bytes do not arrive within an hour is removed, by the clock or by the daily run', async () => {
    const setup = await desk()
    const bytes = page()
    const [early, late, recent] = [
      await announce(setup, bytes),
      await announce(setup, page()),
      await announce(setup, page()),
    ]
    await makeDue(setup, 'attachment.expired')
    await asOwner(
      `update outbox set available_at = now() + interval '1 hour' where payload ->> 'attachment_id' = any ($1)`,
      [[late.id, recent.id]],
    )
    await drainOutbox()
    await ageBy(late.id, '61 minutes')
    await ageBy(recent.id, '59 minutes')
    await daily(env())
    expect((await rowsOf(setup)).attachments).toMatchObject([{ id: recent.id }])
    expect((await put(early.upload_url, bytes)).status).toBe(404)
    expect(keys(setup)).toEqual([])
  })

  test('that became ready stays, whatever was planned', async () => {
    const setup = await desk()
    const bytes = page()
    const { id, upload_url } = await announce(setup, bytes)
    await put(upload_url, bytes)
    const planned = `select from outbox where org_id = $1 and topic = 'attachment.expired'`
    expect(await asOwner(`${planned} and done_at is null`, [setup.ws.org.id])).toEqual([])
    await ageBy(id, '2 hours')
    await asOwner(
      `update outbox set done_at = null, available_at = now() - interval '1 second' where id in (${planned.replace('select', 'select id')})`,
      [setup.ws.org.id],
    )
    await drainOutbox()
    await daily(env())
    expect(await counts(setup)).toEqual([1, 1, 1])
  })

  test('frees its quota after an hour even before it is removed', async () => {
    const setup = await desk()
    const created = await Promise.all(Array.from({ length: 50 }, () => announce(setup, page())))
    const createAnother = () => setup.ws.owner.call('POST', setup.at, draftOf(setup, picture()))
    expect((await createAnother()).status).toBe(409)
    await ageBy(created[0].id, '61 minutes')
    expect((await createAnother()).status).toBe(201)
  })
})

describe('erasing removes the files of', () => {
  test('a purged task with its subtasks', async () => {
    const setup = await desk()
    const child = await task(setup.ws, setup.projectId, { parent_id: setup.task.id })
    await attach(setup)
    await attach({ ...setup, task: child })
    await attach({ ...setup, task: await task(setup.ws, setup.projectId) })
    await setup.ws.owner.ok('DELETE', `${setup.ws.base}/tasks/${setup.task.id}`)
    expect(await counts(setup)).toEqual([3, 3, 3])
    await setup.ws.owner.ok('POST', `${setup.ws.base}/tasks/${setup.task.id}/purge`)
    await expect.poll(() => counts(setup)).toEqual([1, 1, 1])
  })

  test('a purged project', async () => {
    const setup = await desk()
    await attach(setup)
    await announce(setup, page())
    const { key } = await setup.ws.owner.ok('GET', `${setup.ws.base}/projects/${setup.projectId}`)
    await setup.ws.owner.ok('DELETE', `${setup.ws.base}/projects/${setup.projectId}`)
    await setup.ws.owner.ok('POST', `${setup.ws.base}/projects/${setup.projectId}/purge`, {
      confirm_key: key,
    })
    await drainOutbox()
    await expect.poll(async () => (await rowsOf(setup)).attachments).toEqual([])
    await drainOutbox()
    expect(await counts(setup)).toEqual([0, 0, 0])
  })

  test('an organization after its retention period', async () => {
    const setup = await desk()
    const other = await desk()
    await attach(setup)
    await attach(other)
    await setup.ws.owner.ok('DELETE', setup.ws.base, { confirm_slug: setup.ws.org.slug })
    await asOwner('update organizations set purge_after = now() where id = $1', [setup.ws.org.id])
    await daily(env())
    expect([await counts(setup), await counts(other)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
  })
})

describe('failing storage', () => {
  const failing = (changes: Partial<Bucket>): Bucket => ({ ...files, ...changes })

  test.each<[string, Bucket['delete']]>([
    [
      'refuses',
      async () => {
        throw new Error('10001')
      },
    ],
    ['times out', () => new Promise(() => {})],
    [
      'breaks halfway',
      async (doomed) => {
        await files.delete(doomed.slice(0, 1))
        throw new Error('10001')
      },
    ],
  ])('while erasing (%s) is retried, and nothing is forgotten before it is erased', async (_, erase) => {
    const setup = await desk()
    const created = [await attach(setup), await attach(setup)]
    for (const { id } of created) await setup.ws.owner.ok('DELETE', `${setup.at}/${id}`)
    await asOwner(`delete from attachments where org_id = $1`, [setup.ws.org.id])
    await drainOutbox(failing({ delete: erase }))
    expect((await rowsOf(setup)).objects).toHaveLength(2)
    await makeDue(setup, 'attachments.erase')
    await drainOutbox()
    expect(await counts(setup)).toEqual([0, 0, 0])
  })
})

describe('bytes without a row', () => {
  /** Object keys of an organization, as if stored `hours` ago. */
  const store = (count: number, hours: number, org: string = uuidv7()) =>
    Array.from({ length: count }, () => {
      const key = `org/${org}/${uuidv7()}`
      files.stored.set(key, {
        bytes: new Uint8Array([1]),
        uploaded: new Date(Date.now() - hours * 3_600_000),
      })
      return key
    })
  const storedKeys = (all: string[]) => all.filter((key) => files.stored.has(key)).length

  test('are erased after a day, page by page; newer ones and those in use stay', async () => {
    const setup = await desk()
    await attach(setup)
    for (const key of keys(setup)) files.stored.get(key)!.uploaded = new Date(Date.now() - 1e9)
    const [orphans, recent, other] = [store(2300, 25), store(3, 23), ['backup/x']]
    files.stored.set('backup/x', { bytes: new Uint8Array([1]), uploaded: new Date(0) })
    await daily(env())
    expect([storedKeys(orphans), storedKeys(recent), storedKeys(other), await counts(setup)]).toEqual([
      0,
      3,
      1,
      [1, 1, 1],
    ])
  })

  test('are looked for from where a stopped run left off', async () => {
    const [before, after] = [store(3, 25, 'a'.repeat(36)), store(3, 25, 'b'.repeat(36))]
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'daily', $2)`, [
      '00000000-0000-0000-0000-000000000000',
      { part: 'files', after: before.toSorted().at(-1) },
    ])
    await drainOutbox()
    expect([storedKeys(before), storedKeys(after)]).toEqual([3, 0])
  })

  test('remain when the database did not commit the write, and are erased by the daily run', async () => {
    const setup = await desk()
    const bytes = page()
    const { upload_url } = await announce(setup, bytes)
    await asOwner('alter function app.store_object(bytea, int, text) rename to store_later')
    const posted = await setup.ws.owner.call('POST', setup.at, draftOf(setup, picture()))
    const sent = await put(upload_url, bytes)
    await asOwner('alter function app.store_later(bytea, int, text) rename to store_object')
    expect([posted.status, sent.status, await counts(setup)]).toEqual([500, 500, [1, 0, 2]])
    for (const key of keys(setup)) files.stored.get(key)!.uploaded = new Date(Date.now() - 9e7)
    await daily(env())
    expect(await counts(setup)).toEqual([1, 0, 0])
    expect((await put(upload_url, bytes)).status).toBe(200)
  })
})

test('bytes that the organization already has are stored once, and the second copy is erased at once', async () => {
  const setup = await desk()
  const content_base64 = base64(picture())
  for (const _ of [1, 2, 3])
    await setup.ws.owner.ok('POST', setup.at, draftOf(setup, picture(), { content_base64 }))
  await expect.poll(() => counts(setup)).toEqual([3, 1, 1])
})

test('all of this leaves counters, references and audit log consistent', async () => {
  const client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
  const findings = await checkInvariants(client)
  await client.end()
  const ours = findings.filter(({ invariant }) => /attachments/.test(invariant))
  expect(ours.map(({ invariant, broken }) => [invariant, broken])).toEqual([
    ['attachments are counted right', 0],
    ['stored bytes are kept for as many attachments as refer to them, and doomed without any', 0],
    ['every version of attachments is in the audit trail', 0],
  ])
})
