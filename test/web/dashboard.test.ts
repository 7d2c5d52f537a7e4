import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { createApp } from '../../src/app.ts'
import type { App } from '../../src/kit/http.ts'
import { requestContext } from '../../src/platform/request-context.ts'
import { mountPages } from '../../src/web/pages.ts'
import { env, person } from '../kit/client.ts'
import { ticks } from '../../src/web/dashboard/burndown.tsx'
import { join, project, task, workspace } from '../kit/makers.ts'
import { change, sprint, start } from '../kit/sprints.ts'
import { origin, open, submit, textOf, to } from './browse.ts'

const work = {
  items: [
    {
      key: 'WEB-1',
      title: 'Write <the> page',
      status: 'in_progress',
      priority: 'urgent',
      due_date: '2026-11-12',
      is_overdue: true,
      project: { name: 'Web & site' },
    },
    {
      key: 'WEB-2',
      title: 'Plan',
      status: 'todo',
      priority: 'low',
      due_date: null,
      is_overdue: false,
      project: null,
    },
  ],
  total: 1200,
  counters: { overdue: 1, due_today: 0, due_this_week: 3, blocked: 2 },
}

/** The pages over the real service, with a fake response for my work. */
async function withWork(headers: Record<string, string>, status: number, body: unknown) {
  const [service, app] = [createApp(), new Hono<App>()]
  app.use(requestContext)
  const requests: string[] = []
  app.get('/api/v1/organizations/:org/my-work', (c) => {
    requests.push(c.req.url)
    return c.json(body as object, status as 200)
  })
  app.all('/api/*', (c) => service.fetch(c.req.raw, c.env))
  mountPages(app)
  const reply = await app.request(`${origin}/dashboard`, { headers }, env())
  return { status: reply.status, text: await reply.text(), requests }
}

describe('the dashboard', () => {
  test('welcomes people without an organization, and creates one', async () => {
    const ada = await person('Ada <b>')
    const { text } = await open('/dashboard', ada.headers)
    expect(text).toContain('Welcome, Ada &lt;b&gt;')
    expect(text).toContain(`ask a colleague to invite ${ada.email}`)
    const bad = await submit('/dashboard', { name: '' }, ada.headers)
    expect([bad.status, textOf('name-problem', bad)]).toEqual([422, 'Must not be empty.'])
    const form = { name: 'Ada & Co', once: uuidv7(), zone: 'Asia/Tokyo' }
    const created = to(await submit('/dashboard', form, ada.headers))
    expect(created).toEqual([303, expect.stringMatching(/^\/organizations\/ada-co/)])
    expect(to(await submit('/dashboard', form, ada.headers))).toEqual(created)
    const { organizations } = await ada.ok('GET', '/api/v1/auth/me')
    expect(organizations).toMatchObject([{ timezone: 'Asia/Tokyo' }])
    await submit('/dashboard', { name: 'Elsewhere', zone: 'Mars/Phobos' }, ada.headers)
    expect((await ada.ok('GET', '/api/v1/auth/me')).organizations.at(-1)).toMatchObject({ timezone: 'UTC' })
    expect((await open('/dashboard', ada.headers)).text).toContain('>Ada &amp; Co</a></h2>')
  })

  test('shows each organization with role and counters', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'viewer')
    const { text } = await open('/dashboard', grace.headers)
    expect(text).toContain('<span class="badge accent">viewer</span>')
    expect(text).toContain('<span>2 members</span><span>0 projects</span><span>0 open tasks</span>')
  })

  test('shows my open tasks of each organization', async () => {
    const { owner, org } = await workspace()
    const { text, requests } = await withWork(owner.headers, 200, work)
    expect(requests).toEqual([`${origin}/api/v1/organizations/${org.id}/my-work?limit=5&offset=0`])
    expect(text).toContain('Write &lt;the&gt; page')
    expect(text).toMatch(/WEB-1.*Web &amp; site.*12 Nov 2026.*overdue.*urgent.*in progress/s)
    expect(text).toContain('<strong>1,200</strong> open')
    expect(text).toContain('<strong>3</strong> due this week')
    expect(text).not.toContain('due today')
    expect(text).toContain('1 to 5 of 1,200')
  })

  test('treats a missing operation as no work, and says if work could not be looked up', async () => {
    const { owner } = await workspace()
    const none = await withWork(owner.headers, 404, {
      error: { code: 'not_found', message: 'no such endpoint' },
    })
    expect([none.status, none.text.includes('There is no work here yet')]).toEqual([200, true])
    const failed = await withWork(owner.headers, 503, {
      error: { code: 'service_unavailable', message: 'select secret' },
    })
    expect([failed.status, failed.text.includes('could not be looked up')]).toEqual([200, true])
    expect(failed.text).not.toContain('secret')
  })

  test('looks up work of twelve organizations and lists the others', async () => {
    const ada = await person()
    for (let n = 1; n <= 14; n++) await ada.ok('POST', '/api/v1/organizations', { name: `Organization ${n}` })
    const { text, requests } = await withWork(ada.headers, 200, work)
    expect(requests.length).toBe(12)
    expect(text.match(/>Organization \d+<\/a><\/h2>/g)).toHaveLength(14)
    expect(text).toContain('More organizations')
  })
})

describe('connecting an assistant', () => {
  test('is explained to everyone, with the URL of this service and a name that is safe in a shell', async () => {
    const reply = await open('/connect', {}, { APP_NAME: 'Ada & "Co"; rm -rf' })
    expect(textOf('url', reply)).toBe('https://service.test/mcp')
    expect(textOf('claude-code-add', reply)).toBe(
      'claude mcp add --transport http ada-co-rm-rf https://service.test/mcp',
    )
    expect(JSON.parse(textOf('cursor-json', reply)!.replaceAll('&quot;', '"'))).toEqual({
      mcpServers: { 'ada-co-rm-rf': { url: 'https://service.test/mcp' } },
    })
    expect(reply.text).toContain('<a href="/login">Sign in</a>')
    expect(
      textOf('url', await open('/connect', {}, { APP_NAME: '仕事', BASE_URL: 'https://api.test/' })),
    ).toBe('https://api.test/mcp')
  })
})

describe('what runs in an organization', () => {
  test('is drawn: the burndown and the board of the running sprint, and the progress of projects', async () => {
    const ws = await workspace()
    const home = await project(ws, { name: 'Web <site>' })
    const { id } = await sprint(ws, home.id, { name: 'First & best', goal: 'Ship' })
    const drafts = ['Write the very first page of this site in plain words', 'Two', 'Three'].map((title, n) =>
      task(ws, home.id, { title, sprint_id: id, estimate_points: n + 1 }),
    )
    const [first] = await Promise.all(drafts)
    await start(ws, id)
    await change(ws, first!.id, { status: 'done' })
    const { text } = await open('/dashboard', ws.owner.headers)
    expect(text).toContain('Burndown of First &amp; best</title>')
    expect(text).toMatch(
      /5 of 6 points remain, [\d.]+ points (ahead of|behind) the ideal line; \d+ working days? to go/,
    )
    const [, remaining] = /<polyline class="remaining" points="([^"]*)"/.exec(text)!
    const [, ideal] = /<polyline class="ideal" points="([^"]*)"/.exec(text)!
    expect([remaining!.split(' ').length, ideal!.split(' ').length]).toEqual([1, 14])
    expect(text).toContain('aria-label="Board of Web &lt;site&gt;"')
    expect(text.match(/class="number">\d/g)).toEqual([
      'class="number">2',
      'class="number">0',
      'class="number">1',
    ])
    expect(text).toContain('>Write the very first page of this site in plain words</a>')
    expect(text).toContain('<span>1 of 3 done</span>')
  })

  test('is omitted if nothing runs or the caller may not see it', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const secret = await project(ws, { visibility: 'private', name: 'Secret' })
    const { id } = await sprint(ws, secret.id, { name: 'Hidden' })
    await start(ws, id)
    expect((await open('/dashboard', ws.owner.headers)).text).toContain('Hidden')
    const { text } = await open('/dashboard', ada.headers)
    expect(text).not.toMatch(/Hidden|Secret|<svg(?! class="icon")/)
  })

  test.each([
    [0, [0, 0.5, 1]],
    [1, [0, 0.5, 1]],
    [26, [0, 10, 20, 30]],
    [40, [0, 10, 20, 30, 40]],
    [1234, [0, 500, 1000, 1500]],
  ])('has round marks up to %d', (max, expected) => {
    expect(ticks(max)).toEqual(expected)
  })
})
