import { type SQL, sql } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { inOrg } from '../kit/sql.ts'

const there = (id: string, holds: SQL) =>
  sql`exists (select from ${clients} where ${inOrg(clients)} and ${clients.id} = ${id} and ${holds})`

/** The rule for a client that a body names, which gets nothing new once it is archived. */
export const clientKnown = (id: string | null | undefined): [SQL, SQL] | undefined =>
  id
    ? [
        there(id, sql`${clients.archived_at} is null`),
        sql`case when ${there(id, sql`true`)} then 'archived; restore the client first' else 'not found' end`,
      ]
    : undefined
