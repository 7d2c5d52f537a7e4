import { afterEach, expect, test, vi } from 'vitest'
import type { Finding } from '../../scripts/stack/deployment/asking.ts'
import { checkDeployment } from '../../scripts/stack/deployment/checks.ts'

const base = 'https://api.example.com'
const json =
  (status: number, value: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(value), { status, headers })

/** What a deployment without faults answers. */
const healthy: Record<string, () => Response> = {
  'http://api.example.com/health': () =>
    new Response(null, { status: 301, headers: { location: `${base}/health` } }),
  '/health': json(200, { status: 'ok' }),
  '/ready': json(200, { parts: { settings: 'ok', database: 'ok', cache: 'ok', jobs: 'ok' } }),
  '/api/v1': json(200, { mcp: `${base}/mcp` }),
  '/.well-known/oauth-authorization-server': json(200, { issuer: base }),
  '/.well-known/oauth-protected-resource/mcp': json(200, { resource: `${base}/mcp` }),
  '/api/v1/organizations': json(
    401,
    {},
    {
      'x-request-id': '1',
      'cache-control': 'no-store',
      'www-authenticate': 'Bearer realm="x"',
      'x-content-type-options': 'nosniff',
    },
  ),
  '/login': json(
    200,
    {},
    {
      'content-security-policy': "default-src 'none'",
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000',
    },
  ),
  '/api/v1/openapi.json': json(200, { paths: { a: {}, b: {} } }),
  '/docs/reference.js': () => new Response('x'.repeat(200_000)),
  '/version': json(200, { app_version: '1.2', git_sha: 'abc' }),
}

async function findings(faults: Record<string, () => Response> = {}, address = base, account = false) {
  const answers = { ...healthy, ...faults }
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[url] ?? answers[url.replace(new URL(address).origin, '')]
    if (!answer) throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') })
    return answer()
  })
  const person = account ? { email: 'ada@example.com', password: 'a password' } : undefined
  const all: Finding[] = []
  for await (const finding of checkDeployment(address, person)) all.push(finding)
  return all
}
const wrong = (all: Finding[]) => all.filter(({ state }) => state === 'wrong').map(({ said }) => said)

afterEach(() => vi.unstubAllGlobals())

test('a deployment without faults has nothing to mend; what needs an account is left out, and says so', async () => {
  const all = await findings()
  expect(wrong(all)).toEqual([])
  expect(all.filter(({ state }) => state === 'ok')).toHaveLength(7)
  expect(all.filter(({ state }) => state === 'skipped').map(({ what }) => what)).toEqual([
    'signing in',
    'tools',
    'files',
    'cleaning up',
  ])
})

const role = 'the database role neondb_owner is not bound by row-level security; use svc_app'
const page = (headers: Record<string, string>) => ({ '/login': json(200, {}, headers) })
test.each<[string, Record<string, () => Response>, RegExp]>([
  ['plain http is answered', { 'http://api.example.com/health': json(200, {}) }, /Always Use HTTPS/],
  ['nothing runs there', { '/health': json(404, 'error code: 1042') }, /does not run at this address/],
  ['the role is the owner’s', { '/ready': json(503, { error: { message: role } }) }, /use svc_app/],
  [
    'jobs wait',
    { '/ready': json(200, { parts: { jobs: 'the oldest due job has been waiting' } }) },
    /^jobs: the oldest/,
  ],
  [
    'another address is configured',
    { '/.well-known/oauth-authorization-server': json(200, { issuer: 'https://service.ada.workers.dev' }) },
    /name https:\/\/service\.ada\.workers\.dev: set BASE_URL to https:\/\/api\.example\.com$/,
  ],
  [
    'something takes headers away',
    page({ 'x-frame-options': 'DENY' }),
    /without its content-security-policy; .*strict-transport/,
  ],
  ['the files were not deployed', { '/docs/reference.js': json(404, {}) }, /deploy with `npm run deploy`/],
])('%s: the check says how to mend it', async (_, faults, said) => {
  expect(wrong(await findings(faults))).toEqual([expect.stringMatching(said)])
})

test('an address of workers.dev and one where nothing answers are told', async () => {
  expect(wrong(await findings({}, 'https://service.ada.workers.dev'))[0]).toContain('workers_dev = false')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') })
  })
  const all: Finding[] = []
  for await (const finding of checkDeployment(base)) all.push(finding)
  expect(wrong(all)).toHaveLength(7)
  for (const said of wrong(all)) expect(said).toMatch(/^nothing answers at https?:.*: getaddrinfo ENOTFOUND$/)
})

const login = '/api/v1/auth/login'
test.each<[string, () => Response, RegExp]>([
  ['the plan is free', () => new Response('error code: 1102', { status: 503 }), /use the paid one$/],
  ['there is a second factor', json(401, { error: { code: 'second_factor_required' } }), /use one without$/],
  ['the password is wrong', json(401, { error: { message: 'wrong' } }), /^401 instead of 200: .*wrong/],
])('signing in where %s: told with its remedy, and what follows is not tried', async (_, answer, said) => {
  const all = await findings({ [login]: answer }, base, true)
  expect(wrong(all)).toEqual([expect.stringMatching(said)])
  expect(all.filter(({ state }) => state === 'skipped')).toHaveLength(3)
})
