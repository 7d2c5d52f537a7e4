import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, person, uniqueAddress } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { makeOperator } from '../../scripts/stack/operators.ts'
import { parts } from '../kit/parts.ts'
import { open, submit } from './browse.ts'

/** The Accept header of browsers for links. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('an unknown address', () => {
  test.each(['/nothing', '/projects', '/organizations/a/b/c', '/projects/WEB/none', '/files/none'])(
    '%s is a page for browsers, with a link onward',
    async (path) => {
      const reply = await open(path, browser)
      expect(reply.status).toBe(404)
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(reply.text).toContain('<a class="button" href="/">')
    },
  )

  test('is JSON for programs, and so is all of the API', async () => {
    for (const [path, headers] of [
      ['/nothing', { accept: '*/*' }],
      ['/nothing', { accept: 'application/json, text/html' }],
      ['/api/v1/nothing', browser],
      ['/api/v1/organizations', browser],
      ['/mcp/nothing', browser],
    ] as const) {
      const reply = await open(path, headers)
      expect([path, reply.headers.get('content-type')]).toEqual([
        path,
        expect.stringContaining('application/json'),
      ])
    }
  })

  test('is a page for submitted forms too', async () => {
    const reply = await call('POST', '/nothing', { raw: 'a=b', headers: { ...browser, ...uniqueAddress() } })
    expect([reply.status, reply.text.includes('<h1>No such page</h1>')]).toEqual([404, true])
  })
})

describe('an invalid authorization request', () => {
  const authorize = (query: Record<string, string>, headers: Record<string, string> = browser) =>
    open(`/api/v1/oauth/authorize?${new URLSearchParams(query)}`, { ...headers, ...uniqueAddress() })
  test.each([
    ['without a client', { response_type: 'code' }, 400],
    [
      'as an unknown client',
      {
        response_type: 'code',
        client_id: uuidv7(),
        redirect_uri: 'https://app.example/cb',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      },
      400,
    ],
    ['without a redirect URI', { response_type: 'code', client_id: uuidv7() }, 400],
  ] as const)('%s is explained on a page', async (_, query, status) => {
    const { status: pageStatus, text, headers } = await authorize(query)
    const asJson = await authorize(query, { accept: 'application/json' })
    expect([pageStatus, asJson.status]).toEqual([asJson.status, pageStatus])
    expect(pageStatus).toBe(status)
    expect(headers.get('content-type')).toContain('text/html')
    expect(text).toContain('<h1>This application cannot be connected</h1>')
    expect(text).toContain('nothing was shared with it')
    expect(asJson.body.error_description.length).toBeGreaterThan(5)
  })

  test('with an unregistered redirect URI is explained too, and nobody is redirected there', async () => {
    const { body } = await call('POST', '/api/v1/oauth/register', {
      body: { client_name: 'Probe', redirect_uris: ['https://app.example/cb'] },
    })
    const reply = await authorize({
      response_type: 'code',
      client_id: body.client_id,
      redirect_uri: 'https://evil.example/cb',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
    expect(reply.text).toContain('Redirect_uri: not registered for this client.')
  })
})

test('an expired link to a file is a page for browsers', async () => {
  const reply = await open('/files/none', browser)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

describe('signing in', () => {
  let rid: string
  beforeAll(async () => {
    const { body } = await call('POST', '/api/v1/oauth/register', {
      body: { client_name: 'Assistant <b>', redirect_uris: ['https://app.example/cb'] },
    })
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: body.client_id,
      redirect_uri: 'https://app.example/cb',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    const reply = await open(`/api/v1/oauth/authorize?${query}`, browser)
    rid = new URL(reply.headers.get('location')!).searchParams.get('rid')!
  })
  const page = (path: string, id: string) =>
    open(`${path}?next=${encodeURIComponent(`/oauth/consent?rid=${id}`)}`, uniqueAddress())

  test('names the waiting application and its redirect host', async () => {
    for (const path of ['/login', '/signup']) {
      const { text, roundTrips } = await page(path, rid)
      expect(text).toContain('calls itself <strong>Assistant &lt;b&gt;</strong>')
      expect(text).toContain('<strong>app.example</strong>')
      expect(roundTrips).toBe(1)
    }
    const refused = await submit('/login', {
      email: 'a@example.com',
      password: 'wrong one',
      next: `/oauth/consent?rid=${rid}`,
    })
    expect([refused.status, refused.text.includes('Assistant &lt;b&gt;')]).toEqual([401, true])
  })

  test('names no application for other addresses or unknown requests', async () => {
    for (const reply of [
      await page('/login', uuidv7()),
      await page('/login', 'x'),
      await open('/login?next=/inbox'),
    ])
      expect([reply.status, reply.text.includes('calls itself')]).toEqual([200, false])
  })

  test('works while the database is unavailable', async () => {
    const path = `/login?next=${encodeURIComponent(`/oauth/consent?rid=${rid}`)}`
    const reply = await open(path, uniqueAddress(), { SQL_ENDPOINT: 'http://127.0.0.1:1/sql' })
    expect(reply.status).toBe(200)
  })
})

describe('operators', () => {
  test('find their pages in the menu; others do not', async () => {
    const [olga, ada] = [await person('Olga Ortiz'), await person()]
    await makeOperator(parts().ownerUrl, olga.email)
    expect((await open('/dashboard', olga.headers)).text).toMatch(
      /<a href="\/platform"><svg[^>]*>(?:(?!<\/svg>).)*<\/svg>Operations<\/a>/,
    )
    expect((await open('/dashboard', ada.headers)).text).not.toContain('/platform')
    expect((await olga.ok('GET', '/api/v1/auth/me')).is_operator).toBe(true)
    const org = await olga.ok('POST', '/api/v1/organizations', { name: 'Of Olga' })
    const { token } = await olga.ok('POST', `/api/v1/organizations/${org.id}/api-keys`, { name: 'key' })
    const asKey = await call('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(asKey.body.is_operator).toBe(false)
  })
})

describe('times', () => {
  test('are shown in the locale and zone of the person, or the zone of the organization', async () => {
    const ws = await workspace()
    await ws.owner.ok('PATCH', ws.base, { timezone: 'Pacific/Auckland' })
    const grace = await join(ws, 'member', 'Grace Hopper')
    const { id } = await project(ws)
    const one = await task(ws, id, { due_date: '2027-03-08' })
    await ws.owner.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: 'Late at night' })
    await asOwner(
      `with quiet as materialized (select set_config('app.suppress_audit', 'on', true))
        update comments set created_at = '2026-11-08T23:30:00Z' from quiet where task_id = $1`,
      [one.id],
    )
    const page = async () => (await open(`/tasks/${one.key}?org=${ws.org.slug}`, grace.headers)).text
    expect(await page()).toContain(
      'title="Monday, 9 November 2026 at 12:30 (Pacific/Auckland)">9 Nov 2026, 12:30</time>',
    )
    await grace.ok('PATCH', '/api/v1/auth/me', { locale: 'de-DE', timezone: 'Europe/Berlin' })
    const text = await page()
    expect(text).toContain('>9. Nov. 2026, 00:30</time>')
    expect(text).toContain('>8. März 2027</time>')
  })
})
