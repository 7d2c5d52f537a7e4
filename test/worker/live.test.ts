import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '../../src/base/config.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { flagOf, mostOfOrganization } from '../../src/shared/live/object.ts'
import { forgetWhoListens, telling } from '../../src/shared/live/telling.ts'
import {
  bindings,
  member,
  openStream,
  organization,
  person,
  type Person,
  send,
  signIn,
  type Stream,
} from './live.ts'

let owner: Person
let org: Awaited<ReturnType<typeof organization>>
let colleague: Person
beforeAll(async () => {
  owner = await person()
  org = await organization(owner)
  colleague = await member(org.at, owner)
})
beforeEach(forgetWhoListens)

const opened: Stream[] = []
async function listen(as = owner.cookie, last?: string, at = org.at, client?: string) {
  const stream = await openStream(at, as, last, bindings, client)
  opened.push(stream)
  return stream
}
/** An open stream, and the mark that it begins with. */
async function listening(as?: string, last?: string, at?: string) {
  const stream = await listen(as, last, at)
  return { stream, mark: (await stream.next())!.id! }
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stream) => stream.close()))
})

const task = (title: string, more: object = {}, also?: Env) =>
  send('POST', `${org.at}/projects/${org.project}/tasks`, {
    body: { title, ...more },
    as: owner.cookie,
    ...(also && { also }),
  })
const object = (id = org.id) => bindings.LIVE.get(bindings.LIVE.idFromName(id))
/** The bindings, with a count of how often an object is called. */
function counted() {
  const calls: string[] = []
  const get: Env['LIVE'] & object = {
    ...bindings.LIVE,
    idFromName: (name) => bindings.LIVE.idFromName(name),
    get: (id) => ({
      fetch: async (input, init) => {
        calls.push(init?.method ?? 'GET')
        return bindings.LIVE.get(id).fetch(input, init)
      },
    }),
  }
  return { calls, also: { ...bindings, LIVE: get } as Env }
}

describe('a live stream', () => {
  test('begins at once, says which kinds changed and no more, and is not kept or compressed', async () => {
    const stream = await listen()
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers.has('content-encoding')).toBe(false)
    const hello = await stream.next()
    expect(stream.first).toMatch(/^retry: 3000\n: {2048}\n\n/)
    expect(hello).toEqual({ event: 'hello', id: expect.stringMatching(/^\w+:\d+$/), data: {} })
    expect((await task('One')).status).toBe(201)
    const change = await stream.next()
    expect(change).toEqual({ event: 'change', id: expect.any(String), data: { kinds: ['task'] } })
    expect(change!.id).not.toBe(hello!.id)
  })

  test('has a thousandfold write as one event, and many writes as one in two seconds', async () => {
    const { stream } = await listening()
    const later: Promise<unknown>[] = []
    const database = telling(
      openDatabase(bindings.DATABASE_URL, bindings.SQL_ENDPOINT, 30_000),
      bindings,
      (work) => void later.push(work()),
    )
    await database.batch([
      sql`select app.enter_system(${org.id}::uuid, 'tag.created', 'bulk')`,
      sql`insert into tags (org_id, name, created_by) select ${org.id}::uuid, 'tag ' || n, ${owner.id}::uuid
        from generate_series(1, 5000) n`,
    ])
    await Promise.all(later)
    expect((await stream.rest()).map(({ data }) => data)).toEqual([{ kinds: ['tag'] }])
    const began = Date.now()
    for (let n = 0; n < 6; n++) await task(`Fast ${n}`)
    await send('POST', `${org.at}/tags`, { body: { name: 'live', color: '#112233' }, as: owner.cookie })
    const took = Date.now() - began
    const events = await stream.rest()
    expect(events.length).toBeLessThanOrEqual(2 + Math.ceil(took / 2000))
    expect(events.at(-1)!.data).toEqual({ kinds: expect.arrayContaining(['tag']) })
  })

  test('hears of what a job did after a request', async () => {
    const { stream } = await listening(colleague.cookie)
    const rule = {
      name: 'Greet',
      trigger: { event: 'task.created', params: {} },
      action: { type: 'add_comment', params: { template: 'Welcome' } },
    }
    const ruled = await send('POST', `${org.at}/automations`, { body: rule, as: owner.cookie })
    const made = await task('Yours')
    expect([ruled.status, made.status]).toEqual([201, 201])
    const assigned = { body: { assignee_id: colleague.id }, as: owner.cookie }
    await send('PATCH', `${org.at}/tasks/${made.body.id}`, assigned)
    const kinds = (await stream.rest()).flatMap(({ data }) => (data as { kinds: string[] }).kinds)
    expect(kinds).toEqual(expect.arrayContaining(['task', 'comment', 'notification']))
    await send('DELETE', `${org.at}/automations/${ruled.body.id}`, { as: owner.cookie })
  })

  test('hears nothing of other organizations', async () => {
    const other = await organization(owner)
    const [{ stream }, { stream: theirs }] = [
      await listening(),
      await listening(undefined, undefined, other.at),
    ]
    await task('Here')
    expect(await stream.rest()).toHaveLength(1)
    expect(await theirs.rest(200)).toEqual([])
  })

  test('that comes back learns at once whether something was told meanwhile', async () => {
    const { stream, mark } = await listening()
    const same = await listening(undefined, mark)
    expect([same.mark, await same.stream.rest(500)]).toEqual([mark, []])
    await task('Meanwhile')
    await stream.next()
    for (const last of [mark, 'gone:7', 'what']) {
      const { stream: back, mark: now } = await listening(undefined, last)
      expect(await back.next(), last).toEqual({ event: 'change', id: now, data: { kinds: ['*'] } })
      await back.close()
    }
  })
})

describe('the object of an organization', () => {
  test('is out of memory while its streams are open and quiet, and tells them once it is needed', async () => {
    const { stream, mark } = await listening()
    const instance = () => runInDurableObject(object(), (one) => one as { planted?: boolean })
    await runInDurableObject(object(), (one) => Object.assign(one, { planted: true }))
    await evictDurableObject(object())
    expect((await instance()).planted).toBeUndefined()
    await evictDurableObject(object())
    expect(await stream.rest(300)).toEqual([])
    await task('Wake')
    const change = await stream.next()
    expect(change).toMatchObject({ event: 'change', data: { kinds: ['task'] } })
    expect(change!.id).not.toBe(mark)
  })

  test('is not called for writes where nobody listens', async () => {
    const quiet = await organization(owner)
    const { calls, also } = counted()
    forgetWhoListens()
    for (let n = 0; n < 3; n++)
      await send('POST', `${quiet.at}/tags`, {
        body: { name: `t${n}`, color: '#112233' },
        as: owner.cookie,
        also,
      })
    expect(calls).toEqual([])
    await listening(undefined, undefined, quiet.at)
    await send('POST', `${quiet.at}/tags`, {
      body: { name: 'heard', color: '#112233' },
      as: owner.cookie,
      also,
    })
    expect(calls).toEqual(['POST'])
  })

  test('lets no write fail or wait', async () => {
    await listening()
    const hanging = {
      ...bindings,
      LIVE: {
        ...bindings.LIVE,
        idFromName: () => '',
        get: () => ({ fetch: () => Promise.reject(new Error('no')) }),
      },
    } as Env
    expect((await task('Without it', {}, hanging)).status).toBe(201)
  })

  test('has whoever came first ask again once all writers know of them', async () => {
    const fresh = await organization(owner)
    const { stream } = await listening(undefined, undefined, fresh.at)
    const live = object(fresh.id)
    await runInDurableObject(live, async (_, { storage }) => {
      const kept = (await storage.get('kept')) as { blindUntil: number }
      expect(kept.blindUntil - Date.now()).toBeGreaterThan(50_000)
      await storage.put({ kept: { ...kept, blindUntil: Date.now() - 1 } })
    })
    await evictDurableObject(live)
    expect(await runDurableObjectAlarm(live)).toBe(true)
    expect(await stream.next()).toMatchObject({ event: 'change', data: { kinds: ['*'] } })
  })

  test('forgets everything when nobody has listened for a minute, and says so to writers', async () => {
    const fresh = await organization(owner)
    const { stream } = await listening(undefined, undefined, fresh.at)
    const flag = () => bindings.ACTIVITY!.get(flagOf(fresh.id))
    await expect.poll(flag).toBe('1')
    await stream.close()
    const live = object(fresh.id)
    await expect
      .poll(async () => {
        await runDurableObjectAlarm(live)
        return runInDurableObject(live, (_, { storage }) => storage.get('kept'))
      })
      .toBeUndefined()
    await expect.poll(flag).toBe('')
  })

  test('takes five streams of a person and five hundred in all', async () => {
    const crowd = await organization(owner)
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => listen(owner.cookie, undefined, crowd.at)),
    )
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await send('GET', `${crowd.at}/live`, { as: owner.cookie })
    expect([sixth.status, (sixth.body.error as { code: string }).code]).toEqual([429, 'too_many_requests'])
    const again = await listen(owner.cookie, undefined, crowd.at, 'browser-1')
    expect(again.status).toBe(429)
    await streams[4]!.close()
    await expect
      .poll(async () => (await listen(owner.cookie, undefined, crowd.at, 'browser-1')).status)
      .toBe(200)
    // A browser that turned the page, without the page it left being noticed.
    for (let turn = 0; turn < 3; turn++)
      expect((await listen(owner.cookie, undefined, crowd.at, 'browser-1')).status).toBe(200)
    const init = { headers: { upgrade: 'websocket' } }
    const sockets = await Promise.all(
      Array.from({ length: mostOfOrganization - 5 }, async (_, n) =>
        object(crowd.id).fetch(`https://live/?org=${crowd.id}&person=p${n}&credential=c${n}`, init),
      ),
    )
    expect(sockets.every(({ status }) => status === 101)).toBe(true)
    const late = await member(crowd.at, owner)
    expect((await send('GET', `${crowd.at}/live`, { as: late.cookie })).status).toBe(429)
    await streams[0]!.close()
    await expect.poll(async () => (await listen(late.cookie, undefined, crowd.at)).status).toBe(200)
    for (const { webSocket } of sockets as unknown as { webSocket: { accept(): void; close(): void } }[]) {
      webSocket.accept()
      webSocket.close()
    }
  })
})

describe('a stream ends with the right that opened it', () => {
  const ends = async (stream: Stream) => {
    for (let one = await stream.next(); one; one = await stream.next()) if (one.event === 'bye') return one
    return undefined
  }
  test('its session, and no other of the person', async () => {
    const session = await signIn(owner)
    const [{ stream }, { stream: other }] = [await listening(session), await listening()]
    expect((await send('POST', '/api/v1/auth/logout', { as: session })).status).toBeLessThan(300)
    expect(await ends(stream)).toMatchObject({
      event: 'bye',
      retry: expect.stringMatching(/^[0-4]?\d{1,3}$|^5000$/),
    })
    expect(await other.rest(300)).toEqual([])
  })

  test('its key', async () => {
    const { body } = await send('POST', `${org.at}/api-keys`, { body: { name: 'Watcher' }, as: owner.cookie })
    const { stream } = await listening(String(body.token))
    await send('DELETE', `${org.at}/api-keys/${body.id}`, { as: owner.cookie })
    expect(await ends(stream)).toBeDefined()
  })

  test('the role, the membership, and the organization', async () => {
    const guest = await member(org.at, owner, 'viewer')
    const { stream } = await listening(guest.cookie)
    await send('PATCH', `${org.at}/members/${guest.id}`, { body: { role: 'member' }, as: owner.cookie })
    expect(await ends(stream)).toBeDefined()
    const { stream: again } = await listening(guest.cookie)
    await send('DELETE', `${org.at}/members/${guest.id}`, { as: owner.cookie })
    expect(await ends(again)).toBeDefined()
    expect((await listen(guest.cookie)).status).toBe(404)
    const gone = await organization(owner)
    const { stream: last } = await listening(undefined, undefined, gone.at)
    const answer = await send('DELETE', gone.at, { body: { confirm_slug: gone.slug }, as: owner.cookie })
    expect(answer.status).toBeLessThan(300)
    expect(await ends(last)).toBeDefined()
  })

  test('others hear that rights changed', async () => {
    const { stream } = await listening()
    const at = `${org.at}/projects/${org.project}/members/${colleague.id}`
    expect((await send('PUT', at, { body: { role: 'lead' }, as: owner.cookie })).status).toBeLessThan(300)
    // What the tests before changed may come first.
    expect(await stream.rest()).toContainEqual(expect.objectContaining({ event: 'access', data: {} }))
  })
})
