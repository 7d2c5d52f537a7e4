import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '../../src/base/config.ts'
import worker from '../../src/worker.ts'

const bindings = env as Env & { ACTIVITY: NonNullable<Env['ACTIVITY']>; OUTBOUND_TRUSTED: string }
// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses freely
type Json = any

let cookie = ''
async function callApi(method: string, path: string, body?: object): Promise<{ status: number; body: Json }> {
  const context = createExecutionContext()
  const response = await worker.fetch(
    new Request(new URL(`/api/v1${path}`, 'https://service.test'), {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    bindings,
    context,
  )
  const text = await response.text()
  if (path === '/auth/register')
    cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  await waitOnExecutionContext(context)
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

let base: string
let project: string
beforeAll(async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await callApi('POST', '/auth/register', { email, password: 'correct horse battery', name: 'Ada' })
  base = `/organizations/${(await callApi('POST', '/organizations', { name: 'Outside' })).body.id}`
  project = (await callApi('POST', `${base}/projects`, { name: 'Web', key: 'WEB' })).body.id
})
const draft = () => ({
  provider: 'github',
  token: 'ghp_canary0123456789WXYZ',
  base_url: bindings.OUTBOUND_TRUSTED,
})

describe('in the edge runtime', () => {
  test('a token is sealed, and activity is requested once and cached', async () => {
    const created = await callApi('PUT', `${base}/repository-integration`, draft())
    expect([created.status, created.body.account]).toEqual([200, 'ada'])
    const link = await callApi('POST', `${base}/projects/${project}/repositories`, {
      full_name: 'ada/engine',
    })
    expect(link.status).toBe(201)
    const path = `${base}/projects/${project}/development`
    const all = await Promise.all(Array.from({ length: 10 }, () => callApi('GET', path)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(all[0]!.body.items.length).toBe(3)
    const repeated = await callApi('GET', path)
    const moments = all.map(({ body }) => body.cached_at as string)
    expect(moments.includes(repeated.body.cached_at)).toBe(true)
    expect(repeated.body.errors).toEqual([])
  })

  test('redirects are not followed, even to a good response', async () => {
    const redirecting = { ...draft(), base_url: `${bindings.OUTBOUND_TRUSTED}/away` }
    const refused = await callApi('PUT', `${base}/repository-integration`, redirecting)
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'body.base_url: does not answer as GitHub does',
    ])
  })

  test('a private address is rejected', async () => {
    for (const base_url of ['https://127.0.0.1', 'https://[::1]', 'https://inside.example.com']) {
      const refused = await callApi('PUT', `${base}/repository-integration`, { ...draft(), base_url })
      expect([base_url, refused.status]).toEqual([base_url, 422])
    }
  })

  test('the document of an OAuth client is fetched once for concurrent requests, and redirects are not followed', async () => {
    const authorize = (client_id: string) =>
      callApi(
        'GET',
        `/oauth/authorize?${new URLSearchParams({
          response_type: 'code',
          client_id,
          redirect_uri: 'https://client.example/callback',
          code_challenge: 'c'.repeat(43),
          code_challenge_method: 'S256',
        })}`,
      )
    const url = `${bindings.OUTBOUND_TRUSTED}/client.json`
    const all = await Promise.all(Array.from({ length: 10 }, () => authorize(url)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 302))
    const refused = await authorize(`${bindings.OUTBOUND_TRUSTED}/away/client.json`)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client'])
    expect(refused.body.error_description).toContain('redirect')
  })

  test('addresses are suggested', async () => {
    const { body } = await callApi('GET', `${base}/addresses/autocomplete?q=unter%20den%20linden`)
    expect([body.provider, body.degraded, body.items.length]).toEqual(['photon', false, 2])
    const full = await callApi('GET', `${base}/addresses/${body.items[0].id}`)
    expect([full.status, full.body.city]).toEqual([200, 'Berlin'])
  })
})
