import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '../../src/kit/id.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { hashOf } from '../../src/kit/tokens.ts'
import { asOwner, call, type Caller, caller, password as usualPassword, somewhere } from '../kit/client.ts'
import { outbox } from '../kit/mail.ts'
import { discarding } from '../kit/gateways.ts'
import { guardedOf, needsFactor } from './guarded.ts'
import { differing, onesOwn, operations, World } from './world.ts'

const outputs = ['debug', 'error', 'info', 'log', 'warn'] as const
afterEach(() => vi.restoreAllMocks())

const password = `canary ${uuidv7()}`

/** A person who signed up, signed in and failed to, with the secrets that came of it. */
async function signedUp() {
  const email = `${uuidv7()}@example.com`
  const post = (path: string, body: object) =>
    call('POST', `/api/v1/auth/${path}`, { body, headers: somewhere() })
  const made = await post('register', { email, password, name: 'Canary' })
  await post('login', { email, password: `${password} wrong` })
  const entered = await post('login', { email, password })
  const cookies = [made, entered].flatMap(({ headers }) => headers.getSetCookie())
  const tokens = cookies.flatMap((line) => /^\w+=([^;]{20,})/.exec(line)?.[1] ?? [])
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { who: caller({ cookie }, { id: made.body.id, email }), email, tokens }
}

/** What ends or locks what the others need; it is asked where the answer is made and the work rolled back. */
const ending = new Set([
  'archiveProject',
  'acceptInvitation',
  'transferOwnership',
  'leaveOrganization',
  'updateMember',
  'updatePlatformOrganization',
  'updatePlatformUser',
  'mergeTag',
  'transferTask',
  'setCurrentBaseline',
  'changePassword',
  'changeEmail',
  'agreeToApiKey',
  'confirmTotp',
  'createRecoveryCodes',
])
const ends = ({ id, method, path }: Operation) =>
  method === 'DELETE' || path.endsWith('/purge') || ending.has(id)

/** What is not answered with success here, each with its reason. This list only shrinks. */
const refused: Record<string, string> = {
  createHolidayOverride: 'the world has one of that day',
  createSprint: 'the world has one in those days',
  deleteOauthAuthorization: 'it is the connection of somebody else',
  endSession: 'it is the session of somebody else',
  unlinkIdentity: 'it is the identity of somebody else',
}

/** Examples have the password of everybody else in the tests; this person has another. */
const ofCanary = <T>(body: T): T =>
  body && JSON.parse(JSON.stringify(body).replaceAll(`"${usualPassword}"`, `"${password}"`))

/** Work on what is one's own is the owner's, who made everything; others are offered a key and an invitation. */
const askerOf = async (operation: Operation, world: World, who: Caller) => {
  if (needsFactor(operation)) return (await guardedOf(world)).who
  if (['confirmTotp', 'addPasskey'].includes(operation.id)) return world.people.viewer
  if (operation.params.some((name) => ['my_key_id', 'identity_id'].includes(name))) return world.people.viewer
  if (operation.params.includes('token')) return world.guest
  if (operation.role === 'portal') return world.contact
  return onesOwn(operation) ? world.people.owner : who
}

/** Calls every operation once, almost always as somebody whose secrets are known. */
async function everything(who: Caller, shared: World) {
  const gateway = discarding()
  const texts: [id: string, text: string][] = []
  const shown: string[] = []
  const failed: string[] = []
  for (const operation of operations) if (!operation.setup) await shared.example(operation)
  for (const operation of operations) {
    const world = operation.setup ? await joined(who) : shared
    const { path, body } = await world.example(operation)
    await world.prepare(operation)
    const { headers } = await askerOf(operation, world, who)
    const changes = ends(operation) ? { SQL_ENDPOINT: gateway.url } : {}
    const ask = (draft: unknown) =>
      call(operation.method, path, { headers, ...(draft === undefined ? {} : { body: draft }) }, changes)
    let draft = headers === who.headers ? ofCanary(body as object) : (body as object)
    let reply = await ask(draft)
    for (let more = 0; more < 2 && reply.status === 409 && draft; more++) {
      draft = { ...draft, ...differing(draft) }
      reply = await ask(draft)
    }
    const { shownOnce } = operation.response ?? {}
    const secret = shownOnce ? String(reply.body?.[shownOnce]) : ''
    if (secret) shown.push(secret.split(/[/=]/).at(-1)!)
    texts.push([operation.id, secret ? reply.text.replace(secret, '') : reply.text])
    if (reply.status >= 300) failed.push(operation.id)
  }
  await gateway.stop()
  expect(failed.toSorted()).toEqual(Object.keys(refused).toSorted())
  return { texts, shown }
}

/** A world that the person owns too. */
async function joined(who: Caller): Promise<World> {
  const world = await World.make()
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'owner')`, [
    world.org,
    who.id,
  ])
  return world
}

test('no secret is in an answer, a log, a table or an error, but where it is shown once', async () => {
  const spies = outputs.map((output) => vi.spyOn(console, output).mockImplementation(() => undefined))
  outbox.length = 0
  const { who, tokens } = await signedUp()
  const world = await joined(who)
  await asOwner('insert into platform_admins (user_id) values ($1)', [who.id])
  const { texts, shown } = await everything(who, world)
  expect(shown.filter((text) => text.length < 20)).toEqual([])
  expect(shown.length).toBe(operations.filter(({ response }) => response?.shownOnce).length)
  const mailed = outbox.flatMap(({ text }) => text.match(/svc_[a-z]+_\w{36}/) ?? [])
  expect(mailed.length).toBeGreaterThan(3)
  const secrets = [password, ...tokens, ...shown, ...mailed]
  const printed = spies.flatMap((spy) => spy.mock.calls.flat().map(String))
  const leaks = secrets.flatMap((secret) => [
    ...texts.filter(([, text]) => text.includes(secret) || text.includes(hashOf(secret))).map(([id]) => id),
    ...printed.filter((line) => line.includes(secret)),
  ])
  expect(leaks).toEqual([])
  const tables = await asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(tables.length).toBeGreaterThan(50)
  for (const { name } of tables)
    for (const secret of secrets) {
      const holding = `select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`
      expect([name, (await asOwner(holding, [secret])).length]).toEqual([name, 0])
    }
})
