import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOwner, call, type Json } from '../kit/client.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import type { FakeResponse } from '../kit/external-server.ts'
import { connect, type RepositoryHost, linkRepository, startHost, token } from '../kit/repositories.ts'

let host: RepositoryHost
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(() => host.reset())

const put = (ws: Workspace, draft: object) =>
  ws.owner.call('PUT', `${ws.base}/repository-integration`, {
    provider: 'github',
    token,
    base_url: host.url,
    ...draft,
  })
const stored = (ws: Workspace) =>
  asOwner('select id from repository_connections where org_id = $1', [ws.org.id])

describe('a token', () => {
  test('that the provider rejects is rejected, and nothing is stored', async () => {
    const ws = await workspace()
    for (const provider of ['github', 'gitlab', 'gitea']) {
      const refused = await put(ws, { provider, token: 'ghp_rejected0123456789' })
      expect([refused.status, refused.body.error.message]).toEqual([422, 'body.token: rejected by provider'])
    }
    expect(await stored(ws)).toEqual([])
  })

  test('that lacks a scope is rejected by its name', async () => {
    const ws = await workspace()
    const scopes = [
      ['github', 'unscoped', 'repo'],
      ['gitlab', 'unscoped', 'read_api'],
      ['gitlab', 'nobody', 'read_api'],
      ['gitea', 'unscoped', 'read:repository'],
      ['gitea', 'nobody', 'read:user'],
    ]
    for (const [provider, word, scope] of scopes) {
      const refused = await put(ws, { provider, token: `${word}_0123456789` })
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        `body.token: lacks the scope ${scope}`,
      ])
    }
    expect(await stored(ws)).toEqual([])
  })

  test('with other characters, too short or too long is rejected before the provider is called', async () => {
    const ws = await workspace()
    const invalid = [
      '',
      'short',
      'x'.repeat(501),
      'with space 0123456789',
      'line\nbreak0123456789',
      'ünicode0123456789',
    ]
    for (const one of invalid) {
      const refused = await put(ws, { token: one })
      expect([one, refused.status, refused.body.error.message]).toEqual([
        one,
        422,
        expect.stringMatching(/^body\.token: /),
      ])
    }
    expect(host.requests).toEqual([])
  })

  test('is in no response, log line or error, whatever the provider does', async () => {
    const outputs = ['debug', 'error', 'info', 'log', 'warn'] as const
    const spies = outputs.map((output) => vi.spyOn(console, output).mockImplementation(() => undefined))
    const ws = await workspace()
    const plays: FakeResponse[] = [
      { status: 500, body: { message: token } },
      { status: 401, body: { message: token } },
      { status: 302, headers: { location: `https://elsewhere.example.com/?${token}` } },
      { body: `<html>${token}`, headers: { 'content-type': 'text/html' } },
      { body: `{"half": "${token}` },
      'cut',
    ]
    const texts: string[] = []
    for (const respond of plays) {
      host.respond = () => respond
      texts.push((await put(ws, {})).text)
    }
    host.respond = () => undefined
    texts.push((await put(ws, {})).text)
    host.respond = () => plays[0]
    texts.push((await ws.owner.call('POST', `${ws.base}/repository-integration/verify`)).text)
    const printed = spies.flatMap((spy) => spy.mock.calls.flat().map(String))
    vi.restoreAllMocks()
    expect([...texts, ...printed].filter((text) => text.includes(token))).toEqual([])
    const tables = await asOwner<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(tables.length).toBeGreaterThan(50)
    for (const { name } of tables)
      expect([
        name,
        (await asOwner(`select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`, [token])).length,
      ]).toEqual([name, 0])
  })
})

describe('an address', () => {
  const bases = [
    'http://gitlab.example.com',
    'https://user:secret@gitlab.example.com',
    'https://127.0.0.1',
    'https://2130706433',
    'https://[::ffff:10.0.0.1]',
    'https://10.1.2.3:3000/gitea',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost',
    'https://metadata.google.internal',
    'https://git.local.',
    'gitlab.example.com',
    'https://inside.example.com',
    'https://mixed.example.com',
    'https://nowhere.example.com',
  ]
  test('that is not https, has credentials or leads to a private address is rejected, and not called', async () => {
    const ws = await workspace()
    for (const base_url of bases) {
      const refused = await put(ws, { base_url })
      expect([base_url, refused.status, refused.body.error.message]).toEqual([
        base_url,
        422,
        expect.stringMatching(/^body\.base_url: /),
      ])
      expect(refused.text.includes('secret')).toBe(false)
    }
    expect([host.requests, await stored(ws)]).toEqual([[], []])
  })

  test('with another kind of server is rejected', async () => {
    const ws = await workspace()
    const plays: FakeResponse[] = [
      { status: 404 },
      { status: 301, headers: { location: 'https://elsewhere.example.com' } },
      { body: '<html>', headers: { 'content-type': 'text/html' } },
      { body: [] },
      { body: { login: '' } },
      'huge',
    ]
    for (const respond of plays) {
      host.respond = () => respond
      const refused = await put(ws, {})
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        'body.base_url: does not answer as GitHub does',
      ])
    }
  })

  test('that fails temporarily is not the caller’s error', async () => {
    const ws = await workspace()
    const plays: FakeResponse[] = [{ status: 500 }, { status: 429, headers: { 'retry-after': '17' } }, 'cut']
    for (const respond of plays) {
      host.respond = () => respond
      const refused = await put(ws, {})
      expect([refused.status, refused.body.error.code]).toEqual([502, 'upstream_error'])
    }
    host.respond = () => plays[1]
    expect((await put(ws, {})).headers.get('retry-after')).toBe('17')
    expect(await stored(ws)).toEqual([])
  })
})

test('no transaction is open while the provider is called', async () => {
  const ws = await workspace()
  let sendRequest = () => {}
  const arrived = new Promise<void>((resolve) => (sendRequest = resolve))
  const slow = await startHost()
  slow.respond = () => (sendRequest(), 'hangs')
  const putting = put(ws, { base_url: slow.url })
  await arrived
  const [{ n }] = (await asOwner(
    `select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()
      and query ~ 'repository_connections'`,
  )) as [{ n: number }]
  expect(n).toBe(0)
  await slow.close()
  expect((await putting).status).toBe(502)
})

describe('linking', () => {
  const link = (ws: Workspace, id: string, draft: object) =>
    ws.owner.call('POST', `${ws.base}/projects/${id}/repositories`, draft)

  test('is rejected without a connection', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const refused = await link(ws, id, { external_id: '1296269' })
    expect([refused.status, refused.body.error.message]).toEqual([409, 'not connected'])
  })

  test('a repository that the token cannot see is rejected with its field', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await connect(ws, host)
    for (const draft of [{ external_id: '999' }, { full_name: 'somebody/else' }]) {
      const refused = await link(ws, id, draft)
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        `body.${Object.keys(draft)[0]}: not found, or hidden from the token`,
      ])
    }
  })

  test('twice is a conflict, by either name, and other projects can have it too', async () => {
    const ws = await workspace()
    const [one, other] = [await project(ws), await project(ws)]
    await connect(ws, host)
    const created = await linkRepository(ws, one.id)
    expect(created).toMatchObject({ external_id: '1296269', full_name: 'ada/engine', project_id: one.id })
    const repeated = await link(ws, one.id, { external_id: '1296269' })
    expect([repeated.status, repeated.body.error.message]).toEqual([
      409,
      'this repository is linked to the project already',
    ])
    expect((await link(ws, other.id, { external_id: '1296269' })).status).toBe(201)
  })

  test('names that escape their path are rejected', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await connect(ws, host)
    host.requests.length = 0
    const names = [
      '..',
      '../user',
      'ada/..',
      'ada/../../user',
      'ada',
      'ada/',
      'ada/a b',
      'ada/x?y',
      'ada/%2e%2e',
      './x',
    ]
    for (const full_name of names)
      expect([full_name, (await link(ws, id, { full_name })).status]).toEqual([full_name, 422])
    for (const external_id of ['', 'x', '1/../2', '-1', '1'.repeat(21)])
      expect([external_id, (await link(ws, id, { external_id })).status]).toEqual([external_id, 422])
    expect((await link(ws, id, { external_id: '1', full_name: 'a/b' })).status).toBe(422)
    expect(host.requests).toEqual([])
  })

  test('of fifty concurrent attempts, twenty fit', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await connect(ws, host)
    host.respond = (path) => {
      const number = /repositories\/(\d+)$/.exec(path)?.[1]
      return number ? { body: { id: Number(number), full_name: `ada/r${number}` } } : undefined
    }
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => link(ws, id, { external_id: String(n + 1) })),
    )
    expect(replies.filter(({ status }) => status === 201).length).toBe(20)
    expect(replies.filter(({ status }) => status === 409).length).toBe(30)
    const { items } = await ws.owner.ok('GET', `${ws.base}/projects/${id}/repositories`)
    expect(items.length).toBe(20)
  })

  test('belongs to its project: another project does not find it, and members can only read', async () => {
    const ws = await workspace()
    const [one, other] = [await project(ws), await project(ws, { visibility: 'private' })]
    await connect(ws, host)
    const { id } = await linkRepository(ws, one.id)
    await linkRepository(ws, other.id)
    const invalid = await ws.owner.call('DELETE', `${ws.base}/projects/${other.id}/repositories/${id}`)
    expect(invalid.status).toBe(404)
    const member = await join(ws)
    expect((await member.call('GET', `${ws.base}/projects/${other.id}/repositories`)).status).toBe(404)
    const { items } = await member.ok('GET', `${ws.base}/projects/${one.id}/repositories`)
    expect(items.map((item: Json) => item.id)).toEqual([id])
    expect((await member.call('DELETE', `${ws.base}/projects/${one.id}/repositories/${id}`)).status).toBe(403)
    expect((await ws.owner.call('DELETE', `${ws.base}/projects/${one.id}/repositories/${id}`)).status).toBe(
      204,
    )
  })

  test('a rejected token marks the connection, though the link is rejected', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await connect(ws, host)
    host.respond = () => ({ status: 401 })
    expect((await link(ws, id, { external_id: '1296269' })).status).toBe(502)
    host.respond = () => undefined
    await expect
      .poll(async () => (await ws.owner.ok('GET', `${ws.base}/repository-integration`)).status)
      .toBe('invalid')
  })
})

test('a provider that does not respond is given up after five seconds', async () => {
  const ws = await workspace()
  host.respond = () => 'hangs'
  const began = performance.now()
  const refused = await call('PUT', `${ws.base}/repository-integration`, {
    headers: ws.owner.headers,
    body: { provider: 'github', token, base_url: host.url },
  })
  expect([refused.status, refused.body.error.code]).toEqual([502, 'upstream_error'])
  expect(performance.now() - began).toBeLessThan(7000)
})
