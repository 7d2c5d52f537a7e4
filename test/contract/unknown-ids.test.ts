import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import type { Json } from '../kit/client.ts'
import { operations, World } from './world.ts'

type Place = { operation: Operation; name: string }

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
)
const resolved = (schema: Json): Json =>
  schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : (schema ?? {})
const variants = (schema: Json): Json[] => {
  const one = resolved(schema)
  return [one, ...[...(one.anyOf ?? []), ...(one.oneOf ?? [])].flatMap(variants)]
}

/** The arrays of ids in the bodies of all writes: what is unknown among them is refused, or named as skipped. */
const places: Place[] = operations.filter(inOrganization).flatMap((operation) => {
  const published = paths[operation.path]?.[operation.method.toLowerCase()]
  return variants(published?.requestBody?.content['application/json']?.schema).flatMap(
    ({ properties = {} }) =>
      Object.keys(properties)
        .filter((name) => variants(properties[name]).some((one) => resolved(one.items).format === 'uuid'))
        .map((name) => ({ operation, name })),
  )
})

let world: World
beforeAll(async () => {
  world = await World.make()
})

test('are found', () => {
  expect(places.length).toBeGreaterThan(10)
})

test.each(places.map((place) => [`${place.operation.id} ${place.name}`, place] as const))(
  '%s',
  async (_, { operation, name }) => {
    const { path, body, query } = await world.example(operation)
    const unknown = uuidv7()
    const known = (body as Json)[name]
    const sent = { ...(body as object), [name]: [...(Array.isArray(known) ? known : []), unknown] }
    const {
      status,
      text,
      body: answer,
    } = await world.master(operation).call(operation.method, path + query, sent)
    if (status === 200) expect(JSON.stringify(answer.skipped ?? answer.not_in)).toContain(unknown)
    else expect([status, text]).toEqual([422, expect.stringMatching(new RegExp(`${name}|${unknown}`))])
  },
)
