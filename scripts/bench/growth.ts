import type { Tenant } from './data.ts'
import { fire } from './fire.ts'
import type { Part } from './parts.ts'
import { shotsOf } from './shots.ts'

/** A service over a database with so many tasks, of which the tenant has ten thousand like everybody else. */
export type Size = { tasks: number; service: Part; tenant: Tenant }

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
/** How many times as long as at the size before a request may take. */
const most = 1.3
const rounds = 6

/**
 * What the neighbours' tasks cost: each kind of request at each size, in turn and several times, so that whatever else the
 * machine does falls on all sizes alike. Returns a table of the medians in milliseconds, and how many times the smaller size
 * the greatest step is; `seconds` are those of one size in one round, `only` is a part of the names of the kinds.
 */
export async function growth(
  sizes: Size[],
  { seconds, only, step }: { seconds: number; only: string; step: (text: string) => void },
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
    ...sizes.map(({ tasks }) => `${tasks.toLocaleString('en').replaceAll(',', ' ')} tasks`),
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
      if (figures.errors) throw new Error(`${name} at ${sizes[at]!.tasks} tasks: ${figures.errors} failed`)
      // The first round warms up.
      if (round > 0) times[at]!.push(figures.p50)
    }
  return times.map((one) => one.toSorted((a, b) => a - b)[one.length >> 1]!)
}
