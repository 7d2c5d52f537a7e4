import { type SQL, sql } from 'drizzle-orm'

/** The rule for a client that a body names, which gets nothing new once it is archived. */
export const clientKnown = (id: string | null | undefined): [SQL, SQL] | undefined =>
  id ? [sql`app.client_problem(${id}::uuid) is null`, sql`app.client_problem(${id}::uuid)`] : undefined
