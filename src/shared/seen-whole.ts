import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ensure, inOrg, type Ref } from '../kit/sql.ts'

type Versioned = PgTable & { id: PgColumn; org_id: PgColumn; version: PgColumn }

/** 409 if a row, or what is kept beside it by date, was changed since the version that the caller looked at. */
export const seenWhole = (table: Versioned, id: Ref, version: number | undefined, noun: string): SQL[] =>
  version === undefined
    ? []
    : [
        ensure(
          sql`(select ${table.version} from ${table} where ${inOrg(table)} and ${table.id} = ${id}) = ${version}`,
          'WM409',
          `the ${noun} was changed meanwhile; look again`,
        ),
      ]
