import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activity, asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { branch, commit, pull } from '../kit/external-responses.ts'
import { connect, type RepositoryHost, linkRepository, startHost } from '../kit/repositories.ts'

let host: RepositoryHost
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(() => {
  host.reset()
  activity.stored.clear()
})

/** Makes the host return this for ada/engine. */
function tells(commits: object[], pulls: object[] = [], branches: object[] = []) {
  const parts: [string, object[]][] = [
    ['/1296269/commits', commits],
    ['/1296269/pulls', pulls],
    ['/1296269/branches', branches],
  ]
  host.respond = (path) => {
    const matching = parts.find(([part]) => path.includes(part))
    return matching && { body: matching[1] }
  }
}

async function connected(key?: string) {
  const ws = await workspace()
  const created = await project(ws, key ? { key } : {})
  await connect(ws, host)
  const link = await linkRepository(ws, created.id)
  host.requests.length = 0
  return { ws, project: created, link, look: lookingAt(ws, created.id) }
}
const lookingAt =
  (ws: Workspace, id: string) =>
  (query = '', who: Caller = ws.owner): Promise<Json> =>
    who.ok('GET', `${ws.base}/projects/${id}/development${query}`)

describe('development of a project', () => {
  test('has commits, pull requests and branches, newest first', async () => {
    const { link, look } = await connected('WEB')
    tells(
      [commit('Fix WEB-1\n\nAnd the rest', '2026-11-18T10:00:00Z'), commit('Newest', '2026-11-21T10:00:00Z')],
      [pull('WEB-2: log in', 'login', { merged_at: '2026-11-20T00:00:00Z', state: 'closed' })],
      [branch('feature/web-3-x')],
    )
    const result = await look()
    expect(result.items).toEqual([
      {
        kind: 'commit',
        repository_id: link.id,
        title: 'Newest',
        author: 'ada',
        state: null,
        url: 'https://github.com/ada/engine/commit/6dcb09b5',
        at: '2026-11-21T10:00:00.000Z',
        task_keys: [],
      },
      expect.objectContaining({
        kind: 'pull_request',
        state: 'merged',
        author: 'grace',
        task_keys: ['WEB-2'],
      }),
      expect.objectContaining({ kind: 'commit', title: 'Fix WEB-1', task_keys: ['WEB-1'] }),
      expect.objectContaining({ kind: 'branch', title: 'feature/web-3-x', at: null, task_keys: ['WEB-3'] }),
    ])
    expect([result.stale, result.errors, host.faults]).toEqual([false, [], []])
    expect(Date.parse(result.expires_at) - Date.parse(result.cached_at)).toBe(60_000)
    expect(JSON.stringify(result)).not.toContain('secret words')
  })

  test('is filtered by type, time, repository and number', async () => {
    const {
      ws,
      project: { id },
      link,
      look,
    } = await connected()
    const other = await linkRepository(ws, id, { full_name: 'ada/notes' })
    tells([commit('Old', '2026-01-01T00:00:00Z'), commit('New', '2026-11-01T00:00:00Z')], [pull('P', 'p')])
    const titles = async (query: string) => (await look(query)).items.map((item: Json) => item.title)
    expect(await titles(`?repository_id=${link.id}&kinds=commit`)).toEqual(['New', 'Old'])
    expect(await titles(`?repository_id=${link.id}&kinds=commit&since=2026-06-01T00:00:00Z`)).toEqual(['New'])
    expect(await titles(`?repository_id=${link.id}&limit=1`)).toEqual(['P'])
    expect((await titles(`?repository_id=${other.id}&kinds=commit`)).includes('New')).toBe(false)
  })

  test('rejects other types, limits that are too high, other repositories and malformed times', async () => {
    const {
      ws,
      project: { id },
    } = await connected()
    const invalid = { kinds: 'issue', limit: '101', repository_id: ws.org.id, since: 'yesterday' }
    for (const [name, value] of Object.entries(invalid)) {
      const refused = await ws.owner.call('GET', `${ws.base}/projects/${id}/development?${name}=${value}`)
      expect([name, refused.status, refused.body.error.message]).toEqual([
        name,
        422,
        expect.stringContaining(`query.${name}`),
      ])
    }
  })

  test('without a connection is a conflict, without links is empty', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const refused = await ws.owner.call('GET', `${ws.base}/projects/${id}/development`)
    expect([refused.status, refused.body.error.message]).toEqual([409, 'not connected'])
    await connect(ws, host)
    expect(await lookingAt(ws, id)()).toMatchObject({ items: [], errors: [], stale: false })
  })

  test('passes on no unsafe link, and no broken text', async () => {
    const { look } = await connected()
    const hostile = { ...commit('a\u0000b\ud800c'), html_url: 'javascript:alert(1)' }
    tells([
      hostile,
      {},
      { commit: null, html_url: 7 },
      { ...commit('x'.repeat(5000)), html_url: 'https://a:b@c.d' },
    ])
    const { items } = await look('?kinds=commit')
    expect(items.length).toBe(4)
    expect(items.every((item: Json) => item.url === null)).toBe(true)
    expect(Math.max(...items.map((item: Json) => item.title.length))).toBe(300)
  })

  test('has the same shape from GitLab and Gitea', async () => {
    for (const [provider, name, keys] of [
      ['gitlab', 'ada/tools/loom', ['WEB-1', 'WEB-2']],
      ['gitea', 'ada/wheel', ['WEB-3']],
    ] as const) {
      const ws = await workspace()
      const { id } = await project(ws, { key: 'WEB' })
      await connect(ws, host, { provider, token: '0123456789abcdef0123' })
      await linkRepository(ws, id, { full_name: name })
      const result = await lookingAt(ws, id)()
      expect(result.errors).toEqual([])
      expect(result.items.map(({ kind }: Json) => kind).toSorted()).toEqual([
        'branch',
        'commit',
        'pull_request',
      ])
      expect(result.items.find(({ kind }: Json) => kind === 'pull_request').state).toBe('merged')
      expect(result.items.flatMap((item: Json) => item.task_keys).toSorted()).toEqual([...keys])
    }
    expect(host.faults).toEqual([])
  })

  test('of a repository without commits is empty, not an error', async () => {
    const { look } = await connected()
    host.respond = (path) =>
      path.includes('/commits') ? { status: 409, body: { message: 'Git Repository is empty.' } } : undefined
    expect(await look('?kinds=commit')).toMatchObject({ items: [], errors: [] })
  })
})

describe('keys of tasks', () => {
  test('are found by their exact case in messages and titles, and by any case in branches', async () => {
    const { look } = await connected('ABC')
    tells(
      [commit('ABC-1, (ABC-2) xABC-3 abc-4 ABC-005 ABC_6 ABC-7x feature_ABC-8 UTF-8 COVID-19 ABC-1')],
      [pull('abc-9 ABC-10', 'me/aBc-11-x', {})],
      [branch('abc-12-and-ABC-13'), branch('xabc-14')],
    )
    const { items } = await look()
    const keys = (kind: string) =>
      items.filter((item: Json) => item.kind === kind).map((item: Json) => item.task_keys)
    expect(keys('commit')).toEqual([['ABC-1', 'ABC-2', 'ABC-7', 'ABC-8']])
    expect(keys('pull_request')).toEqual([['ABC-10', 'ABC-11']])
    expect(keys('branch')).toEqual([['ABC-12', 'ABC-13'], []])
  })

  test('that a project had before link to its current key', async () => {
    const {
      ws,
      project: { id },
      look,
    } = await connected('OLD')
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { key: 'NEW' })
    tells([commit('OLD-1 and NEW-2')])
    expect((await look('?kinds=commit')).items[0].task_keys).toEqual(['NEW-1', 'NEW-2'])
  })

  test('of projects that the caller may not see, or in the trash, are not shown', async () => {
    const { ws, look } = await connected('WEB')
    await project(ws, { key: 'HID', visibility: 'private' })
    const gone = await project(ws, { key: 'GON' })
    await ws.owner.ok('DELETE', `${ws.base}/projects/${gone.id}`)
    tells([commit('WEB-1 HID-2 GON-3')])
    const member = await join(ws)
    expect((await look('?kinds=commit')).items[0].task_keys).toEqual(['WEB-1', 'HID-2'])
    expect((await look('?kinds=commit', member)).items[0].task_keys).toEqual(['WEB-1'])
  })

  test('of other organizations are ignored', async () => {
    const { look } = await connected('WEB')
    await project(await workspace(), { key: 'FAR' })
    tells([commit('FAR-1 WEB-2')])
    expect((await look('?kinds=commit')).items[0].task_keys).toEqual(['WEB-2'])
  })
})

describe('development of a task', () => {
  const of = (ws: Workspace, key: string, query = ''): Promise<Json> =>
    ws.owner.ok('GET', `${ws.base}/tasks/${key}/development${query}`)
  const titles = (result: Json) => result.items.map((item: Json) => item.title)

  test('has what mentions it by its current or former key, and a name for its branch', async () => {
    const {
      ws,
      project: { id },
    } = await connected('OLD')
    await task(ws, id, { title: 'Fix the Login' })
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { key: 'NEW' })
    tells(
      [
        commit('OLD-1 done'),
        commit('NEW-1 again'),
        commit('NEW-12 is another'),
        commit('new-1 in small letters'),
      ],
      [pull('Something', 'old-1-fix'), pull('Other', 'other')],
      [branch('new-1-fix-the-login')],
    )
    const result = await of(ws, 'NEW-1')
    expect(titles(result).toSorted()).toEqual([
      'NEW-1 again',
      'OLD-1 done',
      'Something',
      'new-1-fix-the-login',
    ])
    expect(result.branch_name).toBe('new-1-fix-the-login')
    expect(titles(await of(ws, 'OLD-1', '?kinds=branch'))).toEqual(['new-1-fix-the-login'])
  })

  test('finds what mentioned it before it moved from another project', async () => {
    const {
      ws,
      project: { id: to },
    } = await connected('WEB')
    const from = await project(ws, { key: 'SRC' })
    const moved = await task(ws, from.id)
    await ws.owner.ok('POST', `${ws.base}/tasks/${moved.id}/transfer`, { project_id: to })
    tells([commit('SRC-1 as it was called'), commit('SRC-2 is another')])
    expect(titles(await of(ws, moved.id, '?kinds=commit'))).toEqual(['SRC-1 as it was called'])
  })

  test('is not found by people who may not see the task', async () => {
    const { ws } = await connected()
    const hidden = await project(ws, { visibility: 'private' })
    const { id } = await task(ws, hidden.id)
    const member = await join(ws)
    expect((await member.call('GET', `${ws.base}/tasks/${id}/development`)).status).toBe(404)
  })
})

test('reading decrypts no token if everything is cached', async () => {
  const { ws, look } = await connected()
  await look()
  await asOwner(`update repository_connections set kek_id = 'gone' where org_id = $1`, [ws.org.id])
  expect((await look()).stale).toBe(false)
})
