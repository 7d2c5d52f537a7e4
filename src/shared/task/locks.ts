import { sql } from 'drizzle-orm'

/** Held by whoever adds an edge between tasks, before any row, so that edges of two hands close no cycle together. */
export const lockDependencies = sql`select app.lock_dependencies()`
