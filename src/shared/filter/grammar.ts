import type { SQL } from 'drizzle-orm'
import type { Expression } from '../../kit/sql.ts'

/** The operators of a field, by its kind. */
export const operators = {
  enum: ['eq', 'ne', 'in', 'not_in', 'is_null', 'not_null'],
  id: ['eq', 'ne', 'in', 'not_in', 'is_null', 'not_null'],
  text: ['contains', 'not_contains', 'starts_with', 'eq'],
  number: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
  date: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
  predicate: ['is'],
} as const
export type Kind = keyof typeof operators
export type Op = (typeof operators)[Kind][number]
export const allOperators = [...new Set(Object.values(operators).flat())]

/**
 * Groups in groups, conditions, values of a list, bytes of JSON, characters of a text, the largest number, and what all
 * conditions on texts may cost: each reads the text of every row in question.
 */
export const limits = {
  depth: 5,
  conditions: 50,
  list: 100,
  bytes: 8192,
  text: 200,
  number: 2_147_483_647,
  cost: 36,
} as const

/** A validated filter, as it is compiled and stored. */
export type Node = { and: Node[] } | { or: Node[] } | { not: Node } | Condition
export type Condition = { field: string; op: Op; value?: Value | undefined }
export type Scalar = string | number | boolean
export type Value = Scalar | Scalar[]

/** What ids refer to: rows (id) that the caller can see, and rows (id, name) with lower-case names. */
export type Referent = { what: string; known: SQL; named?: (names: SQL) => SQL }

/** A filterable field and how it is read; nothing outside the whitelist reaches SQL. */
export type Field = { does: string } &
  /** `synonyms` are other words for one or more of the values, in the one-line form. */
  (
    | {
        kind: 'enum'
        column: Expression
        values: readonly string[]
        synonyms?: Record<string, readonly string[]>
      }
    | IdField
    /**
     * `cost` is the relative cost of reading the columns of a row; 1 is a short text. One that `names` the object is meant
     * as a whole in the one-line form.
     */
    | { kind: 'text'; columns: Expression[]; cost: number; names?: true }
    | { kind: 'number'; column: Expression }
    | { kind: 'date'; column: Expression; of: 'day' | 'moment' }
    | { kind: 'predicate'; condition: SQL }
  )
type IdField = {
  kind: 'id'
  /** True if an id of the row passes the test. */
  has: (test: (id: Expression) => SQL) => SQL
  empty: SQL
  /** The sets of ids that tokens stand for. */
  tokens?: Record<string, SQL>
  of?: Referent
}
export type FieldOf<K extends Kind> = Extract<Field, { kind: K }>
export type Fields = Record<string, Field>

/** The fields of one grammar, and how the one-line text form writes them for short; `is:` names values of the field `is`. */
export type Grammar = {
  fields: Fields
  short: Record<string, string>
  predicates: Record<string, string>
  is?: string
}
