import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { type LinkClaims, readLink, signLink } from '../../src/shared/files/links.ts'
import {
  announce,
  attach,
  type Desk,
  desk,
  draftOf,
  follow,
  linkOf,
  page,
  picture,
  problem,
  put,
} from '../kit/attachments.ts'
import { asOwner, call, env } from '../kit/client.ts'
import { join } from '../kit/makers.ts'

let setup: Desk
beforeAll(async () => {
  setup = await desk()
})
const missing = [404, 'file not found']
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const claims = (file: string, more: Partial<LinkClaims> = {}): LinkClaims => ({
  use: 'GET',
  org: setup.ws.org.id,
  file,
  user: setup.ws.owner.id,
  until: inMinutes(5),
  ...more,
})
const signed = (message: LinkClaims, keys = env().JWT_KEYS) =>
  `https://service.test/files/${signLink(keys, message)}`

describe('a link to download', () => {
  test('returns the bytes, sandboxed and not cached; a picture is displayed, a PDF is saved', async () => {
    const [image, paper] = [picture(), page()]
    const displayed = await follow(await linkOf(setup, (await attach(setup, image)).id))
    expect([displayed.status, displayed.bytes]).toEqual([200, image])
    expect(Object.fromEntries(displayed.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(image.length),
      'content-disposition': `inline; filename="picture.png"; filename*=UTF-8''picture.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'server-timing': 'db;desc="1", sql;desc="2"',
    })
    const saved = await follow(await linkOf(setup, (await attach(setup, paper)).id))
    expect([saved.bytes, saved.headers.get('content-type')]).toEqual([paper, 'application/pdf'])
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  test('has the file name without letting it break out of the header', async () => {
    const filename = `a"; x=y\r\nSet-Cookie: evil=1\r\n\r\n<script>é😀.png`
    const { id } = await setup.ws.owner.ok('POST', setup.at, draftOf(setup, picture(), { filename }))
    const { headers } = await follow(await linkOf(setup, id))
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="a_; x=ySet-Cookie_ evil=1_script_e_.png"; ` +
        `filename*=UTF-8''a_%3B%20x%3DySet-Cookie_%20evil%3D1_script_%C3%A9%F0%9F%98%80.png`,
    )
  })

  test('returns a range of the bytes on request, and only their length for HEAD', async () => {
    const bytes = picture()
    const link = await linkOf(setup, (await attach(setup, bytes)).id)
    const part = await follow(link, { headers: { range: 'bytes=4-9' } })
    expect([
      part.status,
      part.bytes,
      part.headers.get('content-range'),
      part.headers.get('content-length'),
    ]).toEqual([206, bytes.slice(4, 10), `bytes 4-9/${bytes.length}`, '6'])
    const outOfRange = await follow(link, { headers: { range: `bytes=${bytes.length}-` } })
    expect([outOfRange.status, outOfRange.bytes.length]).toEqual([200, bytes.length])
    const head = await follow(link, { method: 'HEAD' })
    expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([
      200,
      0,
      String(bytes.length),
    ])
  })

  test('works only for what it was signed for', async () => {
    const { id } = await attach(setup)
    const other = await desk()
    expect((await follow(signed(claims(id)))).status).toBe(200)
    for (const invalid of [
      claims(id, { until: inMinutes(-0.01) }),
      claims(id, { use: 'PUT' }),
      claims(id, { org: other.ws.org.id }),
      claims(id, { org: other.ws.org.id, user: other.ws.owner.id }),
      claims(id, { user: other.ws.owner.id }),
      claims((await attach(other)).id),
      claims(uuidv7()),
    ])
      expect(problem(await follow(signed(invalid)))).toEqual(missing)
    expect(problem(await put(signed(claims(id)), picture()))).toEqual(missing)
  })

  test('is rejected without a database round trip if any character is changed', async () => {
    const link = signLink(env().JWT_KEYS, claims((await attach(setup)).id))
    for (let at = 0; at < link.length; at += 3) {
      const changed = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
      const reply = await call('GET', `/files/${changed}`)
      expect([at, reply.status, reply.roundTrips, reply.body.error.message]).toEqual([
        at,
        404,
        0,
        'file not found',
      ])
    }
    for (const invalid of [
      link.split('.')[0]!,
      `${link}.x`,
      `${link}A`,
      '.',
      'x',
      '%F0%9F',
      `${link.split('.')[0]}.`,
    ])
      expect([invalid, (await call('GET', `/files/${invalid}`)).status]).toEqual([invalid, 404])
  })

  test('is signed with the first key, verified with each, and not with retired ones', async () => {
    const { id } = await attach(setup)
    const [older, newer] = [env().JWT_KEYS, `new:${'n'.repeat(32)}`]
    const both = { JWT_KEYS: `${newer},${older}` }
    expect((await follow(signed(claims(id), older), {}, both)).status).toBe(200)
    expect((await follow(signed(claims(id), both.JWT_KEYS), {}, { JWT_KEYS: newer })).status).toBe(200)
    expect((await follow(signed(claims(id), older), {}, { JWT_KEYS: newer })).status).toBe(404)
    const namesake = `test:${'n'.repeat(32)}`
    expect((await follow(signed(claims(id), namesake))).status).toBe(404)
    expect(readLink(older, setup.ws.owner.headers.cookie!.split('=')[1]!, new Date())).toBeNull()
  })

  test('stops when its person leaves, or may no longer see the file', async () => {
    const { id } = await attach(setup)
    const member = await join(setup.ws)
    const link = await linkOf(setup, id, member)
    const status = async () => (await follow(link)).status
    const projects = (visibility: string) =>
      asOwner('update projects set visibility = $2 where id = $1', [setup.projectId, visibility])
    expect(await status()).toBe(200)
    await projects('private')
    expect(await status()).toBe(404)
    await projects('organization')
    expect(await status()).toBe(200)
    await asOwner(`update organization_members set status = 'deactivated' where user_id = $1`, [member.id])
    expect(await status()).toBe(404)
    const ownLink = await linkOf(setup, id)
    await setup.ws.owner.ok('DELETE', `${setup.at}/${id}`)
    expect((await follow(ownLink)).status).toBe(404)
  })
})

describe('a link to upload', () => {
  test('is rejected once its person may no longer write, or for a deleted object', async () => {
    const member = await join(setup.ws)
    const bytes = page()
    const { upload_url } = await announce(setup, bytes, member)
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [member.id])
    expect(problem(await put(upload_url, bytes))).toEqual(missing)
    await asOwner(`update organization_members set role = 'member' where user_id = $1`, [member.id])
    const copy = await setup.ws.owner.ok('POST', `${setup.ws.base}/tasks/${setup.task.id}/duplicate`, {})
    const lateUpload = await announce({ ...setup, task: copy }, bytes)
    await setup.ws.owner.ok('DELETE', `${setup.ws.base}/tasks/${copy.id}`)
    expect(problem(await put(lateUpload.upload_url, bytes))).toEqual(missing)
    expect((await put(upload_url, bytes)).status).toBe(200)
  })

  test('does not return the bytes, and expires', async () => {
    const bytes = page()
    const { id, upload_url } = await announce(setup, bytes)
    expect(problem(await follow(upload_url))).toEqual(missing)
    expect(problem(await put(signed(claims(id, { use: 'PUT', until: inMinutes(-1) })), bytes))).toEqual(
      missing,
    )
    expect((await put(signed(claims(id, { use: 'PUT', until: inMinutes(1) })), bytes)).status).toBe(200)
  })

  test('accepts no other method', async () => {
    const { upload_url } = await announce(setup, page())
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      const refused = await follow(upload_url, { method })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'HEAD, GET, PUT'])
    }
  })
})
