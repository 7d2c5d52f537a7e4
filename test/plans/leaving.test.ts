import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '../../scripts/stack/as-person.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { explaining, type Node, passedRows } from '../kit/explain.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

/** How many rows a table has of others, half of them in this organization, half in as many others. */
const others = 8000
/** How many rows a step may read of one table. */
const most = 1000

let ws: Workspace
let leaver: Caller
let owner: Client
let plans: Node[]
/** The columns that an index begins with, and those of a table that are of all its rows. */
const beginnings = new Map<string, string[]>()

/** Inserted without triggers, which would take minutes. */
async function loadOthers() {
  await owner.query(`
    set session_replication_role = replica;
    create temp table other as select n, md5('other' || n)::uuid as id, md5('person' || n % 1000)::uuid as person,
      case when n % 2 = 0 then '${ws.org.id}' else md5('org' || n)::uuid end as org from generate_series(1, ${others}) n;
    insert into users (id, name, email, password_hash)
      select distinct on (person) person, 'Other', n || '@others.example', 'x' from other;
    insert into organizations (id, name, slug, created_by) select org, 'Other', 'o-' || n, person from other where n % 2 = 1;
    insert into organization_members (org_id, user_id, role) select distinct org, person, 'member' from other;
    insert into project_members (org_id, project_id, user_id, role, added_by) select org, id, person, 'viewer', person from other;
    insert into tasks (id, org_id, project_id, number, title, rank, created_by, reporter_id, assignee_id, deleted_at)
      select id, org, id, n, 'T', 'a', person, person, person, case when n % 100 = 0 then now() end from other;
    insert into task_watchers (org_id, task_id, user_id, state) select org, id, person, 'watching' from other;
    insert into notifications (org_id, user_id, reason, actor_type, entity_type, entity_id, title, archived_at)
      select org, person, 'mentioned', 'system', 'task', id, 'N', case when n % 4 > 1 then now() end from other;
    insert into notes (org_id, user_id, body, rank) select org, person, 'N', 'a' from other;
    insert into reminders (org_id, user_id, title, kind, remind_at, timezone) select org, person, 'R', 'absolute', now(), 'UTC' from other;
    insert into meetings (id, org_id, title, provider, host_user_id, attendee_ids, starts_at, ends_at, time_zone, created_by)
      select id, org, 'M', 'internal', person, array[person], now(), now(), 'UTC', person from other;
    insert into meeting_participants (org_id, meeting_id, user_id, name, role) select org, id, person, 'P', 'host' from other;
    insert into meeting_occurrences (org_id, meeting_id, planned_at, starts_at, ends_at)
      select org, id, now() - interval '2 days', now() - interval '2 days', now() - interval '1 day' from other;
    insert into time_entries (org_id, user_id, work_date, created_by) select org, person, current_date, person from other;
    insert into outbox (org_id, topic, payload) select org, 'nothing', '{}' from other;
    set session_replication_role = origin;
    analyze`)
}

beforeAll(async () => {
  ws = await workspace()
  leaver = await join(ws, 'admin')
  owner = new Client({ connectionString: parts().ownerUrl })
  await owner.connect()
  await loadOthers()
  const indexes = await asOwner<{ table: string; index: string; column: string | null; whole: boolean }>(
    `select t.relname as table, x.relname as index, a.attname as column, i.indpred is null as whole from pg_index i
      join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where t.relnamespace = 'public'::regnamespace`,
  )
  for (const { table, index, column, whole } of indexes)
    for (const name of whole ? [table, index] : [index])
      beginnings.set(name, [...(beginnings.get(name) ?? []), ...(column ? [column] : [])])
  plans = await explaining(owner)
}, 120_000)
afterAll(() => owner.end())

const steps = (node: Node, relation?: string): { table: string; node: Node }[] => {
  const table = node['Relation Name'] ?? relation
  const inner = (node.Plans ?? []).flatMap((one) => steps(one, table))
  return table && node['Node Type'].endsWith('Scan') ? [{ table, node }, ...inner] : inner
}

/** What the statement of a person reads, in all functions and triggers; it is rolled back. */
async function readBy({ id }: Caller, statement: string) {
  const [{ email }] = (await asOwner('select email from users where id = $1', [id])) as [Json]
  plans.length = 0
  await asPerson(owner, { email, org: ws.org.slug }, statement)
  return plans.flatMap((plan) => steps(plan))
}

const tooMany = (read: { table: string; node: Node }[]) => [
  ...new Set(
    read
      .filter(({ node }) => Math.max(passedRows(node), node['Index Searches'] ?? 0) > most)
      .map(({ table, node }) => `${table} by ${node['Index Name'] ?? node['Node Type']}`),
  ),
]

/** What a step looks for, without what its policy adds, for which no index serves. */
const conditionsOf = (node: Node) =>
  `${node['Index Cond']} ${node.Filter}`.replaceAll(
    /COALESCE\(\(org_id = \(InitPlan \d+\)\.col1\), true\)/g,
    '',
  )

describe(`among ${others} rows of others in each table`, () => {
  const ways: [string, () => Promise<{ table: string; node: Node }[]>][] = [
    ['removing a member', () => readBy(ws.owner, `select app.remove_member('${leaver.id}', null)`)],
    ['a successor', () => readBy(ws.owner, `select app.remove_member('${leaver.id}', '${ws.owner.id}')`)],
    [
      'deleting an account',
      async () => {
        const sql = 'select password_hash as hash from users where id = $1'
        const [{ hash }] = (await asOwner(sql, [leaver.id])) as [Json]
        return readBy(leaver, `select app.delete_account('${hash}', null, 'none')`)
      },
    ],
    ['a list of organizations', () => readBy(leaver, 'select * from app.memberships_of(app.user_id())')],
  ]

  test.each(ways)('%s reads what is of that person', async (_, read) => {
    expect(tooMany(await read())).toEqual([])
  })

  test.each(ways)('%s finds each table by an index that begins with what is looked for', async (_, read) => {
    const found = await read()
    const unserved = found.filter(({ table, node }) => {
      const conditions = conditionsOf(node)
      const columns = [...beginnings.get(table)!, ...(beginnings.get(node['Index Name'] ?? '') ?? [])]
      return (
        /\b(org_id|user_id) =/.test(conditions) &&
        !columns.some((column) => new RegExp(`\\b${column} =`).test(conditions))
      )
    })
    expect(found.length).toBeGreaterThan(5)
    expect([...new Set(unserved.map(({ table }) => table))]).toEqual([])
  })
})
