import { type SQL, sql } from 'drizzle-orm'

/** The columns that a check function derives, as it returns them in its row `as`. */
export const derivedIn = (as: string, columns: readonly string[]): Record<string, SQL> =>
  Object.fromEntries(columns.map((name) => [name, sql`${sql.identifier(as)}.${sql.identifier(name)}`]))
