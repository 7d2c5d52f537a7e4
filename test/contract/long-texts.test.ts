import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { operations, World } from './world.ts'

type Property = {
  type?: string
  format?: string
  pattern?: string
  maxLength?: number
  enum?: unknown
  anyOf?: Property[]
}

/** The names under which indexed texts are written. */
const indexed = new Set(['title', 'name', 'subject', 'description', 'content', 'body', 'notes'])
/** A passkey's name is in no index; a template must use its placeholders, and `createContract` has the same text. */
const others = new Set(['addPasskey', 'createContractTemplate'])
/** Limited in bytes too. */
const inBytes = new Set(['createDocument content', 'createNote body'])

const lengthOf = ({ anyOf, ...property }: Property): number | undefined =>
  anyOf
    ? anyOf.map(lengthOf).find(Boolean)
    : property.type === 'string' && !property.format && !property.pattern && !property.enum
      ? property.maxLength
      : undefined

const cases = operations
  .filter(
    ({ id, method, body, role, setup }) =>
      method === 'POST' && body && role !== 'platform' && !setup && !others.has(id),
  )
  .flatMap((operation) => {
    const { $ref, $defs, ...whole } = z.toJSONSchema(operation.body as z.ZodType, {
      io: 'input',
      unrepresentable: 'any',
    })
    const { properties } = $ref ? $defs![$ref.split('/').at(-1)!]! : whole
    return Object.entries((properties ?? {}) as Record<string, Property>)
      .filter(([field]) => indexed.has(field))
      .flatMap(([field, property]) => {
        const length = lengthOf(property)
        return length && length > 50 ? [[operation.id, field, length, operation] as const] : []
      })
  })

const until = (length: number, part: (n: number) => string) => {
  let text = ''
  for (let n = 0; text.length < length; n++) text += part(n)
  return text.slice(0, length - 1) + '.'
}
const texts = {
  'Chinese with punctuation': (length: number) =>
    until(
      length,
      (n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000), 0x4e00 + (n % 20_000)) + (n % 9 ? '' : '，'),
    ),
  'distinct words': (length: number) => until(length, (n) => `${n.toString(36)} `),
  'one word': (length: number) => until(length, () => 'ü'),
}

/** A busy machine can hold up one attempt; a cost that grows with the square of the length holds up each. */
const onceQuiet = { retry: 2 }

describe.each(cases)('%s with the longest %s of %i characters', (_, field, length, operation) => {
  test.each(Object.entries(texts))('saves %s in linear time', onceQuiet, async (_, write) => {
    const world = await World.make()
    const { path, body } = await world.example(operation)
    const began = performance.now()
    const draft = {
      ...(body as object),
      [field]: write(inBytes.has(`${operation.id} ${field}`) ? length / 3 : length),
    }
    const { status, text } = await world.master(operation).call(operation.method, path, draft)
    expect([status, status < 300 ? '' : text]).toEqual([expect.toBeOneOf([200, 201]), ''])
    expect(performance.now() - began).toBeLessThan(1000 + length / 20)
  })
})

describe('search words', () => {
  test('pair the characters of each run, and keep the last one', async () => {
    const [row] = await asOwner(`select app.pairs('a漢字仮名b 한 日本 c') as words`)
    expect(row!.words.replace(/ +/g, ' ')).toBe('a 漢字 字仮 仮名 名 b 한 日本 本 c')
  })
  test('of any million characters fit in a vector', async () => {
    const org = '00000000-0000-7000-8000-000000000000'
    for (const text of [
      until(1e6, (n) => `${n.toString(36)} `),
      until(1e6, (n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_992))),
      until(1e6, (n) => String.fromCodePoint(0x20000 + (n % 40_000)) + ' '),
    ])
      expect(
        (await asOwner(`select length(app.search_words($1, $2, $2)) as words`, [org, text]))[0]!.words,
      ).toBeGreaterThan(1000)
  })
  test('of more than 250 characters are found by their beginning', async () => {
    const [row] = await asOwner(
      `select app.search_words($1, 'x', $2) @@ app.search_query($1, $3, '') as found`,
      ['00000000-0000-7000-8000-000000000000', 'y'.repeat(5000), 'y'.repeat(200)],
    )
    expect(row!.found).toBe(true)
  })
})
