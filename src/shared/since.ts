import { sql } from 'drizzle-orm'
import type { AnyColumn } from '../kit/sql.ts'

/** What a moment becomes that is set while something holds: the first time it held, or null; nothing where none was sent. */
export const since = (column: AnyColumn, holds: boolean | undefined) =>
  holds === undefined ? undefined : holds ? sql`coalesce(${column}, now())` : null
