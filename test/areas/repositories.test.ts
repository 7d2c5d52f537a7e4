import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, call, type Json, sealingKeys } from '../kit/client.ts'
import { actions, project, workspace } from '../kit/makers.ts'
import { connect, type RepositoryHost, linkRepository, startHost, token } from '../kit/repositories.ts'

let host: RepositoryHost
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(() => host.reset())

const rows = (org: string) => asOwner('select * from repository_connections where org_id = $1', [org])
const at = (base: string) => `${base}/repository-integration`

describe('connecting', () => {
  test('calls the provider first, seals the token, and returns its last four characters', async () => {
    const ws = await workspace()
    const created = await connect(ws, host)
    expect(created).toEqual({
      connected: true,
      provider: 'github',
      base_url: host.url,
      account: 'ada',
      token_hint: 'WXYZ',
      scopes: ['repo', 'read:org'],
      status: 'active',
      last_verified_at: expect.any(String),
      last_error: null,
    })
    expect([host.paths(), host.faults]).toEqual([['/api/v3/user'], []])
    expect(host.requests[0]!.headers.authorization).toBe(`Bearer ${token}`)
    const [row] = await rows(ws.org.id)
    expect(row.kek_id).toBe('k1')
    expect(Buffer.concat([row.ciphertext, row.wrapped_dek]).includes(token)).toBe(false)
    expect(await ws.owner.ok('GET', at(ws.base))).toEqual(created)
  })

  test('returns that nothing is connected', async () => {
    const ws = await workspace()
    const result = await ws.owner.ok('GET', at(ws.base))
    expect(result.connected).toBe(false)
    expect(Object.values(result).filter((value) => value !== null)).toEqual([false])
  })

  test('works with GitLab and Gitea, each with its own token header', async () => {
    const ws = await workspace()
    const gitlab = await connect(ws, host, { provider: 'gitlab', token: 'glpat-0123456789abcdef' })
    expect([gitlab.account, gitlab.scopes]).toEqual(['ada', ['read_api']])
    expect(host.requests[0]!.headers['private-token']).toBe('glpat-0123456789abcdef')
    const old = await connect(ws, host, { provider: 'gitlab', token: 'old-0123456789abcdef' })
    expect(old.scopes).toEqual([])
    const gitea = await connect(ws, host, { provider: 'gitea', token: '0123456789abcdef0123' })
    expect([gitea.provider, gitea.account]).toEqual(['gitea', 'ada'])
    expect(host.faults).toEqual([])
  })

  test('replaces the token under a new version, and keeps nothing of the old one', async () => {
    const ws = await workspace()
    await connect(ws, host)
    const [before] = await rows(ws.org.id)
    const repeated = await connect(ws, host, { token: 'github_pat_0123456789_abcd' })
    const [after] = await rows(ws.org.id)
    expect([repeated.token_hint, repeated.scopes, after.secret_version, after.id]).toEqual([
      'abcd',
      [],
      before.secret_version + 1,
      before.id,
    ])
    for (const part of ['ciphertext', 'iv', 'wrapped_dek', 'dek_iv'])
      expect(after[part].equals(before[part])).toBe(false)
  })

  test('of fifty concurrent token replacements, each succeeds completely or is told to retry', async () => {
    const ws = await workspace()
    await connect(ws, host)
    const tokens = Array.from({ length: 50 }, (_, n) => `ghp_race0123456789_${String(n).padStart(4, '0')}`)
    const replies = await Promise.all(
      tokens.map((one) =>
        ws.owner.call('PUT', at(ws.base), { provider: 'github', token: one, base_url: host.url }),
      ),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(won.length).toBeGreaterThan(0)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const [row] = await rows(ws.org.id)
    expect(row.secret_version).toBe(1 + won.length)
    host.reset()
    await ws.owner.ok('POST', `${at(ws.base)}/verify`)
    expect(host.requests[0]!.headers.authorization?.slice(-4)).toBe(row.token_hint)
  })

  test('of fifty concurrent connections one is stored', async () => {
    const ws = await workspace()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        ws.owner.call('PUT', at(ws.base), { provider: 'github', token, base_url: host.url }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await rows(ws.org.id)).length).toBe(1)
  })

  test('to another host drops the links, a new token for the same keeps them', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await connect(ws, host)
    await linkRepository(ws, id)
    await connect(ws, host, { token: 'ghp_another0123456789' })
    const links = () => ws.owner.ok('GET', `${ws.base}/projects/${id}/repositories`)
    expect((await links()).items.length).toBe(1)
    await connect(ws, host, { provider: 'gitea', token: '0123456789abcdef0123' })
    expect((await links()).items).toEqual([])
  })

  test('disconnecting erases the token and the links', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await connect(ws, host)
    await linkRepository(ws, id)
    expect((await ws.owner.call('DELETE', at(ws.base))).status).toBe(204)
    expect(await rows(ws.org.id)).toEqual([])
    expect(await asOwner('select id from project_repositories where org_id = $1', [ws.org.id])).toEqual([])
    const repeated = await ws.owner.call('DELETE', at(ws.base))
    expect([repeated.status, repeated.body.error.message]).toEqual([404, 'repository integration not found'])
    expect((await actions(ws)).filter((action) => action.includes('repositor'))).toEqual([
      'repository_integration.connected',
      'project_repository.linked',
      'repository_integration.disconnected',
      'repository_integration.disconnected',
    ])
  })

  test('no column of the token is in the audit log', async () => {
    const ws = await workspace()
    await connect(ws, host)
    await connect(ws, host, { token: 'ghp_another0123456789' })
    const [row] = await rows(ws.org.id)
    const trail = await asOwner<{ changes: Json }>('select changes from audit_log where org_id = $1', [
      ws.org.id,
    ])
    const text = JSON.stringify(trail)
    for (const part of ['ciphertext', 'iv', 'wrapped_dek', 'dek_iv'])
      expect(text.includes(row[part].toString('hex'))).toBe(false)
    expect(text.includes('WXYZ') || text.includes(token)).toBe(false)
  })
})

describe('verifying again', () => {
  test('detects a token that is rejected meanwhile, and one that is valid again', async () => {
    const ws = await workspace()
    await connect(ws, host)
    host.respond = () => ({ status: 401, body: { message: 'Bad credentials' } })
    const bad = await ws.owner.ok('POST', `${at(ws.base)}/verify`)
    expect([bad.status, bad.last_error]).toEqual(['invalid', 'the provider rejected the token; replace it'])
    host.respond = () => undefined
    const good = await ws.owner.ok('POST', `${at(ws.base)}/verify`)
    expect([good.status, good.last_error, good.account]).toEqual(['active', null, 'ada'])
  })

  test('is a conflict if nothing is connected, without calling the provider', async () => {
    const ws = await workspace()
    const refused = await ws.owner.call('POST', `${at(ws.base)}/verify`)
    expect([refused.status, refused.body.error.message]).toEqual([409, 'not connected'])
    expect(host.requests).toEqual([])
  })
})

describe('without the keys', () => {
  const without = async (keys: string | undefined, path: string, method: string, body?: object) => {
    const ws = await workspace()
    await connect(ws, host)
    return call(
      method,
      `${ws.base}${path}`,
      { headers: ws.owner.headers, ...(body ? { body } : {}) },
      { SEALING_KEYS: keys! },
    )
  }

  test('connecting names the missing setting, and the provider is not called', async () => {
    const ws = await workspace()
    const refused = await call(
      'PUT',
      at(ws.base),
      { headers: ws.owner.headers, body: { provider: 'github', token, base_url: host.url } },
      { SEALING_KEYS: '' },
    )
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('SEALING_KEYS'),
    ])
    expect(host.requests).toEqual([])
    expect((await call('GET', at(ws.base), { headers: ws.owner.headers }, { SEALING_KEYS: '' })).status).toBe(
      200,
    )
  })

  test('a token under an unknown key is a conflict that names the key', async () => {
    const other = sealingKeys.replace('k1', 'k2')
    const refused = await without(other, '/repository-integration/verify', 'POST')
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('k1')])
    expect(refused.text.includes(other.slice(3))).toBe(false)
  })
})

describe('repositories visible to the token', () => {
  test('are listed in pages, and searchable', async () => {
    const ws = await workspace()
    await connect(ws, host)
    const list = (query: string) => ws.owner.ok('GET', `${at(ws.base)}/repositories${query}`)
    const all = await list('')
    expect(all).toMatchObject({ total: 2, limit: 50, offset: 0, truncated: false })
    expect(all.items[0]).toEqual({
      external_id: '1296269',
      full_name: 'ada/engine',
      default_branch: 'main',
      web_url: 'https://github.com/ada/engine',
      is_private: false,
    })
    expect((await list('?q=NOTES')).items.map(({ full_name }: Json) => full_name)).toEqual(['ada/notes'])
    expect(await list('?limit=1&offset=1')).toMatchObject({ total: 2, items: [{ full_name: 'ada/notes' }] })
  })

  test('are read from five pages at most, with a note that there are more', async () => {
    const ws = await workspace()
    await connect(ws, host)
    const many = Array.from({ length: 100 }, (_, n) => ({ id: n + 1, full_name: `ada/r${n}` }))
    host.respond = (path) => (path.includes('/user/repos') ? { body: many } : undefined)
    host.requests.length = 0
    const all = await ws.owner.ok('GET', `${at(ws.base)}/repositories?limit=200`)
    expect([all.total, all.truncated, host.requests.length]).toEqual([500, true, 5])
  })
})
