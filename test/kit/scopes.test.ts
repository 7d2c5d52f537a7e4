import type { SQL } from 'drizzle-orm'
import { PgDialect, pgTable, uuid } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portal } from '../../db/schema/scopes.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { parts } from './parts.ts'

const dialect = new PgDialect()
const rows = pgTable('scoped_rows', { org_id: uuid(), employee_id: uuid(), client_id: uuid() })
const [org, other, ada, bob, eve] = Array.from({ length: 5 }, () => uuidv7()).toSorted() as [
  string,
  string,
  string,
  string,
  string,
]

/** A row each of Ada, Bob and Eve, and one of Ada in another organization; clients have the same ids. */
const db = new Client({ connectionString: parts().ownerUrl })
beforeAll(async () => {
  await db.connect()
  await db.query('create table scoped_rows (org_id uuid, employee_id uuid, client_id uuid)')
  for (const [in_org, person] of [
    [org, ada],
    [org, bob],
    [org, eve],
    [other, ada],
  ])
    await db.query('insert into scoped_rows values ($1, $2, $2)', [in_org, person])
  await db.query('alter table scoped_rows enable row level security')
  await db.query('grant select on scoped_rows to svc_app')
})
afterAll(async () => {
  await db.query('drop table scoped_rows')
  await db.end()
})

/** Whose rows the service role sees under the rule, with these caller settings. */
async function visibleTo(rule: SQL, settings: Record<string, string>): Promise<string[]> {
  await db.query('begin')
  const { sql } = dialect.sqlToQuery(rule.inlineParams())
  await db.query(`create policy scope on scoped_rows to svc_app using (${sql})`)
  for (const [name, value] of Object.entries({ org_id: org, rank: '20', ...settings }))
    await db.query('select set_config($1, $2, true)', [`app.${name}`, value])
  await db.query('set local role svc_app')
  const found = await db.query<{ employee_id: string }>('select employee_id from scoped_rows')
  await db.query('rollback')
  return found.rows.map(({ employee_id }) => employee_id).toSorted()
}

test('portal: a contact sees the rows of their client, members those of all', async () => {
  expect(await visibleTo(portal.condition(rows), { portal_client: bob })).toEqual([bob])
  expect(await visibleTo(portal.condition(rows), {})).toEqual([ada, bob, eve])
})

test('rows of employees are written by admins alone, or by functions; a manager who sees them changes none', async () => {
  const { rows: open } = await db.query<{ name: string }>(
    `select distinct p.tablename || ' ' || p.cmd as name from pg_policies p
      where 'svc_app' = any (p.roles) and p.cmd <> 'SELECT' and coalesce(p.with_check, p.qual) !~ 'rank[^>]*>= 40'
        and exists (select from information_schema.columns c where c.table_schema = p.schemaname
          and c.table_name = p.tablename and c.column_name = 'employee_id') order by 1`,
  )
  expect(open).toEqual([])
})
