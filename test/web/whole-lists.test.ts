import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller } from '../kit/client.ts'
import { insert, insertTasks } from '../kit/filter-rows.ts'
import { client, issued } from '../kit/invoices.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { desk } from '../kit/tickets.ts'
import { origin, open } from './browse.ts'

const linksIn = (text: string) =>
  [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

/** All texts of the pages that the pagers and "more" links below a path lead to. */
async function walk(who: Caller, start: string, follows: RegExp) {
  const known = new Set([start])
  let text = ''
  for (const path of known) {
    const reply = await open(path, who.headers)
    expect([path, reply.status]).toEqual([path, 200])
    text += reply.text
    for (const href of linksIn(reply.text)) {
      const { pathname, search } = new URL(href, origin + path)
      if (follows.test(pathname + search)) known.add(pathname + search)
    }
  }
  return text
}

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n + 1}.`)
const missing = (text: string, names: string[]) => names.filter((name) => !text.includes(name))

test('every project, document and invitation of an organization is on a page that its page leads to', async () => {
  const { owner, org, base } = await workspace()
  const names = {
    project: numbered(101, 'Project'),
    document: numbered(23, 'Page'),
    invited: numbered(51, 'guest'),
  }
  await insert(
    { owner, org, base },
    'projects',
    names.project.map((name, n) => ({ name, key: `P${n + 100}` })),
  )
  for (const title of names.document) await owner.ok('POST', `${base}/documents`, { title })
  await asOwner(
    `insert into organization_invitations (id, org_id, email, role, invited_by, token_hash, expires_at)
      select gen_random_uuid(), $1, e, 'member', $2, sha256(e::bytea), now() + interval '1 day' from unnest($3::text[]) e`,
    [org.id, owner.id, names.invited.map((name) => `${name.replace(' ', '-')}${uuidv7()}@example.com`)],
  )
  const text = await walk(
    owner,
    `/organizations/${org.slug}`,
    /^\/organizations\/[^/]+(?:\?\w+_from=|\/documents(?:\?offset=|$))/,
  )
  const addresses = names.invited.map((name) => name.replace(' ', '-'))
  expect(missing(text, [...names.project, ...names.document, ...addresses])).toEqual([])
})

test('documents are shown as a tree', async () => {
  const { owner, org, base } = await workspace()
  const { id } = await owner.ok('POST', `${base}/documents`, { title: 'Handbook' })
  await owner.ok('POST', `${base}/documents`, { title: 'Holidays', parent_id: id })
  const before = await open(`/organizations/${org.slug}?documents=tree`, owner.headers)
  expect(before.headers.get('location')).toBe(`/organizations/${org.slug}/documents`)
  const { text } = await open(`/organizations/${org.slug}/documents`, owner.headers)
  expect(text).toMatch(/<li><a [^>]*>Handbook<\/a><ul><li><a [^>]*>Holidays<\/a><\/li><\/ul><\/li>/)
})

test('every card of a board is on a page that the board leads to', async () => {
  const ws = await workspace()
  const { id, key } = await project(ws)
  const titles = numbered(40, 'Card')
  const items = titles.map((title) => ({ title }))
  await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items })
  const { text } = await open(`/projects/${key}?org=${ws.org.slug}`, ws.owner.headers)
  const more = linksIn(text).find((href) => href.includes('column%3A'))!
  const listed = await walk(ws.owner, more.split('#')[0]!, /^\/projects\/[^/]+\?.*column.*offset=/)
  expect(missing(listed, titles)).toEqual([])
})

async function post(who: Caller, path: string, bodies: object[]) {
  for (const body of bodies) await who.ok('POST', path, body)
}

test('every comment, reply, subtask, time entry and change is on a page that the task leads to', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  const one = await task(ws, id, { title: 'Parent' })
  const names = {
    comment: numbered(31, 'Remark'),
    reply: numbered(11, 'Answer'),
    child: numbered(101, 'Child'),
    time: numbered(6, 'Work'),
    title: numbered(21, 'Title'),
  }
  const at = `${ws.base}/tasks/${one.id}`
  await post(
    ws.owner,
    `${at}/comments`,
    names.comment.map((body) => ({ body })),
  )
  const [first] = (await ws.owner.ok('GET', `${at}/comments`)).items
  await post(
    ws.owner,
    `${at}/comments`,
    names.reply.map((body) => ({ body, parent_id: first.id })),
  )
  const items = names.child.map((title) => ({ title, parent_id: one.id }))
  await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items: items.slice(0, 60) })
  await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items: items.slice(60) })
  await post(
    ws.owner,
    `${ws.base}/time-entries`,
    names.time.map((description) => ({
      task_id: one.id,
      work_date: '2026-01-05',
      duration_seconds: 60,
      description,
    })),
  )
  for (const title of names.title) await ws.owner.ok('PATCH', at, { title })
  const text = await walk(
    ws.owner,
    `/tasks/${one.key}?org=${ws.org.slug}`,
    /^\/tasks\/[^?]+\?(?:[^&]+&)?(?:\w+_from|thread)=[^&]+$/,
  )
  const titles = names.title.map((title) => `to ${title}`)
  const { title: _, ...others } = names
  expect(missing(text, [...Object.values(others).flat(), ...titles])).toEqual([])
})

test('every comment, reply and version is on a page that the document leads to', async () => {
  const ws = await workspace()
  const { id } = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Handbook' })
  const at = `${ws.base}/documents/${id}`
  const names = { comment: numbered(31, 'Remark'), reply: numbered(11, 'Answer') }
  await post(
    ws.owner,
    `${at}/comments`,
    names.comment.map((body) => ({ body })),
  )
  const [first] = (await ws.owner.ok('GET', `${at}/comments`)).items
  await post(
    ws.owner,
    `${at}/comments`,
    names.reply.map((body) => ({ body, parent_id: first.id })),
  )
  // What one person saves within five minutes is one version.
  const authors = [await join(ws), ws.owner] as const
  for (let version = 1; version <= 51; version++)
    await authors[version % 2]!.ok('PATCH', at, { content: `Text ${version}`, base_version: version })
  const text = await walk(
    ws.owner,
    `/documents/${id}?org=${ws.org.slug}`,
    /^\/documents\/[^?]+\?(?:[^&]+&)?(?:\w+_from|thread)=[^&]+$/,
  )
  const versions = Array.from({ length: 51 }, (_, n) => `Version ${n + 2}<`)
  expect(missing(text, [...Object.values(names).flat(), ...versions])).toEqual([])
})

test('every notification, result and task of mine is on a page that inbox, search and dashboard lead to', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  const titles = numbered(51, 'Needle')
  const ids = await insertTasks(
    ws,
    id,
    titles.map((title) => ({ title, assignee_id: ws.owner.id })),
  )
  await insert(
    ws,
    'notifications',
    titles.map((title, n) => ({
      user_id: ws.owner.id,
      reason: 'assigned',
      actor_type: 'user',
      entity_type: 'task',
      entity_id: ids[n]!,
      title,
      source_key: title,
      group_key: title,
    })),
    '',
  )
  expect(missing(await walk(ws.owner, '/inbox', /^\/inbox\?from_/), titles)).toEqual([])
  expect(missing(await walk(ws.owner, '/search?q=Needle', /^\/search\?.*from_/), titles)).toEqual([])
  expect(missing(await walk(ws.owner, '/dashboard', /^\/dashboard\?from_/), titles)).toEqual([])
})

test('every activity, deal and change is on a page that a client and a deal lead to', async () => {
  const ws = await workspace()
  const { id: client_id } = await client(ws)
  const { id: pipeline_id } = await ws.owner.ok('POST', `${ws.base}/pipelines`, {
    name: 'Sales',
    stages: [{ name: 'New', probability: 10 }],
  })
  const names = {
    deal: numbered(26, 'Deal'),
    open: numbered(26, 'Call'),
    done: numbered(11, 'Note'),
  }
  await post(
    ws.owner,
    `${ws.base}/deals`,
    names.deal.map((title) => ({ title, pipeline_id, client_id, value_minor: 1, currency: 'EUR' })),
  )
  const activities = `${ws.base}/crm/activities`
  await post(
    ws.owner,
    activities,
    names.open.map((subject) => ({ type: 'call', subject, client_id, due_at: '2030-01-01T10:00:00Z' })),
  )
  await post(
    ws.owner,
    activities,
    names.done.map((subject) => ({ type: 'note', subject, client_id, done_at: '2026-01-01T10:00:00Z' })),
  )
  const text = await walk(
    ws.owner,
    `/clients/${client_id}?org=${ws.org.slug}`,
    /^\/clients\/[^?]+\?(?:[^&]+&)?\w+_from=[^&]+$/,
  )
  expect(missing(text, Object.values(names).flat())).toEqual([])
  const [deal] = (await ws.owner.ok('GET', `${ws.base}/deals?limit=1`)).items
  for (let value_minor = 2; value_minor < 53; value_minor++)
    await ws.owner.ok('PATCH', `${ws.base}/deals/${deal.id}`, { value_minor: value_minor * 100 })
  const history = await walk(
    ws.owner,
    `/deals/${deal.id}?org=${ws.org.slug}`,
    /^\/deals\/[^?]+\?(?:[^&]+&)?\w+_from=[^&]+$/,
  )
  expect(missing(history, ['created it in', '€52.00'])).toEqual([])
})

test('every event, follow-up and ticket of its client is on a page that a ticket leads to', async () => {
  const { ws, create, change } = await desk()
  const subjects = numbered(12, 'Ticket')
  const tickets = []
  for (const subject of subjects) tickets.push(await create({ subject }))
  const { id, number } = tickets[0]!
  for (let n = 0; n < 201; n++) await change(id, { priority: n % 2 ? 'low' : 'urgent' })
  const text = await walk(
    ws.owner,
    `/organizations/${ws.org.slug}/tickets/${number}`,
    /\/tickets\/\d+\?(?:[^&]+&)?\w+_from=[^&]+$/,
  )
  expect(missing(text, [...subjects, 'created the ticket', 'from low to urgent'])).toEqual([])
  expect(text.match(/set the priority from/g)!.length).toBeGreaterThanOrEqual(201)
})

test('every link of an invoice and every session of a person is on a page that leads to it', async () => {
  const ws = await workspace()
  const { id } = await issued(ws)
  await asOwner(
    `insert into invoice_links (id, org_id, invoice_id, token_hash, expires_at, created_by)
      select gen_random_uuid(), $1, $2, sha256((n::text || $4)::bytea), now() + make_interval(days => n), $3
        from generate_series(1, 21) n`,
    [ws.org.id, id, ws.owner.id, id],
  )
  const links = await walk(
    ws.owner,
    `/invoices/${id}?org=${ws.org.slug}`,
    /^\/invoices\/[^?/]+\?(?:[^&]+&)?\w+_from=[^&]+$/,
  )
  expect(new Set([...links.matchAll(/name="link_id" value="([^"]+)"/g)].map(([, link]) => link)).size).toBe(
    21,
  )
  await asOwner(
    `insert into sessions (id, user_id, refresh_hash, user_agent, expires_at)
      select gen_random_uuid(), $1, sha256((n::text || $2)::bytea), 'Device ' || n, now() + interval '1 day'
        from generate_series(1, 51) n`,
    [ws.owner.id, ws.owner.id],
  )
  const sessions = await walk(ws.owner, '/account', /^\/account\?sessions_from=/)
  const ends = [...sessions.matchAll(/name="session_id" value="([^"]+)"/g)].map(([, session]) => session)
  expect(new Set(ends).size).toBeGreaterThanOrEqual(51)
})

test('every open deal is on a board that the board leads to', async () => {
  const ws = await workspace()
  const { id: pipeline_id, stages } = await ws.owner.ok('POST', `${ws.base}/pipelines`, {
    name: 'Sales',
    stages: [{ name: 'New', probability: 10 }],
  })
  const titles = numbered(1001, 'Deal')
  await asOwner(
    `insert into deals (org_id, pipeline_id, stage_id, title, value_minor, currency, rank, created_by)
      select $1, $2, $3, t.title, 1, 'EUR', 'a' || lpad(t.n::text, 5, '0') || '1', $4
        from unnest($5::text[]) with ordinality t(title, n)`,
    [ws.org.id, pipeline_id, stages[0].id, ws.owner.id, titles],
  )
  const board = `/organizations/${ws.org.slug}/deals`
  const text = await walk(ws.owner, board, /\/deals\?(?!.*move=).*(?:open_from|all)=/)
  expect(missing(text, titles)).toEqual([])
})

test('every organization is looked into by a page that inbox and search lead to', async () => {
  const ws = await workspace()
  const person = await join(ws)
  for (let n = 0; n < 13; n++) await person.ok('POST', '/api/v1/organizations', { name: `Own ${n}.` })
  const { text } = await open('/inbox', person.headers)
  const others = linksIn(text).filter((href) => href.startsWith('/inbox?org='))
  expect(others).toHaveLength(2)
  expect((await open(others[0]!, person.headers)).status).toBe(200)
  expect(linksIn((await open('/search?q=x', person.headers)).text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/search\?q=x&org=/)]),
  )
})

/** Requests with a fixed limit that leave nothing out, or nothing that a form cannot find otherwise. */
const complete = [
  "expenses/expense.tsx: read('listAttachments', { entity_type: 'expense', entity_id: id, limit: 50",
  "clients/client.tsx: read('listClients', { q, limit: 10",
  "deals/deals.tsx: read('listDeals', { ...filter, status: 'open', sort: 'position', limit: 200",
  "leave/request.tsx: read('listAttachments', { entity_type: 'leave_request', entity_id: id, limit: 50",
  "organizations/organization.tsx: read('listDocuments', { limit: 10",
  "invoices/invoices.tsx: read('getReceivables', { limit: 1",
  "comments/mentions.ts: read('listMembers', { q, limit: 50",
  "tasks/task.tsx: read('listAttachments', { entity_type: 'task', entity_id: id, limit: 50",
  // Of today and yesterday; the log has all of them.
  "working-hours/clock.tsx: read('listWorkingHours', { mine: true, from, sort: '-occurred_at,-seq', limit: 50",
  "support/ticket.tsx: read('listAttachments', { entity_type: 'ticket', entity_id: id, limit: 50",
]
test('no page asks for a fixed part of a list, except where there cannot be more', () => {
  const folder = new URL('../../src/web/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) =>
      [
        ...readFileSync(new URL(name, folder), 'utf8').matchAll(
          /(['`])[^'`\n]*\blimit=\d+[^'`\n]*\1|read\([^()]*\blimit: \d+/g,
        ),
      ].map(([request]) => `${name}: ${request}`),
    )
  expect(found.toSorted()).toEqual(complete.toSorted())
})
