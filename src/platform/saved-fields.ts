import { type SQL, sql } from 'drizzle-orm'
import { Prepared, type Statement } from '../kit/sql.ts'

/** Stores a JSON object until the end of the batch. */
export const saveForAnswer = (fields: SQL) => sql`select app.save_for_answer(${fields})`

/** The response with the fields that earlier statements of the batch saved for it. */
export const withSavedFields = (answer: Statement) =>
  new Prepared(sql`select app.merge_json((${answer.getSQL()})::json, app.saved_fields())::text as answer`)
