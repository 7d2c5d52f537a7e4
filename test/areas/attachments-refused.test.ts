import { describe, expect, test } from 'vitest'
import { announcementOf, base64, desk, draftOf, page, picture, problem, rowsOf } from '../kit/attachments.ts'
import { call, files, type Json } from '../kit/client.ts'
import { gif, latin } from '../kit/pictures.ts'

const most = 10 * 1024 * 1024
const setup = await desk()
const { ws, at } = setup
const post = (body: object) => ws.owner.call('POST', at, body)
const refusal = async (body: object) => problem(await post(body))

describe('an upload is rejected', () => {
  test.each<[string, object, string]>([
    [
      'a type that is not one of the five',
      { content_type: 'image/svg+xml' },
      'body.content_type: must be one of',
    ],
    [
      'a type that the bytes contradict',
      { content_base64: base64(page()) },
      'body.content_type: the bytes are application/pdf',
    ],
    [
      'a name that contradicts the type',
      { filename: 'picture.gif' },
      'body.content_type: the file name ends otherwise',
    ],
    [
      'a name with two endings',
      { filename: 'picture.png.html' },
      'body.content_type: the file name ends otherwise',
    ],
    ['a name of which nothing remains', { filename: '../..' }, 'body.filename: nothing is left of it'],
    [
      'a page of HTML',
      { content_base64: base64(latin('<html><script>')) },
      'body.content_type: the bytes are neither',
    ],
    [
      'a picture that is also a script',
      {
        filename: 'a.gif',
        content_type: 'image/gif',
        content_base64: base64(latin('GIF89a\x01\x00\x01\x00<script>')),
      },
      'body.content_type: the bytes are several kinds',
    ],
    [
      'a picture of 12001 pixels',
      { filename: 'a.gif', content_type: 'image/gif', content_base64: base64(gif(12_001, 1)) },
      'body.content_type: the image is 12001 x 1 pixels; at most 12000 a side',
    ],
    ['no bytes', { content_base64: '' }, 'body.content_base64: must not be empty'],
    [
      'bytes that are not base64',
      { content_base64: 'iVBORw0KGgo*' },
      'body.content_base64: not valid base64',
    ],
    ['URL-safe base64', { content_base64: 'iVBORw0K__-_' }, 'body.content_base64: not valid base64'],
    [
      'base64 without its padding',
      { content_base64: 'iVBORw0KGgo' },
      'body.content_base64: not valid base64',
    ],
    [
      'a data URL',
      { content_base64: `data:image/png;base64,${base64(picture())}` },
      'body.content_base64: not valid base64',
    ],
    [
      'neither bytes nor an announcement',
      { content_base64: undefined },
      'body.size_bytes: required where content_base64 is not given',
    ],
    ['bytes and an announcement', { size_bytes: 5 }, 'body.size_bytes: not together with content_base64'],
    ['another kind of object', { entity_type: 'project' }, 'body.entity_type: '],
    ['a caption of 201 characters', { caption: 'x'.repeat(201) }, 'body.caption: '],
  ])('with %s', async (_, change, message) => {
    expect(await refusal(draftOf(setup, picture(), change))).toEqual([422, expect.stringContaining(message)])
  })

  test.each<[string, object, string]>([
    ['with no bytes', { size_bytes: 0 }, 'body.size_bytes: must not be empty'],
    ['over 10 MiB by one byte', { size_bytes: most + 1 }, 'body.size_bytes: at most 10485760 bytes'],
    ['without a hash', { sha256: undefined }, 'body.sha256: required'],
    ['with a malformed hash', { sha256: 'abc' }, 'body.sha256: must be 64 hexadecimal digits'],
  ])('as an announcement %s', async (_, change, message) => {
    expect(await refusal(announcementOf(setup, picture(), change))).toEqual([
      422,
      expect.stringContaining(message),
    ])
  })

  test('with one byte over 10 MiB, and accepted with exactly that', async () => {
    expect(await refusal(draftOf(setup, page(most + 1)))).toEqual([
      422,
      expect.stringContaining('body.content_base64: at most 10485760 bytes'),
    ])
    const full = await post(draftOf(setup, page(most)))
    expect([full.status, full.body.size_bytes]).toEqual([201, most])
  })

  test('over the quota of the organization, whether sent or announced', async () => {
    const own = await desk()
    const { headers } = own.ws.owner
    const quota = { STORAGE_QUOTA_MB: '0.05' }
    const send = (body: object) => call('POST', own.at, { body, headers }, quota)
    const stored = () => [...files.stored.keys()].filter((key) => key.includes(own.ws.org.id))
    const before = stored()
    expect((await send(announcementOf(own, page(30_000)))).status).toBe(201)
    for (const body of [announcementOf(own, page(30_000)), draftOf(own, page(30_000))])
      expect(problem(await send(body))).toEqual([
        409,
        expect.stringContaining('the organization keeps at most 0.05 MB of files; delete some'),
      ])
    expect(stored()).toEqual(before)
    expect((await send(draftOf(own, page(10_000)))).status).toBe(201)
    expect(stored().length).toBe(before.length + 1)
  })

  test('with a body over 14 MiB before it is read, whatever its declared length', async () => {
    const { headers } = ws.owner
    const json = { ...headers, 'content-type': 'application/json' }
    const claimed = await call('POST', at, {
      raw: '{}',
      headers: { ...json, 'content-length': String(15 * 2 ** 20) },
    })
    expect(problem(claimed)).toEqual([413, 'body: larger than 14 MiB'])
    const raw = JSON.stringify(draftOf(setup, picture(), { caption: 'x'.repeat(14 * 2 ** 20) }))
    expect(problem(await call('POST', at, { raw, headers: { ...json, 'content-length': '2' } }))).toEqual([
      413,
      'body: larger than 14 MiB',
    ])
    expect((await call('POST', at, { raw })).status).toBe(401)
  })

  test('before any byte is stored', async () => {
    const nobody = await desk()
    const before = files.stored.size
    const foreign = draftOf(nobody, picture())
    expect((await post(foreign)).status).toBe(404)
    expect((await post(draftOf(setup, picture(), { content_type: 'image/gif' }))).status).toBe(422)
    expect([files.stored.size, (await rowsOf(nobody)).attachments]).toEqual([before, []])
  })
})

test('all problems are reported at once', async () => {
  const [status, message] = await refusal({
    ...draftOf(setup, picture()),
    filename: '',
    size_bytes: 'x',
    entity_type: 'x',
  })
  expect(status).toBe(422)
  for (const field of ['filename', 'size_bytes', 'entity_type']) expect(message).toContain(`body.${field}: `)
})

test('a file name is sanitized', async () => {
  const created: Json = await ws.owner.ok(
    'POST',
    at,
    draftOf(setup, picture(), { filename: '../../\u202Egnp.exe\r\n.png' }),
  )
  expect(created.filename).toBe('gnp.exe.png')
})

test('a list requires its object, and accepts nothing else', async () => {
  for (const [query, message] of [
    ['', 'query.entity_type: '],
    ['entity_type=task', 'query.entity_id: '],
    [`entity_type=project&entity_id=${setup.task.id}`, 'query.entity_type: '],
    [`entity_type=task&entity_id=WEB-1`, 'query.entity_id: '],
  ])
    expect(problem(await ws.owner.call('GET', `${at}?${query}`))).toEqual([
      422,
      expect.stringContaining(message!),
    ])
})
