import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ids, load } from '../../scripts/bench/data.ts'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { operations, World } from '../contract/world.ts'
import { asOwner, call } from '../kit/client.ts'
import { parts } from '../kit/parts.ts'

const tasks = Number(process.env.PLAN_TASKS ?? 80_000)
/**
 * How many rows of one table may be read without an index, or by one that does not begin with the
 * organization.
 */
const maxScannedRows = 1000
/**
 * How many rows one step of a plan may produce, and how many statements may run inside functions, for a list
 * of 10 000.
 */
const limits = { rows: 60_000, statements: 200 }

type Statement = { query: string; params: unknown[] }
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}

/** Only for the service's role in this database. */
const enableAutoExplain = `do $$ begin
  execute format($set$
    alter role svc_app in database %1$I set session_preload_libraries = 'auto_explain';
    alter role svc_app in database %1$I set auto_explain.log_min_duration = 0;
    alter role svc_app in database %1$I set auto_explain.log_nested_statements = on;
    alter role svc_app in database %1$I set auto_explain.log_analyze = on;
    alter role svc_app in database %1$I set auto_explain.log_timing = off;
    alter role svc_app in database %1$I set auto_explain.log_format = json;
    alter role svc_app in database %1$I set auto_explain.log_level = notice$set$, current_database());
  end $$`

let sent: Statement[] = []
let proxy: Server
let world: World
let service: Client
const plans: Node[] = []

/** A proxy in front of the gateway that records the statements sent. */
async function startProxy() {
  proxy = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const bytes of request) body += String(bytes)
      const batch = JSON.parse(body) as { queries?: Statement[] } & Statement
      sent = batch.queries ?? [batch]
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('neon-'))
      const answer = await fetch(parts().sqlEndpoint, {
        method: 'POST',
        body,
        headers: Object.fromEntries(headers) as Record<string, string>,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
}

beforeAll(async () => {
  await startProxy()
  const owner = new Client({ connectionString: parts().ownerUrl })
  await owner.connect()
  await owner.query(ids)
  const tenant = await load(owner, { tasks, entries: 12_000, invoices: 30_000 })
  await owner.query(enableAutoExplain)
  await owner.end()
  const [{ slug }] = (await asOwner('select slug from organizations where id = $1', [tenant.org])) as [
    { slug: string },
  ]
  world = await World.of({ id: tenant.org, slug })
  for (const [param, id] of [
    ['project_id', tenant.project],
    ['task_id', tenant.task],
    ['sprint_id', tenant.sprint],
  ] as const)
    world.created.set(param, id)
  await loadTickets()
  // What is read from repositories needs a linked one.
  await world.value('link_id')
  const url = new URL(parts().ownerUrl)
  Object.assign(url, { username: 'svc_app', password: 'app' })
  service = new Client({ connectionString: url.href })
  await service.connect()
  service.on('notice', ({ message }) => {
    const at = message?.indexOf('{') ?? -1
    if (message?.startsWith('duration:') && at > 0)
      plans.push((JSON.parse(message.slice(at)) as { Plan: Node }).Plan)
  })
}, 300_000)

/**
 * Tickets of this organization and five times as many of others, inserted without triggers, which would take
 * minutes.
 */
async function loadTickets() {
  await asOwner(`
    set session_replication_role = replica;
    insert into tickets (org_id, number, subject, status, resolved_at, closed_at, priority, created_at, waiting_since,
        first_response_at, assignee_user_id)
      select case when n <= 12000 then '${world.org}' else uuidv7() end, 1000 + n, 'Ticket ' || n, s,
        case when s <> 'open' then d end, case s when 'closed' then d end, case n % 3 when 0 then 'high' else 'low' end,
        d - interval '1 day', case s when 'open' then d end, d, case n % 7 when 0 then '${world.people.member.id}'::uuid end
      from generate_series(1, 72000) n, lateral (select (array['open', 'resolved', 'closed'])[1 + n % 3] as s,
        now() - interval '40 minutes' * (n % 12000) as d) y;
    insert into ticket_messages (org_id, ticket_id, author_kind, author_user_id, body, created_at)
      select t.org_id, t.id, 'agent', '${world.people.member.id}', 'Answer', t.first_response_at from tickets t;
    insert into ticket_events (org_id, ticket_id, kind, data, at)
      select t.org_id, t.id, 'status', '{"from":"open","to":"resolved"}', t.created_at from tickets t;
    analyze tickets; analyze ticket_messages; analyze ticket_events`)
}

afterAll(async () => {
  await service.end()
  await new Promise((resolve) => proxy.close(resolve))
})

/** The plans of all statements of a call, including those inside functions. */
async function plansOf(operation: Operation, query: string): Promise<Node[]> {
  const { path, body } = await world.example(operation)
  const full = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
  const { port } = proxy.address() as AddressInfo
  const { headers } = world.master(operation)
  const reply = await call(operation.method, full, body === undefined ? { headers } : { headers, body }, {
    SQL_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  expect([full, reply.status]).toEqual([full, 200])
  plans.length = 0
  await service.query('begin')
  for (const { query: text, params } of sent) await service.query(text, params)
  await service.query('rollback')
  return plans
}

/** The problems of a plan: each scan that reads more rows than it should. */
function findings(node: Node, table?: string): string[] {
  const relation = node['Relation Name'] ?? table
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const at = `${node['Node Type']} ${node['Index Name'] ?? ''} on ${relation}: ${rows} rows`
  const byIndex = node['Node Type'].includes('Index')
  const passed = (rows + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops']
  const isBad =
    (rows > maxScannedRows &&
      (node['Node Type'] === 'Seq Scan' || (byIndex && !node['Index Cond']?.includes('org_id')))) ||
    passed > limits.rows
  return [
    ...(isBad ? [`${at}, ${node['Actual Loops']} times`] : []),
    ...(node.Plans ?? []).flatMap((inner) => findings(inner, relation)),
  ]
}

/** Queries of lists that deserve their own case. */
const queries: Record<string, string[]> = {
  listTasks: [
    'sort=due_date',
    'sort=-updated_at',
    'status=todo&assignee_id=me',
    'q=invoice',
    'offset=9000',
    'sprint_id=active',
  ],
  listAllTasks: ['sort=-updated_at', 'assignee_id=me', 'overdue=true', 'q=invoice'],
  getBoard: ['swimlane=assignee', 'swimlane=epic', 'sprint_id=active', 'q=invoice'],
  listTrash: ['type=task'],
  listTickets: [
    'sort=waiting_since',
    'status=open,resolved',
    'status=closed&limit=200',
    'assignee_user_id=me,none',
    'q=ticket 11',
  ],

  listAuditLog: [
    'offset=9000',
    'action=task.created',
    'action=task.',
    'actor_id=me',
    'q=invoice',
    'ip=203.0.113.9',
    'from=2026-01-01T00:00:00Z',
    'cursor=1700000000000_0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70',
  ],
}

const reads = operations.filter((one) => !one.write && (inOrganization(one) || one.role === 'portal'))
const cases = reads.flatMap((operation) =>
  ['', ...(queries[operation.id] ?? [])].map((query) => [operation.id, query, operation] as const),
)

describe(`with ${tasks} tasks`, () => {
  test.each(cases)(
    '%s %s uses indexes that begin with the organization, and no statement per row',
    async (_, query, operation) => {
      const created = await plansOf(operation, query)
      expect(created.flatMap((plan) => findings(plan))).toEqual([])
      expect(created.length).toBeLessThan(limits.statements)
    },
  )

  test('a full scan would be detected', async () => {
    plans.length = 0
    await service.query('begin')
    await service.query('set local enable_indexscan = off')
    await service.query('set local enable_bitmapscan = off')
    await service.query('set local enable_indexonlyscan = off')
    await service.query(sent[0]!.query, sent[0]!.params)
    await service.query('select count(*) from tasks')
    await service.query('rollback')
    expect(plans.flatMap((plan) => findings(plan)).join()).toContain('Seq Scan  on tasks')
  })
})
