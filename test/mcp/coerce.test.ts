import { beforeAll, describe, expect, test } from 'vitest'
import { allTools as catalogue } from './all-tools.ts'
import { asMeant } from '../../src/mcp/coerce.ts'
import { metaTools } from '../../src/mcp/meta.ts'
import { type Json } from '../kit/client.ts'
import { project, task, workspace, type Project, type Workspace } from '../kit/makers.ts'
import { type Key, keyOf, modern } from './rpc.ts'

type Schema = { type?: string; enum?: unknown[]; anyOf?: Schema[]; items?: Schema; properties?: Json }

/** Each place of a schema: where it is, and what may stand there. */
function* placesOf(schema: Schema, path: string[] = []): Generator<[path: string[], schema: Schema]> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield [[...path, name], inner as Schema]
    yield* placesOf(inner as Schema, [...path, name])
  }
  if (schema.items) {
    yield [[...path, '[]'], schema.items]
    yield* placesOf(schema.items, [...path, '[]'])
  }
}
const typesOf = (schema: Schema): string[] => schema.anyOf?.flatMap(typesOf) ?? [schema.type!]

const samples: Record<string, unknown[]> = {
  integer: [5, 0, -3],
  number: [1.5, 7],
  boolean: [true, false],
  object: [{ a: 1 }],
  null: [null],
}
/** Values of a type, and the texts that models write for them. */
function* writtenFor(schema: Schema): Generator<[written: unknown, meant: unknown]> {
  const types = typesOf(schema)
  for (const type of types)
    for (const value of samples[type] ?? []) {
      if (types.includes('string')) yield [JSON.stringify(value), JSON.stringify(value)]
      else yield [JSON.stringify(value), value]
      yield [value, value]
    }
  const list = schema.type === 'array' && schema.items
  if (list) {
    const [one] = Object.entries(samples).flatMap(([type, values]) =>
      typesOf(list).includes(type) ? [values[0]] : [],
    )
    const item = typesOf(list).includes('string') ? 'a' : one
    yield [item, [item]]
    yield [JSON.stringify([item, item]), [item, item]]
    if (item === 'a') yield ['a, b,c', ['a', 'b', 'c']]
    else yield [[JSON.stringify(item)], [item]]
  }
}
const placed = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => (name === '[]' ? [inner] : { [name]: inner }), value)

describe('in every tool, what a model writes as text is what it means:', () => {
  test.each([...catalogue, ...metaTools].map(({ name, inputSchema }) => [name, inputSchema] as const))(
    '%s',
    (_, schema) => {
      let tried = 0
      for (const [path, inner] of placesOf(schema))
        for (const [written, meant] of writtenFor(inner)) {
          tried++
          expect([path, asMeant(schema, placed(path, written))]).toEqual([path, placed(path, meant)])
        }
      expect(
        tried > 0 ||
          Object.values(schema.properties!).every((one) => typesOf(one as Schema).includes('string')),
      ).toBe(true)
    },
  )
})

test.each([
  [{ type: 'integer' }, '5.5'],
  [{ type: 'integer' }, '05'],
  [{ type: 'integer' }, '1e3'],
  [{ type: 'integer' }, ''],
  [{ type: 'number' }, '1,5'],
  [{ type: 'number' }, '9007199254740993'],
  [{ type: 'boolean' }, 'yes'],
  [{ type: 'boolean' }, 1],
  [{ type: 'object' }, '[1]'],
  [{ type: 'object' }, '{"a":'],
  [{ type: 'object' }, 'text'],
  [{ type: 'string' }, '["a"]'],
  [{ type: 'string' }, true],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'null'],
])('%j leaves %j as it is', (schema, value) => {
  expect(asMeant(schema, value)).toEqual(value)
})

test('a number where a text is expected is its digits', () => {
  expect(
    asMeant({ type: 'object', properties: { reference: { type: 'string' } } }, { reference: 2024 }),
  ).toEqual({
    reference: '2024',
  })
})

describe('over HTTP', () => {
  let ws: Workspace
  let home: Project
  let key: Key
  beforeAll(async () => {
    ws = await workspace()
    home = await project(ws)
    key = await keyOf(ws)
  })
  const use = async (name: string, args: object, query = '?tools=all'): Promise<Json> => {
    const { body } = await modern('tools/call', { name, arguments: args }, { token: key.token, query })
    return { isError: Boolean(body.result.isError), ...JSON.parse(body.result.content[0].text) }
  }

  test('numbers, lists, objects and confirm are taken as texts', async () => {
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'urgent' })
    const made = await use('create_issue', {
      project_id: home.key,
      title: '5',
      estimate_minutes: '90',
      estimate_points: '2.5',
      tag_ids: 'urgent',
      children: '[{"title": "First", "estimate_points": "1"}]',
    })
    expect(made).toMatchObject({ isError: false, title: '5', points: 2.5, tags: ['urgent'] })
    const { estimate_minutes } = await ws.owner.ok('GET', `${ws.base}/tasks/${made.id}`)
    const children = await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks?parent_id=${made.id}`)
    expect([estimate_minutes, children.items.map((one: Json) => one.estimate_points)]).toEqual([90, [1]])
    const first = await task(ws, home.id, { title: 'One' })
    const second = await task(ws, home.id, { title: 'Two' })
    const bulk = { task_ids: `${first.key}, ${second.key}`, patch: '{"priority": "high"}' }
    expect(await use('bulk_update_issues', bulk)).toMatchObject({ isError: false })
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${second.id}`)).priority).toBe('high')
    expect(await use('delete_issue', { task_id: first.key, confirm: 'true' })).toMatchObject({
      isError: false,
    })
    expect(await use('delete_issue', { task_id: second.key, confirm: 'yes' })).toMatchObject({
      isError: true,
      error: { code: 'confirmation_required' },
    })
  })

  test('a list in a query may have blanks after its commas', async () => {
    const found = await use('list_issues', { project_id: home.key, status: 'todo, done', limit: '5' })
    expect(found).toMatchObject({ isError: false, limit: 5 })
    const listed = await ws.owner.ok(
      'GET',
      `${ws.base}/projects/${home.id}/tasks?status=todo,%20done&sort=-number,%20title`,
    )
    expect(listed.total).toBeGreaterThan(0)
  })

  test('the arguments of a tool that is called by its name may be a text', async () => {
    const given = { name: 'list_tags', arguments: '{"limit": "1"}' }
    expect(await use('call_read_tool', given, '?tools=lean')).toMatchObject({ isError: false, limit: 1 })
    expect((await use('call_read_tool', { ...given, arguments: '[1' }, '?tools=lean')).error.message).toBe(
      'arguments: must be an object',
    )
  })

  test('what is still wrong is refused with all problems at once', async () => {
    const { error } = await use('create_issue', {
      project_id: home.key,
      title: 'x',
      estimate_minutes: 'long',
      start_date: '2026-02-30',
    })
    expect(error.code).toBe('validation_error')
    expect(error.message).toMatch(/estimate_minutes: .*; start_date: /)
  })
})
