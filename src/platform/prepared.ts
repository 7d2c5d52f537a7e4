import { type SQL, sql } from 'drizzle-orm'
import { compile } from '../kit/sql.ts'

/** A constant SQL value, as text, whose planning costs more than its execution: each connection plans it once. */
export function prepared(value: SQL): SQL {
  const { sql: query, params } = compile(sql`select (${value})::text`)
  if (params.length) throw new Error('only a query without parameters can be prepared')
  return sql`app.prepared(${sql.raw(`$value$${query}$value$`)})`
}
