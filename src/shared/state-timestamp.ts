import { sql } from 'drizzle-orm'
import type { AnyColumn } from '../kit/sql.ts'

/** The new value of a timestamp that marks a state: kept or set to now if it holds, null if not, undefined if not sent. */
export const stateTimestamp = (column: AnyColumn, holds: boolean | undefined) =>
  holds === undefined ? undefined : holds ? sql`coalesce(${column}, now())` : null
