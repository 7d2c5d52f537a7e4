import { readdirSync, readFileSync } from 'node:fs'
import { type SQL, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { writeQuery } from '../../scripts/stack/queries.ts'
import { pause } from '../../src/base/pause.ts'
import { known, queryName } from '../../src/base/prepared-queries.ts'
import { Refusal } from '../../src/kit/errors.ts'
import { compile, Prepared } from '../../src/kit/sql.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { asOwner, env } from './client.ts'
import { allowAtOnce, openDirect } from './direct.ts'
import { parts } from './parts.ts'

const service = () => openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 5000)

type Trigger = {
  name: string
  table: string
  before: boolean
  columns: string[]
  condition: string
  source: string
}
const columnsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

const derivedBy = ({ source }: Trigger) => [
  ...columnsIn(source, /\bnew\.(\w+) :=(?! old\.\1;)/g),
  ...columnsIn(source, /\binto new\.(\w+)/g),
]
/** The columns that make a trigger fire; one without a list and a comparison fires on any update. */
function firedBy({ columns, condition }: Trigger): string[] {
  const compared = columnsIn(condition, /\bold\.(\w+)/g)
  return columns.length ? columns : compared.length ? compared : ['any column']
}

/** These columns, and those from which triggers before the write derive them. */
function causesOf(columns: string[], earlier: Trigger[]): Set<string> {
  const causes = new Set(columns)
  for (const column of causes)
    for (const trigger of earlier)
      if (derivedBy(trigger).includes(column)) for (const cause of firedBy(trigger)) causes.add(cause)
  return causes
}

describe('a local day', () => {
  test('begins at its first moment in every time zone, also where clocks change at midnight', async () => {
    const wrong = await asOwner(`with changes as materialized (
        select z.name, d::date as day from pg_timezone_names z,
          generate_series(timestamp '2026-01-01', timestamp '2027-12-31', interval '1 day') d
        where (d + interval '12 hours') at time zone z.name - (d - interval '12 hours') at time zone z.name
          <> interval '24 hours')
      select c.name, c.day::text from changes c, lateral (select app.day_start(c.day, c.name) as start) s
      where app.local_day(s.start, c.name) <> c.day
        or app.local_day(s.start - interval '1 microsecond', c.name) >= c.day`)
    expect(wrong).toEqual([])
  })
})

describe('the schema', () => {
  test('forces row-level security, with a policy, on every table that belongs to an organization', async () => {
    const open = await asOwner(`select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (c.relname = 'organizations' or exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped))
        and not (c.relrowsecurity and c.relforcerowsecurity
          and (c.relname = 'outbox' or exists (select from pg_policy p where p.polrelid = c.oid)))`)
    expect(open).toEqual([])
  })

  test('includes org_id in references between tenant tables, so no row can reference another organization', async () => {
    const crossing = await asOwner(`select c.conname from pg_constraint c
      where c.contype = 'f' and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'org_id')
        and exists (select from pg_attribute a where a.attrelid = c.confrelid and a.attname = 'org_id')
        and not exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'org_id'
          and a.attnum = any (c.conkey))`)
    expect(crossing).toEqual([])
  })

  test('deletes no row of the whole deployment for which Postgres would read a table without an index', async () => {
    const unindexed = await asOwner<{ parent: string; where: string[] }>(`select p.relname as parent,
        (select array_agg(f.proname order by f.proname) from pg_proc f where f.pronamespace = 'app'::regnamespace
          and (f.prosrc ~ ('\\mdelete from (public\\.)?' || p.relname || '\\M')
            or exists (select from app.old_rows() o where o.source = p.relname))) as where
      from pg_class p where not exists (select from pg_attribute a where a.attrelid = p.oid and a.attname = 'org_id')
        and exists (select from pg_constraint c where c.contype = 'f' and c.confrelid = p.oid
          and c.connamespace = 'public'::regnamespace and not exists (select from pg_index i where i.indrelid = c.conrelid
            and (i.indpred is null or i.indpred is not null and pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL')
            and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)) order by 1`)
    expect(unindexed.map(({ parent }) => parent)).toContain('users')
    expect(unindexed.filter(({ where }) => where)).toEqual([])
  })

  test('empties only the reference, never org_id, when a referenced row is deleted', async () => {
    const emptied = await asOwner(`select c.conname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'org_id'
      where c.contype = 'f' and c.confdeltype = 'n' and a.attnum = any (coalesce(c.confdelsetcols, c.conkey))`)
    expect(emptied).toEqual([])
  })

  test('fires a trigger of certain columns whenever one that its condition compares may have changed', async () => {
    const triggers =
      await asOwner<Trigger>(`select t.tgname as name, c.relname as table, (t.tgtype & 2) > 0 as before,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (t.tgattr)) as columns,
        coalesce(substring(pg_get_triggerdef(t.oid) from 'WHEN \\((.*)\\) EXECUTE'), '') as condition, f.prosrc as source
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
      where not t.tgisinternal and (t.tgtype & 16) > 0 and (t.tgtype & 1) > 0`)
    const limited = triggers.filter(({ columns }) => columns.length)
    expect(limited.length).toBeGreaterThan(15)
    const missing = limited.flatMap((trigger) => {
      const { columns, condition, table, name } = trigger
      const compared = columnsIn(condition, /\bold\.(\w+)/g)
      const earlier = triggers.filter((one) => one.before && one.table === table && one.name !== name)
      return [...causesOf(compared, earlier)]
        .filter((column) => !columns.includes(column))
        .map((column) => `${table}.${name}: ${column}`)
    })
    expect(missing).toEqual([])
  })

  test('audits every table that belongs to an organization, except logs and bookkeeping', async () => {
    const unaudited = await asOwner(`select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
        and (select count(*) from pg_trigger t join pg_proc f on f.oid = t.tgfoid
          where t.tgrelid = c.oid and f.proname = 'audit' and t.tgenabled = 'O' and t.tgqual is null) < 3 order by 1`)
    expect(unaudited.map(({ relname }) => relname)).toEqual([
      'app_secrets',
      'attachment_objects',
      'audit_log',
      'audit_seals',
      'automation_runs',
      'billing_notices',
      'change_log',
      'contract_events',
      'contract_notices',
      'credential_access_log',
      'credential_denials',
      'credential_secrets',
      'deal_history',
      'desktop_states',
      'document_links',
      'employment_versions',
      'idempotency_keys',
      'import_rows',
      'invoice_register',
      'invoice_register_heads',
      'invoice_series_counters',
      'invoice_taxes',
      'leave_days',
      'meeting_attendance',
      'meeting_events',
      'meeting_occurrences',
      'okr_check_ins',
      'okr_definitions',
      'organization_export_parts',
      'outbox',
      'parked_jobs',
      'payslip_ibans',
      'payslip_lines',
      'payslip_numbers',
      'payslips',
      'project_baseline_items',
      'project_share_reads',
      'recent_items',
      'search_entries',
      'sla_clock_events',
      'sprint_ledger',
      'task_events',
      'task_tallies',
      'ticket_counters',
      'ticket_deliveries',
      'ticket_events',
      'ticket_mails',
      'timesheet_events',
      'usage_alerts',
      'usage_daily',
      'usage_events',
      'usage_periods',
      'usage_reservations',
      'webhook_attempts',
      'webhook_messages',
      'webhook_secrets',
      'working_hours_acks',
      'working_hours_hashes',
      'working_hours_heads',
      'working_hours_log',
    ])
  })

  test.each(['audit_log', 'audit_seals', 'task_events'])(
    'lets nobody change, delete or truncate %s',
    async (table) => {
      await asOwner(`insert into audit_log (actor_type, action, entity_type, entity_id, changes)
      values ('system', 'test.made', 'tests', '1', '{}')`)
      for (const statement of [
        `update ${table} set org_id = null`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(asOwner(statement)).rejects.toThrow('append-only')
      }
    },
  )
})

describe('the functions', () => {
  test('are each defined once: a second definition would silently replace the first', () => {
    const folder = new URL('../../db/functions/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.sql'),
    )
    const defined = files.flatMap((name) => [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(
        /^create or replace function (app\.\w+\([^)]*\))/gm,
      ),
    ])
    const signatures = defined.map(([, signature]) => signature!.replaceAll(/\s+/g, ' '))
    expect(signatures.length).toBeGreaterThan(500)
    expect(signatures.filter((one, at) => signatures.indexOf(one) < at)).toEqual([])
  })
})

describe('the service role', () => {
  test('is bound by row-level security and owns nothing', async () => {
    const [role] = await asOwner(`select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
      (select count(*)::int from pg_class c where c.relowner = r.oid) as owned from pg_roles r where rolname = 'svc_app'`)
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      owned: 0,
    })
  })

  test.each([
    'select password_hash from users',
    'select * from sessions',
    'select * from login_failures',
    'select * from outbox',
    "insert into audit_log (actor_type, action, entity_type, entity_id, changes) values ('system', 'x', 'x', 'x', '{}')",
    'insert into task_events (org_id, project_id, task_id, actor_type, change_id, kind) select gen_random_uuid(), ' +
      "gen_random_uuid(), gen_random_uuid(), 'system', gen_random_uuid(), 'x'",
  ])('may not: %s', async (statement) => {
    const error = await service()
      .batch([sql.raw(statement)])
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Refusal)
    expect((error as Refusal).status).toBe(500)
  })

  test('sees no tenant rows before it enters an organization', async () => {
    const tables = await asOwner(`select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'org_id'
        and has_table_privilege('svc_app', c.oid, 'select')`)
    for (const { relname } of tables) {
      const [rows] = await service().batch([sql.raw(`select count(*)::text from ${relname}`)])
      expect([relname, rows]).toEqual([relname, '0'])
    }
  })
})

describe('a round trip', () => {
  test('tries three times on serialization failures, then returns a conflict', async () => {
    const database = service()
    const error = await database
      .batch([sql`select app.refuse('40001', 'again')`])
      .catch((error: unknown) => error)
    expect(database.used.roundTrips).toBe(3)
    expect((error as Refusal).status).toBe(409)
  })

  test.each([
    ['WM401', 401],
    ['WM403', 403],
    ['WM404', 404],
    ['WM409', 409],
    ['WM422', 422],
    ['23505', 409],
    ['22P02', 500],
    ['22003', 500],
    ['22012', 500],
    ['57014', 503],
    ['XX000', 500],
  ])('maps SQLSTATE %s to %i without text of the database', async (code, status) => {
    const error = (await service()
      .batch([sql`select app.refuse(${code}, 'the message')`])
      .catch((error: unknown) => error)) as Refusal
    expect(error.status).toBe(status)
    if (!code.startsWith('WM')) expect(error.message).not.toContain('the message')
  })

  /** Statements of one value whose functions migration would have made. */
  async function made(...sources: SQL[]): Promise<Prepared[]> {
    const owner = new Client({ connectionString: parts().ownerUrl })
    await owner.connect()
    for (const source of sources) {
      const { sql: text } = compile(source)
      await writeQuery(owner, text)
      known.add(queryName(text))
    }
    await owner.query('grant execute on all functions in schema queries to svc_app')
    await owner.end()
    return sources.map((source) => new Prepared(source))
  }

  test('sends prepared queries that follow each other as one statement, each of which sees what those before it did', async () => {
    const sent: string[] = []
    const gateway = openDirect({ rewrite: (query) => sent[sent.push(query) - 1]! })
    const value = `it's $1, a \\ and {a "list"}`
    const [first, none, second, empty, third, effect] = await made(
      sql`select set_config('app.first', ${value}, true)`,
      sql`select ${null}::text`,
      sql`select current_setting('app.first') || ${'!'}`,
      sql`select 1 where ${1}::int = 2`,
      sql`select ${2}::int + 1`,
      sql`select app.emit(${'nothing.else'}, '{}')`,
    )
    const answers = await openDatabase(env().DATABASE_URL, gateway.url, 5000).batch([
      sql`select 'alone'`,
      first!,
      none!,
      second!,
      empty!,
      sql`select set_config('app.org_id', gen_random_uuid()::text, true) is not null`,
      third!,
      effect!,
      new Prepared(sql`select 'no function, 100 %' where ${'$2'}::text like '$%'`),
    ])
    await gateway.stop()
    expect(answers).toEqual([
      'alone',
      value,
      null,
      `${value}!`,
      null,
      'true',
      '3',
      null,
      'no function, 100 %',
    ])
    expect(sent).toHaveLength(5)
  })

  test('of a prepared query reads all its rows, and answers the first', async () => {
    const [rows] = await made(
      sql`select set_config('app.rows_read', n::text, true) from generate_series(1, ${7}::int) n`,
    )
    const read = sql`select current_setting('app.rows_read')`
    expect(await service().batch([rows!, read])).toEqual(['1', '7'])
  })

  test('leaves no statement and no setting on its connection, and the functions keep their plans', async () => {
    allowAtOnce(1)
    const gateway = openDirect({})
    const database = openDatabase(env().DATABASE_URL, gateway.url, 5000)
    const [planned] = await made(sql`select count(*)::text from notes where title = ${'any'}`)
    const left = sql`select (select count(*) from pg_prepared_statements) || ' ' ||
      coalesce(nullif(current_setting('app.left', true), ''), 'none') || ' ' || pg_backend_pid()`
    const setting = sql`select set_config('app.left', 'a setting', false)`
    const process = async () => (await database.batch([planned!, left, setting]))[1]!
    const before = await process()
    expect(before).toMatch(/^0 none \d+$/)
    // The next request may come before the connection is back, and gets another one.
    await pause(100)
    expect(await process()).toBe(before)
    allowAtOnce()
    await gateway.stop()
  })

  test('is rolled back when a later statement fails', async () => {
    const name = `half-${Date.now()}`
    const half = service().batch([
      sql`select set_config('app.org_id', gen_random_uuid()::text, true), app.emit(${name}, '{}')`,
      sql`select app.refuse('WM409', 'no')`,
    ])
    await expect(half).rejects.toThrow('no')
    expect(await asOwner('select id from outbox where topic = $1', [name])).toEqual([])
  })

  test('cannot write in a read', async () => {
    const error = (await service()
      .batch([sql`select set_config('app.org_id', gen_random_uuid()::text, true), app.emit('x', '{}')`], {
        readOnly: true,
      })
      .catch((error: unknown) => error)) as Refusal
    expect(error.status).toBe(500)
  })
})
