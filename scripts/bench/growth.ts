import type { Tenant } from './data.ts'
import { fire, type Shot } from './fire.ts'
import type { FloorWorker } from './floors.ts'
import type { Part } from './parts.ts'
import { shotsOf } from './shots.ts'

type Name = Exclude<keyof ReturnType<typeof shotsOf>['shots'], 'issue'>

/** What is measured beside others: how it is asked for each kind of request. */
export type Size = { name: string; shotOf: (kind: Name) => (n: number) => Shot }

/** How many times a size, by its place, another one costs, and how many at most. */
export type Step = { name: string; from: number; to: number; most?: number }

/** A service, and a tenant of its database, which has ten thousand tasks like everybody else. */
export function sized(name: string, service: Part, tenant: Tenant): Size {
  const { shots } = shotsOf(tenant)
  return {
    name,
    shotOf: (kind) => (n) => {
      const { url, ...rest } = shots[kind](n)
      return { ...rest, url: service.url + url }
    },
  }
}

/** The floors of the same requests. */
export const floored = (name: string, floors: FloorWorker): Size => ({ name, shotOf: floors.shotsFor })

const kinds: [what: string, name: Name][] = [
  ['get a task', 'get'],
  ['list 50', 'list'],
  ['create a task', 'create'],
  ['set status', 'status'],
  ['text filter', 'text'],
  ['query with a tree', 'query'],
  ['deepest page', 'deep'],
  ['board', 'board'],
  ['burndown', 'burndown'],
  ['project summary', 'summary'],
  ['dashboard', 'dashboard'],
  ['workload of 20 people', 'workload'],
  ['search, two words', 'search'],
  ['search, two words misspelt', 'typo'],
  ['search, a key', 'key'],
  ['suggestions', 'suggest'],
  ['/mcp get_issue', 'call'],
]
const rounds = 6

/**
 * What a size costs, such as the tasks of neighbours, or the resets of a strict gateway: each kind of request at each size, in
 * turn and several times, so that whatever else the machine does falls on all sizes alike. Returns a table of the medians in
 * milliseconds, how many times each other they are, and where that is too much; `seconds` are those of one size in one round,
 * `only` is a part of the names of the kinds.
 */
export async function growth(
  sizes: Size[],
  {
    seconds,
    only,
    steps,
    step,
  }: { seconds: number; only: string; steps: Step[]; step: (text: string) => void },
): Promise<string> {
  const rows: string[][] = []
  for (const [what, name] of kinds.filter(([what]) => what.includes(only))) {
    step(what)
    const medians = await mediansOf(name, sizes, seconds)
    const times = steps.map(({ from, to }) => medians[to]! / medians[from]!)
    const over = steps.find(({ most }, at) => most && times[at]! > most)
    rows.push([
      what,
      ...medians.map((ms) => ms.toFixed(2)),
      ...times.map((one) => one.toFixed(2)),
      over ? `over ${over.most}` : '',
    ])
  }
  const names = ['what (median, ms)', ...sizes.map(({ name }) => name), ...steps.map(({ name }) => name), '']
  return [names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

async function mediansOf(name: Name, sizes: Size[], seconds: number): Promise<number[]> {
  const times = sizes.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [at, { shotOf }] of sizes.entries()) {
      const figures = await fire(shotOf(name), { seconds })
      if (figures.errors) throw new Error(`${name}, ${sizes[at]!.name}: ${figures.errors} failed`)
      // The first round warms up.
      if (round > 0) times[at]!.push(figures.p50)
    }
  return times.map((one) => one.toSorted((a, b) => a - b)[one.length >> 1]!)
}
