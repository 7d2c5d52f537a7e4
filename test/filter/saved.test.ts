import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { dateSweep, trees } from './arbitraries.ts'
import { seed, setUp } from './world.ts'

const groups = ['status', 'priority', 'type', 'assignee_id', 'column_id', 'parent_id']
const orders = [['number'], ['-priority', 'due_date'], ['title', '-number'], []]

test('a saved filter finds the same as its tree queried directly', async () => {
  const { ws, ids } = await setUp()
  const { node, condition } = trees(ids)
  const sample = [
    ...dateSweep.filter((_, n) => n % 6 === 0),
    ...fc.sample(condition, { seed, numRuns: 80 }),
    ...fc.sample(node, { seed, numRuns: 80 }),
  ]
  let selective = 0
  for (const [n, filter] of sample.entries()) {
    const [sort, group_by] = [orders[n % 4]!, groups[n % 6]!]
    const { id } = await ws.owner.ok('POST', `${ws.base}/filters`, { name: `F ${n}`, filter, sort, group_by })
    const [saved, direct]: Json[] = await Promise.all([
      ws.owner.ok('GET', `${ws.base}/filters/${id}/tasks?limit=100`),
      ws.owner.ok('POST', `${ws.base}/tasks/query`, {
        filter,
        group_by,
        limit: 100,
        ...(sort.length ? { sort: sort.join(',') } : {}),
      }),
    ])
    const warnings = direct.warnings.map((warning: string) => warning.replace(/^body\./, ''))
    expect({ filter, ...saved }).toEqual({ filter, ...direct, warnings })
    selective += saved.total > 0 && saved.total < 60 ? 1 : 0
  }
  expect(selective).toBeGreaterThan(60)
})
