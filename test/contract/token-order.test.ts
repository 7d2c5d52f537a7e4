import { beforeAll, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { call } from '../kit/client.ts'
import { operations, World } from './world.ts'

/** A token in a path is judged before a large body is read: first its checksum, then whether it is known. */
const large = `{"a":"${'x'.repeat(2 ** 20)}"`
const byToken = operations.filter(({ params, body }) => params.includes('token') && body)

let world: World
beforeAll(async () => {
  world = await World.make()
})

test('some operations take a body for a token in the path', () => {
  expect(byToken.length).toBeGreaterThan(1)
})

test.each(byToken.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
  const { path, params } = await world.example(operation)
  const known = params.token!
  const send = async (token: string) => {
    const { status } = await call(operation.method, path.replace(known, token), {
      headers: { ...world.guest.headers, 'content-type': 'application/json' },
      raw: large,
    })
    return status
  }
  const prefix = /^svc_[a-z]+_/.exec(known)?.[0] as Parameters<typeof makeToken>[0]
  const mistyped = known.slice(0, -1) + (known.endsWith('a') ? 'b' : 'a')
  expect([await send(mistyped), await send(makeToken(prefix, 'a')), await send(known)]).toEqual([
    404,
    404,
    (operation.maxBytes ?? 0) > large.length ? 422 : 413,
  ])
})
