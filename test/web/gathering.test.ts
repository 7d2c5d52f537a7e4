import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/kit/database.ts'
import { Refusal, unauthorized } from '../../src/kit/errors.ts'
import { gathering } from '../../src/shared/gathering.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { open } from './browse.ts'

/** A database that answers each statement with its text, and refuses what `refuses` says. */
function recorded(refuses: (texts: string[]) => Error | undefined = () => undefined) {
  const trips: string[][] = []
  const database: Database = {
    trips: 0,
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

test('reads of requests at the same time are one trip, and each gets its own results', async () => {
  const { trips, database } = recorded()
  const { share, during } = gathering(database)
  const shared = share(database)
  const told = await Promise.all([
    during(() => shared.batch([sql`a`, sql`b`], read)),
    during(async () => {
      await Promise.resolve()
      return shared.batch([sql`c`], read)
    }),
    during(async () => ['from elsewhere']),
  ])
  expect([trips, told]).toEqual([[['a', 'b', 'c']], [['a', 'b'], ['c'], ['from elsewhere']]])
})

test('a request that asks twice waits for the others with its second question too', async () => {
  const { trips, database } = recorded()
  const { share, during } = gathering(database)
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
  const { share, during } = gathering(database)
  const shared = share(database)
  await Promise.all([during(() => shared.batch([sql`write`])), during(() => shared.batch([sql`a`], read))])
  expect(trips).toEqual([['write'], ['a']])
})

test('one that is refused does not take the others along; an ended session and an outage do', async () => {
  const why = new Refusal(404, 'not_found', 'none')
  const { trips, database } = recorded((texts) => (texts.includes('missing') ? why : undefined))
  const { share, during } = gathering(database)
  const shared = share(database)
  const told = await Promise.allSettled(
    ['a', 'missing'].map((text) => during(() => shared.batch([sql.raw(text)], read))),
  )
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(trips).toEqual([['a', 'missing'], ['a'], ['missing']])
  for (const fatal of [unauthorized(), new Refusal(503, 'service_unavailable', 'down')]) {
    const gone = recorded(() => fatal)
    const one = gathering(gone.database)
    const own = one.share(gone.database)
    await Promise.allSettled(['a', 'b'].map((text) => one.during(() => own.batch([sql.raw(text)], read))))
    expect(gone.trips).toHaveLength(1)
  }
})

test('what is gathered is seen with the rights of each organization, and of no other', async () => {
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

test('a page whose address names the organization makes one trip, once the organization is known', async () => {
  const ws = await workspace()
  const { key, id } = await project(ws)
  const one = await task(ws, id)
  const made = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Plan', content: 'x' })
  const trips = async (path: string) => (await open(`${path}?org=${ws.org.slug}`, ws.owner.headers)).trips
  await trips(`/tasks/${one.key}`)
  for (const path of [`/tasks/${one.key}`, `/projects/${key}`, `/documents/${made.id}`])
    expect([path, await trips(path)]).toEqual([path, 1])
})
