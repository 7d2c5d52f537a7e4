import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problems } from '../../src/base/problems.ts'
import { describeGrammar } from '../../src/shared/filter/describe.ts'
import { taskGrammar, TaskFilterTree } from '../../src/shared/filter/task-fields.ts'

const pointer = 'body.filter: fields, operators and tokens are listed by the operation getFilterSchema'

/** The problems of a filter, each on its own line, without the common prefix. */
function problemsOf(filter: unknown): string[] {
  const result = z.object({ filter: TaskFilterTree }).safeParse({ filter })
  if (result.success) return []
  const text = problems('body', result.error.issues, { filter }).split('; body')
  const lines = text.map((line, n) => (n ? `body${line}` : line))
  expect(lines.at(-1)).toBe(pointer)
  return lines.slice(0, -1)
}
const status = { field: 'status', op: 'eq', value: 'todo' }
const nest = (depth: number): unknown => (depth === 0 ? status : { and: [nest(depth - 1)] })

describe('a filter is rejected with the path,', () => {
  test('for an operator that its type does not have', () => {
    const filter = { and: [status, { field: 'due_date', op: 'contains', value: 'x' }] }
    expect(problemsOf(filter)[0]).toMatch(/^body\.filter\.and\[1\]\.op: not allowed for date; use eq, ne/)
    expect(problemsOf({ field: 'is_blocked', op: 'eq', value: true })).toEqual([
      'body.filter.op: not allowed for predicate; use is',
    ])
  })

  test('for unknown fields, operators and keys, all at once', () => {
    const filter = {
      or: [
        { field: 'colour', op: 'eq', value: 1 },
        { field: 'status', op: '~', value: 'todo' },
        { ...status, extra: 1 },
        { field: 'status', op: 'eq', value: 'open' },
        { field: '__proto__', op: 'eq', value: 1 },
      ],
    }
    const found = problemsOf(filter)
    expect(found.map((line) => line.split(':')[0])).toEqual([
      'body.filter.or[0].field',
      'body.filter.or[1].op',
      'body.filter.or[2].extra',
      'body.filter.or[4].field',
      'body.filter.or[3].value',
    ])
    expect(found[0]).toMatch(/unknown field; use status, priority/)
    expect(found[4]).toBe('body.filter.or[3].value: must be todo, in_progress, done, cancelled')
  })

  test('for a node that is not a rule, or more than one', () => {
    const rule = 'give exactly one of and, or, not, or a condition (field, op, value)'
    expect(problemsOf({})).toEqual([`body.filter: ${rule}`])
    expect(problemsOf({ and: [{ ...status, and: [status] }] })).toEqual([`body.filter.and[0]: ${rule}`])
    expect(problemsOf({ and: [status], not: status })).toEqual([`body.filter: ${rule}`])
    expect(problemsOf({ field: 'status' })).toEqual(['body.filter.op: required'])
    expect(problemsOf({ op: 'eq', value: 'todo' })).toEqual(['body.filter.field: required'])
    for (const filter of [null, 1, 'status', [], [status], true]) {
      expect(problemsOf(filter)[0]).toMatch(/^body\.filter: expected object/)
    }
  })

  test('for empty groups and lists', () => {
    expect(problemsOf({ and: [] })).toEqual(['body.filter.and: must be a list of nodes that is not empty'])
    expect(problemsOf({ not: { or: {} } })).toEqual([
      'body.filter.not.or: must be a list of nodes that is not empty',
    ])
    expect(problemsOf({ field: 'status', op: 'in', value: [] })).toEqual([
      'body.filter.value: must be a list of 1 to 100 values',
    ])
    expect(problemsOf({ field: 'number', op: 'between', value: [1] })).toEqual([
      'body.filter.value: must be a list of 2 values',
    ])
  })

  test('past its limits of depth, conditions, list and size', () => {
    expect(problemsOf(nest(5))).toEqual([])
    expect(problemsOf(nest(6))).toEqual([
      'body.filter.and[0].and[0].and[0].and[0].and[0]: groups nest at most 5 deep',
    ])
    expect(problemsOf({ and: Array(50).fill(status) })).toEqual([])
    expect(problemsOf({ and: Array(51).fill(status) })).toEqual([
      'body.filter: at most 50 conditions, not 51',
    ])
    const list = (length: number) => ({ field: 'status', op: 'in', value: Array(length).fill('todo') })
    expect(problemsOf(list(100))).toEqual([])
    expect(problemsOf(list(101))).toEqual(['body.filter.value: must be a list of 1 to 100 values'])
    expect(problemsOf(list(100_000))).toEqual(['body.filter: larger than 8192 bytes'])
  })

  test.each([
    ['number', 2 ** 53],
    ['number', '5'],
    ['number', Infinity],
    ['number', true],
    ['number', [1]],
    ['due_date', '2026-02-30'],
    ['due_date', '0000-01-01'],
    ['due_date', 20261121],
    ['due_date', '2026-11-21T09:00:00Z'],
    ['due_date', 'PT2H'],
    ['due_date', 'P'],
    ['due_date', 'P1DT'],
    ['due_date', 'P101Y'],
    ['due_date', 'P999999999999D'],
    ['due_date', '@me'],
    ['created_at', '2026-11-21T25:00:00Z'],
    ['created_at', '2026-11-21T09:00:00'],
    ['assignee_id', 'me'],
    ['assignee_id', '@today'],
    ['assignee_id', '#'],
    ['sprint_id', '#'],
    ['tag_id', '@me'],
    ['tag_id', 5],
    ['title', ''],
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['title', 'x'.repeat(201)],
    ['title', { a: 1 }],
    ['status', null],
    ['status', 'toString'],
  ])('for a wrong value of %s: %s', (field, value) => {
    const found = problemsOf({ not: { field, op: 'eq', value } })
    expect(found).toEqual([expect.stringMatching(/^body\.filter\.not\.value: must/)])
  })

  test('for values where none, or another type, belongs', () => {
    expect(problemsOf({ field: 'due_date', op: 'is_null', value: true })).toEqual([
      'body.filter.value: is_null takes no value',
    ])
    expect(problemsOf({ field: 'due_date', op: 'eq' })).toEqual(['body.filter.value: required'])
    expect(problemsOf({ field: 'is_overdue', op: 'is', value: 'true' })).toEqual([
      'body.filter.value: must be true or false',
    ])
    expect(problemsOf({ field: 'tag_id', op: 'in', value: ['#bug', 'bug'] })).toEqual([
      'body.filter.value[1]: must be a uuid or #name',
    ])
    expect(problemsOf({ field: 'number', op: 'between', value: [2, 1] })).toEqual([
      'body.filter.value: the first must not be greater than the second',
    ])
    expect(
      problemsOf({ field: 'start_date', op: 'between', value: ['2026-11-21', '2026-11-20'] }),
    ).toHaveLength(1)
  })

  test('whatever it is: validation never throws', () => {
    const word = fc.constantFrom(
      'and',
      'or',
      'not',
      'field',
      'op',
      'value',
      'status',
      'eq',
      '@me',
      '__proto__',
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        word,
        fc.jsonValue(),
        fc.array(tie('tree')),
        fc.dictionary(word, tie('tree')),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => void TaskFilterTree.safeParse(value)),
      { seed: 7, numRuns: 2000 },
    )
  })
})

test('a filter of every field, operator and token is accepted', () => {
  const { fields, examples } = describeGrammar(taskGrammar)
  const value = (kind: string, values: string[] | undefined) =>
    ({
      enum: values?.[0],
      id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70',
      text: 'a',
      number: 1,
      date: '@today',
      predicate: true,
    })[kind]
  for (const { name, kind, operators, values } of fields) {
    for (const op of operators) {
      const one = value(kind, values)
      const needsValue = op.endsWith('null')
        ? {}
        : { value: op === 'between' ? [one, one] : op.endsWith('in') ? [one] : one }
      expect(problemsOf({ field: name, op, ...needsValue })).toEqual([])
    }
  }
  for (const { filter } of examples) expect(problemsOf(filter)).toEqual([])
  expect(fields.map(({ name }) => name)).toHaveLength(36)
})
