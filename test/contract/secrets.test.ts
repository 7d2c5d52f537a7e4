import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '../../src/kit/id.ts'
import { hashOf } from '../../src/kit/tokens.ts'
import { asOwner, call, type Caller, caller } from '../kit/client.ts'
import { somewhere } from '../kit/oauth.ts'
import { operations, World } from './world.ts'

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

/** What would end the world before the others were called. */
const ending = new Set([
  'transferOwnership',
  'leaveOrganization',
  'updateMember',
  'updatePlatformOrganization',
  'updatePlatformUser',
])

/** Calls every operation once as the owner of a world whose secrets are known. */
async function everything(owner: Caller, world: World) {
  const texts: [id: string, text: string][] = []
  const shown: string[] = []
  for (const operation of operations.toSorted((a, b) => Number(a.write) - Number(b.write))) {
    if (operation.method === 'DELETE' || operation.path.endsWith('/purge') || ending.has(operation.id))
      continue
    const made = await world.perform(operation, owner).catch(() => undefined)
    if (!made) continue
    const [{ status, body, text }] = made
    const secret =
      operation.response?.shownOnce && status < 300 ? String(body[operation.response.shownOnce]) : ''
    if (secret) shown.push(secret.split(/[/=]/).at(-1)!)
    texts.push([operation.id, secret ? text.replace(secret, '') : text])
  }
  return { texts, shown }
}

test('no secret is in an answer, a log, a table or an error, but where it is shown once', async () => {
  const spies = outputs.map((output) => vi.spyOn(console, output).mockImplementation(() => undefined))
  const { who, tokens } = await signedUp()
  const world = await World.make()
  await asOwner('insert into organization_members (org_id, user_id, role) values ($1, $2, $3)', [
    world.org,
    who.id,
    'owner',
  ])
  await asOwner('insert into platform_admins (user_id) values ($1)', [who.id])
  const { texts, shown } = await everything(who, world)
  expect(texts.length).toBeGreaterThan(80)
  expect(shown.length).toBe(operations.filter(({ response }) => response?.shownOnce).length)
  const secrets = [password, ...tokens, ...shown]
  const printed = spies.flatMap((spy) => spy.mock.calls.flat().map(String))
  const leaks = secrets.flatMap((secret) => [
    ...texts.filter(([, text]) => text.includes(secret) || text.includes(hashOf(secret))).map(([id]) => id),
    ...printed.filter((line) => line.includes(secret)),
  ])
  expect(leaks).toEqual([])
  const tables = await asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables)
    for (const secret of secrets) {
      const holding = `select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`
      expect([name, (await asOwner(holding, [secret])).length]).toEqual([name, 0])
    }
})
