import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, char, check, numeric } from 'drizzle-orm/pg-core'

/** The maximum amount in minor units; keeps amounts exact in JSON. */
export const mostMinor = 10_000_000_000_000

/** An amount in minor units of the row's currency. */
export const money = () => bigint({ mode: 'number' })
/** An ISO 4217 code. */
export const currency = () => char({ length: 3 })
/** A rate in percent. */
export const percent = () => numeric({ precision: 7, scale: 4 })
/** Units of the organization's currency for one unit of the row's. */
export const exchangeRate = () => numeric({ precision: 18, scale: 8 })

export const percentBounds = (name: string, column: AnyPgColumn) =>
  check(name, sql`${column} between 0 and 100`)
export const moneyBounds = (name: string, ...columns: AnyPgColumn[]) =>
  check(
    name,
    sql.join(
      columns.map(
        (column) => sql`${column} between ${sql.raw(`-${mostMinor}`)} and ${sql.raw(String(mostMinor))}`,
      ),
      sql` and `,
    ),
  )
/** A CHECK that a column has the format of an ISO 4217 code. */
export const currencyCode = (name: string, column: AnyPgColumn) => check(name, sql`${column} ~ '^[A-Z]{3}$'`)
