import { beforeAll, expect, test } from 'vitest'
import { nameText } from '../../src/shared/names.ts'
import type { Json } from '../kit/client.ts'
import { operations, World } from './world.ts'

const unfit = [
  '\u200b\u2060',
  'Ada\nLovelace',
  'Ada \u202ecod.exe',
  'Ada\u0000',
  'Ada\ud800',
  '\u2066Ada',
  'A\u2028B',
]
const good = ['Ada', 'עדה ‏', 'آدا', '🙂', '🏴‍☠️', '—', 'Ǻ̶']

test('a name is a line that can be seen', () => {
  const schema = nameText(80)
  expect(unfit.filter((name) => schema.safeParse(name).success)).toEqual([])
  expect(good.filter((name) => !schema.safeParse(name).success)).toEqual([])
})

/** Every write whose body has a name of its own. */
const naming = operations.filter(({ body, write }) => write && (body as Json)?.shape?.name)

let world: World
beforeAll(async () => {
  world = await World.make()
})

test('are many', () => {
  expect(naming.length).toBeGreaterThan(30)
})

test.each(naming.map((operation) => [operation.id, operation] as const))(
  '%s refuses others',
  async (_, operation) => {
    const { path, body, query } = await world.example(operation)
    for (const name of unfit) {
      const sent = { ...(body as object), name }
      const reply = await world.master(operation).call(operation.method, path + query, sent)
      expect([reply.status, reply.text]).toEqual([422, expect.stringContaining('body.name: ')])
    }
  },
)

/** Every write whose body has the address of a web site, which pages and documents make a link of. */
const linking = operations.flatMap((operation) =>
  Object.keys((operation.write && (operation.body as Json)?.shape) || {})
    .filter((name) => name.endsWith('website'))
    .map((name) => [`${operation.id} ${name}`, operation, name] as const),
)

test.each(linking)('%s takes web addresses only', async (_, operation, name) => {
  const { path, body, query } = await world.example(operation)
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    '//example.com',
    'example',
  ]) {
    const sent = { ...(body as object), [name]: address }
    const reply = await world.master(operation).call(operation.method, path + query, sent)
    expect([reply.status, reply.text]).toEqual([422, expect.stringContaining(`body.${name}: `)])
  }
})
