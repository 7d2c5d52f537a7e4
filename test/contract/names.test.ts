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
