import { fileURLToPath } from 'node:url'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { startPostgres } from '../stack/postgres.ts'
import { startRedisGateway } from '../stack/redis-gateway.ts'
import { prepared, schemaMark } from './database.ts'
import { ids, load, type Tenant, tenantOf } from './data.ts'
import { expensive } from './expensive.ts'
import { loginTimes } from './login.ts'
import { type Figures, fire, type Shot } from './fire.ts'
import { floor } from './floor.ts'
import { build, cpuOf, gateway, type Part, service, startUp } from './parts.ts'
import { directus, type Peer, postgraphile } from './peers.ts'
import { type Row, report } from './report.ts'
import { shotsOf } from './shots.ts'
import { split, splitTable } from './split.ts'
import { loadTickets, queueRows } from './tickets.ts'
import { upgrade } from './upgrade.ts'
import { written, writtenTable } from './writes.ts'

/**
 * `npm run bench`: the built bundle in workerd, the gateway and Postgres with 500 000 tasks, two peers on the
 * same database in the same run, and a breakdown of the time of the main requests. Prints tables and writes
 * them to dist/bench.md. `--tasks N`, `--seconds N`, `--no-peers`; `--expensive` measures what the
 * most expensive requests cost and what a neighbour notices of them instead (`--only PDF` those of that name), `--queue` only the lists of tickets, and
 * `--writes` only what a write leaves in Postgres, `--upgrade` only what writers notice of a migration. The tasks are kept for the next run, until
 * a migration changes the tables.
 */
const { values: options } = parseArgs({
  options: {
    tasks: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '0.5' },
    'no-peers': { type: 'boolean', default: false },
    expensive: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    queue: { type: 'boolean', default: false },
    writes: { type: 'boolean', default: false },
    upgrade: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const folder = fileURLToPath(new URL('../../.data/bench', import.meta.url))
const startedAt = Date.now()
const step = (text: string) =>
  console.error(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${text}`)
const stops: (() => Promise<unknown>)[] = []
const stop = async () => {
  for (const one of stops.toReversed()) await one().catch(() => undefined)
}
process.once('SIGINT', () => void stop().then(() => process.exit(130)))

try {
  await run()
} finally {
  await stop()
}

async function run() {
  mkdirSync(folder, { recursive: true })
  step('building the bundle')
  const size = build()
  const startup = startUp(folder)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: step })
  stops.push(() => postgres.stop())
  const database = `bench_${options.tasks}_${schemaMark()}`
  const owner = await prepared(postgres.url('postgres'), postgres.url(database), database, stops)
  const tenant = await loaded(owner)
  if (options.upgrade) {
    await owner.end()
    return console.log(await upgrade(postgres, database, step))
  }
  await loadTickets(owner, step)
  const redis = await startRedisGateway({ token: 'bench' })
  stops.push(() => redis.stop())
  const near = await kept(gateway(postgres.port))
  const far = await kept(gateway(postgres.port, 5))
  const settings = {
    DATABASE_URL: `postgres://svc_app:app@db.localhost/${database}`,
    JWT_KEYS: 'bench:a-secret-of-at-least-32-characters',
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    BASE_URL: 'http://127.0.0.1',
    APP_ENV: 'bench',
    REQUESTS_PER_MINUTE: '1000000000',
    ROWS_PER_MINUTE: '1000000000',
    // Nobody listens there: what would be mailed is not.
    MAIL_FROM: 'bench@example.com',
    MAIL_PROVIDER: 'postmark',
    MAIL_API_KEY: 'none',
    MAIL_URL: 'http://127.0.0.1:9',
    OUTBOUND_TRUSTED: 'http://127.0.0.1:9',
  }
  const ours = await kept(service({ ...settings, SQL_ENDPOINT: `${near.url}/sql` }))
  if (options.expensive) {
    const parts = { service: ours, gateway: near }
    const table = await expensive(parts, tenant, { seconds, only: options.only, step })
    writeFileSync(new URL('../../dist/expensive.md', import.meta.url), table)
    return console.log(table)
  }
  const writes = () => writesOf(owner, ours, tenant)
  if (options.writes) return console.log(await writes())
  const queue = () => queueRows(ours, tenant, seconds, step)
  if (options.queue) return console.log(report(await queue(), { tasks: options.tasks, peers: [] }))
  const distant = await kept(service({ ...settings, SQL_ENDPOINT: `${far.url}/sql` }))
  const peers = options['no-peers'] ? [] : await theirs(postgres, database, tenant, owner)
  const rows = [
    ...(await measure(ours, distant, tenant, peers)),
    ...(await queue()),
    await login(ours),
    { what: 'start-up of the Worker', ours: `${startup.toFixed(1)} ms active`, target: '≤ 60 ms' },
    { what: 'bundle, gzip', ours: `${size.toFixed(0)} kB`, target: '≤ 1 024 kB' },
  ]
  const text =
    report(rows, { tasks: options.tasks, peers: peers.map(({ name }) => name) }) +
    splitTable(await splits({ service: ours, gateway: near }, tenant), await floor(folder, seconds)) +
    (await writes())
  writeFileSync(new URL('../../dist/bench.md', import.meta.url), text)
  writeFileSync(new URL('../../dist/bench.json', import.meta.url), JSON.stringify(rows, null, 2))
  console.log(text)
}

async function splits(parts: { service: Part; gateway: Part }, tenant: Tenant) {
  const { shots } = shotsOf(tenant)
  const breakdowns: [string, keyof typeof shots][] = [
    ['get a task', 'get'],
    ['list 50 of 10 000', 'list'],
    ['create a task', 'create'],
    ['set status', 'status'],
    ['/mcp get_issue', 'call'],
    ['/mcp tools/list, core', 'tools'],
  ]
  const rows = []
  for (const [what, name] of breakdowns) {
    step(`where the time goes: ${what}`)
    rows.push(await split(what, parts, shots[name], seconds))
  }
  return rows
}

async function writesOf(owner: Client, ours: Part, tenant: Tenant): Promise<string> {
  step('what a write leaves in Postgres')
  const { shots } = shotsOf(tenant)
  return writtenTable([
    await written('create a task', owner, ours, shots.create),
    await written('set status', owner, ours, shots.status),
  ])
}

async function login(ours: Part): Promise<Row> {
  step('login')
  const { unknown, wrong } = await loginTimes(ours)
  return {
    what: 'login: unknown address / wrong password',
    ours: `${unknown.toFixed(1)} / ${wrong.toFixed(1)} ms, ratio ${(unknown / wrong).toFixed(3)}`,
    target: 'within 5 %',
  }
}

async function kept(part: Promise<Part>): Promise<Part> {
  const result = await part
  stops.push(result.stop)
  return result
}

async function loaded(owner: Client): Promise<Tenant> {
  await owner.query(ids)
  const { rows } = await owner.query('select 1 from organizations limit 1')
  if (rows.length) {
    step('using the tasks of an earlier run')
    return tenantOf(owner)
  }
  step(`loading ${options.tasks} tasks`)
  return load(owner, { tasks: Number(options.tasks), entries: 100_000, invoices: 100_000 }, step)
}

async function theirs(
  postgres: { url(database: string, user?: string, password?: string): string },
  database: string,
  tenant: Tenant,
  owner: Client,
): Promise<Peer[]> {
  const place = {
    folder: join(folder, 'peers'),
    database,
    ownerUrl: postgres.url(database),
    appUrl: postgres.url(database, 'svc_app', 'app'),
  }
  const peers: Peer[] = []
  for (const start of [() => postgraphile(place, tenant, step), () => directus(place, tenant, owner, step)]) {
    try {
      const peer = await start()
      stops.push(peer.part.stop)
      step(`${peer.name} is up`)
      peers.push(peer)
    } catch (error) {
      step(`left out: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return peers
}

async function measure(ours: Part, distant: Part, tenant: Tenant, peers: Peer[]): Promise<Row[]> {
  const { shots, mixed } = shotsOf(tenant)
  const rows: Row[] = []
  const run = async (
    what: string,
    part: Part,
    shot: (n: number) => Shot,
    options: Parameters<typeof fire>[1] = {},
  ) => {
    step(what)
    const at = (n: number) => {
      const { url, ...rest } = shot(n)
      return { ...rest, url: part.url + url }
    }
    await fire(at, { connections: options.connections ?? 1, seconds: 1 })
    const before = cpuOf(part.pid)
    const figures = await fire(at, { seconds, ...options })
    return { ...figures, cpu: (cpuOf(part.pid) - before) / figures.count }
  }
  const ms = ({ p50, p95, errors }: Figures) =>
    `${p50.toFixed(2)} / ${p95.toFixed(2)}${errors ? ` (${errors} errors)` : ''}`
  const rowOf = (what: string, own: Figures & { cpu?: number }, target: string): Row => ({
    what,
    ours: ms(own),
    perSecond: own.perSecond,
    cpu: own.cpu,
    target,
  })
  const other = async (peer: Peer, shot: ((n: number) => Shot) | undefined, connections: number) => {
    if (!shot) return undefined
    step(`  ${peer.name}`)
    await fire(shot, { connections, seconds: 1 })
    return fire(shot, { connections, seconds })
  }
  const compared: [
    what: string,
    name: keyof typeof shots,
    of: 'list' | 'create' | 'setStatus',
    target: string,
  ][] = [
    ['list 50 of 10 000', 'list', 'list', '≥ 1.5 × PostGraphile'],
    ['create a task', 'create', 'create', '≥ 3 × Directus at 8'],
    ['set status', 'status', 'setStatus', '≥ 4 × Directus at 8'],
  ]
  for (const [what, name, of, target] of compared) {
    for (const connections of [1, 8]) {
      const own = await run(`${what}, ${connections}`, ours, shots[name], { connections })
      const row: Row = {
        ...rowOf(`${what}, ${connections} client${connections > 1 ? 's' : ''}`, own, target),
        peers: {},
      }
      for (const peer of peers) {
        const figures = await other(peer, peer[of], connections)
        if (figures)
          row.peers![peer.name] =
            `${ms(figures)}, ${figures.perSecond.toFixed(0)}/s, ours ${(own.perSecond / figures.perSecond).toFixed(1)} ×`
      }
      rows.push(row)
    }
  }
  const single: [string, keyof typeof shots, string][] = [
    ['get a task', 'get', ''],
    ['text filter', 'text', ''],
    ['query with a tree', 'query', ''],
    ['first page', 'list', ''],
    ['deepest page', 'deep', '≤ 5 × the first'],
    ['board', 'board', 'p95 ≤ 50 ms'],
    ['burndown of 10 000 tasks', 'burndown', 'p95 ≤ 50 ms'],
    ['project summary', 'summary', 'p95 ≤ 50 ms'],
    ['dashboard', 'dashboard', 'p95 ≤ 50 ms'],
    ['workload of 20 people', 'workload', ''],
    ['flow of 10 000 tasks', 'flow', ''],
    ['report of a sprint of 10 000 tasks, 2.4 MB', 'report', ''],
    ['earned value of 10 000 tasks', 'value', ''],
    ['audit log: 100 000 entries verified', 'verify', '≤ 1 000 ms'],
    ['finance summary of 100 000 invoices', 'finance', 'p95 ≤ 50 ms'],
    ['receivables of 100 000 invoices', 'receivables', 'p95 ≤ 50 ms'],
    ['tax summary of 100 000 invoices', 'taxes', ''],
    ['first page of 100 000 invoices', 'invoices', ''],
    ['search, two words', 'search', 'p95 ≤ 50 ms'],
    ['search, two words misspelt', 'typo', 'p95 ≤ 50 ms'],
    ['search, a key', 'key', 'p95 ≤ 50 ms'],
    ['suggestions', 'suggest', 'p95 ≤ 50 ms'],
    ['REST get_issue', 'get', ''],
    ['/mcp get_issue', 'call', '≤ REST + 1 ms'],
    ['/mcp tools/list, core', 'tools', '≤ 1.5 ms'],
    ['/mcp tools/list, all', 'allTools', '≤ 1.5 ms'],
  ]
  for (const [what, name, target] of single) {
    const own = await run(what, ours, shots[name])
    rows.push(rowOf(what, own, target))
  }
  const delayed = async (near: Part, far: Part): Promise<Row> => {
    const without = await run('list', near, shots.list)
    const own = await run('list with 5 ms added per trip', far, shots.list)
    const row = rowOf('list with 5 ms added per trip', own, '≤ 6 ms more than without')
    return { ...row, ours: `${row.ours}, ${(own.p50 - without.p50).toFixed(1)} ms more` }
  }
  /** Half of what the machine serves at most, at a fixed rate. */
  const halfLoad = async (): Promise<Row> => {
    const quiet = await run('mixed, 1 client', ours, mixed)
    const most = await run('mixed, 8 clients', ours, mixed, { connections: 8 })
    const rate = Math.round(most.perSecond / 2)
    const how = { connections: 32, rate, seconds: Number(options.minutes) * 60 }
    const fixed = await run(`mixed, ${rate} a second`, ours, mixed, how)
    return {
      ...rowOf(
        `mixed, ${rate} a second (half of the most), ${options.minutes} min`,
        fixed,
        'p99 ≤ 10 × quiet p50, no error',
      ),
      ours: `p99 ${fixed.p99.toFixed(1)} ms = ${(fixed.p99 / quiet.p50).toFixed(1)} × ${quiet.p50.toFixed(1)}, ${fixed.errors} errors`,
    }
  }
  const issuing = await run('issue with the register, 8', ours, shots.issue, { connections: 8 })
  rows.push(rowOf('issue an invoice with its record in the register, 8 clients', issuing, ''))
  rows.push(await delayed(ours, distant), await halfLoad())
  return rows
}
