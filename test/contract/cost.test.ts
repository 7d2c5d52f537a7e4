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
const createOrganization = async (name: string) =>
  (await ada.ok('POST', '/api/v1/organizations', { name })).id as string
beforeAll(async () => {
  ada = await person()
  org = await createOrganization('Busy')
  other = await createOrganization('Quiet')
})

/** A connection that holds locks until the test is over. */
const connections: Client[] = []
async function holdConnection(...statements: [text: string, values?: unknown[]][]) {
  const client = new Client({ connectionString: parts().ownerUrl })
  connections.push(client)
  await client.connect()
  for (const [text, values] of statements) await client.query(text, values)
}
afterEach(async () => {
  for (const client of connections.splice(0)) await client.end()
})

describe('a filter', () => {
  const query = (filter: unknown) => ada.call('POST', `/api/v1/organizations/${org}/tasks/query`, { filter })
  const conditions = (count: number, field: string, op = 'not_contains') =>
    Array.from({ length: count }, (_, n) => ({ field, op, value: `word ${n}` }))

  test.each([
    ['20 texts that lack a word', { and: conditions(20, 'text') }, 120],
    ['50 of them', { or: conditions(50, 'text', 'contains') }, 300],
    [
      '40 titles, nested',
      { not: { or: [{ and: conditions(20, 'title') }, { or: conditions(20, 'key') }] } },
      40,
    ],
  ])('of %s is rejected with its cost and what to use instead', async (_, filter, cost) => {
    const { status, body, roundTrips } = await query(filter)
    expect([status, roundTrips]).toEqual([422, 1])
    expect(body.error.message).toContain(
      `body.filter: too expensive: its conditions on texts cost ${cost}, at most 36`,
    )
    expect(body.error.message).toContain('look in title')
  })

  test.each([
    ['6 texts', { and: conditions(6, 'text') }],
    ['36 titles', { and: conditions(36, 'title', 'contains') }],
    [
      '50 values that are not text',
      { or: Array.from({ length: 50 }, () => ({ field: 'is_overdue', op: 'is', value: true })) },
    ],
  ])('of %s is run', async (_, filter) => {
    expect((await query(filter)).status).toBe(200)
  })

  test('written as text costs the same', async () => {
    const path = `/api/v1/organizations/${org}/tasks/query`
    const few = await ada.call('POST', path, { text: 'a b c d e f' })
    const many = await ada.call('POST', path, { text: 'a b c d e f g' })
    expect([few.status, many.status]).toEqual([200, 422])
    expect(many.body.error.message).toContain('too expensive')
  })
})

describe('a statement', () => {
  const slow = { DB_DEADLINE_MS: '1000' }
  test('that reads is cancelled long before the request times out, with a clear error', async () => {
    await holdConnection(['begin'], ['lock table tags in access exclusive mode'])
    const began = performance.now()
    const { status, body, headers } = await call('GET', `/api/v1/organizations/${org}/tags`, ada, slow)
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(body.error.message).toContain('ask for less at once')
    expect(performance.now() - began).toBeLessThan(900)
  })

  test('that waits for a row that somebody else has locked is ended before the request is, and says so', async () => {
    const { id } = await ada.ok('POST', `/api/v1/organizations/${org}/projects`, { name: 'Locked' })
    const task = await ada.ok('POST', `/api/v1/organizations/${org}/projects/${id}/tasks`, { title: 'One' })
    await holdConnection(['begin'], ['select from tasks where id = $1 for update', [task.id]])
    const sent = { headers: ada.headers, body: { status: 'done' } }
    const { status, body } = await call('PATCH', `/api/v1/organizations/${org}/tasks/${task.id}`, sent, slow)
    expect([status, body.error.message]).toEqual([503, 'another change to this is taking long; try again'])
  })
})

describe('a heavy operation', () => {
  const query = (id: string) => ada.call('POST', `/api/v1/organizations/${id}/tasks/query`, {})
  const occupy = () =>
    holdConnection([
      `select pg_advisory_lock(hashtextextended('heavy ' || $1, n)) from generate_series(1, 2) n`,
      [org],
    ])

  test('waits briefly while the organization runs two, then is rejected; nothing else is', async () => {
    await occupy()
    const refused = await query(org)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await query(other)).status).toBe(200)
    expect((await ada.call('GET', `/api/v1/organizations/${org}/tags`)).status).toBe(200)
  })

  test('runs as soon as another has finished', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => query(org)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('is rejected at once when too many are already waiting', async () => {
    await occupy()
    await holdConnection([
      `select pg_advisory_lock(hashtextextended('waiting ' || $1, n)) from generate_series(1, 8) n`,
      [org],
    ])
    const began = performance.now()
    expect((await query(org)).status).toBe(429)
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('is every call with a body of more than 64 KiB', async () => {
    await occupy()
    await holdConnection([
      `select pg_advisory_lock(hashtextextended('waiting ' || $1, n)) from generate_series(1, 8) n`,
      [org],
    ])
    const create = (size: number) =>
      ada.call('POST', `/api/v1/organizations/${org}/documents`, { title: 'Long', content: 'x'.repeat(size) })
    const statuses = []
    for (const size of [60_000, 70_000]) statuses.push((await create(size)).status)
    expect(statuses).toEqual([201, 429])
  })

  test('of one sender with a body of more than 1 MiB is rejected while two are read, whoever else sends', async () => {
    const content = 'A line of text.\n'.repeat(70_000)
    const create = (who: Caller, id: string) =>
      who.call('POST', `/api/v1/organizations/${id}/documents`, { title: 'Large', content })
    const grace = await person()
    const hers = (await grace.ok('POST', '/api/v1/organizations', { name: 'Hers' })).id as string
    const sent = [...Array.from({ length: 6 }, () => create(ada, org)), create(grace, hers)]
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.at(-1)).toBe(201)
    expect(statuses.slice(0, -1).toSorted()).toEqual([201, 201, 429, 429, 429, 429])
    expect((await create(ada, org)).status).toBe(201)
  })

  test('reads or copies a project or more', () => {
    expect(heavy.map(({ id }) => id).toSorted()).toEqual([
      'approvePayrollRun',
      'calculatePayrollRun',
      'comparePayrollRun',
      'createBiWidget',
      'createPayrollBankFile',
      'duplicateDocument',
      'duplicateProject',
      'exportBiWidget',
      'exportEmployees',
      'exportInvoiceRegister',
      'exportPeopleReport',
      'exportWorkingHoursLog',
      'getAgencyClientSummary',
      'getAgencySummary',
      'getBiDashboardData',
      'getBiWidgetData',
      'getCapacityReconciliation',
      'getCrmAnalytics',
      'getCrmForecast',
      'getDeliveryForecast',
      'getDependencyGraph',
      'getEarnedValue',
      'getEarnedValueSeries',
      'getFinanceSummary',
      'getFlowMetrics',
      'getHoldingPanel',
      'getPayAverages',
      'getPayrollRun',
      'getPeopleReport',
      'getPortfolioEarnedValue',
      'getSlaReport',
      'getSprintReport',
      'getSupportSummary',
      'getTaxSummary',
      'getWorkforceCapacity',
      'getWorkload',
      'importCredentials',
      'importEmployees',
      'listAffectedLeave',
      'listBiRows',
      'listBiWidgetRows',
      'listMissingTimesheets',
      'listSharedProjectTasks',
      'listVacationBalances',
      'previewImport',
      'previewSchedule',
      'queryTasks',
      'recountLeave',
      'runBiQuery',
      'runSavedFilter',
      'runVacationAccrual',
      'search',
      'updateBiWidget',
      'updateImportMapping',
      'verifyAuditLog',
      'verifyInvoiceRegister',
      'verifyWorkingHours',
    ])
  })
})

describe('documents', () => {
  const create = (body: object) => ada.ok('POST', `/api/v1/organizations/${org}/documents`, body)

  test('of more than 5 MB can be copied one by one, but not at once', async () => {
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

  test('that mention the same task many times are linked to it once', async () => {
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
