import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import routes from '../../openapi/routes.json' with { type: 'json' }
import { allTools as catalogue } from './all-tools.ts'
import { never, otherwise, unreachable } from './out-of-reach.ts'

type Calls = { operation: string }
const tools = catalogue as unknown as (Calls & { name: string; instead?: Calls; parts?: Calls[] })[]
const reached = new Set(
  tools.flatMap(({ operation, instead, parts = [] }) =>
    [{ operation }, instead, ...parts].map((one) => one?.operation),
  ),
)
const root = new URL('../../src/web/', import.meta.url).pathname
const pages = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(root + file, 'utf8'))
const named = new Set(pages.flatMap((text) => [...text.matchAll(/['"`](\w+)['"`]/g)].map(([, name]) => name)))
const offered = routes.filter(([kind, , id]) => kind === 'operation' && named.has(id))
const unreached = offered.filter(([, , id]) => !reached.has(id))
const isNever = ([, area, id, , , role]: string[]) =>
  Object.values(never).some((pattern) => pattern.test(`${role} ${area} ${id}`))

test('a tool reaches every operation that a page offers, or it is listed why not', () => {
  expect(offered.length).toBeGreaterThan(290)
  const unexplained = unreached.filter((one) => !isNever(one)).map(([, , id]) => id!)
  expect(unexplained.toSorted()).toEqual([...Object.keys(unreachable), ...Object.keys(otherwise)].toSorted())
})

test('each reason has an operation and is one short sentence of its own, and each other tool exists', () => {
  const reasons = Object.values(unreachable)
  expect(new Set(reasons).size).toBe(reasons.length)
  for (const reason of reasons)
    expect([reason, reason.length > 20 && reason.length < 130]).toEqual([reason, true])
  for (const [reason, pattern] of Object.entries(never))
    expect([
      reason,
      unreached.some(([, area, id, , , role]) => pattern.test(`${role} ${area} ${id}`)),
    ]).toEqual([reason, true])
  for (const tool of Object.values(otherwise)) expect(tools.map(({ name }) => name)).toContain(tool)
})
