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

let setup: Desk
beforeEach(async () => {
  setup = await desk()
})
const keys = () => [...files.stored.keys()].filter((key) => key.startsWith(`org/${setup.ws.org.id}/`))
const rowsAndKeys = async ({ id }: Json) => {
  const { attachments, objects } = await rowsOf(setup)
  expect([keys(), objects, attachments.find((row) => row.id === id).object_id]).toEqual([[], [], null])
}

describe('uploaded bytes', () => {
  test('are checked as they stream, however they are split, and a picture gets its size', async () => {
    const photo = jpeg(640, 480, 0xc0, 200_000)
    for (const size of [1, 100, 1024, 65_536, photo.length]) {
      const bytes = size === 1 ? picture(11, 7) : photo
      const more = size === 1 ? {} : { filename: 'photo.jpg', content_type: 'image/jpeg' }
      const { upload_url } = await setup.ws.owner.ok('POST', setup.at, announcementOf(setup, bytes, more))
      const [status, created] = statusAndJson(await put(upload_url, streamOf(bytes, size)))
      expect([size, status, created.width]).toEqual([size, 200, size === 1 ? 11 : 640])
      expect(sha256((await follow(await linkOf(setup, created.id))).bytes)).toBe(sha256(bytes))
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
    'are rejected when they are %s than announced, and nothing of them is stored',
    async (_, change, message) => {
      const bytes = page(50_000)
      const created = await announce(setup, bytes)
      const refused = await put(created.upload_url, streamOf(change(bytes), 8000))
      expect(problem(refused)).toEqual([422, expect.stringContaining(message)])
      await rowsAndKeys(created)
      expect((await put(created.upload_url, bytes)).status).toBe(200)
    },
  )

  test('are rejected by their declared length before any is read', async () => {
    const created = await announce(setup, page(50_000))
    let read = 0
    const body = streamOf(page(2_000_000), 1000, () => read++)
    const headers = { 'content-length': '2000000' }
    const refused = await follow(created.upload_url, { method: 'PUT', body, headers })
    expect(problem(refused)).toEqual([422, 'body: 2000000 bytes; 50000 were announced'])
    expect(read).toBeLessThan(3)
  })

  test('are read no further than announced, whatever length is declared', async () => {
    const created = await announce(setup, page(50_000))
    let furthest = 0
    const endless = streamOf(page(5_000_000), 10_000, (sent) => (furthest = sent))
    const refused = await put(created.upload_url, endless)
    expect(problem(refused)).toEqual([422, 'body: larger than the announced 50000 bytes'])
    expect(furthest).toBeLessThan(150_000)
    await rowsAndKeys(created)
  })
})

/** A bucket with some methods replaced. */
const bucket = (changes: Partial<Bucket>): { FILES: Bucket; FILES_DEADLINE_MS: string } => ({
  FILES: { ...files, ...changes },
  FILES_DEADLINE_MS: '150',
})
const unavailable = [503, 'the file storage did not answer; try again']
const hang = () => new Promise<never>(() => {})
const fail = async () => {
  throw new Error('put: We encountered an internal error. (10001)')
}
/** Reads `bytes` bytes of what it should store. */
async function readSome(value: Parameters<Bucket['put']>[1], bytes: number) {
  const reader = (value as ReadableStream<Uint8Array>).getReader()
  for (let read = 0; read < bytes;) read += (await reader.read()).value?.length ?? bytes
}

describe('a storage', () => {
  test.each<[string, Bucket['put']]>([
    ['refuses', fail],
    ['times out', hang],
  ])('that %s leaves no attachment, and the same upload works later', async (_, failing) => {
    const draft = draftOf(setup, picture())
    const { headers } = setup.ws.owner
    const sent = { body: draft, headers: { ...headers, 'idempotency-key': 'again' } }
    const refused = await call('POST', setup.at, sent, bucket({ put: failing }))
    expect(problem(refused)).toEqual(unavailable)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect([await rowsOf(setup), keys()]).toEqual([{ attachments: [], objects: [] }, []])
    expect((await call('POST', setup.at, sent)).status).toBe(201)
  })

  test.each<[string, Bucket['put']]>([
    ['refuses', fail],
    ['times out', hang],
    [
      'breaks halfway',
      async (_, value) => {
        await readSome(value, 200_000)
        return fail()
      },
    ],
    [
      'stalls halfway',
      async (_, value) => {
        await readSome(value, 200_000)
        return hang()
      },
    ],
  ])('that %s leaves an announced file unchanged, and its link still works', async (_, failing) => {
    const bytes = page(500_000)
    const created = await announce(setup, bytes)
    const sent = await put(created.upload_url, streamOf(bytes, 50_000), bucket({ put: failing }))
    expect(problem(sent)).toEqual(unavailable)
    await rowsAndKeys(created)
    expect((await put(created.upload_url, streamOf(bytes, 50_000))).status).toBe(200)
    expect(sha256((await follow(await linkOf(setup, created.id))).bytes)).toBe(sha256(bytes))
  })

  test('is not waited for when the sender disconnects or stalls halfway', async () => {
    const bytes = page(500_000)
    const created = await announce(setup, bytes)
    const broken = streamOf(bytes, 50_000, (sent) => {
      if (sent >= 250_000) throw new Error('the connection is gone')
    })
    expect((await put(created.upload_url, broken, bucket({}))).status).toBe(503)
    await rowsAndKeys(created)
    let silent: () => void
    const stalled = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(bytes.slice(0, 50_000))
        return new Promise((resolve) => (silent = resolve))
      },
    })
    expect((await put(created.upload_url, stalled, bucket({}))).status).toBe(503)
    silent!()
    await rowsAndKeys(created)
  })

  test('that fails to read a file is reported as 503, and the file is there the next time', async () => {
    const bytes = picture()
    const { id } = await attach(setup, bytes)
    const link = await linkOf(setup, id)
    const failing: Partial<Bucket>[] = [{ get: fail }, { get: hang }, { get: async () => null }]
    for (const changes of failing)
      expect(problem(await follow(link, {}, bucket(changes)))).toEqual(unavailable)
    expect((await follow(link, { method: 'HEAD' }, bucket({ head: fail }))).status).toBe(503)
    expect((await follow(link)).bytes).toEqual(bytes)
  })

  test('that is not configured is reported as missing', async () => {
    const { headers } = setup.ws.owner
    const none = { FILES: undefined } as never
    const refused = await call('POST', setup.at, { body: draftOf(setup, picture()), headers }, none)
    expect(problem(refused)).toEqual([503, 'no file storage is set up'])
    const announced = page()
    const { upload_url } = await announce(setup, announced)
    expect(problem(await put(upload_url, announced, none))).toEqual([503, 'no file storage is set up'])
    const link = await linkOf(setup, (await attach(setup)).id)
    expect(problem(await follow(link, {}, none))).toEqual([503, 'no file storage is set up'])
  })
})
