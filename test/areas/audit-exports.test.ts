import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportExpiry, exporting } from '../../src/jobs/audit-exports.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { cell, line } from '../../src/shared/csv.ts'
import { seal, storage, type Trail, trail } from '../kit/audit.ts'
import { follow, statusAndJson } from '../kit/attachments.ts'
import { asOwner, call, type Caller, env, files, type Json, person } from '../kit/client.ts'
import { database, enteredDatabase } from '../kit/inbox.ts'
import { impersonating } from '../kit/impersonation.ts'
import { join } from '../kit/makers.ts'

const everything = (format: string, more = '') => {
  const [from, to] = [-300, 1].map((days) => new Date(Date.now() + days * 864e5).toISOString())
  return `?from=${from}&to=${to}&format=${format}${more}`
}
const ask = ({ ws, at }: Trail, query: string, who = ws.owner): Promise<Json> =>
  who.ok('GET', `${at}/export${query}`)

/** Requests the file until it is ready. */
async function create(where: Trail, query: string): Promise<Json> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const result = await ask(where, query)
    if (result.state === 'ready') return result
    await drain(database(), storage(), env().JWT_KEYS)
  }
  throw new Error('the file is not made')
}
/** Follows a link as the person who requested the file. */
const fetched = (url: string, method = 'GET', who = where.ws.owner) =>
  follow(url, { method, headers: who.headers })
const textOf = async (url: string, who?: Caller) =>
  new TextDecoder().decode((await fetched(url, 'GET', who)).bytes)
const sha = (previous: string, sealed: string) =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(sealed).digest('hex')

let where: Trail
beforeAll(async () => {
  where = await trail(3)
})

describe('a file of the audit log', () => {
  test('is requested and polled with the same GET, and its link conflicts until it is ready', async () => {
    const query = everything('jsonl')
    const reply = await where.ws.owner.call('GET', `${where.at}/export${query}`)
    expect([reply.status, reply.body.format, reply.roundTrips]).toEqual([202, 'jsonl', 1])
    const ready = await create(where, query)
    expect(ready).toMatchObject({ id: reply.body.id, state: 'ready' })
    const file = await fetched(ready.download_url)
    expect([file.status, file.bytes.length]).toEqual([200, ready.size_bytes])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-.*\.jsonl"$/)
    expect(file.headers.get('content-length')).toBe(String(ready.size_bytes))
    const head = await fetched(ready.download_url, 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([200, 0])
  })

  test('is 409 with Retry-After while it is being created', async () => {
    const ready = await create(where, everything('jsonl'))
    await asOwner(`begin; set local session_replication_role = replica;
      update audit_exports set state = 'preparing' where id = '${ready.id}'; commit`)
    const early = await fetched(ready.download_url)
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '5'])
    expect(statusAndJson(early)[1].error.code).toBe('conflict')
    await asOwner(`begin; set local session_replication_role = replica;
      update audit_exports set state = 'ready' where id = '${ready.id}'; commit`)
  })

  test('can be verified without the service: each line hashes to its position in the chain', async () => {
    const { download_url, entries } = await create(where, everything('jsonl'))
    const lines = (await textOf(download_url))
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    const { manifest } = lines.pop()
    expect(manifest).toMatchObject({ organization_id: where.ws.org.id, entries })
    expect(lines.length).toBe(entries)
    const sealed = lines.filter(({ seal: one }) => one).map(({ seal: one }) => one)
    expect(sealed.length).toBe(where.entries.length)
    for (const one of sealed) expect(one.hash).toBe(sha(one.previous, one.sealed))
    for (const [place, one] of sealed.slice(1).entries()) expect(one.previous).toBe(sealed[place]!.hash)
    for (const one of lines.filter((overrides) => overrides.seal)) {
      const [id, , , , , label, , , , action] = JSON.parse(one.seal.sealed)
      expect([id, label, action]).toEqual([one.id, one.actor.label, one.action])
    }
  })

  test.each(['jsonl', 'csv'])('of %s is signed, and a changed byte is detected', async (format) => {
    const ready = await create(where, everything(format))
    const { body: open } = await call('GET', '/.well-known/jwks.json')
    expect(open.keys.map((key: Json) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
    ])
    const { payload } = await compactVerify(ready.signature, createLocalJWKSet(open))
    const manifest = JSON.parse(new TextDecoder().decode(payload))
    expect(manifest).toMatchObject({ organization_id: where.ws.org.id, entries: ready.entries })
    const { bytes } = await fetched(ready.download_url)
    const holds = (file: Uint8Array) => {
      let at = 0
      return manifest.parts.every(({ bytes: length, sha256 }: { bytes: number; sha256: string }) => {
        const part = file.subarray(at, (at += length))
        return createHash('sha256').update(part).digest('hex') === sha256
      })
    }
    expect(holds(bytes)).toBe(true)
    const forged = Uint8Array.from(bytes)
    forged[forged.indexOf(58)]! += 1
    expect(holds(forged)).toBe(false)
    const covered = manifest.parts.reduce((sum: number, part: Json) => sum + part.bytes, 0)
    const rest = new TextDecoder().decode(bytes.subarray(covered))
    if (format === 'csv') expect(rest).toBe('')
    else expect(JSON.parse(rest)).toEqual({ manifest, signature: ready.signature })
    const [head, , signature] = ready.signature.split('.')
    const other = `${head}.${Buffer.from(JSON.stringify({ ...manifest, entries: 0 })).toString('base64url')}.${signature}`
    await expect(compactVerify(other, createLocalJWKSet(open))).rejects.toThrow(
      'signature verification failed',
    )
  })

  test('is created in parts that are read as one, whatever the number of entries', async () => {
    const big = await trail(1)
    await asOwner(
      `insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes)
      select $1, 'system', 'task.created', 'tasks', n::text, '{}' from generate_series(1, 5200) n`,
      [big.ws.org.id],
    )
    await seal(big.ws.org.id)
    const ready = await create(big, everything('csv'))
    const [{ parts }] = await asOwner('select cardinality(sizes) as parts from audit_exports where id = $1', [
      ready.id,
    ])
    expect(parts).toBe(3)
    const text = await textOf(ready.download_url, big.ws.owner)
    expect(text.split('\r\n').length).toBe(ready.entries + 2)
    expect(text.match(/^id,created_at/gm)).toHaveLength(1)
    const numbers = [...text.matchAll(/,system,,,tasks,(\d+),/g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(Array.from({ length: 5200 }, (_, n) => n + 1))
  })

  test('leaves out what belongs to the platform, and who impersonated', async () => {
    const { ws } = where
    const operator = await person('Olga Operator')
    await asOwner(
      `insert into audit_log (org_id, actor_type, actor_user_id, impersonator_user_id, action, entity_type, entity_id, changes, ip)
      values ($1, 'user', $2, $3, 'access.refused', 'operations', 'x', '{}', '198.51.100.7'),
        ($1, 'system', null, null, 'platform.secret', 'organizations', 'x', '{}', null)`,
      [ws.org.id, ws.owner.id, operator.id],
    )
    await seal(ws.org.id)
    const text = await textOf((await create(where, everything('jsonl'))).download_url)
    expect(text).toContain('"via":"support"')
    for (const hidden of ['platform.secret', '198.51.100.7', operator.id]) expect(text).not.toContain(hidden)
  })

  test('is audited once', async () => {
    const fresh = await trail(1)
    const query = everything('csv')
    const [one, two] = [await ask(fresh, query), await ask(fresh, query)]
    expect(one.id).toBe(two.id)
    await create(fresh, query)
    const entries = await asOwner(
      `select entity_id, actor_user_id from audit_log where org_id = $1 and action like 'audit_log.%'`,
      [fresh.ws.org.id],
    )
    expect(entries).toEqual([{ entity_id: one.id, actor_user_id: fresh.ws.owner.id }])
  })

  test('is erased after a day, with its bytes, and its link finds nothing', async () => {
    const fresh = await trail(1)
    const { id, download_url } = await create(fresh, everything('csv'))
    const stored = () => [...files.stored.keys()].filter((key) => key.includes(id))
    expect(stored().length).toBe(1)
    const [org, payload] = [fresh.ws.org.id, { export_id: id }]
    const job = { id: '', org_id: org, folder: org, topic: '', payload, attempts: 1 }
    const entered = enteredDatabase(job.org_id)
    await entered.batch(await exportExpiry.react(job, entered, storage()))
    expect(stored()).toEqual([])
    expect((await fetched(download_url, 'GET', fresh.ws.owner)).status).toBe(404)
    expect(await exporting.react(job, entered, storage())).toEqual([])
  })
})

describe('access to it', () => {
  test('is checked for whoever follows the link: it opens nothing without a credential, nor for anybody else', async () => {
    const second = await join(where.ws, 'owner')
    const { download_url } = await create(where, everything('jsonl'))
    expect((await follow(download_url)).status).toBe(401)
    expect((await fetched(download_url, 'GET', second)).status).toBe(404)
    expect((await fetched(download_url, 'GET', await person())).status).toBe(404)
    const { cookie, operator } = await impersonating(where.ws.owner)
    const looking = { cookie: `${operator.headers.cookie}; ${cookie}` }
    expect((await follow(download_url, { headers: looking })).status).toBe(404)
    const { token } = await where.ws.owner.ok('POST', `${where.ws.base}/api-keys`, { name: 'Archive' })
    expect((await follow(download_url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  })

  test('is for the owner who requested it, while they are owner: no admin, no other owner, no impersonator', async () => {
    const { ws, at } = where
    const [admin, second] = [await join(ws, 'admin'), await join(ws, 'owner')]
    expect((await admin.call('GET', `${at}/export${everything('csv')}`)).status).toBe(403)
    const { send } = await impersonating(second)
    expect((await send('GET', `${at}/export${everything('csv')}`)).status).toBe(403)
    const foreign = await ask(where, everything('csv'), second)
    expect(foreign.id).not.toBe((await ask(where, everything('csv'))).id)
    await asOwner(`update organization_members set role = 'admin' where org_id = $1 and user_id = $2`, [
      ws.org.id,
      second.id,
    ])
    expect((await fetched(foreign.download_url, 'GET', second)).status).toBe(404)
  })

  test('is for a range in order of at most 366 days, and for twenty files at a time', async () => {
    const fresh = await trail(1)
    const { owner } = fresh.ws
    for (const query of [
      '?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?from=2025-01-01T00:00:00Z&to=2026-01-03T00:00:00Z',
      '?from=2026-01-01T00:00:00Z',
      '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&format=xml',
    ])
      expect([query, (await owner.call('GET', `${fresh.at}/export${query}`)).status]).toEqual([query, 422])
    const sendRequest = (n: number) =>
      owner.call(
        'GET',
        `${fresh.at}/export?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:${String(n).padStart(2, '0')}Z`,
      )
    const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => sendRequest(n)))
    expect(replies.filter(({ status }) => status === 202).length).toBe(20)
    expect(replies.filter(({ status }) => status === 409).length).toBe(4)
  })
})

describe('CSV', () => {
  test('quotes what needs it, doubles quotes and ends lines with CRLF', () => {
    expect(line(['a', 'b,c', 'say "no"', 'two\nlines', null, 7])).toBe(
      'a,"b,c","say ""no""","two\nlines",,7\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=x'])(
    'escapes %j, which a spreadsheet would execute',
    (text) => {
      expect(cell(text).replace(/^"/, '')).toMatch(/^'/)
    },
  )
})
