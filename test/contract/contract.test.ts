import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { breaks, signaturesOf } from '../../scripts/contract/compare.ts'
import { everything, generate, weight } from '../../scripts/contract/generate.ts'
import type { Json } from '../kit/client.ts'

const read = (name: string) => readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8')

describe('the published contract', () => {
  test('is generated from the operations; run `npm run contract` when this fails', async () => {
    for (const [name, text] of Object.entries(await generate())) expect(read(name) === text, name).toBe(true)
  })

  test('gives every operation a unique id', async () => {
    const { areas, groups } = await everything()
    const ids = [
      ...areas.flatMap((area) => area.operations),
      ...groups.flatMap((group) => group.endpoints),
    ].map(({ id }) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  })

  test('shows request bodies that their schemas accept', async () => {
    const { paths } = JSON.parse(read('openapi.json'))
    const examples = new Map(
      Object.values<Record<string, Json>>(paths)
        .flatMap((path) => Object.values(path))
        .map(({ operationId, requestBody }) => [operationId, requestBody?.content['application/json']]),
    )
    const { areas } = await everything()
    const results = areas
      .flatMap((area) => area.operations)
      .flatMap(({ id, body }) => {
        const content = examples.get(id)
        return body && content ? [[id, body.safeParse(content.example).success]] : []
      })
    expect(results.length).toBeGreaterThan(100)
    expect(results.filter(([, isAccepted]) => !isAccepted)).toEqual([])
  })

  test('has no route that shadows another', () => {
    const routes = JSON.parse(read('routes.json')) as string[][]
    const shadowed = routes.filter(([, , , method, path], place) =>
      routes
        .slice(0, place)
        .some(
          ([, , , otherMethod, other]) =>
            method === otherMethod &&
            path !== other &&
            hides(other!, path!) &&
            weight(other!) <= weight(path!),
        ),
    )
    expect(shadowed).toEqual([])
  })

  test('lists tools in the pinned order, under their pinned names', () => {
    const names = (JSON.parse(read('tool-names.json')) as string[][]).map(([name]) => name)
    const tools = (JSON.parse(read('tools.json')) as { name: string }[]).map(({ name }) => name)
    expect(names.length).toBe(301)
    expect(tools).toEqual(names.filter((name) => tools.includes(name!)))
  })
})

/** Whether the pattern `other` matches `path`. */
function hides(other: string, path: string): boolean {
  const [left, right] = [other.split('/'), path.split('/')]
  return left.length === right.length && left.every((part, at) => part.startsWith('{') || part === right[at])
}

describe('the comparison of two contracts', () => {
  const document = (parameters: object[], properties: object) => ({
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          parameters,
          responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties } } } } },
        },
      },
    },
  })
  const query = (name: string, required: boolean, type = 'string') => ({
    name,
    in: 'query',
    required,
    schema: { type },
  })
  const before = signaturesOf(document([query('q', false)], { id: { type: 'string' }, n: { enum: ['x'] } }))

  test.each([
    ['a removed operation', signaturesOf({ paths: {} })],
    ['a removed response field', signaturesOf(document([query('q', false)], { id: { type: 'string' } }))],
    [
      'a field whose type changed',
      signaturesOf(document([query('q', false)], { id: { type: 'integer' }, n: { enum: ['x'] } })),
    ],
    [
      'an input that became required',
      signaturesOf(document([query('q', true)], { id: { type: 'string' }, n: { enum: ['x'] } })),
    ],
    [
      'a new required input',
      signaturesOf(
        document([query('q', false), query('z', true)], { id: { type: 'string' }, n: { enum: ['x'] } }),
      ),
    ],
  ])('finds %s', (_, now) => expect(breaks(before, now)).not.toEqual([]))

  test('takes no order of the values of an enumeration for a change', () => {
    const choice = (...values: string[]) => signaturesOf(document([], { n: { enum: values } }))
    expect(breaks(choice('y', 'x'), choice('x', 'y'))).toEqual([])
    expect(breaks(choice('y', 'x'), choice('x'))).not.toEqual([])
  })

  test.each([
    ['nothing', before],
    [
      'a new optional input',
      signaturesOf(
        document([query('q', false), query('z', false)], { id: { type: 'string' }, n: { enum: ['x'] } }),
      ),
    ],
    [
      'a new response field',
      signaturesOf(
        document([query('q', false)], {
          id: { type: 'string' },
          n: { enum: ['x'] },
          more: { type: 'string' },
        }),
      ),
    ],
  ])('accepts %s', (_, now) => expect(breaks(before, now)).toEqual([]))
})
