import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import routes from '../../openapi/routes.json' with { type: 'json' }
import catalogue from '../../openapi/tools.json' with { type: 'json' }
import { missing, mostMissing, never, otherwise } from './out-of-reach.ts'

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
  expect(unexplained.toSorted()).toEqual([...missing, ...Object.keys(otherwise)].toSorted())
  expect(missing.length).toBeLessThanOrEqual(mostMissing)
})

test('each reason has an operation, and each other tool exists', () => {
  for (const [reason, pattern] of Object.entries(never))
    expect([
      reason,
      unreached.some(([, area, id, , , role]) => pattern.test(`${role} ${area} ${id}`)),
    ]).toEqual([reason, true])
  for (const tool of Object.values(otherwise)) expect(tools.map(({ name }) => name)).toContain(tool)
})
