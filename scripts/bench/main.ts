import { fileURLToPath } from 'node:url'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { startPostgres } from '../stack/postgres.ts'
import { startRedisGateway } from '../stack/redis-gateway.ts'
import { preparedDatabase, schemaMark } from './database.ts'
import { ids, load, type Tenant, tenantOf } from './data.ts'
import { expensive } from './expensive.ts'
import { figureFloors } from './figure-statements.ts'
import { figureRows, loadFigures } from './figures.ts'
import { loginTimes } from './login.ts'
import { floor } from './floor.ts'
import { floored, growth, type Size, sized } from './growth.ts'
import { ticketFloors } from './floor-statements.ts'
import { floorRole, floorWorker, textOf } from './floors.ts'
import { measure, tenantFloors } from './measure.ts'
import { bursts } from './burst.ts'
import { build, gateway, type Part, service, settingsFor, startUp } from './parts.ts'
import { payroll } from './payroll.ts'
import { dailyWork } from './daily.ts'
import { absences } from './absences.ts'
import { directus, type Peer, postgraphile } from './peers.ts'
import { type Row, report } from './report.ts'
import { shotsOf } from './shots.ts'
import { summaryFloors } from './summary-statements.ts'
import { split, splitTable } from './split.ts'
import { loadTickets, queueRows } from './tickets.ts'
import { upgrade } from './upgrade.ts'
import { written, writtenTable } from './writes.ts'

/**
 * `npm run bench`: the built bundle in workerd, the gateway and Postgres with 500 000 tasks, two peers on the
 * same database in the same run, and a breakdown of the time of the main requests. Prints tables and writes
 * them to dist/bench.md. Each row is also said as a multiple of its floor (`floor-statements.ts`), measured in the same run.
 * `--tasks N`, `--seconds N`, `--no-peers`, `--no-floors`; `--expensive` measures what the
 * most expensive requests cost and what a neighbour notices of them instead (`--only PDF` those of that name), `--queue` only the lists of tickets, and
 * `--writes` only what a write leaves in Postgres, `--upgrade` only what writers notice of a migration, and `--figures` only
 * a dashboard of ten figures over one organization that has all tasks, `--payroll` only the calculation of a payroll run and the absence calendar,
 * `--daily` only the daily work of so many `--organizations` (`--only purge,contracts` these parts of it), `--burst` only 20 and 200 clients before four isolates and a
 * database of 20 connections, `--growth 50000,500000` only what the tasks of neighbours cost each kind of request, and
 * `--resets` only what it costs that the hosted pool resets a connection after each request. The tasks are kept for the next
 * run, until a migration changes the tables.
 */
const { values: options } = parseArgs({
  options: {
    tasks: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string' },
    'no-peers': { type: 'boolean', default: false },
    'no-floors': { type: 'boolean', default: false },
    expensive: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    queue: { type: 'boolean', default: false },
    writes: { type: 'boolean', default: false },
    figures: { type: 'boolean', default: false },
    payroll: { type: 'boolean', default: false },
    daily: { type: 'boolean', default: false },
    burst: { type: 'boolean', default: false },
    organizations: { type: 'string', default: '50000' },
    growth: { type: 'string', default: '' },
    resets: { type: 'boolean', default: false },
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
  const bundle = build()
  const startup = startUp(folder)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: step })
  stops.push(() => postgres.stop())
  if (options.growth) return console.log(await growthOf(postgres))
  const kind = options.figures ? 'figures_' : options.payroll ? 'payroll_' : options.daily ? 'daily_' : ''
  const size = options.daily ? options.organizations : options.tasks
  const database = `bench_${kind}${size}_${schemaMark()}`
  const owner = await preparedDatabase(postgres.url('postgres'), postgres.url(database), database, stops)
  if (options.daily) {
    const url = postgres.url(database, 'svc_app', 'app')
    const words = options.only.split(',')
    const organizations = Number(options.organizations)
    return console.log(await dailyWork(owner, url, { organizations, words }, step))
  }
  if (options.payroll) return console.log(`${await payroll(owner, step)}\n${await absences(owner, step)}`)
  const tasks = Number(options.tasks)
  const tenant = options.figures ? await loadFigures(owner, tasks, step) : await loaded(owner, tasks)
  if (options.upgrade) {
    await owner.end()
    return console.log(await upgrade(postgres, database, step))
  }
  if (!options.figures) await loadTickets(owner, step)
  const redis = await startRedisGateway({ token: 'bench' })
  stops.push(() => redis.stop())
  const near = await kept(gateway(postgres.port))
  const far = await kept(gateway(postgres.port, 5))
  const settings = settingsFor(database, redis)
  if (options.burst) {
    const limits = { backends: 20, kept: 20, attempts: { perSecond: 200, burst: 500 } }
    const strict = await kept(gateway(postgres.port, 0, limits))
    const isolate = () => kept(service({ ...settings, SQL_ENDPOINT: `${strict.url}/sql` }))
    const isolates = [await isolate(), await isolate(), await isolate(), await isolate()]
    const { get, list, create, status } = shotsOf(tenant).shots
    return console.log(
      await bursts(isolates, [get, list, get, () => create(0), get, status], { seconds, step }),
    )
  }
  const ours = await kept(service({ ...settings, SQL_ENDPOINT: `${near.url}/sql` }))
  if (options.resets) {
    const loose = await kept(gateway(postgres.port, 0, { reset: false }))
    const other = await kept(service({ ...settings, SQL_ENDPOINT: `${loose.url}/sql` }))
    const floors = await floorsFor({ owner, tenant, ours, near, far: loose, database })
    const sides = [
      sized('never reset', other, tenant),
      sized('reset', ours, tenant),
      floored('floor, never reset', floors.far),
      floored('floor, reset', floors.near),
    ]
    const steps = [
      { name: 'reset / never', from: 0, to: 1, most: 1.15 },
      { name: 'floors', from: 2, to: 3 },
      { name: 'reset / floor', from: 3, to: 1 },
    ]
    return console.log(
      await growth(sides, { seconds: Math.min(1, seconds), only: options.only, steps, step }),
    )
  }
  if (options.expensive) {
    const parts = { service: ours, gateway: near }
    const table = await expensive(parts, tenant, { seconds, only: options.only, step })
    writeFileSync(new URL('../../dist/expensive.md', import.meta.url), table)
    return console.log(table)
  }
  if (options.figures) {
    const user = await floorRole(owner, tenant)
    const floors = await floorWorker(
      { folder, gateway: near, owner, database, user },
      {
        ...figureFloors(tenant.org),
        ...summaryFloors(tenant.org),
      },
      {},
    )
    stops.push(floors.stop)
    const rows = await figureRows(ours, tenant, floors, { seconds, step })
    return console.log(report(rows, { tasks: options.tasks, peers: [] }))
  }
  const writes = () => writesOf(owner, ours, tenant)
  if (options.writes) return console.log(await writes())
  const floors = options['no-floors'] ? null : await floorsFor({ owner, tenant, ours, near, far, database })
  const queue = () => queueRows(ours, tenant, floors?.near ?? null, { seconds, step })
  if (options.queue) return console.log(report(await queue(), { tasks: options.tasks, peers: [] }))
  const distant = await kept(service({ ...settings, SQL_ENDPOINT: `${far.url}/sql` }))
  const peers = options['no-peers'] ? [] : await theirs(postgres, database, tenant, owner)
  const rows = [
    ...(await measure({
      ours,
      distant,
      tenant,
      peers,
      floors,
      seconds,
      minutes: Number(options.minutes ?? 0.5),
      step,
    })),
    ...(await queue()),
    await login(ours),
    {
      what: 'start-up of the Worker',
      ours: `${startup.toFixed(1)} ms active`,
      floor: 'no request',
      target: '≤ 60 ms',
    },
    { what: 'bundle, gzip', ours: `${bundle.toFixed(0)} kB`, floor: 'no request', target: '≤ 1 500 kB' },
  ]
  const text =
    report(rows, { tasks: options.tasks, peers: peers.map(({ name }) => name) }) +
    splitTable(await splits({ service: ours, gateway: near }, tenant), await floor(folder, seconds)) +
    (await writes())
  writeFileSync(new URL('../../dist/bench.md', import.meta.url), text)
  writeFileSync(new URL('../../dist/bench.json', import.meta.url), JSON.stringify(rows, null, 2))
  console.log(text)
}

/** Services over databases of each size, side by side. */
async function growthOf(postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<string> {
  const redis = await startRedisGateway({ token: 'bench' })
  stops.push(() => redis.stop())
  const near = await kept(gateway(postgres.port))
  const sizes: Size[] = []
  for (const tasks of options.growth.split(',').map(Number)) {
    const database = `bench_${tasks}_${schemaMark()}`
    const owner = await preparedDatabase(postgres.url('postgres'), postgres.url(database), database, stops)
    const tenant = await loaded(owner, tasks)
    const settings = { ...settingsFor(database, redis), SQL_ENDPOINT: `${near.url}/sql` }
    const name = `${tasks.toLocaleString('en').replaceAll(',', ' ')} tasks`
    sizes.push(sized(name, await kept(service(settings)), tenant))
  }
  const steps = sizes.slice(1).map((_, from) => ({ name: `step ${from + 1}`, from, to: from + 1, most: 1.3 }))
  return growth(sizes, { seconds: Math.min(1, seconds), only: options.only, steps, step })
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
    floor: 'hashing a password takes this time on purpose',
    target: 'within 5 %',
  }
}

/** The smallest Workers that answer the floors, behind the gateway and behind the one with a delay. */
async function floorsFor(of: {
  owner: Client
  tenant: Tenant
  ours: Part
  near: Part
  far: Part
  database: string
}) {
  step('the floors')
  const user = await floorRole(of.owner, of.tenant)
  const floors = { ...tenantFloors(of.tenant), ...ticketFloors }
  const { shots } = shotsOf(of.tenant)
  const constant = async (name: 'tools' | 'allTools') => {
    const shot = shots[name]()
    return [name, await textOf({ ...shot, url: of.ours.url + shot.url })]
  }
  const answers = Object.fromEntries([await constant('tools'), await constant('allTools')])
  const worker = async (gateway: Part) => {
    const place = { folder, gateway, owner: of.owner, database: of.database, user }
    const started = await floorWorker(place, floors, answers)
    stops.push(started.stop)
    return started
  }
  return { near: await worker(of.near), far: await worker(of.far) }
}

async function kept(part: Promise<Part>): Promise<Part> {
  const result = await part
  stops.push(result.stop)
  return result
}

async function loaded(owner: Client, tasks: number): Promise<Tenant> {
  await owner.query(ids)
  const { rows } = await owner.query('select 1 from organizations limit 1')
  if (rows.length) {
    step('using the tasks of an earlier run')
    return tenantOf(owner)
  }
  step(`loading ${tasks} tasks`)
  return load(owner, { tasks, entries: 100_000, invoices: 100_000 }, step)
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
