import { turn, type Tenant } from './data.ts'
import { type Figures, fire, type Shot } from './fire.ts'
import { floorsOf } from './floor-statements.ts'
import { bytesOf, type FloorWorker } from './floors.ts'
import { cpuOf, type Part } from './parts.ts'
import type { Peer } from './peers.ts'
import type { FloorOf, Row } from './report.ts'
import { shotsOf } from './shots.ts'

export type Measured = {
  ours: Part
  /** The service behind a gateway that adds 5 ms to each round trip. */
  distant: Part
  tenant: Tenant
  peers: Peer[]
  /** The floors through the same two gateways; null if they are not measured. */
  floors: { near: FloorWorker; far: FloorWorker } | null
  seconds: number
  minutes: number
  step: (text: string) => void
}

type Shots = ReturnType<typeof shotsOf>['shots']
type Name = keyof Shots
type Options = NonNullable<Parameters<typeof fire>[1]>

const compared: [what: string, name: Name, of: 'list' | 'create' | 'setStatus', target: string][] = [
  ['list 50 of 10 000', 'list', 'list', '≥ 1.5 × PostGraphile'],
  ['create a task', 'create', 'create', '≥ 3 × Directus at 8'],
  ['set status', 'status', 'setStatus', '≥ 4 × Directus at 8'],
]

const single: [what: string, name: Exclude<Name, 'issue'>, target: string][] = [
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

/** What is loaded and how: the rows of the report that one request, or a mix of them, fills. */
export async function measure(of: Measured): Promise<Row[]> {
  const { shots } = shotsOf(of.tenant)
  const rows = await comparedRows(of, shots)
  for (const [what, name, target] of single) rows.push(await singleRow(of, what, name, target))
  const issuing = await run(of, 'issue with the register, 8', of.ours, shots.issue, { connections: 8 })
  const floor = 'each record of the register needs the one before'
  const what = 'issue an invoice with its record in the register, 8 clients'
  return [...rows, { ...rowOf(what, issuing, ''), floor }, await delayed(of, shots), await halfLoad(of)]
}

const at = (part: Part, shot: (n: number) => Shot) => (n: number) => {
  const { url, ...rest } = shot(n)
  return { ...rest, url: part.url + url }
}

async function run(
  { seconds, step }: Measured,
  what: string,
  part: Part,
  shot: (n: number) => Shot,
  options: Options = {},
) {
  step(what)
  await fire(at(part, shot), { connections: options.connections ?? 1, seconds: Math.min(1, seconds) })
  const before = cpuOf(part.pid)
  const figures = await fire(at(part, shot), { seconds, ...options })
  return { ...figures, cpu: (cpuOf(part.pid) - before) / figures.count }
}

const ms = ({ p50, p95, errors }: Figures) =>
  `${p50.toFixed(2)} / ${p95.toFixed(2)}${errors ? ` (${errors} errors)` : ''}`

const rowOf = (what: string, own: Figures & { cpu?: number }, target: string): Omit<Row, 'floor'> => ({
  what,
  ours: ms(own),
  p50: own.p50,
  perSecond: own.perSecond,
  ...(own.cpu === undefined ? {} : { cpu: own.cpu }),
  target,
})

/** The floor of a request under the same load, right after it. */
async function floorOf(of: Measured, name: Exclude<Name, 'issue'>, options: Options = {}): Promise<FloorOf> {
  if (!of.floors) return 'not asked for'
  const own = await bytesOf(at(of.ours, shotsOf(of.tenant).shots[name])(0))
  return of.floors.near.measure(name, own, { seconds: of.seconds, ...options })
}

async function singleRow(of: Measured, what: string, name: Exclude<Name, 'issue'>, target: string) {
  const own = await run(of, what, of.ours, shotsOf(of.tenant).shots[name])
  return { ...rowOf(what, own, target), floor: await floorOf(of, name) }
}

async function comparedRows(of: Measured, shots: Shots): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, name, theirs, target] of compared)
    for (const connections of [1, 8]) {
      const own = await run(of, `${what}, ${connections}`, of.ours, shots[name], { connections })
      const title = `${what}, ${connections} client${connections > 1 ? 's' : ''}`
      const floor = await floorOf(of, name as Exclude<Name, 'issue'>, { connections })
      rows.push({ ...rowOf(title, own, target), floor, peers: await peersOf(of, theirs, connections, own) })
    }
  return rows
}

async function peersOf(
  { peers, seconds, step }: Measured,
  of: 'list' | 'create' | 'setStatus',
  connections: number,
  own: Figures,
) {
  const said: Record<string, string> = {}
  for (const peer of peers) {
    const shot = peer[of]
    if (!shot) continue
    step(`  ${peer.name}`)
    await fire(shot, { connections, seconds: 1 })
    const figures = await fire(shot, { connections, seconds })
    const times = (own.perSecond / figures.perSecond).toFixed(1)
    said[peer.name] = `${ms(figures)}, ${figures.perSecond.toFixed(0)}/s, ours ${times} ×`
  }
  return said
}

async function delayed(of: Measured, shots: Shots): Promise<Row> {
  const without = await run(of, 'list', of.ours, shots.list)
  const own = await run(of, 'list with 5 ms added per round trip', of.distant, shots.list)
  const row = rowOf('list with 5 ms added per round trip', own, '≤ 6 ms more than without')
  const bytes = await bytesOf(at(of.ours, shots.list)(0))
  const floor = (await of.floors?.far.measure('list', bytes, { seconds: of.seconds })) ?? 'not asked for'
  return { ...row, floor, ours: `${row.ours}, ${(own.p50 - without.p50).toFixed(1)} ms more` }
}

/** Half of what the machine serves at most, at a fixed rate. */
async function halfLoad(of: Measured): Promise<Row> {
  const { mixed, mixedNames } = shotsOf(of.tenant)
  const quiet = await run(of, 'mixed, 1 client', of.ours, mixed)
  const most = await run(of, 'mixed, 8 clients', of.ours, mixed, { connections: 8 })
  const rate = Math.round(most.perSecond / 2)
  const how = { connections: 32, rate, seconds: of.minutes * 60 }
  const fixed = await run(of, `mixed, ${rate} a second`, of.ours, mixed, how)
  const what = `mixed, ${rate} a second (half of the most), ${of.minutes} min`
  const times = `${(fixed.p99 / quiet.p50).toFixed(1)} × ${quiet.p50.toFixed(1)}`
  return {
    ...rowOf(what, fixed, 'p99 ≤ 10 × quiet p50, no error'),
    floor: of.floors ? await of.floors.near.measureMix(mixedNames, how) : 'not asked for',
    ours: `p99 ${fixed.p99.toFixed(1)} ms = ${times}, ${fixed.errors} errors`,
  }
}

/** The floors of the requests of a tenant. */
export const tenantFloors = (tenant: Tenant) => floorsOf(tenant, () => turn(tenant))
