import { expect, test } from 'vitest'
import {
  announce,
  announcementOf,
  attach,
  base64,
  desk,
  draftOf,
  follow,
  linkOf,
  page,
  picture,
  put,
  rowsOf,
} from '../kit/attachments.ts'
import { files, type Json } from '../kit/client.ts'
import { task } from '../kit/makers.ts'

const times = (count: number) => Array.from({ length: count }, (_, n) => n)
const keysOf = (org: string) => [...files.stored.keys()].filter((key) => key.startsWith(`org/${org}/`))
/** The objects in storage once the work after responses is done. */
async function expectObjects(org: string, count: number) {
  await expect.poll(() => keysOf(org).length, { timeout: 20_000 }).toBe(count)
}

test(
  'sixty concurrent uploads to one task result in exactly fifty files, and clear errors',
  { tags: 'race' },
  async () => {
    const setup = await desk()
    const { ws, at } = setup
    const replies = await Promise.all(
      times(60).map((n) => {
        const draft = n % 3 ? draftOf(setup, picture()) : announcementOf(setup, page())
        return ws.owner.call('POST', at, draft)
      }),
    )
    const of = (status: number) => replies.filter((reply) => reply.status === status)
    expect([of(201).length, of(409).length]).toEqual([50, 10])
    for (const { body } of of(409)) expect(body.error.message).toBe('holds 50 attachments already')
    const ready = of(201).filter(({ body }) => body.status === 'ready').length
    const { counts } = await ws.owner.ok('GET', `${ws.base}/tasks/${setup.task.id}`)
    expect(counts.attachments).toBe(ready)
    await expectObjects(ws.org.id, ready)
  },
)

test(
  'fifty uploads of the same bytes share one object, which is erased with the last of them',
  { tags: 'race' },
  async () => {
    const setup = await desk()
    const { ws, at } = setup
    const content_base64 = base64(picture())
    const created: Json[] = await Promise.all(
      times(50).map(() => ws.owner.ok('POST', at, draftOf(setup, picture(), { content_base64 }))),
    )
    const live = async () => (await rowsOf(setup)).objects.filter(({ unreferenced_at }) => !unreferenced_at)
    expect(await live()).toMatchObject([{ reference_count: 50 }])
    await expectObjects(ws.org.id, 1)
    expect((await follow(await linkOf(setup, created[7].id))).status).toBe(200)
  },
)

test('the same bytes in two organizations are two objects', { tags: 'race' }, async () => {
  const [one, other] = [await desk(), await desk()]
  const bytes = picture()
  await attach(one, bytes)
  await attach(other, bytes)
  const [[ownObject], [foreign]] = [(await rowsOf(one)).objects, (await rowsOf(other)).objects]
  expect(ownObject.sha256).toEqual(foreign.sha256)
  expect(ownObject.storage_key).not.toBe(foreign.storage_key)
})

test('bytes uploaded while the last file with them is erased are kept', { tags: 'race' }, async () => {
  const setup = await desk()
  const { ws, at } = setup
  for (const _ of times(12)) {
    const bytes = picture()
    const copy = await task(ws, setup.projectId)
    const doomed = await ws.owner.ok('POST', at, draftOf(setup, bytes, { entity_id: copy.id }))
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${copy.id}`)
    const [, kept] = await Promise.all([
      ws.owner.ok('POST', `${ws.base}/tasks/${copy.id}/purge`),
      attach(setup, bytes),
    ])
    expect((await ws.owner.call('GET', `${at}/${doomed.id}`)).status).toBe(404)
    expect((await follow(await linkOf(setup, kept.id))).bytes).toEqual(bytes)
  }
  await expectObjects(ws.org.id, 12)
  const { objects } = await rowsOf(setup)
  expect(objects.map(({ reference_count, unreferenced_at }) => [reference_count, unreferenced_at])).toEqual(
    times(12).map(() => [1, null]),
  )
})

test('announced bytes sent ten times concurrently are accepted once', { tags: 'race' }, async () => {
  const setup = await desk()
  const bytes = page(20_000)
  const { id, upload_url } = await announce(setup, bytes)
  const sent = await Promise.all(times(10).map(() => put(upload_url, bytes)))
  expect(sent.map(({ status }) => status)).toEqual(times(10).map(() => 200))
  const { attachments, objects } = await rowsOf(setup)
  expect(attachments).toMatchObject([{ id, version: 2 }])
  expect(objects.filter(({ unreferenced_at }) => !unreferenced_at)).toMatchObject([{ reference_count: 1 }])
  await expectObjects(setup.ws.org.id, 1)
  expect((await put(upload_url, bytes)).status).toBe(200)
  expect((await follow(await linkOf(setup, id))).bytes).toEqual(bytes)
})

test(
  'a file deleted, renamed and copied concurrently ends as in some sequential order',
  { tags: 'race' },
  async () => {
    const setup = await desk()
    const { ws, at } = setup
    const created = await Promise.all(times(20).map(() => attach(setup)))
    await Promise.all(
      created.flatMap(({ id }, n) => [
        ws.owner.call('DELETE', `${at}/${id}`),
        ws.owner.call('PATCH', `${at}/${id}`, { caption: `${n}` }),
        n % 5 === 0
          ? ws.owner.call('POST', `${ws.base}/tasks/${setup.task.id}/duplicate`, {
              include: { attachments: true },
            })
          : ws.owner.call('PATCH', `${ws.base}/tasks/${setup.task.id}`, { title: `Title ${n}` }),
      ]),
    )
    const { attachments, objects } = await rowsOf(setup)
    const own = attachments.filter(({ entity_id }) => entity_id === setup.task.id)
    expect(own.filter(({ deleted_at }) => !deleted_at)).toEqual([])
    expect(objects.length).toBeGreaterThan(0)
    for (const { id, reference_count } of objects)
      expect(attachments.filter(({ object_id }) => object_id === id)).toHaveLength(reference_count)
    const { counts } = await ws.owner.ok('GET', `${ws.base}/tasks/${setup.task.id}`)
    expect(counts.attachments).toBe(0)
  },
)
