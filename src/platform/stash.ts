import { type SQL, sql } from 'drizzle-orm'
import { Prepared, type Statement } from '../kit/sql.ts'

/** Stores a JSON object until the end of the batch. */
export const stash = (fields: SQL) => sql`select app.stash(${fields})`

/** The response with the fields that earlier statements of the batch stashed. */
export const withStashed = (answer: Statement) =>
  new Prepared(sql`select app.merge_json((${answer.getSQL()})::json, app.stashed())::text as answer`)
