import { Client } from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { everything } from '../../scripts/contract/generate.ts'
import { call, type Caller, person } from '../kit/client.ts'
import { parts } from '../kit/parts.ts'

const { areas } = await everything()
const heavy = areas.flatMap((area) => area.operations).filter((operation) => operation.heavy)

let ada: Caller
let org: string
let other: string
const made = async (name: string) => (await ada.ok('POST', '/api/v1/organizations', { name })).id as string
beforeAll(async () => {
  ada = await person()
  org = await made('Busy')
  other = await made('Quiet')
})

/** A connection that holds something until the test is over. */
const open: Client[] = []
async function holding(...statements: [text: string, values?: unknown[]][]) {
  const client = new Client({ connectionString: parts().ownerUrl })
  open.push(client)
  await client.connect()
  for (const [text, values] of statements) await client.query(text, values)
}
afterEach(async () => {
  for (const client of open.splice(0)) await client.end()
})

describe('a filter', () => {
  const query = (filter: unknown) => ada.call('POST', `/api/v1/organizations/${org}/tasks/query`, { filter })
  const conditions = (count: number, field: string, op = 'not_contains') =>
    Array.from({ length: count }, (_, n) => ({ field, op, value: `word ${n}` }))

  test.each([
    ['20 texts that a word is not in', { and: conditions(20, 'text') }, 120],
    ['50 of them', { or: conditions(50, 'text', 'contains') }, 300],
    [
      '40 titles, nested',
      { not: { or: [{ and: conditions(20, 'title') }, { or: conditions(20, 'key') }] } },
      40,
    ],
  ])('of %s is refused with what it costs and how to go on', async (_, filter, cost) => {
    const { status, body, trips } = await query(filter)
    expect([status, trips]).toEqual([422, 1])
    expect(body.error.message).toContain(
      `body.filter: too expensive: its conditions on texts cost ${cost}, at most 36`,
    )
    expect(body.error.message).toContain('look in title')
  })

  test.each([
    ['6 texts', { and: conditions(6, 'text') }],
    ['36 titles', { and: conditions(36, 'title', 'contains') }],
    [
      '50 values that are no texts',
      { or: Array.from({ length: 50 }, () => ({ field: 'is_overdue', op: 'is', value: true })) },
    ],
  ])('of %s is run', async (_, filter) => {
    expect((await query(filter)).status).toBe(200)
  })

  test('in one line costs the same', async () => {
    const path = `/api/v1/organizations/${org}/tasks/query`
    const few = await ada.call('POST', path, { text: 'a b c d e f' })
    const many = await ada.call('POST', path, { text: 'a b c d e f g' })
    expect([few.status, many.status]).toEqual([200, 422])
    expect(many.body.error.message).toContain('too expensive')
  })
})

describe('a statement', () => {
  const slow = { DB_DEADLINE_MS: '1000' }
  test('that reads ends long before its request, and says so', async () => {
    await holding(['begin'], ['lock table tags in access exclusive mode'])
    const began = performance.now()
    const { status, body, headers } = await call('GET', `/api/v1/organizations/${org}/tags`, ada, slow)
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(body.error.message).toContain('ask for less at once')
    expect(performance.now() - began).toBeLessThan(900)
  })
})

describe('what is heavy', () => {
  const query = (id: string) => ada.call('POST', `/api/v1/organizations/${id}/tasks/query`, {})
  const busy = () =>
    holding([
      `select pg_advisory_lock(hashtextextended('heavy ' || $1, n)) from generate_series(1, 2) n`,
      [org],
    ])

  test('waits a little while the organization runs two of it, then is refused; nothing else is', async () => {
    await busy()
    const refused = await query(org)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await query(other)).status).toBe(200)
    expect((await ada.call('GET', `/api/v1/organizations/${org}/tags`)).status).toBe(200)
  })

  test('takes the place of what has finished', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => query(org)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('is refused at once when too many wait already', async () => {
    await busy()
    await holding([
      `select pg_advisory_lock(hashtextextended('waiting ' || $1, n)) from generate_series(1, 8) n`,
      [org],
    ])
    const began = performance.now()
    expect((await query(org)).status).toBe(429)
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('is what reads or copies a whole project or more', () => {
    expect(heavy.map(({ id }) => id).toSorted()).toEqual([
      'duplicateProject',
      'exportInvoiceRegister',
      'getCrmAnalytics',
      'getCrmForecast',
      'getDeliveryForecast',
      'getDependencyGraph',
      'getEarnedValue',
      'getEarnedValueSeries',
      'getFinanceSummary',
      'getFlowMetrics',
      'getPortfolioEarnedValue',
      'getSlaReport',
      'getSprintReport',
      'getSupportSummary',
      'getTaxSummary',
      'getWorkload',
      'previewSchedule',
      'queryTasks',
      'runSavedFilter',
      'verifyAuditLog',
      'verifyInvoiceRegister',
    ])
  })
})

describe('documents', () => {
  const create = (body: object) => ada.ok('POST', `/api/v1/organizations/${org}/documents`, body)

  test('of more than 5 MB are not copied at once, but one by one', async () => {
    const root = await create({ title: 'Root' })
    const content = 'A line of text.\n'.repeat(85_000)
    for (const title of ['a', 'b', 'c', 'd']) await create({ title, content, parent_id: root.id })
    const copy = (id: string, recursive: boolean) =>
      ada.call('POST', `/api/v1/organizations/${org}/documents/${id}/duplicate`, { recursive })
    const refused = await copy(root.id, true)
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'body.recursive: these documents hold 5.4 MB and 5 MB can be copied at once; copy the parts one by one',
    ])
    expect((await copy(root.id, false)).status).toBe(201)
  })

  test('that name the same task again and again are linked to it once', async () => {
    const project = await ada.ok('POST', `/api/v1/organizations/${org}/projects`, { name: 'Web', key: 'WEB' })
    const task = await ada.ok('POST', `/api/v1/organizations/${org}/projects/${project.id}/tasks`, {
      title: 'One',
    })
    const filler = 'lorem ipsum '.repeat(8332)
    const { id } = await create({ title: 'Keys', content: `${filler}see WEB-1 ${'WEB-1 '.repeat(200_000)}` })
    const { links } = await ada.ok('GET', `/api/v1/organizations/${org}/documents/${id}`)
    expect(links.map((link: { id: string }) => link.id)).toEqual([task.id])
  })
})
