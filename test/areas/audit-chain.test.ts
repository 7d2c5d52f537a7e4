import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { sealing } from '../../src/jobs/audit-seals.ts'
import { platform, rehash, seal, storage, tamper, trail, type Trail, verify } from '../kit/audit.ts'
import { asOwner, call, env, files } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { task, project } from '../kit/makers.ts'
import { parts } from '../kit/parts.ts'

let chain: Trail
let org: string
beforeEach(async () => {
  chain = await trail()
  org = chain.ws.org.id
})
const last = () => chain.entries.length
const id = (position: number) => chain.entries[position - 1]!.id

describe('an intact chain', () => {
  test('is complete, agrees with its checkpoint, and reports what is not sealed yet', async () => {
    const full = await verify(chain)
    expect(full).toMatchObject({ ok: true, checked: last(), unsealed: 0, first_broken: null, next: null })
    expect(full.checkpoint).toMatchObject({ position: last(), ok: true, signature: 'valid' })
    await chain.ws.owner.ok('POST', `${chain.ws.base}/tags`, { name: 'new' })
    expect(await verify(chain)).toMatchObject({
      ok: true,
      unsealed: 1,
      unsealed_since: expect.any(String),
    })
    await seal(org)
    expect(await verify(chain)).toMatchObject({ ok: true, unsealed: 0, position: last() + 1 })
  })

  test('is hashed as documented: sha256 of the previous hash and the text, from its own start', async () => {
    const [row] = await asOwner(
      `select bool_and(s.hash = sha256(coalesce(p.hash, sha256(convert_to('audit chain of ' || $1, 'UTF8')))
          || convert_to(app.audit_text(a), 'UTF8'))) as holds, count(*)::int as n
        from audit_seals s join audit_log a on a.id = s.entry_id
        left join audit_seals p on p.org_id = s.org_id and p.position = s.position - 1 where s.org_id = $1::uuid`,
      [org],
    )
    expect(row).toEqual({ holds: true, n: last() })
  })

  test('has the same text whatever the session settings are', async () => {
    const client = new Client({ connectionString: parts().ownerUrl })
    await client.connect()
    const texts = async (...settings: string[]) => {
      for (const setting of settings) await client.query(`set ${setting}`)
      const text = `select string_agg(app.audit_text(a), '' order by a.id) as text from audit_log a where a.org_id = $1`
      return (await client.query<{ text: string }>(text, [org])).rows[0]!.text
    }
    const plain = await texts(`timezone = 'UTC'`)
    const other = await texts(
      `timezone = 'Asia/Tokyo'`,
      `datestyle = 'German, DMY'`,
      `bytea_output = 'escape'`,
      `extra_float_digits = 0`,
    )
    await client.end()
    expect(plain).toContain(id(1))
    expect(other).toEqual(plain)
  })

  test('covers every column of an entry: a new one must be added to its text', async () => {
    const [{ body }] = await asOwner(
      `select prosrc as body from pg_proc where proname = 'audit_text' and pronamespace = 'app'::regnamespace`,
    )
    const columns = await asOwner<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'audit_log'::regclass and attnum > 0 and not attisdropped`,
    )
    expect(columns.filter(({ name }) => !body.includes(`a.${name}`))).toEqual([])
  })

  test('is verified in a range, which must be in order and at most 366 days', async () => {
    const [{ at }] = await asOwner('select app.utc(created_at) as at from audit_log where id = $1', [id(3)])
    const part = await verify(chain, `?from=${at}`)
    expect(part.checked).toBeGreaterThan(0)
    expect(part.checked).toBeLessThan(last())
    expect(part.ok).toBe(true)
    for (const range of [
      'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      'from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    ]) {
      const refused = await chain.ws.owner.call('GET', `${chain.at}/verify?${range}`)
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        expect.stringContaining('query.from: '),
      ])
    }
  })

  test('without file storage reports that there are no checkpoints, and is verified all the same', async () => {
    const { headers } = chain.ws.owner
    const { body } = await call('GET', `${chain.at}/verify`, { headers }, { FILES: undefined })
    expect(body).toMatchObject({ ok: true, checkpoint: null, checkpoint_missing: 'not_configured' })
    const { body: fresh } = await call('GET', `${chain.at}/verify`, { headers }, { FILES: nothing })
    expect(fresh).toMatchObject({ ok: true, checkpoint: null, checkpoint_missing: 'none_yet' })
    const failing = { ...nothing, get: () => Promise.reject(new Error('away')) }
    const { body: withoutStorage } = await call('GET', `${chain.at}/verify`, { headers }, { FILES: failing })
    expect(withoutStorage).toMatchObject({ ok: true, checkpoint: null, checkpoint_missing: 'unreachable' })
  })
})

const nothing = {
  put: async () => undefined,
  get: async () => null,
  head: async () => null,
  delete: async () => undefined,
  list: async () => ({ objects: [], truncated: false }),
}

describe('a chain that was tampered with', () => {
  test.each([
    ['the first', () => 1],
    ['one in the middle', () => 3],
    ['the last', last],
  ])('shows that %s was edited', async (_, place) => {
    await tamper(`update audit_log set entity_label = 'another' where id = '${id(place())}'`)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'edited', position: place(), entry_id: id(place()) },
    })
  })

  test.each([
    ['the first', () => 1],
    ['one in the middle', () => 3],
    ['the last', last],
  ])('shows that the entry of %s is missing', async (_, place) => {
    await tamper(`delete from audit_log where id = '${id(place())}'`)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'missing', position: place(), entry_id: id(place()) },
    })
  })

  test.each([
    ['the first', () => 1],
    ['one in the middle', () => 3],
  ])('shows that %s is missing with its seal', async (_, place) => {
    await tamper(`delete from audit_log where id = '${id(place())}';
      delete from audit_seals where org_id = '${org}' and position = ${place()}`)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'missing', position: place(), entry_id: null },
    })
  })

  test('shows that the end was truncated, by the checkpoint', async () => {
    await tamper(`delete from audit_log where id = '${id(last())}';
      delete from audit_seals where org_id = '${org}' and position = ${last()}`)
    const cut = await verify(chain)
    expect(cut.first_broken).toEqual({ kind: 'truncated', position: last() - 1, entry_id: null })
    expect(cut).toMatchObject({ ok: false, checkpoint: { ok: false, position: last() } })
  })

  test('shows that all of it was removed', async () => {
    await tamper(
      `delete from audit_log where org_id = '${org}'; delete from audit_seals where org_id = '${org}'`,
    )
    expect(await verify(chain)).toMatchObject({ ok: false, first_broken: { kind: 'truncated' } })
  })

  test('keeps its old checkpoint, so that truncation is still detected when new entries come', async () => {
    await tamper(`delete from audit_log where id = '${id(last())}';
      delete from audit_seals where org_id = '${org}' and position = ${last()}`)
    for (const name of ['a', 'b', 'c']) await chain.ws.owner.ok('POST', `${chain.ws.base}/tags`, { name })
    await seal(org)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'edited', position: last() },
      checkpoint: { ok: false, position: last() },
    })
  })

  test('shows that an entry was inserted among older ones, before the first too', async () => {
    const moment = new Date(Date.now() - 3_600_000)
    const slipped = uuidv7(moment.getTime())
    await tamper(`insert into audit_log (id, org_id, actor_type, action, entity_type, entity_id, changes, created_at)
      values ('${slipped}', '${org}', 'system', 'task.created', 'tasks', '1', '{}', '${moment.toISOString()}')`)
    expect(await verify(chain)).toMatchObject({
      ok: false,
      first_broken: { kind: 'inserted', position: null, entry_id: slipped },
    })
  })

  test('shows that two entries were swapped', async () => {
    await tamper(`update audit_seals set entry_id = case entry_id when '${id(2)}' then '${platform}'::uuid else '${id(2)}' end
        where org_id = '${org}' and entry_id in ('${id(2)}', '${id(3)}');
      update audit_seals set entry_id = '${id(3)}' where org_id = '${org}' and entry_id = '${platform}'`)
    expect(await verify(chain)).toMatchObject({ ok: false, first_broken: { kind: 'swapped', position: 2 } })
  })

  test('shows that all of it was rewritten, by the checkpoint', async () => {
    await tamper(
      `update audit_log set actor_label = 'somebody@else' where id = '${id(2)}'; ${rehash(org, 2)}`,
    )
    const rewritten = await verify(chain)
    expect(rewritten.first_broken).toEqual({ kind: 'edited', position: last(), entry_id: null })
    expect(rewritten.checkpoint.ok).toBe(false)
    const { headers } = chain.ws.owner
    const { body } = await call('GET', `${chain.at}/verify`, { headers }, { FILES: undefined })
    expect(body.ok).toBe(true)
  })

  test('finds the hash at an older checkpoint in one more round trip', async () => {
    await tamper(
      `update audit_log set actor_label = 'somebody@else' where id = '${id(2)}'; ${rehash(org, 2)}`,
    )
    await asOwner(`insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes)
      values ('${org}', 'system', 'task.created', 'tasks', '1', '{}')`)
    await asOwner(`select app.seal('${org}', 5000)`)
    const reply = await chain.ws.owner.call('GET', `${chain.at}/verify`)
    expect([reply.roundTrips, reply.body.position]).toEqual([2, last() + 1])
    expect(reply.body.first_broken).toMatchObject({ kind: 'edited', position: last() })
  })
})

describe('a checkpoint', () => {
  const key = () => `audit/${org}/newest`
  const text = () => new TextDecoder().decode(files.stored.get(key())!.bytes)
  const put = (jws: string) => files.put(key(), new TextEncoder().encode(jws))

  test('is stored next to one for the day, and is not erased as an orphan', async () => {
    const day = new Date().toISOString().slice(0, 10)
    expect([...files.stored.keys()].filter((name) => name.startsWith(`audit/${org}/`)).toSorted()).toEqual([
      `audit/${org}/${day}`,
      key(),
    ])
  })

  test('that was overwritten, or is of another organization, is forged', async () => {
    const [head, body, mac] = text().split('.') as [string, string, string]
    const result = JSON.parse(atob(body)) as object
    const forged = btoa(JSON.stringify({ ...result, position: 2 })).replace(/=+$/, '')
    await put([head, forged, mac].join('.'))
    expect(await verify(chain)).toMatchObject({ ok: false, first_broken: { kind: 'forged' } })
    await put('nonsense')
    expect(await verify(chain)).toMatchObject({ ok: false, checkpoint_missing: 'unreadable' })
    const other = await trail(1)
    await put(new TextDecoder().decode(files.stored.get(`audit/${other.ws.org.id}/newest`)!.bytes))
    expect(await verify(chain)).toMatchObject({ ok: false, first_broken: { kind: 'forged' } })
  })

  test('of a retired key still counts, says so, and is signed again at the next sealing', async () => {
    const { headers } = chain.ws.owner
    const ring = `new:${'n'.repeat(40)}`
    const { body: session } = await call(
      'GET',
      `${chain.at}/verify`,
      { headers },
      { JWT_KEYS: `${env().JWT_KEYS},${ring}` },
    )
    expect(session.checkpoint).toMatchObject({ ok: true, signature: 'valid' })
    const [head, body, mac] = text().split('.') as [string, string, string]
    await put(
      [btoa(JSON.stringify({ ...JSON.parse(atob(head)), kid: 'gone' })).replace(/=+$/, ''), body, mac].join(
        '.',
      ),
    )
    expect((await verify(chain)).checkpoint).toMatchObject({ ok: true, signature: 'unknown' })
    await seal(org)
    expect((await verify(chain)).checkpoint).toMatchObject({ ok: true, signature: 'valid' })
  })
})

test('repeated or concurrent sealing seals each entry once, in the order of their ids', async () => {
  const home = await project(chain.ws)
  await Promise.all(Array.from({ length: 30 }, () => task(chain.ws, home.id)))
  await Promise.all(Array.from({ length: 10 }, () => seal(org)))
  const [row] = await asOwner(
    `select count(*)::int as seals, max(position)::int as last, count(distinct entry_id)::int as entries,
      (select count(*)::int from audit_log where org_id = $1) as all from audit_seals where org_id = $1`,
    [org],
  )
  expect(row).toEqual({ seals: row.all, last: row.all, entries: row.all, all: row.all })
  expect(await verify(chain)).toMatchObject({ ok: true, unsealed: 0 })
})

test('entries of open transactions are not sealed, so that none can appear below sealed ones', async () => {
  const home = await project(chain.ws)
  await task(chain.ws, home.id)
  const { unsealed } = await verify(chain)
  expect(unsealed).toBeGreaterThan(0)
  const sealUntil = async (seconds: number) => {
    const payload = Math.floor(Date.now() / 1000) + 60 + seconds
    const job = {
      id: '',
      org_id: org,
      folder: org,
      topic: 'audit.seal',
      payload: payload as never,
      attempts: 1,
    }
    await sealing.react(job, database(), storage(), env().JWT_KEYS)
    return (await verify(chain)).unsealed
  }
  expect(await sealUntil(-30)).toBe(unsealed)
  expect(await sealUntil(5)).toBe(0)
})

describe('a forged entry', () => {
  const forge = async (id: string, at: string) => {
    await tamper(`insert into audit_log (id, org_id, actor_type, action, entity_type, entity_id, changes, created_at)
      values ('${id}', '${org}', 'system', 'task.created', 'tasks', '1', '{}', ${at})`)
    await seal(org)
    return verify(chain)
  }
  const undo = (id: string) =>
    tamper(`delete from audit_seals where org_id = '${org}' and entry_id = '${id}';
    delete from audit_log where id = '${id}'`)

  test('with a new id and a time in the past is detected, although it was sealed', async () => {
    const fresh = uuidv7(Date.now())
    expect(await forge(fresh, "now() - interval '1 day'")).toMatchObject({
      ok: false,
      first_broken: { kind: 'forged', entry_id: fresh },
    })
    await undo(fresh)
  })

  test('with an id from before the last seal is detected, and is never sealed', async () => {
    const home = await project(chain.ws)
    await task(chain.ws, home.id)
    await seal(org)
    const old = uuidv7(Date.now() - 60_000)
    expect(await forge(old, "now() - interval '60 seconds'")).toMatchObject({
      ok: false,
      first_broken: { kind: 'inserted', entry_id: old },
    })
    await undo(old)
  })
})
