import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { due } from '../../scripts/bench/due.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { project, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts as services } from '../kit/parts.ts'
import { calendar } from '../kit/sla.ts'

await ownDatabase()

const parts = (
  await asOwner<{ part: string; parameter: string; by_rows: boolean }>(
    'select part, parameter, by_rows from app.daily_parts() order by part',
  )
).filter(({ part }) => part !== 'files')
const rowsEach = 3

/** What functions call and write, from their texts. */
const bodies = new Map(
  (
    await asOwner<{ name: string; body: string }>(
      `select proname as name, string_agg(regexp_replace(prosrc, '--[^\\n]*', '', 'g'), '\n') as body
        from pg_proc where pronamespace = 'app'::regnamespace group by proname`,
    )
  ).map(({ name, body }) => [name, body]),
)
function written(name: string, seen = new Set<string>()): string[] {
  const body = bodies.get(name)
  if (body === undefined || seen.has(name)) return []
  seen.add(name)
  const tables = [
    ...body.matchAll(
      /\b(?:insert into|delete from|merge into|(?<!for |key |do )update)\s+(?:public\.)?(\w+)/gi,
    ),
  ]
  const calls = [...body.matchAll(/\b(\w+)\s*\(/g)]
  return [...tables.map(([, table]) => table!), ...calls.flatMap(([, call]) => written(call!, seen))]
}

describe('each part of the daily work', () => {
  let client: Client
  let began = 0
  beforeAll(async () => {
    client = new Client({ connectionString: services().ownerUrl })
    await client.connect()
    await client.query(`create table due_of (org uuid, person uuid, project uuid, i bigint, n bigint)`)
    for (let at = 0; at < 2; at++) {
      const ws = await workspace()
      const { id } = await project(ws)
      await client.query(
        `insert into due_of select $1, $2, $3, i, i + $4::int * ${rowsEach} from generate_series(1, ${rowsEach}) i`,
        [ws.org.id, ws.owner.id, id, at],
      )
    }
    await client.query('delete from outbox')
    began = Date.now()
  })
  afterAll(() => client.end())

  const run = async (part: string, page: number) => {
    let after: string | null = null
    const found: string[] = []
    for (let pages = 1; ; pages++) {
      if (pages > 200) throw new Error(`${part} does not end`)
      const { rows }: Json = await client.query('select app.run_daily($1, $2, $3) as page', [
        part,
        after,
        page,
      ])
      expect(rows[0].page.found ?? '').not.toContain('failed')
      if (rows[0].page.found) found.push(rows[0].page.found)
      if (!rows[0].page.more) return { pages, found }
      after = rows[0].page.after
    }
  }
  /** What each table holds that anything was written to, without what is new with each run. */
  const contents = async () => {
    const { rows: tables } = await client.query(
      `select relname as name from pg_stat_xact_user_tables where schemaname = 'public'
        and n_tup_ins + n_tup_upd + n_tup_del > 0 order by 1`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(`select to_jsonb(t) - 'change_id' as row from ${name} t`)
      found[name] = rows.map(({ row }) => withoutNew(row, began)).toSorted()
    }
    return found
  }

  test.each(parts)('$part does the same a row at a time as at once', async ({ part, by_rows }) => {
    const statements = due[part]
    if (!statements) throw new Error(`${part}: say what is due for it in scripts/bench/due.ts`)
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      for (const statement of statements) await client.query(statement)
      await client.query('set local session_replication_role = origin')
      await client.query('savepoint loaded')
      const { found } = await run(part, 1000)
      const atOnce = await contents()
      await client.query('rollback to loaded')
      const before = await contents()
      const { pages } = await run(part, 1)
      expect(await contents()).toEqual(atOnce)
      if (!found.length) expect(before).not.toEqual(atOnce)
      if (by_rows) expect(pages).toBeGreaterThanOrEqual(2 * rowsEach)
    } finally {
      await client.query('rollback')
    }
  })

  test('what is due for all parts can be there at once', async () => {
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      for (const statement of Object.values(due).flat()) await client.query(statement)
    } finally {
      await client.query('rollback')
    }
    expect(Object.keys(due).toSorted()).toEqual(parts.map(({ part }) => part).toSorted())
  })

  const others = parts.filter(({ by_rows }) => !by_rows).map(({ part }) => part)
  test.each(others)('%s, which takes no number of rows, writes nothing but jobs', (part) => {
    expect(written(part).filter((table) => table !== 'outbox')).toEqual([])
  })
})

test('calendars are computed again only once other holidays are known', async () => {
  const ws = await workspace()
  const { id } = await calendar(ws, { time_zone: 'Europe/Madrid', holidays_from_region: 'ES-MD' })
  const run = async () => {
    await asOwner(`select app.run_daily('daily_business_calendars', null, 1000)`)
    const [row] = await asOwner(
      `select version, cardinality(special_days) as days, xmin::text as written,
        holidays_edition = app.holidays_edition() as current
        from business_calendars where id = $1`,
      [id],
    )
    return row!
  }
  const made = await run()
  expect(made).toMatchObject({ version: 1, current: true })
  await asOwner(`comment on table public_holidays is 'the same, and more of others'`)
  const same = await run()
  expect(same).toMatchObject({ version: 1, days: made.days, current: true })
  expect(same.written).not.toBe(made.written)
  await asOwner(
    `update public_holidays set days = days || '2031-07-16'::date where ctid = (select ctid from public_holidays
      where country = 'ES' and regions is null and kind = 'public' and not half_day limit 1)`,
  )
  expect(await run()).toEqual(same)
  await asOwner(`comment on table public_holidays is 'with another day'`)
  const changed = await run()
  expect(changed).toMatchObject({ version: 1, days: made.days + 1, current: true })
  expect(await run()).toEqual(changed)
})

/** As text, without numbers that count rows, and with ids and times since then all alike. */
function withoutNew(row: Json, since: number): string {
  return JSON.stringify({ ...row, ...(typeof row.id === 'number' && { id: null }) })
    .replaceAll(/"([\da-f]{8})-([\da-f]{4})-7[\da-f-]{21}"/g, (id, high, low) =>
      Number.parseInt(high + low, 16) > since ? '"new"' : id,
    )
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g, (at) =>
      Date.parse(JSON.parse(at)) > since ? '"now"' : at,
    )
}
