import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { call, type Caller } from '../kit/client.ts'
import { attach, desk, follow, linkOf } from '../kit/attachments.ts'
import { connected } from '../kit/oauth.ts'
import { suspend } from '../kit/platform.ts'
import { keyOf, modern, oauthTokenOf, open, tool } from '../mcp/rpc.ts'
import { operations, World } from './world.ts'
import type { Direct } from '../kit/direct.ts'
import { discarding } from '../kit/gateways.ts'

/** Every operation of a suspended organization, with every credential; what a call did is rolled back. */
let gateway: Direct
beforeAll(() => {
  gateway = discarding()
})
afterAll(() => gateway.stop())

const suspended = [403, 'the organization is suspended']
const asked = operations.filter((one) => inOrganization(one) && one.role !== 'public')
const stillThere = ['listOrganizations', 'getOrganization', 'getMe']

type Example = Awaited<ReturnType<World['example']>>
async function ask(operation: Operation, { path, body }: Example, { headers }: Pick<Caller, 'headers'>) {
  const sent = { headers, ...(body === undefined ? {} : { body }) }
  const reply = await call(operation.method, path, sent, { SQL_ENDPOINT: gateway.url })
  return [reply.status, reply.body?.error?.message]
}

test(
  'a suspended organization answers nothing but itself, to a session, a key and a connected application',
  { timeout: 600_000 },
  async () => {
    const world = await World.make()
    const examples = new Map<Operation, Example>()
    for (const operation of asked) examples.set(operation, await world.example(operation))
    const { owner, member } = world.people
    const held = { owner, member, key: await world.key(), app: (await connected(owner)).app }
    await suspend(world.org)
    const found: unknown[] = []
    for (const operation of asked)
      for (const [name, who] of Object.entries(held)) {
        const answer = await ask(operation, examples.get(operation)!, who)
        const right = operation.allows?.includes('suspended') ? [200, undefined] : suspended
        if (JSON.stringify(answer) !== JSON.stringify(right)) found.push([operation.id, name, ...answer])
      }
    expect(found).toEqual([])
    expect(
      operations
        .filter((one) => one.allows?.includes('suspended'))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(stillThere.toSorted())
  },
)

test('an outsider is told of a suspended organization no more than of one that is not there', async () => {
  const [world, elsewhere] = [await World.make(), await World.make()]
  await suspend(world.org)
  const reply = await elsewhere.people.owner.call('GET', `/api/v1/organizations/${world.org}/tags`)
  expect([reply.status, reply.body.error.message]).toEqual([404, 'organization not found'])
})

test('links to files and calendars, and invitations, answer 403', async () => {
  const where = await desk()
  const { ws } = where
  const link = await linkOf(where, (await attach(where)).id)
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
  expect((await where.ws.owner.call('POST', `${invitation}/accept`)).status).toBe(403)
})

test('an open session of tools is refused, in both eras, with a key and a connected application', async () => {
  const where = await desk()
  const { ws } = where
  const tokens = [(await keyOf(ws)).token, await oauthTokenOf(ws.owner)]
  const sessions = await Promise.all(tokens.map((token) => open({ token })))
  for (const [at, token] of tokens.entries())
    expect((await tool('list_projects', {}, { token, session: sessions[at]! })).isError).toBe(false)
  await suspend(ws.org.id)
  for (const [at, token] of tokens.entries()) {
    const said = await tool('list_projects', {}, { token, session: sessions[at]! })
    expect([said.isError, said.answer]).toEqual([
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
