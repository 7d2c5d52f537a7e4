import { sql } from 'drizzle-orm'

/** Taken before any row when an edge between tasks is added, so that concurrent edges cannot form a cycle. */
export const lockDependencies = sql`select app.lock_dependencies()`
