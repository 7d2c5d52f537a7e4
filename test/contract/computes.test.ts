import { beforeAll, expect, test } from 'vitest'
import { inTurn } from '../../src/platform/heavy-work.ts'
import { call } from '../kit/client.ts'
import { operations, World } from './world.ts'

const computing = operations.filter(({ computes }) => computes)

let world: World
beforeAll(async () => {
  world = await World.make()
})

test('only what reads computes, as a write would be refused after it was written', () => {
  expect(computing.length).toBeGreaterThan(4)
  expect(computing.filter(({ write }) => write).map(({ id }) => id)).toEqual([])
  expect(computing.filter(({ transform }) => !transform).map(({ id }) => id)).toEqual([])
})

test.each(computing.map((operation) => [operation.id, operation] as const))(
  '%s is refused before a round trip to the database while its organization computes all that it may',
  async (_, operation) => {
    const { path, body } = await world.example(operation)
    const { headers } = world.master(operation)
    const ends: (() => void)[] = []
    const occupied = [1, 2].map(() => inTurn(world.org, () => new Promise<void>((done) => ends.push(done))))
    try {
      const busy = await call(operation.method, path, { body, headers })
      expect([busy.status, busy.body.error.code, busy.roundTrips]).toEqual([429, 'too_many_requests', 0])
      expect(busy.headers.get('retry-after')).toMatch(/^[1-9]/)
    } finally {
      while (ends.length < 2) {
        for (const end of ends) end()
        await new Promise((done) => setTimeout(done, 20))
      }
      for (const end of ends) end()
      await Promise.all(occupied)
    }
    expect((await call(operation.method, path, { body, headers })).status).toBe(200)
  },
)
