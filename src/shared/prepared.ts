import { type SQL, sql } from 'drizzle-orm'
import { compile, Compiled, type Statement } from '../kit/sql.ts'

/** A value of constant text whose plan costs more than its work, as text: each connection of the database plans it once. */
export function prepared(value: SQL): SQL {
  const { sql: text, params } = compile(sql`select (${value})::text`)
  if (params.length) throw new Error('only a query without parameters can be kept')
  return sql`app.prepared(${sql.raw(`$kept$${text}$kept$`)})`
}

/**
 * The statement, which answers with text, run by a plan that each connection of the database keeps. For texts of which
 * there are few, and whose plan is right for all parameters.
 */
export function preparedAnswer(statement: Statement): Compiled {
  const { sql: text, params } = compile(statement)
  const given = params.map((_, at) => `$${at + 1}`).join()
  const run = `select app.prepared($kept$${text}$kept$, array[${given}]::text[]) as answer`
  return new Compiled(run, params, statement)
}
