import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text } from 'drizzle-orm/pg-core'

export const taskStatuses = ['todo', 'in_progress', 'done', 'cancelled'] as const
export const priorities = ['low', 'medium', 'high', 'urgent'] as const
export const taskTypes = ['epic', 'story', 'task', 'bug', 'spike', 'chore'] as const

export const importSources = [
  'csv',
  'jira_csv',
  'linear_csv',
  'trello_json',
  'asana_csv',
  'asana_json',
] as const

/** A fractional rank: base-62 text that must compare bytewise. */
export const rank = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
export const sprintStates = ['planned', 'active', 'completed', 'cancelled'] as const
export const sprintReasons = [
  'committed',
  'added',
  'removed',
  'estimated',
  'completed',
  'reopened',
  'cancelled',
  'uncancelled',
  'deleted',
  'restored',
  'carried_over',
] as const
export const fileTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'] as const
/** The maximum length of a comment. */
export const longestComment = 20_000

/** An organization's plan; set by operators until there is billing. */
export const plans = ['free', 'pro', 'enterprise'] as const

/** Text typed as one of these values in TypeScript; each table adds the CHECK with `known`. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  text({ enum: values as unknown as Writable<T> })
type Writable<T extends readonly string[]> = { -readonly [K in keyof T]: T[K] }

/** The values of a `oneOf` column; inside a table definition only its configuration holds them. */
const valuesOf = (column: AnyPgColumn) =>
  (column as unknown as { config: { enumValues: string[] } }).config.enumValues

/** A CHECK that a `oneOf` column has one of its values. */
export const known = (name: string, column: AnyPgColumn) => check(name, isKnown(column))
/** True where a `oneOf` column has one of its values. */
export const isKnown = (column: AnyPgColumn) => {
  const values = valuesOf(column).map((value) => `'${value}'`)
  return sql`${column} in (${sql.raw(values.join(', '))})`
}
