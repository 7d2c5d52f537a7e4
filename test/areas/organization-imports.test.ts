import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { storage } from '../kit/audit.ts'
import { app, asOwner, call, type Caller, caller, env, files, type Json } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { database } from '../kit/inbox.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { exported } from '../kit/organization-exports.ts'
import {
  type Archive,
  archive,
  archiveOf,
  completed,
  imported,
  importPath,
  received,
  send,
  tagLine,
} from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const said = ({ status, body }: { status: number; body: Json }) => [status, body?.error?.message]
const tags = archive([['tag.jsonl', tagLine('a1', 'web')]])
const person = async () => (await workspace()).owner
const begun = async (who: Caller, of: Archive = tags) =>
  (await who.ok('POST', importPath, { manifest: of.manifest })).id as string
const refused = async (changes: object) => {
  const who = await person()
  return said(await who.call('POST', importPath, { manifest: { ...tags.manifest, ...changes } }))
}

describe('an import begins with its manifest', () => {
  test('in the browser session of whoever is signed in, one at a time', async () => {
    const ws = await workspace()
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'script' })
    const key = caller({ authorization: `Bearer ${token}` }, { id: ws.owner.id, email: '' })
    const body = { manifest: tags.manifest }
    expect((await key.call('POST', importPath, body)).status).toBe(403)
    expect((await call('POST', importPath, { body })).status).toBe(401)
    const { cookie, operator } = await impersonating(ws.owner)
    const acting = { cookie: `${operator.headers.cookie}; ${cookie}` }
    expect((await operator.call('POST', importPath, body, acting)).status).toBe(403)
    const first = await ws.owner.call('POST', importPath, body)
    expect([first.status, first.body.state, first.body.missing_parts]).toEqual([
      201,
      'receiving',
      [{ n: 1, name: 'tag.jsonl', size_bytes: tags.parts.get(1)!.length }],
    ])
    expect((await ws.owner.ok('POST', importPath, body)).id).toBe(first.body.id)
    const other = { manifest: { ...tags.manifest, started_at: '2026-11-26T09:00:00.000Z' } }
    expect(said(await ws.owner.call('POST', importPath, other))).toEqual([
      409,
      'another import of yours is under way; finish it, or throw it away',
    ])
    expect((await ws.owner.ok('GET', '/api/v1/organizations')).items.length).toBe(1)
  })

  test('twice at the same moment it is one', async () => {
    const who = await person()
    const body = { manifest: tags.manifest }
    const both = await Promise.all([1, 2].map(async () => who.call('POST', importPath, body)))
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]!.body.id).toBe(both[1]!.body.id)
  })

  test('which is refused where it is of a newer version, of some kinds only, or too large', async () => {
    expect(await refused({ format: 2 })).toEqual([
      422,
      'body.manifest.format: made by a newer version; import it there, or have this deployment updated',
    ])
    expect(await refused({ kinds: ['tag'] })).toEqual([
      422,
      'body.manifest.kinds: only an export of everything can be imported',
    ])
    expect(await refused({ counts: { tag: 1_000_001 } })).toEqual([
      422,
      'body.manifest.counts: at most 1000000 rows',
    ])
    const [part] = tags.manifest.parts
    expect(await refused({ parts: [{ ...part, bytes: 65 * 2 ** 20 }] })).toEqual([
      422,
      'body.manifest.parts[0].bytes: at most 64 MiB',
    ])
    const many = Array.from({ length: 200 }, (_, n) => ({ ...part, n: n + 1, bytes: 60 * 2 ** 20 }))
    expect(await refused({ parts: many })).toEqual([
      409,
      'the organization keeps at most 10000 MB of files; delete some, which takes effect when the trash is erased',
    ])
  })

  test.each([
    '../tag.jsonl',
    '/etc/passwd',
    'files/../tag.jsonl',
    String.raw`a\b.jsonl`,
    'tag.jsonl/',
    `files/${'0'.repeat(64)}`,
    'audit_archive/../x',
    'audit_archive/a..b',
    'Tag.jsonl',
  ])('and refused where a part is called %s', async (name) => {
    const [part] = tags.manifest.parts
    expect(await refused({ parts: [{ ...part, name }] })).toEqual([
      422,
      'body.manifest.parts[0].name: no part of an export is called that',
    ])
  })

  test('and refused where parts have one name without following each other, or other numbers', async () => {
    const [part] = tags.manifest.parts
    const named = (...names: string[]) => names.map((name, n) => ({ ...part, name, n: n + 1 }))
    expect(await refused({ parts: named('tag.jsonl', 'task.jsonl', 'tag.jsonl') })).toEqual([
      422,
      'body.manifest.parts[2].name: another part has this name',
    ])
    expect(await refused({ parts: [{ ...part, n: 2 }] })).toEqual([
      422,
      'body.manifest.parts[0].n: parts are numbered from 1 in their order',
    ])
  })
})

describe('parts are sent', () => {
  test('as they are in the manifest; again is the same', async () => {
    const who = await person()
    const id = await begun(who)
    const bytes = tags.parts.get(1)!
    const other = new Uint8Array(bytes).fill(120)
    expect(said(await send(who, id, 1, other))).toEqual([422, 'body: its SHA-256 is not the announced one'])
    expect(said(await send(who, id, 1, bytes.subarray(1)))).toEqual([
      422,
      `body: ${bytes.length - 1} bytes; ${bytes.length} were announced`,
    ])
    expect([...files.stored.keys()].filter((key) => key.includes(id))).toEqual([])
    expect(said(await send(who, id, 2, bytes))).toEqual([404, 'part not found'])
    expect(said(await send(who, id, 'x', bytes))).toEqual([422, 'path.n: must be the number of a part'])
    expect(said(await who.call('POST', `${importPath}/${id}/start`, {}))).toEqual([
      409,
      'parts are missing: 1; send them first',
    ])
    for (let time = 0; time < 2; time++) {
      const { status, body } = await send(who, id, 1, bytes)
      expect([status, body.missing_parts]).toEqual([200, []])
    }
    await who.ok('POST', `${importPath}/${id}/start`, {})
    expect(said(await send(who, id, 1, bytes))).toEqual([
      409,
      'the import has been started; no part can change any more',
    ])
  })

  test('by the same person alone: nobody else can do anything with it', async () => {
    const [who, other] = [await person(), await person()]
    const id = await begun(who)
    const none = [404, 'import not found']
    expect(said(await send(other, id, 1, tags.parts.get(1)!))).toEqual(none)
    expect(said(await other.call('GET', `${importPath}/${id}`))).toEqual(none)
    expect(said(await other.call('POST', `${importPath}/${id}/start`, {}))).toEqual(none)
    expect(said(await other.call('DELETE', `${importPath}/${id}`))).toEqual(none)
    expect((await other.call('GET', `${importPath}/${id}/map`)).status).toBe(404)
    expect((await other.call('GET', `${importPath}/${id}/archives/1`)).status).toBe(404)
    expect((await who.call('GET', `/api/v1/organizations/${id}`)).status).toBe(404)
    expect(said(await who.call('GET', `${importPath}/${id}/map`))).toEqual([
      409,
      'the ids are known once the import is done',
    ])
  })
})

describe('an import is written', () => {
  test('under ids that follow from the new organization and the old ids; numbering on must be said twice', async () => {
    const who = await person()
    const id = await received(who, tags)
    expect(said(await who.call('POST', `${importPath}/${id}/start`, { continue_numbering: true }))).toEqual([
      422,
      'body.origin_is_closed: required to number on: two living copies must never issue the same number',
    ])
    await who.ok('POST', `${importPath}/${id}/start`, {})
    const done = await completed(who, id)
    expect([done.state, done.problem, done.written_count]).toEqual(['done', null, 1])
    const { items } = await who.ok('GET', `/api/v1/organizations/${id}/tags`)
    const [{ new_id }] = (await asOwner('select id as new_id from tags where org_id = $1', [id])) as [Json]
    expect(items.map((tag: Json) => [tag.id, tag.name])).toEqual([[new_id, 'web']])
    expect(said(await who.call('DELETE', `${importPath}/${id}`))).toEqual([
      409,
      'it is an organization now; delete the organization instead',
    ])
    expect((await who.ok('POST', `${importPath}/${id}/start`, {})).state).toBe('done')
  })

  test.each([
    ['a line that is none', 'not json\n', 'part 1: line 1 of tag.jsonl is not an object of that kind'],
    [
      'a line of another kind',
      '{"kind":"task"}\n',
      'part 1: line 1 of tag.jsonl is not an object of that kind',
    ],
    [
      'a line over 1 MB',
      tagLine('a1', 'x'.repeat(1_000_001)),
      'part 1 (tag.jsonl): a line has more than 1000000 bytes',
    ],
    [
      'two rows with one id',
      tagLine('a1', 'a') + tagLine('a1', 'b'),
      'part 1 (tag.jsonl): duplicate key value violates unique constraint "tags_org_id_id_pk"',
    ],
    [
      'a reference to what it does not have',
      tagLine('a1', 'a', { project_id: '0193a5c0-0000-7000-8000-0000000000ff' }),
      'part 1 (tag.jsonl): insert or update on table "tags" violates foreign key constraint "tags_project"',
    ],
    [
      'a value that is none',
      tagLine('a1', 'a', { version: 'x' }),
      /^part 1 \(tag.jsonl\): invalid input syntax/,
    ],
  ])('or fails with a reason, at %s, and nothing of it can be entered', async (_, text, problem) => {
    const who = await person()
    const done = await imported(who, archive([['tag.jsonl', text]]))
    expect([done.state, done.problem]).toEqual([
      'failed',
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
    expect((await who.call('GET', `/api/v1/organizations/${done.id}`)).status).toBe(404)
    expect(said(await who.call('POST', `${importPath}/${done.id}/start`, {}))).toEqual([
      409,
      'it has failed; throw it away and begin another',
    ])
  })

  test('where lines are as many as the manifest says', async () => {
    const text = tagLine('a1', 'a') + tagLine('a2', 'b')
    const done = await imported(await person(), archive([['tag.jsonl', text]], { counts: { tag: 3 } }))
    expect(done.problem).toBe('tag.jsonl has 2 lines; the manifest says 3')
  })

  test('with kinds that are not known here kept aside', async () => {
    const of = archive([
      ['tag.jsonl', tagLine('a1', 'a')],
      ['spell.jsonl', '{"kind":"spell","id":"1"}\n'],
    ])
    const who = await person()
    const done = await imported(who, of)
    expect([done.state, done.unknown_kinds, done.archives.map((part: Json) => part.name)]).toEqual([
      'done',
      ['spell'],
      ['spell.jsonl'],
    ])
    const kept = await app.request(`${importPath}/${done.id}/archives/2`, { headers: who.headers }, env())
    expect([kept.status, await kept.text()]).toEqual([200, '{"kind":"spell","id":"1"}\n'])
  })
})

describe('an import is thrown away', () => {
  const gone = async (id: string) => {
    await drain(database(), storage())
    const left = await asOwner(
      `select (select count(*) from organizations where id = $1)::int + (select count(*) from organization_imports
        where id = $1)::int + (select count(*) from tags where org_id = $1)::int as n`,
      [id],
    )
    return [left[0], [...files.stored.keys()].filter((key) => key.includes(id))]
  }

  test('by its person, with whatever it has written, and another may begin', async () => {
    const who = await person()
    const id = await received(who, tags)
    await who.ok('DELETE', `${importPath}/${id}`)
    expect(said(await who.call('GET', `${importPath}/${id}`))).toEqual([404, 'import not found'])
    expect(await gone(id)).toEqual([{ n: 0 }, []])
    await begun(who)
  })

  test('after a week', async () => {
    const who = await person()
    const id = await received(who, tags)
    await asOwner(`update outbox set available_at = now() where org_id = $1`, [id])
    await drain(database(), storage())
    expect(await gone(id)).toEqual([{ n: 0 }, []])
  })
})

/** Starts an import whose parts cannot be read just now. */
const stuck = async (who: Caller, id: string) => {
  const get = async () => Promise.reject(new Error('no file can be read just now'))
  const reply = await call(
    'POST',
    `${importPath}/${id}/start`,
    { body: {}, headers: who.headers },
    { FILES: { ...files, get } },
  )
  expect([reply.status, reply.body.state]).toEqual([202, 'running'])
}

describe('an import that gets no further', () => {
  const watch = async (id: string) => {
    await asOwner(`update organization_imports set moved_at = now() - interval '61 minutes' where id = $1`, [
      id,
    ])
    await asOwner(
      `update outbox set available_at = now() where org_id = $1 and topic = 'organization.import_watch' and done_at is null`,
      [id],
    )
    await asOwner(
      `update outbox set last_error = 'Error', available_at = now() + interval '1 day' where org_id = $1
        and topic = 'organization.import' and done_at is null`,
      [id],
    )
    await drain(database(), {
      ...storage(),
      get: async () => Promise.reject(new Error('no file can be read')),
    })
  }

  test('is started again from its place three times, then it has failed with a reason', async () => {
    const who = await person()
    const id = await received(who, tags)
    await stuck(who, id)
    for (let time = 1; time <= 3; time++) {
      await watch(id)
      const [{ tries }] = (await asOwner('select tries from organization_imports where id = $1', [id])) as [
        Json,
      ]
      expect(tries).toBe(time)
    }
    await watch(id)
    const { state, problem } = await who.ok('GET', `${importPath}/${id}`)
    expect([state, problem]).toEqual([
      'failed',
      expect.stringMatching(
        /^it got no further for an hour, three times over; throw it away, or ask whoever runs this deployment/,
      ),
    ])
  })

  test('goes on where it stopped: each row is there once', async () => {
    const ws = await workspace()
    const home = await project(ws)
    for (let n = 0; n < 5; n++) await task(ws, home.id, { title: `Task ${n}` })
    const { id: made } = await exported(ws)
    const id = await received(ws.owner, await archiveOf(ws, made))
    await stuck(ws.owner, id)
    const breaking = storage()
    for (let reads = 3, attempt = 0; attempt < 30; attempt++, reads += 2) {
      let left = reads
      const get: typeof breaking.get = async (...of) =>
        left-- > 0 ? breaking.get(...of) : Promise.reject(new Error('cut'))
      await asOwner(
        `update outbox set available_at = now() where org_id = $1 and topic = 'organization.import' and done_at is null`,
        [id],
      )
      await drain(database(), { ...breaking, get })
    }
    const { state, problem } = await ws.owner.ok('GET', `${importPath}/${id}`)
    expect([state, problem]).toEqual(['done', null])
    const tasks = await ws.owner.ok('GET', `/api/v1/organizations/${id}/tasks`)
    expect(tasks.total).toBe(5)
  })
})
