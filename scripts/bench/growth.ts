import type { Tenant } from './data.ts'
import { fire } from './fire.ts'
import type { Part } from './parts.ts'
import { shotsOf } from './shots.ts'

/** A service to measure beside others, and a tenant of its database, which has ten thousand tasks like everybody else. */
export type Size = { name: string; service: Part; tenant: Tenant }

type Name = Exclude<keyof ReturnType<typeof shotsOf>['shots'], 'issue'>

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
 * milliseconds, how many times that of the size before each is, and where that is over `most`; `seconds` are those of one size
 * in one round, `only` is a part of the names of the kinds.
 */
export async function growth(
  sizes: Size[],
  {
    seconds,
    only,
    most,
    step,
  }: { seconds: number; only: string; most: number; step: (text: string) => void },
): Promise<string> {
  const rows: string[][] = []
  for (const [what, name] of kinds.filter(([what]) => what.includes(only))) {
    step(what)
    const medians = await mediansOf(name, sizes, seconds)
    const steps = medians.slice(1).map((ms, at) => ms / medians[at]!)
    const worst = Math.max(...steps)
    rows.push([
      what,
      ...medians.map((ms) => ms.toFixed(2)),
      ...steps.map((times) => times.toFixed(2)),
      worst > most ? `over ${most}` : '',
    ])
  }
  const names = [
    'what (median, ms)',
    ...sizes.map(({ name }) => name),
    ...sizes.slice(1).map((_, at) => (sizes.length === 2 ? 'step' : `step ${at + 1}`)),
    '',
  ]
  return [names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

async function mediansOf(name: Name, sizes: Size[], seconds: number): Promise<number[]> {
  const times = sizes.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [at, { service, tenant }] of sizes.entries()) {
      const shot = shotsOf(tenant).shots[name]
      const figures = await fire(
        (n) => {
          const { url, ...rest } = shot(n)
          return { ...rest, url: service.url + url }
        },
        { seconds },
      )
      if (figures.errors) throw new Error(`${name}, ${sizes[at]!.name}: ${figures.errors} failed`)
      // The first round warms up.
      if (round > 0) times[at]!.push(figures.p50)
    }
  return times.map((one) => one.toSorted((a, b) => a - b)[one.length >> 1]!)
}
