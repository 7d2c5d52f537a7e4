import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ids, load } from '../../scripts/bench/data.ts'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { operations, World } from '../contract/world.ts'
import { asOwner, call, type Sent } from '../kit/client.ts'
import { workspace, type Workspace } from '../kit/makers.ts'
import { type Node, passedRows } from '../kit/explain.ts'
import { parts } from '../kit/parts.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { everything, share } from '../kit/sharing.ts'

await ownDatabase()

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
/** How many rows a step may read for one object, however large its project and organization are. */
const maxRowsOfOne = 2500

type Statement = { query: string; params: unknown[] }
/** Only for the service's role in this database. */
const enableAutoExplain = `do $$ begin
  execute format($set$
    alter role svc_app in database %1$I set session_preload_libraries = 'auto_explain';
    alter role svc_app in database %1$I set auto_explain.log_min_duration = 0;
    alter role svc_app in database %1$I set auto_explain.log_nested_statements = on;
    alter role svc_app in database %1$I set auto_explain.log_analyze = on;
    alter role svc_app in database %1$I set auto_explain.log_timing = off;
    alter role svc_app in database %1$I set auto_explain.log_format = json;
    alter role svc_app in database %1$I set auto_explain.log_level = notice;
    grant set on parameter auto_explain.log_min_duration to svc_app$set$, current_database());
  end $$`

let sent: Statement[] = []
let proxy: Server
/** The proxy records the first batch that it gets, and lets nothing through. */
let onlyRecords = false
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
      // What a call leaves for after its answer is a batch of its own.
      if (!onlyRecords || !sent.length) sent.push(...(batch.queries ?? [batch]))
      if (onlyRecords) return response.writeHead(500).end('{"message":"recorded"}')
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
  await loadDependencies()
  await loadSmall()
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

/** Dependencies of tasks that nothing else asks for: what is about one task or project reads none of them. */
async function loadDependencies() {
  await asOwner(`
    set session_replication_role = replica;
    insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
      select '${world.org}', uuidv7(), uuidv7(), 'blocks', '${world.people.owner.id}' from generate_series(1, 10000);
    analyze task_dependencies`)
}

/**
 * Thousands of organizations with a few rows each, as on a shared deployment: plans that are made for an average
 * organization must suit a large one too.
 */
async function loadSmall() {
  const small = 'generate_series(1, 10000) n'
  const [org, project, user] = [
    `app.bench_id('small org', n)`,
    `app.bench_id('small project', n)`,
    `app.bench_id('user', 1)`,
  ]
  await asOwner(`
    set session_replication_role = replica;
    insert into organizations (id, name, slug, created_by) select ${org}, 'Small ' || n, 'small-' || n, ${user} from ${small};
    insert into projects (id, org_id, key, name, created_by, task_counter)
      select ${project}, ${org}, 'SMA', 'Small', ${user}, 3 from ${small};
    insert into tasks (id, org_id, project_id, number, title, rank, created_by, reporter_id)
      select app.bench_id('small task', n * 10 + i), ${org}, ${project}, i, 'Task', 'a' || i, ${user}, ${user}
        from ${small}, generate_series(1, 3) i;
    insert into task_events (org_id, project_id, task_id, actor_id, actor_type, change_id, kind, new_value)
      select t.org_id, t.project_id, t.id, t.created_by, 'user', uuidv7(), 'created', '{}' from tasks t where t.title = 'Task';
    insert into clients (id, org_id, name, email, created_by) select app.bench_id('small client', n * 10 + i), ${org},
        'Client', 'client' || n * 10 + i || '@example.com', ${user} from ${small}, generate_series(1, 3) i;
    insert into invoices (id, org_id, created_by, client_id, currency, net_minor, tax_minor, total_minor, payable_minor)
      select app.bench_id('small invoice', n), ${org}, ${user}, app.bench_id('small client', n * 10 + 1), 'EUR', 1, 0, 1, 1 from ${small};
    insert into tickets (org_id, number, subject, status, priority, waiting_since)
      select ${org}, 1, 'Ticket', 'open', 'low', now() from ${small};
    insert into ticket_messages (org_id, ticket_id, author_kind, author_user_id, body)
      select t.org_id, t.id, 'agent', ${user}, 'Answer' from tickets t, generate_series(1, 3) where t.subject = 'Ticket';
    analyze ticket_messages; analyze organizations; analyze projects; analyze tasks; analyze task_events; analyze clients; analyze invoices;
    analyze tickets`)
}

afterAll(async () => {
  await service.end()
  await new Promise((resolve) => proxy.close(resolve))
})

/** The plans of all statements of a call, including those inside functions. */
async function plansOf(operation: Operation, query: string): Promise<Node[]> {
  const { path, body } = await world.example(operation)
  const full = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
  const { headers } = world.master(operation)
  return plansAt(operation.method, full, body === undefined ? { headers } : { headers, body })
}

async function plansAt(method: string, path: string, sending: Sent): Promise<Node[]> {
  const { port } = proxy.address() as AddressInfo
  sent = []
  const reply = await call(method, path, sending, { SQL_ENDPOINT: `http://127.0.0.1:${port}` })
  expect([path, reply.status]).toEqual([path, 200])
  await replay()
  return plans
}

/** Runs what was recorded, and rolls it back. */
async function replay() {
  plans.length = 0
  await service.query('begin')
  try {
    for (const { query: text, params } of sent) await service.query(text, params)
  } finally {
    await service.query('rollback')
  }
}

/**
 * The plans of what was recorded when it comes again and again: from the sixth time on, Postgres may take one plan for all
 * values of a statement in a function.
 */
async function settledPlans(): Promise<Node[]> {
  const ignored = () => undefined
  await service.query('set auto_explain.log_min_duration = -1')
  for (let times = 2; times <= 6; times++) await replay().catch(ignored)
  await service.query('set auto_explain.log_min_duration = 0')
  await replay().catch(ignored)
  return plans
}

/** The plans of a write that is not made, up to a refusal where its example is refused. */
async function plansOfWrite(operation: Operation): Promise<Node[]> {
  const { path, body: sample } = await world.example(operation)
  const example = sample as { name?: string } | undefined
  // The world may have an object of the example's name already.
  const isNamed = operation.method === 'POST' && Boolean(example?.name)
  const body = isNamed ? { ...example, name: `${example!.name} 2` } : example
  const { port } = proxy.address() as AddressInfo
  const { headers } = world.master(operation)
  onlyRecords = true
  sent = []
  await call(operation.method, path, body === undefined ? { headers } : { headers, body }, {
    SQL_ENDPOINT: `http://127.0.0.1:${port}`,
  }).finally(() => (onlyRecords = false))
  const refusal = await replay().then(
    () => undefined,
    (error: { code?: string; message: string }) => error,
  )
  // Refusals of the service have codes of their own; anything else is a fault.
  if (refusal && !(refusedExamples.has(operation.id) && refusal.code?.startsWith('WM4'))) throw refusal
  return plans
}

/** The steps of a plan that pass more rows than one object needs. */
const tooManyForOne = (node: Node): string[] => [
  ...(passedRows(node) > maxRowsOfOne
    ? [
        `${node['Node Type']} ${node['Index Name'] ?? ''} on ${node['Relation Name'] ?? ''}: ${passedRows(node)} rows`,
      ]
    : []),
  ...(node.Plans ?? []).flatMap(tooManyForOne),
]

/** The steps of a plan that read the index of the search, or its table. */
const entriesRead = (node: Node): { from: string; rows: number }[] => {
  const from = node['Index Name'] ?? node['Relation Name'] ?? ''
  return [
    ...(from.startsWith('search_entries') ? [{ from, rows: passedRows(node) }] : []),
    ...(node.Plans ?? []).flatMap(entriesRead),
  ]
}

/** The problems of a plan: each scan that reads more rows than it should. */
function findings(node: Node, table?: string): string[] {
  const relation = node['Relation Name'] ?? table
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const at = `${node['Node Type']} ${node['Index Name'] ?? ''} on ${relation}: ${rows} rows`
  const byIndex = node['Node Type'].includes('Index')
  const isBad =
    (rows > maxScannedRows &&
      (node['Node Type'] === 'Seq Scan' || (byIndex && !node['Index Cond']?.includes('org_id')))) ||
    passedRows(node) > limits.rows
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

/** Writes that the state of their example refuses, such as the restoring of what is not in the trash. */
const refusedExamples = new Set(
  `cancelSubscription changeSubscriptionPlan completeContractMilestone createSprint deleteCalendarSubscription duplicateProject invoiceContractMilestone
  pauseTaskSla purgeDocument purgeProject purgeTask rehireEmployee renewContract reopenDeal resumeSubscription
  restoreDocument restoreObjective restoreOrganization restoreProject restoreTask resumeTaskSla signContract stopTimer terminateContract unarchiveProject`.split(
    /\s+/,
  ),
)

/** What counts, locks or changes all tasks of a sprint, project, member or organization, such as a figure. */
const wholesale = new Set(
  `getOrganization updateOrganization getProject updateProject archiveProject deleteProject createProjectUpdate
  getSprint updateSprint startSprint completeSprint deleteSprint
  createBaseline deleteBaseline applySchedule deleteMember leaveOrganization uninstallApp
  createColumn orderColumns
  createBiWidget updateBiWidget`.split(/\s+/),
)
const single = operations.filter(
  (one) =>
    inOrganization(one) &&
    !wholesale.has(one.id) &&
    (one.write || (one.path.endsWith('}') && one.method === 'GET')),
)

describe(`with ${tasks} tasks`, () => {
  test.each(cases)(
    '%s %s uses indexes that begin with the organization, and no statement per row',
    async (_, query, operation) => {
      const created = await plansOf(operation, query)
      expect(created.flatMap((plan) => findings(plan))).toEqual([])
      expect(created.length).toBeLessThan(limits.statements)
      expect((await settledPlans()).flatMap((plan) => findings(plan))).toEqual([])
    },
  )

  test.each(single.map((operation) => [operation.id, operation] as const))(
    '%s reads only what belongs to one object',
    async (_, operation) => {
      const created = operation.write ? await plansOfWrite(operation) : await plansOf(operation, '')
      expect(sent.length).toBeGreaterThan(0)
      expect(created.flatMap(tooManyForOne)).toEqual([])
      expect((await settledPlans()).flatMap(tooManyForOne)).toEqual([])
    },
  )

  describe('a project of them that another organization reads', () => {
    let guest: Workspace
    let at: string
    let task: string
    beforeAll(async () => {
      guest = await workspace('Guest')
      const home = { base: `/api/v1/organizations/${world.org}`, owner: world.people.owner } as Workspace
      ;({ at } = await share(home, guest, { id: await world.value('project_id') }, { include: everything }))
      task = await world.value('task_id')
    })

    test.each([
      '',
      '/tasks',
      '/tasks?limit=200&offset=9000',
      '/tasks?sort=-due_date&status=todo',
      '/tasks?q=invoice',
    ])('%s runs no statement for each of its rows', async (path) => {
      const created = await plansAt('GET', at + path, guest.owner)
      expect(created.flatMap((plan) => findings(plan))).toEqual([])
      expect(created.length).toBeLessThan(limits.statements)
    })

    test('a task of it is found by its id and its key, without reading others', async () => {
      const { key } = await guest.owner.ok('GET', `${at}/tasks/${task}`)
      for (const name of [task, key]) {
        const created = await plansAt('GET', `${at}/tasks/${name}`, guest.owner)
        expect(created.flatMap(tooManyForOne)).toEqual([])
      }
    })
  })

  test.each(['', '&types=task', '&types=document'])(
    'a misspelt search%s reads what is spelled alike, not all of the organization',
    async (more) => {
      const title = 'Quarterly plumbing of the aqueduct'
      const { headers } = world.people.owner
      const at = `/api/v1/organizations/${world.org}`
      const project_id = await world.value('project_id')
      await call('POST', `${at}/projects/${project_id}/tasks`, { body: { title }, headers })
      const created = await plansAt('GET', `${at}/search?q=quaterly plumbnig${more}`, { headers })
      const read = created.flatMap(entriesRead)
      expect(read.map(({ from }) => from)).toContain('search_entries_titles')
      expect(read.filter((one) => one.rows > 100)).toEqual([])
    },
  )

  test('a task is found by its key without reading all of the organization, however often', async () => {
    const { headers } = world.people.owner
    const at = `/api/v1/organizations/${world.org}`
    const { body } = await call('GET', `${at}/tasks/${await world.value('task_id')}`, { headers })
    await plansAt('GET', `${at}/search?q=${body.key}`, { headers })
    expect((await settledPlans()).flatMap(entriesRead).filter(({ rows }) => rows > 100)).toEqual([])
  })

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
    expect(plans.flatMap(tooManyForOne).join()).toContain('Seq Scan  on tasks')
  })

  test('the exceptions are operations', () => {
    const ids = new Set(operations.map(({ id }) => id))
    expect([...wholesale, ...refusedExamples].filter((id) => !ids.has(id))).toEqual([])
  })
})
