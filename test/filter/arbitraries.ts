import fc from 'fast-check'
import type { Condition, Field, Node } from '../../src/shared/filter/grammar.ts'
import { taskGrammar, TaskFilterTree } from '../../src/shared/filter/task-fields.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { operatorsOf } from './evaluator.ts'

export const fields: Record<string, Field> = taskGrammar.fields
const words = ['Login', 'log', '50%', 'a_b', 'aXb', 'c\\d', 'x']
const day = (offset: number) => new Date(Date.now() + offset * 864e5).toISOString().slice(0, 10)
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const smallNumber = fc.integer({ min: -12, max: 12 })

/** Sixty tasks with values for everything that a filter can query, often empty. */
export const rows = (people: string[], columns: string[], parents: string[]) =>
  fc.record({
    title: fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
      .map((found) => found.join(' ')),
    description: maybe(fc.constantFrom(...words)),
    status: fc.constantFrom('todo', 'in_progress', 'done', 'cancelled'),
    priority: fc.constantFrom('low', 'medium', 'high', 'urgent'),
    type: fc.constantFrom('bug', 'task', 'epic'),
    assignee_id: maybe(fc.constantFrom(...people)),
    reporter_id: fc.constantFrom(...people),
    column_id: maybe(fc.constantFrom(...columns)),
    parent_id: maybe(fc.constantFrom(...parents)),
    estimate_points: maybe(fc.constantFrom(0, 0.5, 3, 8)),
    estimate_minutes: maybe(fc.integer({ min: 0, max: 90 })),
    spent_minutes: fc.integer({ min: 0, max: 3 }),
    progress_percent: fc.integer({ min: 0, max: 100 }),
    reopen_count: fc.integer({ min: 0, max: 2 }),
    child_count: fc.integer({ min: 0, max: 1 }),
    attachment_count: fc.integer({ min: 0, max: 1 }),
    open_blocker_count: fc.integer({ min: 0, max: 1 }),
    due_date: maybe(smallNumber.map(day)),
    rrule: maybe(fc.constant('FREQ=DAILY')),
    archived_at: maybe(fc.constant('2026-01-01')),
    created_at: smallNumber.map((n) => later(n * 7000)),
    completed_at: maybe(smallNumber.map((n) => later(n * 9000))),
  })

export function trees(ids: Record<string, string[]>) {
  const dates = fc.oneof(
    smallNumber.map(day),
    fc.constantFrom('@today', '@now', '@week_start', '@month_start', '@monday', '@friday', '@sunday'),
    fc
      .tuple(fc.constantFrom('', '-'), fc.constantFrom('P3D', 'P2W', 'P1M', 'P1M2W1D'))
      .map((parts) => parts.join('')),
  )
  const moments = fc.oneof(
    dates,
    smallNumber.map((n) => later(n * 7000)),
    fc.constantFrom('PT5H', '-PT30H'),
  )
  const value = (name: string, field: Field): fc.Arbitrary<string | number | boolean> => {
    switch (field.kind) {
      case 'enum':
        return fc.constantFrom(...field.values)
      case 'id':
        return fc.constantFrom(...(ids[name] ?? []), uuidv7(), ...Object.keys(field.tokens ?? {}))
      case 'text':
        return fc.constantFrom(...words, 'LOGIN', '%', '_', '\\', 'FUZZ-1', '5')
      case 'number':
        return fc.oneof(fc.integer({ min: -1, max: 60 }), fc.constantFrom(0.5, 2_147_483_647))
      case 'date':
        return field.of === 'day' ? dates : moments
      case 'predicate':
        return fc.boolean()
    }
  }
  const kinds = [...new Set(Object.values(fields).map(({ kind }) => kind))]
  const names = fc
    .constantFrom(...kinds)
    .chain((kind) => fc.constantFrom(...Object.keys(fields).filter((name) => fields[name]!.kind === kind)))
  const condition = names.chain((name) => {
    const field = fields[name]!
    return fc.constantFrom(...operatorsOf(field)).chain((op): fc.Arbitrary<Condition> => {
      const one = value(name, field)
      if (op.endsWith('null')) return fc.constant({ field: name, op })
      if (op === 'between') return fc.tuple(one, one).map((pair) => ({ field: name, op, value: pair }))
      return (op.endsWith('in') ? fc.array(one, { minLength: 1, maxLength: 4 }) : one).map((overrides) => ({
        field: name,
        op,
        value: overrides,
      }))
    })
  })
  const { node } = fc.letrec<{ node: Node }>((tie) => {
    const nodes = fc.array(tie('node'), { minLength: 1, maxLength: 3 })
    return {
      node: fc.oneof(
        { maxDepth: 5, depthSize: 'large' },
        condition,
        condition,
        nodes.map((and) => ({ and })),
        nodes.map((or) => ({ or })),
        tie('node').map((not) => ({ not })),
      ),
    }
  })
  const good = (tree: Node) => TaskFilterTree.safeParse(tree).success
  return { node: node.filter(good), condition: condition.filter(good) }
}

/** Each date comparison with each way to name a day. */
export const dateSweep: Node[] = ['due_date', 'created_at', 'completed_at'].flatMap((field) =>
  (['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const).flatMap((op) =>
    ['@today', '@now', '@week_start', '@month_start', '@saturday', 'P1D', '-P1D', day(0), day(-1)].map(
      (value) => ({
        field,
        op,
        value,
      }),
    ),
  ),
)
