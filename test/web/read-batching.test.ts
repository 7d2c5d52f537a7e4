import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { type Database, unused } from '../../src/kit/database.ts'
import { Refusal, unauthorized } from '../../src/kit/errors.ts'
import { readBatcher } from '../../src/platform/read-batching.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { sprint, start } from '../kit/sprints.ts'
import { open } from './browse.ts'

/** A database that returns the text of each statement, and throws the error that `refuses` returns. */
function recorded(refuses: (texts: string[]) => Error | undefined = () => undefined) {
  const trips: string[][] = []
  const database: Database = {
    used: unused(),
    async batch(statements) {
      const texts = statements.map((one) =>
        String((one as unknown as { queryChunks: { value: string[] }[] }).queryChunks[0]!.value[0]),
      )
      trips.push(texts)
      const refusal = refuses(texts)
      if (refusal) throw refusal
      return [...texts]
    },
  }
  return { trips, database }
}
const read = { readOnly: true }

test('reads of requests at the same time are one round trip, and each gets its own results', async () => {
  const { trips, database } = recorded()
  const { share, during } = readBatcher(database)
  const shared = share(database)
  const results = await Promise.all([
    during(() => shared.batch([sql`a`, sql`b`], read)),
    during(async () => {
      await Promise.resolve()
      return shared.batch([sql`c`], read)
    }),
    during(async () => ['from elsewhere']),
  ])
  expect([trips, results]).toEqual([[['a', 'b', 'c']], [['a', 'b'], ['c'], ['from elsewhere']]])
})

test('the second query of a request is gathered with those of others too', async () => {
  const { trips, database } = recorded()
  const { share, during } = readBatcher(database)
  const shared = share(database)
  const twice = async () => [await shared.batch([sql`a`], read), await shared.batch([sql`b`], read)]
  await Promise.all([during(twice), during(() => shared.batch([sql`c`], read)), during(twice)])
  expect(trips).toEqual([
    ['a', 'c', 'a'],
    ['b', 'b'],
  ])
})

test('a write goes by itself', async () => {
  const { trips, database } = recorded()
  const { share, during } = readBatcher(database)
  const shared = share(database)
  await Promise.all([during(() => shared.batch([sql`write`])), during(() => shared.batch([sql`a`], read))])
  expect(trips).toEqual([['write'], ['a']])
})

test('a rejected read does not fail the others; an ended session and an outage do', async () => {
  const why = new Refusal(404, 'not_found', 'none')
  const { trips, database } = recorded((texts) => (texts.includes('missing') ? why : undefined))
  const { share, during } = readBatcher(database)
  const shared = share(database)
  const results = await Promise.allSettled(
    ['a', 'missing'].map((text) => during(() => shared.batch([sql.raw(text)], read))),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(trips).toEqual([['a', 'missing'], ['a'], ['missing']])
  for (const fatal of [unauthorized(), new Refusal(503, 'service_unavailable', 'down')]) {
    const gone = recorded(() => fatal)
    const one = readBatcher(gone.database)
    const own = one.share(gone.database)
    await Promise.allSettled(['a', 'b'].map((text) => one.during(() => own.batch([sql.raw(text)], read))))
    expect(gone.trips).toHaveLength(1)
  }
})

test('gathered reads have the permissions of their own organization only', async () => {
  const [ours, theirs] = [await workspace('Ours'), await workspace('Theirs')]
  const grace = await join(ours, 'owner', 'Grace Hopper')
  const guest = await project(theirs, { key: 'BOTH' })
  await task(theirs, guest.id, { title: 'Of the others' })
  const own = await project(ours, { key: 'BOTH', visibility: 'private' })
  const mine = await task(ours, own.id, { title: 'Of our own' })
  const reply = await open(`/tasks/${mine.key}`, grace.headers)
  expect([reply.status, reply.text.includes('Of our own')]).toEqual([200, true])
  expect(reply.text).not.toContain('Of the others')
})

test('a page whose URL names the organization makes one round trip once the organization is known', async () => {
  const ws = await workspace()
  const { key, id } = await project(ws)
  const one = await task(ws, id)
  const created = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Plan', content: 'x' })
  const trips = async (path: string) =>
    (await open(`${path}?org=${ws.org.slug}`, ws.owner.headers)).roundTrips
  await trips(`/tasks/${one.key}`)
  for (const path of [`/tasks/${one.key}`, `/projects/${key}`, `/documents/${created.id}`])
    expect([path, await trips(path)]).toEqual([path, 1])
})

test('every page makes one round trip on a second visit', async () => {
  const ws = await workspace()
  const { key, id } = await project(ws)
  const one = await task(ws, id)
  const { id: running } = await sprint(ws, id)
  await ws.owner.ok('POST', `${ws.base}/sprints/${running}/tasks`, { task_ids: [one.id] })
  await start(ws, running)
  const created = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Plan', project_id: id })
  const draft = { description: 'Taxi', expense_date: '2026-01-15', total_minor: 1800 }
  const expense = await ws.owner.ok('POST', `${ws.base}/expenses`, draft)
  const agreed = await ws.owner.ok('POST', `${ws.base}/contracts`, {
    title: 'Plan',
    party_kind: 'employee',
    user_id: ws.owner.id,
    start_date: '2026-01-01',
  })
  const home = `/organizations/${ws.org.slug}`
  const pages: Record<string, number> = {
    '/inbox': 1,
    '/search?q=plan': 1,
    '/inbox/preferences': 1,
    '/account': 1,
    '/connect': 1,
    '/settings/applications': 1,
    [`/projects/${key}`]: 1,
    [`/tasks/${one.key}`]: 1,
    [`/documents/${created.id}`]: 1,
    [home]: 1,
    [`${home}/settings`]: 1,
    [`${home}/audit`]: 1,
    [`${home}/roadmap`]: 1,
    [`${home}/expenses`]: 1,
    [`/expenses/${expense.id}`]: 1,
    [`${home}/contracts`]: 1,
    [`/contracts/${agreed.id}`]: 1,
    '/dashboard': 1,
    [`/projects/${key}/roadmap`]: 1,
    '/settings/keys': 1,
  }
  for (const path of Object.keys(pages)) await open(path, ws.owner.headers)
  const measured: Record<string, number> = {}
  for (const path of Object.keys(pages)) {
    const reply = await open(path, ws.owner.headers)
    expect([path, reply.status]).toEqual([path, 200])
    measured[path] = reply.roundTrips
  }
  expect(measured).toEqual(pages)
})

test('former members see nothing of an organization, though the page guesses that they belong to it', async () => {
  const ws = await workspace('Left behind')
  const { key, id } = await project(ws)
  await task(ws, id, { title: 'For members only' })
  const grace = await join(ws, 'manager', 'Grace Hopper')
  const seen = await open(`/projects/${key}`, grace.headers)
  expect([seen.status, seen.text.includes('For members only')]).toEqual([200, true])
  await grace.ok('POST', `${ws.base}/leave`)
  for (const path of [`/projects/${key}`, `/organizations/${ws.org.slug}`, '/inbox', '/search?q=members']) {
    const reply = await open(path, grace.headers)
    expect([path, reply.text.includes('For members only')]).toEqual([path, false])
    expect([path, reply.text.includes('Left behind')]).toEqual([path, false])
  }
})

test('a new role counts at once, though the page guesses the old one', async () => {
  const ws = await workspace()
  const grace = await join(ws, 'admin', 'Grace Hopper')
  const home = `/organizations/${ws.org.slug}`
  expect((await open(`${home}/audit`, grace.headers)).status).toBe(200)
  await ws.owner.ok('PATCH', `${ws.base}/members/${grace.id}`, { role: 'member' })
  const refused = await open(`${home}/audit`, grace.headers)
  expect([refused.status, refused.text.includes('Only admins and owners')]).toEqual([403, true])
  expect((await open(home, grace.headers)).text).not.toContain('Invite somebody')
})
