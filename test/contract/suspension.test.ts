import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganization, type Operation, roleLevels, type Role } from '../../src/kit/operation.ts'
import { call, type Caller } from '../kit/client.ts'
import { attach, desk, follow, linkOf } from '../kit/attachments.ts'
import { connected } from '../kit/oauth.ts'
import { suspend } from '../kit/platform.ts'
import { keyOf, modern, oauthTokenOf, open, tool } from '../mcp/rpc.ts'
import { operations, World } from './world.ts'
import type { Direct } from '../kit/direct.ts'
import { rollbackGateway } from '../kit/gateways.ts'

/** Every operation of a suspended organization, with every credential; writes are rolled back. */
let gateway: Direct
beforeAll(() => {
  gateway = rollbackGateway()
})
afterAll(() => gateway.stop())

const suspended = [403, 'the organization is suspended']
const tested = operations.filter((operation) => inOrganization(operation) && operation.role !== 'public')
/** Whoever has not paid is to see what is to be paid. */
const billing = [
  'getBillingOverview',
  'listBillingPlans',
  'getEntitlements',
  'getSubscription',
  'listBillingInvoices',
  'createBillingPortalSession',
]
const available = ['listOrganizations', 'getOrganization', 'getMe', ...billing]

const servedTo = (name: string, { role }: Operation) =>
  name === 'member' && roleLevels[role as Role] > roleLevels.member
    ? [403, `needs the role ${role} or above`]
    : [200, undefined]

type Example = Awaited<ReturnType<World['example']>>
async function send(operation: Operation, { path, body }: Example, { headers }: Pick<Caller, 'headers'>) {
  const sent = { headers, ...(body === undefined ? {} : { body }) }
  const reply = await call(operation.method, path, sent, { SQL_ENDPOINT: gateway.url })
  return [reply.status, reply.body?.error?.message]
}

test(
  'a suspended organization serves only its own record, to a session, a key and a connected application',
  { timeout: 600_000 },
  async () => {
    const world = await World.make()
    const examples = new Map<Operation, Example>()
    for (const operation of tested) examples.set(operation, await world.example(operation))
    const { owner, member } = world.people
    const credentials = { owner, member, key: await world.key(), app: (await connected(owner)).app }
    await suspend(world.org)
    const failures: unknown[] = []
    for (const operation of tested)
      for (const [name, who] of Object.entries(credentials)) {
        const actual = await send(operation, examples.get(operation)!, who)
        const expected = operation.allows?.includes('suspended') ? servedTo(name, operation) : suspended
        if (JSON.stringify(actual) !== JSON.stringify(expected))
          failures.push([operation.id, name, ...actual])
      }
    expect(failures).toEqual([])
    expect(
      operations
        .filter((operation) => operation.allows?.includes('suspended'))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(available.toSorted())
  },
)

test('to an outsider a suspended organization looks like a missing one', async () => {
  const [world, other] = [await World.make(), await World.make()]
  await suspend(world.org)
  const reply = await other.people.owner.call('GET', `/api/v1/organizations/${world.org}/tags`)
  expect([reply.status, reply.body.error.message]).toEqual([404, 'organization not found'])
})

test('links to files and calendars, and invitations, return 403', async () => {
  const setup = await desk()
  const { ws } = setup
  const link = await linkOf(setup, (await attach(setup)).id)
  const { url } = await ws.owner.ok('POST', `${ws.base}/calendar/subscription`)
  const draft = { email: 'guest@example.com', role: 'member' }
  const { accept_url } = await ws.owner.ok('POST', `${ws.base}/invitations`, draft)
  const invitation = `/api/v1/invitations/${String(accept_url).split('/').at(-1)}`
  expect((await follow(link)).status).toBe(200)
  await suspend(ws.org.id)
  expect((await follow(link)).status).toBe(403)
  for (const [method, path] of [
    ['GET', new URL(url).pathname],
    ['GET', invitation],
    ['POST', `${invitation}/decline`],
  ] as const) {
    const reply = await call(method, path)
    expect([path, reply.status, reply.body?.error.message]).toEqual([path, ...suspended])
  }
  expect((await setup.ws.owner.call('POST', `${invitation}/accept`)).status).toBe(403)
})

test('an open MCP session is rejected, in both protocol versions, with a key and a connected application', async () => {
  const setup = await desk()
  const { ws } = setup
  const tokens = [(await keyOf(ws)).token, await oauthTokenOf(ws.owner)]
  const sessions = await Promise.all(tokens.map((token) => open({ token })))
  for (const [at, token] of tokens.entries())
    expect((await tool('list_projects', {}, { token, session: sessions[at]! })).isError).toBe(false)
  await suspend(ws.org.id)
  for (const [at, token] of tokens.entries()) {
    const result = await tool('list_projects', {}, { token, session: sessions[at]! })
    expect([result.isError, result.answer]).toEqual([
      true,
      {
        error: expect.objectContaining({ code: 'forbidden', message: 'the organization is suspended' }),
      },
    ])
    const stateless = await modern('tools/call', { name: 'list_projects', arguments: {} }, { token })
    expect(stateless.body.result.isError).toBe(true)
    expect(stateless.text).toContain('the organization is suspended')
  }
})
