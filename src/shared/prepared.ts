import { type SQL, sql } from 'drizzle-orm'
import { compile } from '../kit/sql.ts'

/** A value of constant text whose plan costs more than its work, as text: each connection of the database plans it once. */
export function prepared(value: SQL): SQL {
  const { sql: text, params } = compile(sql`select (${value})::text`)
  if (params.length) throw new Error('only a query without parameters can be kept')
  return sql`app.prepared(${sql.raw(`$kept$${text}$kept$`)})`
}
