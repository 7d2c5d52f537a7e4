import { sql } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import { any, type Expression, me, uuids } from '../kit/sql.ts'

/** A filter by ids, where `me` is the caller and `none` stands for null. */
export const among = (column: Expression, values: readonly string[]) => {
  const ids = values.filter((value) => value !== 'me' && value !== 'none')
  return any(
    sql`${column} = any(${uuids(ids)})`,
    ...(values.includes('me') ? [sql`${column} = ${me}`] : []),
    ...(values.includes('none') ? [sql`${column} is null`] : []),
  )
}

/** The person behind a column as `{user_id, name}`, or null. */
export const person = (column: Expression) =>
  sql`(select row_to_json(p) from (select u.id as user_id, u.name from ${users} u where u.id = ${column}) p)`
