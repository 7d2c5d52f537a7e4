import { afterAll, beforeAll } from 'vitest'
import { rollbackGateway } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { parts } from '../kit/parts.ts'
import { stripQueries, Walls, withStripped } from '../kit/walls.ts'
import type { Reach } from './reach.ts'

const orgCondition = /[\w".]+\."?org_id"? = \(select app\.org_id\(\)\)/g

/** `whole` runs queries as they are, `stripped` without their conditions on the organization, of which `cut` were removed. */
export type Layers = { whole: Direct; stripped: Direct; walls: Walls; cut: number }

/**
 * The layers of isolation in this file's own database, each of which may be taken away: the conditions on the organization,
 * in queries and inside functions, and row-level security. All writes are rolled back.
 */
export function layers(): Layers {
  const all = { cut: 0 } as Layers
  beforeAll(async () => {
    all.walls = await Walls.of()
    all.whole = rollbackGateway()
    all.cut = await stripQueries(orgCondition)
    all.stripped = rollbackGateway((query) =>
      withStripped(query.replace(orgCondition, () => (all.cut++, 'true'))),
    )
  })
  afterAll(() => Promise.all([all.whole.stop(), all.stripped.stop(), all.walls.close()]))
  return all
}

/** A database role that bypasses row-level security. */
export const unbound = () => parts().ownerUrl.replace('127.0.0.1', 'db.localhost')
export const insiders = (name: string) => ['owner', 'key', 'app'].includes(name)
export const report = (name: string, { cases }: Reach) =>
  process.stderr.write(`isolation, ${name}: ${cases} cases, 0 leaks\n`)
