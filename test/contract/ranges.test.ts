import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src/kit/operation.ts'
import { call } from '../kit/client.ts'
import { operations, World } from './world.ts'

/** The names of the ends of a range, as patterns: the second end of what the first matches. */
const ends: [first: RegExp, second: string][] = [
  [/(^|_)from$/, '$1to'],
  [/(^|_)after$/, '$1before'],
  [/(^|_)since$/, '$1until'],
  [/(^|_)min$/, '$1max'],
  [/^min_/, 'max_'],
  [/^start(_date|_at)?$/, 'end$1'],
  [/^starts_(on|at)$/, 'ends_$1'],
  [/^(started|valid|effective)_(from|at|on)$/, 'ended_$2'],
]
const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
const pairsOf = (schema: unknown) => {
  const names = shapeOf(schema)
  return names.flatMap((name) =>
    ends.flatMap(([first, second]): [string, string][] => {
      const other = first.test(name) ? name.replace(first, second) : ''
      return names.includes(other) ? [[name, other]] : []
    }),
  )
}

type Case = [id: string, pair: [string, string], where: 'query' | 'body', operation: Operation]
/** Versions may be compared in either direction. */
const eitherWay = new Set(['diffDocumentVersions'])
const cases: Case[] = operations
  .filter(({ id }) => !eitherWay.has(id))
  .flatMap((operation) => [
    ...pairsOf(operation.query).map((pair): Case => [operation.id, pair, 'query', operation]),
    ...pairsOf(operation.body).map((pair): Case => [operation.id, pair, 'body', operation]),
  ])

/** Two values of the same kind, the later or larger one first. */
const reversed: [string | number, string | number][] = [
  ['2026-05-02', '2026-05-01'],
  ['2026-05-02T10:00:00Z', '2026-05-01T10:00:00Z'],
  ['10:00', '09:00'],
  [20, 10],
]

let world: World
beforeAll(async () => {
  world = await World.make()
})

describe('a range whose end is before its beginning is refused', () => {
  test('and there are some', () => expect(cases.length).toBeGreaterThan(20))

  test.each(cases)('%s: %s in the %s', async (_, [first, second], where, operation) => {
    const { path, body } = await world.example(operation)
    await world.prepare(operation)
    const { headers } = world.master(operation)
    const [at, search = ''] = path.split('?')
    const tried: string[] = []
    for (const [later, earlier] of reversed) {
      const query = new URLSearchParams(search)
      if (where === 'query')
        for (const [name, value] of [
          [first, later],
          [second, earlier],
        ] as const)
          query.set(name, `${value}`)
      const sent = where === 'body' ? { ...(body as object), [first]: later, [second]: earlier } : body
      const reply = await call(operation.method, `${at}?${query}`, { body: sent, headers })
      tried.push(`${reply.status} ${reply.body?.error?.message ?? ''}`)
    }
    expect(tried.filter((reply) => !reply.startsWith('422'))).toEqual([])
    // One of the kinds of value fits the parameters, and its order alone is wrong; a body may exclude them otherwise.
    if (where === 'query')
      expect(
        tried.some((reply) => /before|after|order|earlier|later|less|above|below|most|least/.test(reply)),
      ).toBe(true)
  })
})
