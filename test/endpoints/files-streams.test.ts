import { beforeEach, describe, expect, test } from 'vitest'
import type { Bucket } from '../../src/shared/files/storage.ts'
import {
  announce,
  announcementOf,
  attach,
  type Desk,
  desk,
  draftOf,
  follow,
  streamOf,
  linkOf,
  page,
  picture,
  problem,
  put,
  rowsOf,
  statusAndJson,
  sha256,
} from '../kit/attachments.ts'
import { call, files, type Json } from '../kit/client.ts'
import { jpeg } from '../kit/pictures.ts'

let where: Desk
beforeEach(async () => {
  where = await desk()
})
const keys = () => [...files.stored.keys()].filter((key) => key.startsWith(`org/${where.ws.org.id}/`))
const nothing = async ({ id }: Json) => {
  const { attachments, objects } = await rowsOf(where)
  expect([keys(), objects, attachments.find((row) => row.id === id).object_id]).toEqual([[], [], null])
}

describe('bytes that come by a link', () => {
  test('are judged while they flow, whatever pieces they come in, and a picture gets its size', async () => {
    const photo = jpeg(640, 480, 0xc0, 200_000)
    for (const size of [1, 100, 1024, 65_536, photo.length]) {
      const bytes = size === 1 ? picture(11, 7) : photo
      const more = size === 1 ? {} : { filename: 'photo.jpg', content_type: 'image/jpeg' }
      const { upload_url } = await where.ws.owner.ok('POST', where.at, announcementOf(where, bytes, more))
      const [status, created] = statusAndJson(await put(upload_url, streamOf(bytes, size)))
      expect([size, status, created.width]).toEqual([size, 200, size === 1 ? 11 : 640])
      expect(sha256((await follow(await linkOf(where, created.id))).bytes)).toBe(sha256(bytes))
    }
  })

  test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>, string]>([
    ['fewer', (bytes) => bytes.slice(0, -1), 'body: 49999 bytes; 50000 were announced'],
    ['none', () => new Uint8Array(), 'body: 0 bytes; 50000 were announced'],
    ['others', (bytes) => bytes.with(40_000, 65), 'body: its SHA-256 is not the announced one'],
    ['more', (bytes) => new Uint8Array([...bytes, 1]), 'body: larger than the announced 50000 bytes'],
    [
      'those of a page',
      (bytes) => new Uint8Array([...Buffer.from('<html>'), ...bytes.slice(6)]),
      'body.content_type: the bytes are neither',
    ],
    [
      'those of a picture',
      () => new Uint8Array([...picture(), ...new Uint8Array(50_000)]).slice(0, 50_000),
      'body.content_type: the bytes are image/png',
    ],
  ])(
    'are refused when they are %s than announced, and nothing of them is kept',
    async (_, change, message) => {
      const bytes = page(50_000)
      const created = await announce(where, bytes)
      const refused = await put(created.upload_url, streamOf(change(bytes), 8000))
      expect(problem(refused)).toEqual([422, expect.stringContaining(message)])
      await nothing(created)
      expect((await put(created.upload_url, bytes)).status).toBe(200)
    },
  )

  test('are refused by their stated length before one is read', async () => {
    const created = await announce(where, page(50_000))
    let read = 0
    const body = streamOf(page(60_000), 1000, () => read++)
    const headers = { 'content-length': '60000' }
    const refused = await follow(created.upload_url, { method: 'PUT', body, headers })
    expect(problem(refused)).toEqual([422, 'body: 60000 bytes; 50000 were announced'])
    expect(read).toBeLessThan(3)
  })

  test('are read no further than they were announced, whatever length is stated', async () => {
    const created = await announce(where, page(50_000))
    let furthest = 0
    const endless = streamOf(page(5_000_000), 10_000, (sent) => (furthest = sent))
    const refused = await put(created.upload_url, endless)
    expect(problem(refused)).toEqual([422, 'body: larger than the announced 50000 bytes'])
    expect(furthest).toBeLessThan(150_000)
    await nothing(created)
  })
})

/** A bucket of which one method does something else. */
const bucket = (changes: Partial<Bucket>): { FILES: Bucket; FILES_DEADLINE_MS: string } => ({
  FILES: { ...files, ...changes },
  FILES_DEADLINE_MS: '150',
})
const away = [503, 'the file storage did not answer; try again']
const never = () => new Promise<never>(() => {})
const refuses = async () => {
  throw new Error('put: We encountered an internal error. (10001)')
}
/** Reads so many bytes of what it is to store. */
async function readSome(value: Parameters<Bucket['put']>[1], bytes: number) {
  const reader = (value as ReadableStream<Uint8Array>).getReader()
  for (let read = 0; read < bytes;) read += (await reader.read()).value?.length ?? bytes
}

describe('a storage', () => {
  test.each<[string, Bucket['put']]>([
    ['refuses', refuses],
    ['never answers', never],
  ])('that %s leaves no attachment, and the same upload works later', async (_, failing) => {
    const draft = draftOf(where, picture())
    const { headers } = where.ws.owner
    const sent = { body: draft, headers: { ...headers, 'idempotency-key': 'again' } }
    const refused = await call('POST', where.at, sent, bucket({ put: failing }))
    expect(problem(refused)).toEqual(away)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect([await rowsOf(where), keys()]).toEqual([{ attachments: [], objects: [] }, []])
    expect((await call('POST', where.at, sent)).status).toBe(201)
  })

  test.each<[string, Bucket['put']]>([
    ['refuses', refuses],
    ['never answers', never],
    [
      'breaks half way',
      async (_, value) => {
        await readSome(value, 200_000)
        return refuses()
      },
    ],
    [
      'stands still half way',
      async (_, value) => {
        await readSome(value, 200_000)
        return never()
      },
    ],
  ])('that %s leaves an announced file as it was, and its link works again', async (_, failing) => {
    const bytes = page(500_000)
    const created = await announce(where, bytes)
    const sent = await put(created.upload_url, streamOf(bytes, 50_000), bucket({ put: failing }))
    expect(problem(sent)).toEqual(away)
    await nothing(created)
    expect((await put(created.upload_url, streamOf(bytes, 50_000))).status).toBe(200)
    expect(sha256((await follow(await linkOf(where, created.id))).bytes)).toBe(sha256(bytes))
  })

  test('is not waited out for a sender who breaks off or falls silent half way', async () => {
    const bytes = page(500_000)
    const created = await announce(where, bytes)
    const broken = streamOf(bytes, 50_000, (sent) => {
      if (sent >= 250_000) throw new Error('the connection is gone')
    })
    expect((await put(created.upload_url, broken, bucket({}))).status).toBe(503)
    await nothing(created)
    let silent: () => void
    const stalled = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(bytes.slice(0, 50_000))
        return new Promise((resolve) => (silent = resolve))
      },
    })
    expect((await put(created.upload_url, stalled, bucket({}))).status).toBe(503)
    silent!()
    await nothing(created)
  })

  test('that fails to give a file is told as 503, and the file is there the next time', async () => {
    const bytes = picture()
    const { id } = await attach(where, bytes)
    const link = await linkOf(where, id)
    const failing: Partial<Bucket>[] = [{ get: refuses }, { get: never }, { get: async () => null }]
    for (const changes of failing) expect(problem(await follow(link, {}, bucket(changes)))).toEqual(away)
    expect((await follow(link, { method: 'HEAD' }, bucket({ head: refuses }))).status).toBe(503)
    expect((await follow(link)).bytes).toEqual(bytes)
  })

  test('that is not set up is said to be missing', async () => {
    const { headers } = where.ws.owner
    const none = { FILES: undefined } as never
    const refused = await call('POST', where.at, { body: draftOf(where, picture()), headers }, none)
    expect(problem(refused)).toEqual([503, 'no file storage is set up'])
    const announced = page()
    const { upload_url } = await announce(where, announced)
    expect(problem(await put(upload_url, announced, none))).toEqual([503, 'no file storage is set up'])
    const link = await linkOf(where, (await attach(where)).id)
    expect(problem(await follow(link, {}, none))).toEqual([503, 'no file storage is set up'])
  })
})
