import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet } from 'jose'
import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { attach, desk, picture } from '../kit/attachments.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, call, type Caller, caller, type Json, password } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { database, inbox } from '../kit/inbox.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import {
  begun,
  contentOf,
  download,
  exported,
  finished,
  linesOf,
  storedParts,
} from '../kit/organization-exports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { signedInSince } from '../kit/vault.ts'

await ownDatabase()

const said = ({ status, body }: { status: number; body: Json }) => [status, body?.error?.message]
const saidIn = ({ status, text }: { status: number; text: string }) => [
  status,
  JSON.parse(text).error.message,
]
const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const tomorrow = (id: string) =>
  asOwner(`update organization_exports set created_at = created_at - interval '1 day' where id = $1`, [id])
const stateOf = async (id: string) =>
  (await asOwner('select state, problem, tries from organization_exports where id = $1', [id]))[0]
const owners = async () => {
  const ws = await workspace()
  return { ws, at: `${ws.base}/exports`, second: await join(ws, 'owner', 'Second Owner') }
}
const bearer = async (ws: { owner: Caller; base: string }) => {
  const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'script' })
  return caller({ authorization: `Bearer ${token}` }, { id: ws.owner.id, email: '' })
}

describe('an export is requested', () => {
  test('by an owner in a session of theirs, who signed in lately or proves the password', async () => {
    const { ws, at } = await owners()
    const { owner } = ws
    expect((await (await join(ws, 'admin')).call('POST', at, {})).status).toBe(403)
    expect((await (await bearer(ws)).call('POST', at, {})).status).toBe(403)
    const { cookie, operator } = await impersonating(owner)
    const acting = { cookie: `${operator.headers.cookie}; ${cookie}` }
    expect((await operator.call('POST', at, {}, acting)).status).toBe(403)
    await signedInSince(owner, 16)
    expect(said(await owner.call('POST', at, {}))).toEqual([
      403,
      'confirm your password first: send it as password, or sign in again',
    ])
    expect(said(await owner.call('POST', at, { password: 'not it' }))).toEqual([
      422,
      'body.password: is wrong; reset the password if you have forgotten it',
    ])
    const asked = await owner.call('POST', at, { password })
    expect([asked.status, asked.roundTrips, asked.body.state]).toEqual([202, 2, 'preparing'])
  })

  test('one at a time and one a day; what failed does not count, what was deleted does', async () => {
    const { ws, at } = await owners()
    const id = await begun(ws, { kinds: ['tag'] })
    expect(said(await ws.owner.call('POST', at, {}))).toEqual([
      409,
      'an export is being made; wait until it is ready, or delete it',
    ])
    await finished(ws, id)
    const daily = [409, expect.stringMatching(/^one export a day: use the last one, or try again after \d/)]
    expect(said(await ws.owner.call('POST', at, {}))).toEqual(daily)
    await ws.owner.ok('DELETE', `${at}/${id}`)
    expect(said(await ws.owner.call('POST', at, {}))).toEqual(daily)
    await tomorrow(id)
    const next = await ws.owner.ok('POST', at, { kinds: ['tag'] })
    await asOwner(`update organization_exports set state = 'failed' where id = $1`, [next.id])
    expect((await ws.owner.call('POST', at, {})).status).toBe(202)
  })

  test('of kinds that there are, and not where there is no file storage', async () => {
    const { ws, at } = await owners()
    expect(said(await ws.owner.call('POST', at, { kinds: ['task', 'note'] }))).toEqual([
      422,
      expect.stringMatching(/^body\.kinds\.1: no such kind; choose from .*task/),
    ])
    expect(said(await ws.owner.call('POST', at, { kinds: [] }))).toEqual([422, 'body.kinds: at least one'])
    const without = await call('POST', at, { body: {}, headers: ws.owner.headers }, { FILES: undefined })
    expect(said(without)).toEqual([409, expect.stringContaining('this deployment keeps no files')])
  })

  test('by one of two at the same moment', async () => {
    const { ws, at, second } = await owners()
    const sent = await Promise.all([ws.owner, second, ws.owner].map((who) => who.call('POST', at, {})))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  })
})

describe('an export that is ready', () => {
  test('has a signed manifest with the hash of each part, and every owner is told of it', async () => {
    const { ws, second } = await owners()
    const home = await project(ws)
    await task(ws, home.id, { title: 'First' })
    const made = await exported(ws)
    const { manifest, signature, files: contents } = await contentOf(ws, made.id)
    expect(manifest).toMatchObject({
      format: 1,
      origin: 'https://service.test',
      organization: { id: ws.org.id, slug: ws.org.slug },
      snapshot: expect.stringMatching(/^\d+$/),
    })
    const { body: open } = await call('GET', '/.well-known/jwks.json')
    const { payload } = await compactVerify(signature, createLocalJWKSet(open))
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(manifest)
    for (const { name, bytes, sha256 } of manifest.parts) {
      const text = contents[name]!
      expect([name, Buffer.byteLength(text), sha(text)]).toEqual([name, bytes, sha256])
    }
    expect(linesOf(contents, 'task')).toMatchObject([
      { title: 'First', key: `${home.key}-1`, project_id: home.id },
    ])
    expect(made.progress.find(({ kind }: Json) => kind === 'task')).toMatchObject({ line_count: 1 })
    expect(made.line_count).toBe(
      made.progress.reduce(
        (sum: number, { kind, line_count }: Json) => sum + (kind === 'file' ? 0 : line_count),
        0,
      ),
    )
    for (const who of [ws.owner, second])
      expect((await inbox(ws, who)).map(({ title }) => title).slice(0, 2)).toEqual([
        expect.stringMatching(
          /^The export of the whole organization was downloaded from 203.0.113.7, by \S+@/,
        ),
        expect.stringMatching(/^An export of the whole organization was started, by \S+@/),
      ])
    const log = await asOwner<{ action: string }>(
      `select action from audit_log where org_id = $1 and entity_type = 'organization_exports' order by id`,
      [ws.org.id],
    )
    expect(log.map(({ action }) => action).slice(0, 3)).toEqual([
      'organization_export.started',
      'organization_export.made',
      'organization_export.downloaded',
    ])
    expect(log.filter(({ action }) => action === 'organization_export.part_downloaded')).toHaveLength(
      manifest.parts.length,
    )
  })

  test('names former members without their address, and members with it', async () => {
    const { ws } = await owners()
    const home = await project(ws)
    const gone = await join(ws, 'member', 'Gone Person')
    await gone.ok('POST', `${ws.base}/projects/${home.id}/tasks`, { title: 'Theirs' })
    await ws.owner.ok('DELETE', `${ws.base}/members/${gone.id}`)
    const made = await exported(ws)
    const { files: contents } = await contentOf(ws, made.id)
    const people = linesOf(contents, 'person')
    expect(people.find(({ id }) => id === gone.id)).toEqual({
      kind: 'person',
      id: gone.id,
      name: 'Gone Person',
      email: null,
      left: true,
    })
    expect(people.find(({ id }) => id === ws.owner.id)).toMatchObject({ email: ws.owner.email, left: false })
  })

  test('gives its parts to owners in their own session alone, whole or by ranges', async () => {
    const { ws } = await owners()
    const made = await exported(ws, { kinds: ['organization'] })
    const whole = await download(ws, made.id, 1, ws.owner)
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="organization.jsonl"')
    expect(whole.headers.get('cache-control')).toBe('private, no-store')
    const part = await download(ws, made.id, 1, ws.owner, { range: 'bytes=3-9' })
    expect([part.status, part.text]).toEqual([206, whole.text.slice(3, 10)])
    expect(part.headers.get('content-range')).toBe(`bytes 3-9/${whole.bytes.length}`)
    const head = await download(ws, made.id, 1, ws.owner, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.bytes.length)])
    for (const what of [1, 'archive'] as const) {
      expect((await download(ws, made.id, what, await join(ws, 'admin'))).status).toBe(403)
      expect(saidIn(await download(ws, made.id, what, await bearer(ws)))).toEqual([
        403,
        'this operation is not open to API keys',
      ])
      expect((await download(ws, made.id, what, caller({}, { id: '', email: '' }))).status).toBe(401)
      const { owner: stranger } = await workspace()
      expect(saidIn(await download(ws, made.id, what, stranger))).toEqual([404, 'organization not found'])
      expect(saidIn(await download(ws, ws.org.id, what, ws.owner))).toEqual([404, 'export not found'])
      const { cookie, operator } = await impersonating(ws.owner)
      const acting = { cookie: `${operator.headers.cookie}; ${cookie}` }
      expect((await download(ws, made.id, what, operator, acting)).status).toBe(403)
    }
    expect(saidIn(await download(ws, made.id, 99, ws.owner))).toEqual([404, 'part not found'])
    expect(saidIn(await download(ws, made.id, 'x' as never, ws.owner))).toEqual([
      422,
      'path.n: must be the number of a part',
    ])
  })

  test('comes as one tar file, too, in which the parts of a kind are one file', async () => {
    const at = await desk()
    const bytes = picture()
    await attach(at, bytes)
    const made = await exported(at.ws)
    const archive = await download(at.ws, made.id, 'archive', at.ws.owner)
    expect(Number(archive.headers.get('content-length'))).toBe(archive.bytes.length)
    const entries = new Map<string, Uint8Array>()
    for (let place = 0; archive.bytes[place];) {
      const header = new TextDecoder().decode(archive.bytes.subarray(place, place + 512))
      const [name, size] = [
        header.slice(0, 100).replaceAll('\0', ''),
        Number.parseInt(header.slice(124, 135), 8),
      ]
      entries.set(name, archive.bytes.subarray(place + 512, place + 512 + size))
      place += 512 + Math.ceil(size / 512) * 512
    }
    expect([...entries.keys()].slice(0, 2)).toEqual(['manifest.json', 'organization.jsonl'])
    expect(entries.get(`files/${sha(bytes)}`)).toEqual(bytes)
    const { files: contents } = await contentOf(at.ws, made.id)
    expect(new TextDecoder().decode(entries.get('task.jsonl'))).toBe(contents['task.jsonl'])
  })

  test('keeps a file that is deleted meanwhile, counts it once, and lets it go with itself', async () => {
    const at = await desk()
    const { ws } = at
    const used = async () =>
      Number(
        (
          await asOwner(
            `select app.stored_bytes() from
      (select set_config('app.org_id', $1, false)) s`,
            [ws.org.id],
          )
        )[0].stored_bytes,
      )
    const bytes = picture()
    const { id } = await attach(at, bytes)
    const made = await exported(ws)
    const lines = made.progress.reduce(
      (sum: number, { kind, size_bytes }: Json) => sum + (kind === 'file' ? 0 : size_bytes),
      0,
    )
    const [manifest] = await asOwner<{ size: number }>(
      'select size_bytes::int as size from organization_export_parts where export_id = $1 and n = 0',
      [made.id],
    )
    expect(await used()).toBe(bytes.length + lines + manifest!.size)
    await asOwner('delete from attachments where id = $1', [id])
    await drain(database(), storage())
    const { manifest: listed } = await contentOf(ws, made.id)
    const part = listed.parts.find(({ name }) => name === `files/${sha(bytes)}`)!
    expect((await download(ws, made.id, part.n, ws.owner)).bytes).toEqual(bytes)
    await ws.owner.ok('DELETE', `${ws.base}/exports/${made.id}`)
    await drain(database(), storage())
    expect(storedParts(made.id)).toEqual([])
    expect(await asOwner('select from attachment_objects where org_id = $1', [ws.org.id])).toEqual([])
  })

  test('is erased after seven days, and cannot be had any more from then on', async () => {
    const { ws, at } = await owners()
    const made = await exported(ws, { kinds: ['tag', 'organization'] })
    expect(Date.parse(made.expires_at) - Date.parse(made.ready_at)).toBe(7 * 864e5)
    expect(storedParts(made.id).length).toBeGreaterThan(1)
    await asOwner(
      `update organization_exports set expires_at = now(), created_at = now() - interval '8 days' where id = $1`,
      [made.id],
    )
    expect((await ws.owner.call('GET', `${at}/${made.id}`)).status).toBe(404)
    expect((await download(ws, made.id, 1, ws.owner)).status).toBe(404)
    await asOwner(`update outbox set available_at = now() where payload->>'export_id' = $1`, [made.id])
    await drain(database(), storage())
    expect(storedParts(made.id)).toEqual([])
    expect(await stateOf(made.id)).toBeUndefined()
  })

  test('goes with whoever asked for it, when they leave', async () => {
    const { ws, second, at } = await owners()
    const made = await exported({ ...ws, owner: second }, { kinds: ['tag'] })
    await ws.owner.ok('DELETE', `${ws.base}/members/${second.id}`)
    expect((await ws.owner.ok('GET', at)).items).toEqual([])
    await drain(database(), storage())
    expect(storedParts(made.id)).toEqual([])
  })
})
