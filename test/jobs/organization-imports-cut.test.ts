import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import type { Database } from '../../src/kit/database.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, type Caller, env, files } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { asking, losingAnswers } from '../kit/lost-answers.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { exported } from '../kit/organization-exports.ts'
import {
  type Archive,
  archiveOf,
  completed,
  imported,
  importPath,
  received,
  send,
} from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

let archive: Archive
/** How many rows of each table there are where nothing was cut. */
let whole: Record<string, number>
/** The parts whose files are kept then. */
let kept: string[]
const filesOf = (id: string) =>
  [...files.stored.keys()].filter((key) => key.includes(id)).map((key) => key.split(id)[1]!)
const person = async () => (await workspace()).owner
beforeAll(async () => {
  const ws = await workspace()
  const ada = await join(ws, 'member', 'Ada')
  const home = await project(ws)
  for (let n = 0; n < 4; n++) {
    const one = await task(ws, home.id, { title: `Task ${n}` })
    await ada.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: `Comment ${n}` })
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: `Tag ${n}` })
  }
  archive = await archiveOf(ws, (await exported(ws)).id)
  const { id, state } = await imported(await person(), archive)
  whole = await rowsOf(id)
  kept = filesOf(id)
  expect([state, whole.tasks, whole.comments, whole.tags]).toEqual(['done', 4, 4, 4])
}, 120_000)

async function rowsOf(org: string) {
  const rows: Record<string, number> = {}
  for (const { name } of await asOwner<{ name: string }>(
    `select name from app.import_plans where name <> 'organizations'
      union select unnest('{search_entries, organization_members, organization_import_people}'::text[])`,
  )) {
    const column = name === 'organization_import_people' ? 'import_id' : 'org_id'
    const [found] = await asOwner<{ n: number }>(
      `select count(*)::int as n from ${name} where ${column} = $1`,
      [org],
    )
    rows[name] = found!.n
  }
  return rows
}

/** An import whose work nobody has begun. */
const started = async (who: Caller) => {
  const id = await received(who, archive)
  await asking(who, async (one) => one.ok('POST', `${importPath}/${id}/start`, {}))
  return id
}
/** What was left behind by a worker that is gone is due at once. */
const due = async (id: string) =>
  asOwner(
    `update outbox set available_at = now() where org_id = $1 and topic = 'organization.import' and done_at is null`,
    [id],
  )
const stateOf = async (who: Caller, id: string) => (await who.ok('GET', `${importPath}/${id}`)).state

/** A database that does `perform` with each batch, by the number that it has. */
function interrupted(
  perform: (n: number, send: () => Promise<(string | null)[]>) => ReturnType<Database['batch']>,
): Database {
  const inner = database()
  let n = 0
  return {
    used: inner.used,
    batch: async (statements, how) => perform(++n, async () => inner.batch(statements, how)),
  }
}
const gone = async () => Promise.reject(new Error('the worker is gone'))

describe('an import that is cut goes on where it was, and ends with as many rows', () => {
  test('when its worker stops between two slices, again and again', async () => {
    const who = await person()
    const id = await started(who)
    let stops = 0
    for (let most = 7; (await stateOf(who, id)) === 'running' && most < 34; most += 3) {
      await due(id)
      await drain(
        interrupted(async (n, go) => {
          if (n <= most) return go()
          if (n === most + 1) stops++
          return gone()
        }),
        storage(),
        env().JWT_KEYS,
      ).catch(() => undefined)
    }
    expect(await stateOf(who, id)).toBe('done')
    expect(stops).toBeGreaterThan(3)
    expect(await rowsOf(id)).toEqual(whole)
  }, 120_000)

  test('when a slice was written and the answer is lost', async () => {
    const who = await person()
    const id = await started(who)
    const lost = await losingAnswers(id, 'organization.import')
    expect(await stateOf(who, id)).toBe('done')
    expect(filesOf(id)).toEqual(kept)
    expect(lost).toBeGreaterThan(20)
    expect(await rowsOf(id)).toEqual(whole)
  }, 120_000)

  test('when its connection is cut while a slice is being written', async () => {
    const who = await person()
    const id = await started(who)
    const [blocker, killer] = [1, 2].map(() => new Client({ connectionString: parts().ownerUrl }))
    await blocker!.connect()
    await killer!.connect()
    try {
      await blocker!.query('begin; lock table comments in share mode')
      await due(id)
      const working = drain(database(), storage(), env().JWT_KEYS).catch(() => undefined)
      const cut = async () =>
        (
          await killer!.query(
            `select pid, query, pg_terminate_backend(pid) from pg_stat_activity
              where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount
      await expect.poll(cut, { timeout: 20_000, interval: 20 }).toBe(1)
      await working
    } finally {
      await Promise.all([blocker!.end(), killer!.end()])
    }
    expect(await stateOf(who, id)).toBe('running')
    const [kept] = await asOwner('select count(*)::int as n from comments where org_id = $1', [id])
    expect(kept).toEqual({ n: 0 })
    await due(id)
    await asOwner(`update outbox set last_error = null where org_id = $1`, [id])
    expect((await completed(who, id)).state).toBe('done')
    expect(await rowsOf(id)).toEqual(whole)
  }, 120_000)
})

describe('an import that runs while another version is deployed', () => {
  /** Starts one, and has its worker stop once some of its rows are written. */
  const half = async (who: Caller) => {
    const id = await started(who)
    const written = async () => {
      const [{ n }] = (await asOwner(
        `select count(*)::int as n from organization_import_parts p, organization_imports i where i.id = $1
          and p.import_id = i.id and i.place->>'step' = 'write' and p.turn <= (i.place->>'part')::int`,
        [id],
      )) as [{ n: number }]
      return n
    }
    for (let most = 7; (await written()) < 4; most++) {
      await due(id)
      await drain(
        interrupted(async (n, go) => (n <= most ? go() : gone())),
        storage(),
        env().JWT_KEYS,
      ).catch(() => undefined)
    }
    await asOwner(`update outbox set last_error = null, attempts = 1 where org_id = $1`, [id])
    return id
  }

  test('writes its parts in the order with which it was started, although tables refer to others by now', async () => {
    const who = await person()
    const id = await half(who)
    await asOwner('update app.import_plans set level = 100 - level')
    try {
      await due(id)
      expect((await completed(who, id)).state).toBe('done')
    } finally {
      await asOwner('update app.import_plans set level = 100 - level')
    }
    expect(await rowsOf(id)).toEqual(whole)
  }, 120_000)

  test('that needs something else of reading says so, keeps what was sent, and the same export comes in again', async () => {
    const who = await person()
    const id = await half(who)
    await asOwner('update organization_imports set shape = shape - 1 where id = $1', [id])
    await due(id)
    await drain(database(), storage(), env().JWT_KEYS)
    const { state, problem } = await who.ok('GET', `${importPath}/${id}`)
    expect([state, problem]).toEqual([
      'failed',
      'the service was upgraded meanwhile, and this version reads imports differently; throw it away and import the same export again',
    ])
    await who.ok('DELETE', `${importPath}/${id}`)
    const again = await imported(who, archive)
    expect(again.state).toBe('done')
    expect(await rowsOf(again.id)).toEqual(whole)
  }, 120_000)

  test('that does not know a kind any more says which', async () => {
    const who = await person()
    const id = await half(who)
    const [plan] = await asOwner(`delete from app.import_plans where kind = 'comment' returning *`)
    try {
      await due(id)
      await drain(database(), storage(), env().JWT_KEYS)
    } finally {
      await asOwner(
        'insert into app.import_plans select * from jsonb_populate_record(null::app.import_plans, $1)',
        [JSON.stringify(plan)],
      )
    }
    const { state, problem } = await who.ok('GET', `${importPath}/${id}`)
    expect(state).toBe('failed')
    expect(problem).toMatch(
      /^part \d+ \(comment\.jsonl\): this kind is not known any more; export the organization again$/,
    )
  }, 120_000)
})

test('an import that is thrown away while it stores something leaves nothing behind', async () => {
  const who = await person()
  const id = await started(who)
  await due(id)
  const inner = storage()
  const put: typeof inner.put = async (...given) => {
    await who.ok('DELETE', `${importPath}/${id}`)
    await drain(database(), storage(), env().JWT_KEYS)
    expect(filesOf(id)).toEqual([])
    await inner.put(...given)
  }
  await drain(database(), { ...inner, put }, env().JWT_KEYS)
  expect(filesOf(id).length).toBe(1)
  await asOwner(`update outbox set available_at = now() where org_id = $1 and done_at is null`, [id])
  await drain(database(), storage(), env().JWT_KEYS)
  expect(filesOf(id)).toEqual([])
  const left = await asOwner(
    `select topic, last_error from outbox where org_id = $1 and (done_at is null or last_error is not null)`,
    [id],
  )
  expect(left).toEqual([])
})

test('two people who import at the same moment, each doing everything twice and with several workers, lose nothing', async () => {
  const people = await Promise.all([person(), person()])
  const both = <T>(act: () => Promise<T>) => Promise.all([act(), act()])
  const ids = await Promise.all(
    people.map(async (who) => {
      const begun = await both(async () => who.ok('POST', importPath, { manifest: archive.manifest }))
      expect(begun[0].id).toBe(begun[1].id)
      const sent = await Promise.all(
        [...archive.parts].map(async ([n, bytes]) => both(async () => send(who, begun[0].id, n, bytes))),
      )
      expect(new Set(sent.flat().map(({ status }) => status))).toEqual(new Set([200]))
      const starts = await both(async () => who.call('POST', `${importPath}/${begun[0].id}/start`, {}))
      expect(starts.map(({ status }) => status)).toEqual([202, 202])
      return begun[0].id as string
    }),
  )
  const [running] = await asOwner(
    `select count(*)::int as n from outbox where org_id = any ($1) and topic = 'organization.import'`,
    [ids],
  )
  expect(running).toEqual({ n: 2 })
  await Promise.all([1, 2, 3].map(async () => drain(database(), storage(), env().JWT_KEYS)))
  for (const [n, who] of people.entries()) {
    expect((await completed(who, ids[n]!)).state).toBe('done')
    expect(await rowsOf(ids[n]!)).toEqual(whole)
    const { items } = await who.ok('GET', importPath)
    expect(items.map(({ id }: { id: string }) => id)).toEqual([ids[n]])
  }
}, 120_000)
