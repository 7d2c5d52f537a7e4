import { sql } from 'drizzle-orm'
import { jsonb } from '../kit/sql.ts'

/** Refuses fields of the body, if any: what is wrong with them was found outside the database, and is said in its place. */
export const refuseFields = (problems: string[]) =>
  sql`select app.ensure_fields(array(select jsonb_array_elements_text(${jsonb(problems)})))`
