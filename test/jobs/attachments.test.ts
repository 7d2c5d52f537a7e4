import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import { uuidv7 } from '../../src/kit/id.ts'
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

const keys = ({ ws }: Desk) => [...files.stored.keys()].filter((key) => key.startsWith(`org/${ws.org.id}/`))
const work = (bucket: Bucket = files) => drain(database(), openStorage(bucket, 200))
const left = async (where: Desk) => {
  const { attachments, objects } = await rowsOf(where)
  return [attachments.length, objects.length, keys(where).length]
}
const due = ({ ws }: Desk, topic: string) =>
  asOwner(
    `update outbox set available_at = now() - interval '1 second' where org_id = $1 and topic = $2 and done_at is null`,
    [ws.org.id, topic],
  )

describe('a deleted file', () => {
  test('keeps its bytes for thirty days, then loses them', async () => {
    const where = await desk()
    const [old, young] = [await attach(where), await attach(where)]
    for (const { id } of [old, young]) await where.ws.owner.ok('DELETE', `${where.at}/${id}`)
    await ageBy(young.id, '29 days')
    await daily(env())
    expect(await left(where)).toEqual([2, 2, 2])
    await ageBy(old.id, '31 days')
    await daily(env())
    expect(await left(where)).toEqual([1, 1, 1])
    expect((await rowsOf(where)).attachments).toMatchObject([{ id: young.id }])
    const trail = await asOwner(
      `select action, actor_type from audit_log where entity_type = 'attachments' and entity_id = $1 order by id desc limit 1`,
      [old.id],
    )
    expect(trail).toEqual([{ action: 'attachment.purged', actor_type: 'system' }])
  })

  test('leaves the bytes to the others that share them', async () => {
    const where = await desk()
    const bytes = picture()
    const [gone, kept] = [await attach(where, bytes), await attach(where, bytes)]
    await where.ws.owner.ok('DELETE', `${where.at}/${gone.id}`)
    await ageBy(gone.id, '31 days')
    await daily(env())
    expect(await left(where)).toEqual([1, 1, 1])
    expect((await follow(await linkOf(where, kept.id))).bytes).toEqual(bytes)
  })
})

describe('an announced file', () => {
  test('whose bytes do not come within an hour is taken back, by the clock or by the daily run', async () => {
    const where = await desk()
    const bytes = page()
    const [early, late, young] = [
      await announce(where, bytes),
      await announce(where, page()),
      await announce(where, page()),
    ]
    await due(where, 'attachment.expired')
    await asOwner(
      `update outbox set available_at = now() + interval '1 hour' where payload ->> 'attachment_id' = any ($1)`,
      [[late.id, young.id]],
    )
    await work()
    await ageBy(late.id, '61 minutes')
    await ageBy(young.id, '59 minutes')
    await daily(env())
    expect((await rowsOf(where)).attachments).toMatchObject([{ id: young.id }])
    expect((await put(early.upload_url, bytes)).status).toBe(404)
    expect(keys(where)).toEqual([])
  })

  test('that became ready stays, whatever was planned', async () => {
    const where = await desk()
    const bytes = page()
    const { id, upload_url } = await announce(where, bytes)
    await put(upload_url, bytes)
    const planned = `select from outbox where org_id = $1 and topic = 'attachment.expired'`
    expect(await asOwner(`${planned} and done_at is null`, [where.ws.org.id])).toEqual([])
    await ageBy(id, '2 hours')
    await asOwner(
      `update outbox set done_at = null, available_at = now() - interval '1 second' where id in (${planned.replace('select', 'select id')})`,
      [where.ws.org.id],
    )
    await work()
    await daily(env())
    expect(await left(where)).toEqual([1, 1, 1])
  })

  test('gives its place free after an hour even before it is taken back', async () => {
    const where = await desk()
    const made = await Promise.all(Array.from({ length: 50 }, () => announce(where, page())))
    const another = () => where.ws.owner.call('POST', where.at, draftOf(where, picture()))
    expect((await another()).status).toBe(409)
    await ageBy(made[0].id, '61 minutes')
    expect((await another()).status).toBe(201)
  })
})

describe('what is erased whole takes its files with it:', () => {
  test('a purged task with its subtasks', async () => {
    const where = await desk()
    const child = await task(where.ws, where.projectId, { parent_id: where.task.id })
    await attach(where)
    await attach({ ...where, task: child })
    await attach({ ...where, task: await task(where.ws, where.projectId) })
    await where.ws.owner.ok('DELETE', `${where.ws.base}/tasks/${where.task.id}`)
    expect(await left(where)).toEqual([3, 3, 3])
    await where.ws.owner.ok('POST', `${where.ws.base}/tasks/${where.task.id}/purge`)
    await expect.poll(() => left(where)).toEqual([1, 1, 1])
  })

  test('a purged project', async () => {
    const where = await desk()
    await attach(where)
    await announce(where, page())
    const { key } = await where.ws.owner.ok('GET', `${where.ws.base}/projects/${where.projectId}`)
    await where.ws.owner.ok('DELETE', `${where.ws.base}/projects/${where.projectId}`)
    await where.ws.owner.ok('POST', `${where.ws.base}/projects/${where.projectId}/purge`, {
      confirm_key: key,
    })
    await work()
    await expect.poll(async () => (await rowsOf(where)).attachments).toEqual([])
    await work()
    expect(await left(where)).toEqual([0, 0, 0])
  })

  test('an organization whose time has passed', async () => {
    const where = await desk()
    const other = await desk()
    await attach(where)
    await attach(other)
    await where.ws.owner.ok('DELETE', where.ws.base, { confirm_slug: where.ws.org.slug })
    await asOwner('update organizations set purge_after = now() where id = $1', [where.ws.org.id])
    await daily(env())
    expect([await left(where), await left(other)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
  })
})

describe('a storage that fails', () => {
  const failing = (changes: Partial<Bucket>): Bucket => ({ ...files, ...changes })

  test.each<[string, Bucket['delete']]>([
    [
      'refuses',
      async () => {
        throw new Error('10001')
      },
    ],
    ['never answers', () => new Promise(() => {})],
    [
      'breaks half way',
      async (doomed) => {
        await files.delete(doomed.slice(0, 1))
        throw new Error('10001')
      },
    ],
  ])(
    'while it erases and %s is asked again, and nothing is forgotten before it is erased',
    async (_, erase) => {
      const where = await desk()
      const made = [await attach(where), await attach(where)]
      for (const { id } of made) await where.ws.owner.ok('DELETE', `${where.at}/${id}`)
      await asOwner(`delete from attachments where org_id = $1`, [where.ws.org.id])
      await work(failing({ delete: erase }))
      expect((await rowsOf(where)).objects).toHaveLength(2)
      await due(where, 'attachments.erase')
      await work()
      expect(await left(where)).toEqual([0, 0, 0])
    },
  )
})

describe('bytes that no row names', () => {
  /** Object keys of an organization as if they had been stored so many hours ago. */
  const store = (count: number, hours: number, org: string = uuidv7()) =>
    Array.from({ length: count }, () => {
      const key = `org/${org}/${uuidv7()}`
      files.stored.set(key, {
        bytes: new Uint8Array([1]),
        uploaded: new Date(Date.now() - hours * 3_600_000),
      })
      return key
    })
  const there = (all: string[]) => all.filter((key) => files.stored.has(key)).length

  test('are erased after a day, page by page; younger ones and those in use stay', async () => {
    const where = await desk()
    await attach(where)
    for (const key of keys(where)) files.stored.get(key)!.uploaded = new Date(Date.now() - 1e9)
    const [orphans, young, elsewhere] = [store(2300, 25), store(3, 23), ['backup/x']]
    files.stored.set('backup/x', { bytes: new Uint8Array([1]), uploaded: new Date(0) })
    await daily(env())
    expect([there(orphans), there(young), there(elsewhere), await left(where)]).toEqual([0, 3, 1, [1, 1, 1]])
  })

  test('are what is left where the database did not make the write, and they go with the daily run', async () => {
    const where = await desk()
    const bytes = page()
    const { upload_url } = await announce(where, bytes)
    await asOwner('alter function app.keep_object(bytea, int, text) rename to keep_later')
    const posted = await where.ws.owner.call('POST', where.at, draftOf(where, picture()))
    const sent = await put(upload_url, bytes)
    await asOwner('alter function app.keep_later(bytea, int, text) rename to keep_object')
    expect([posted.status, sent.status, await left(where)]).toEqual([500, 500, [1, 0, 2]])
    for (const key of keys(where)) files.stored.get(key)!.uploaded = new Date(Date.now() - 9e7)
    await daily(env())
    expect(await left(where)).toEqual([1, 0, 0])
    expect((await put(upload_url, bytes)).status).toBe(200)
  })
})

test('bytes that the organization has already are stored once, and the second copy is erased at once', async () => {
  const where = await desk()
  const content_base64 = base64(picture())
  for (const _ of [1, 2, 3])
    await where.ws.owner.ok('POST', where.at, draftOf(where, picture(), { content_base64 }))
  await expect.poll(() => left(where)).toEqual([3, 1, 1])
})

test('all of this leaves counters, references and trail of files true', async () => {
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
