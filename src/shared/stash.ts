import { type SQL, sql } from 'drizzle-orm'

/** Keeps a JSON object until the end of the batch. */
export const stash = (more: SQL) => sql`select app.stash(${more})`

/** The answer with the fields that earlier statements of the batch stashed. */
export const withStashed = (answer: SQL) =>
  sql`select app.json_with((${answer})::json, app.stashed())::text as answer`
