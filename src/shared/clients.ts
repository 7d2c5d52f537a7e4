import { type SQL, sql } from 'drizzle-orm'

/** The rule for a client in a body; archived clients accept nothing new. */
export const clientRule = (id: string | null | undefined): [SQL, SQL] | undefined =>
  id ? [sql`app.client_problem(${id}::uuid) is null`, sql`app.client_problem(${id}::uuid)`] : undefined
