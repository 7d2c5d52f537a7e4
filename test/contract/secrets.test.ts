import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { hashOf } from '../../src/base/tokens.ts'
import {
  asOwner,
  call,
  type Caller,
  caller,
  password as usualPassword,
  uniqueAddress,
} from '../kit/client.ts'
import { outbox } from '../kit/mail.ts'
import { rollbackGateway } from '../kit/gateways.ts'
import { guardedOf, needsFactor } from './guarded.ts'
import { hireAll } from '../kit/people.ts'
import { differing, isOwnersOnly, operations, World } from './world.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const outputs = ['debug', 'error', 'info', 'log', 'warn'] as const
afterEach(() => vi.restoreAllMocks())

const password = `canary ${uuidv7()}`

/** A person who signed up, failed to sign in and signed in, with the resulting secrets. */
async function signUp() {
  const email = `${uuidv7()}@example.com`
  const post = (path: string, body: object) =>
    call('POST', `/api/v1/auth/${path}`, { body, headers: uniqueAddress() })
  const registered = await post('register', { email, password, name: 'Canary' })
  await post('login', { email, password: `${password} wrong` })
  const signedIn = await post('login', { email, password })
  const cookies = [registered, signedIn].flatMap(({ headers }) => headers.getSetCookie())
  const tokens = cookies.flatMap((line) => /^\w+=([^;]{20,})/.exec(line)?.[1] ?? [])
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { who: caller({ cookie }, { id: registered.body.id, email }), email, tokens }
}

/** Operations that remove or lock what the others need: their writes are rolled back. */
const destructive = new Set([
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
  'replaceInvoiceIssuer',
  'retryParkedJobs',
  'startImport',
])
const isDestructive = ({ id, method, path }: Operation) =>
  method === 'DELETE' || path.endsWith('/purge') || destructive.has(id)

/** Operations that fail here, each with the reason. This list only shrinks. */
const failing: Record<string, string> = {
  acceptHoldingInvitation: 'the world is a parent, or has one, by then',
  approvePayrollRun: 'its components have changed since the calculation',
  checkIn: 'its objective is closed by then',
  createKeyResult: 'its objective is closed by then',
  deleteKeyResult: 'its objective is closed by then',
  updateKeyResult: 'its objective is closed by then',
  createHolidayOverride: 'the world has one of that day',
  createSprint: 'the world has one in those days',
  deleteOauthAuthorization: 'it is somebody else’s connection',
  endSession: 'it is somebody else’s session',
  unlinkIdentity: 'it is somebody else’s identity',
}

/** Examples have the password of all other test users; this person has another. */
const withCanaryPassword = <T>(body: T): T =>
  body && JSON.parse(JSON.stringify(body).replaceAll(`"${usualPassword}"`, `"${password}"`))

/** Most objects are the owner's; a key, an identity and an invitation are for others. */
const callerOf = async (operation: Operation, world: World, who: Caller) => {
  if (needsFactor(operation)) return (await guardedOf(world)).who
  if (['confirmTotp', 'addPasskey'].includes(operation.id)) return world.people.viewer
  if (['joinMeeting', 'endMeeting'].includes(operation.id)) return world.people.member
  if (operation.id === 'respondToMeeting') return world.people.viewer
  if (['beginPasskey', 'beginTotp'].includes(operation.id)) return world.people.manager
  if (operation.params.some((name) => ['my_key_id', 'identity_id', 'organization_import_id'].includes(name)))
    return world.people.viewer
  if (operation.params.includes('token')) return world.guest
  if (operation.role === 'portal') return world.contact
  return isOwnersOnly(operation) ? world.people.owner : who
}

/** Calls every operation once, mostly as somebody whose secrets are known. */
async function callAll(who: Caller, shared: World) {
  const gateway = rollbackGateway()
  const texts: [id: string, text: string][] = []
  const shown: string[] = []
  const failed: string[] = []
  for (const operation of operations) if (!operation.setup) await shared.example(operation)
  for (const operation of operations) {
    const world = operation.setup ? await worldOwnedBy(who) : shared
    const { path, body } = await world.example(operation)
    await world.prepare(operation)
    const { headers } = await callerOf(operation, world, who)
    const changes = isDestructive(operation) ? { SQL_ENDPOINT: gateway.url } : {}
    const send = (draft: unknown) =>
      call(operation.method, path, { headers, ...(draft === undefined ? {} : { body: draft }) }, changes)
    let draft = headers === who.headers ? withCanaryPassword(body as object) : (body as object)
    let reply = await send(draft)
    for (let retry = 0; retry < 2 && reply.status === 409 && draft; retry++) {
      draft = { ...draft, ...differing(draft) }
      reply = await send(draft)
    }
    const { shownOnce } = operation.response ?? {}
    const secret = shownOnce ? String(reply.body?.[shownOnce]) : ''
    // An address has its secret between other things; that of a webhook, in base64, may have slashes of its own.
    const pieces = secret.includes('://') ? secret.split(/[/=]/) : [secret]
    // A few digits are found anywhere, and are over in a moment.
    if (secret.length > 8) shown.push(pieces.toSorted((a, b) => b.length - a.length)[0]!)
    texts.push([operation.id, secret ? reply.text.replace(secret, '') : reply.text])
    if (reply.status >= 300) failed.push(operation.id)
  }
  await gateway.stop()
  expect(failed.toSorted()).toEqual(Object.keys(failing).toSorted())
  return { texts, shown }
}

/** A world that the person is also an owner of. */
async function worldOwnedBy(who: Caller): Promise<World> {
  const world = await World.make()
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'owner')`, [
    world.org,
    who.id,
  ])
  await hireAll(world.org, [who], 'W')
  return world
}

test(
  'no secret is in a response, a log, a table or an error, except where it is shown once',
  { timeout: 300_000 },
  async () => {
    const spies = outputs.map((output) => vi.spyOn(console, output).mockImplementation(() => undefined))
    outbox.length = 0
    const { who, tokens } = await signUp()
    const world = await worldOwnedBy(who)
    await asOwner('insert into platform_admins (user_id) values ($1)', [who.id])
    await asOwner('update users set email_verified_at = now() where id = $1', [world.people.manager.id])
    const { texts, shown } = await callAll(who, world)
    expect(shown.filter((text) => text.length < 20)).toEqual([])
    const once = operations.filter(({ response }) => response?.shownOnce && response.shownOnce !== 'code')
    expect(shown.length).toBe(once.length)
    const mailed = outbox.flatMap(({ text }) => text.match(/svc_[a-z]+_\w{37}/) ?? [])
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
    for (const { name } of tables) {
      const query = `select s from unnest($1::text[]) s where exists (select from "${name}" t where strpos(t::text, s) > 0)`
      expect([name, await asOwner(query, [secrets])]).toEqual([name, []])
    }
  },
)
