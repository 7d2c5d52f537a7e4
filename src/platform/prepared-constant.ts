import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { callOf } from '../base/prepared-queries.ts'
import { compile } from '../kit/sql.ts'

/** The queries of constant values; migration makes functions of them, like those of operations. */
export const constantQueries: string[] = []

/** A constant SQL value, as text, whose planning costs more than its execution: each connection plans it once. */
export function preparedConstant(value: SQL): SQLWrapper {
  const query = compile(sql`select (${value})::text`)
  if (query.params.length) throw new Error('only a query without parameters can be prepared')
  constantQueries.push(query.sql)
  return { getSQL: () => sql.raw(callOf(query)?.sql ?? `(${query.sql})`) }
}
