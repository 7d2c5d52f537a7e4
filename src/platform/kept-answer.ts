import { type SQL, sql } from 'drizzle-orm'

/**
 * Keeps the answer of a statement that changes rows, for `keptAnswer` to return in the last one, which may be wrapped and
 * so must only read.
 */
export const keepAnswer = (value: SQL) => sql`set_config('app.answer', ${value}::text, true)`
export const keptAnswer = sql`select current_setting('app.answer') as answer`
