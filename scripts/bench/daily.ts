import { Client } from 'pg'
import { everyShard } from '../../src/shared/shards.ts'
import { ids } from './data.ts'
import { due } from './due.ts'

const id = (kind: string, n = 'n') => `app.bench_id('${kind}', ${n})`
const pageSize = 1000
const finished = 1_000_000
/** What is due for each part in the first organization, and in each tenth of the others. */
const [dueOfFirst, dueOfOthers] = [20_000, 3]

/**
 * So many organizations with a person, a project and four tasks each, one with 100 000 tasks; a calendar in each tenth; finished
 * jobs; and what is due for each part of the daily work.
 */
const loaded = (organizations: number) => {
  const each = `generate_series(1, ${organizations}) n`
  const task = `insert into tasks (id, org_id, project_id, number, title, status, rank, created_by, reporter_id, column_id,
    open_blocker_count, deleted_at, deleted_root)`
  return [
    `insert into organizations (id, name, slug, created_by) select ${id('org')}, 'Organization ' || n, 'organization-' || n,
      ${id('user')} from ${each}`,
    `insert into users (id, email, name, password_hash) select ${id('user')}, 'person' || n || '@example.com', 'Person ' || n, 'x'
      from ${each}`,
    `insert into organization_members (id, org_id, user_id, role) select ${id('member')}, ${id('org')}, ${id('user')}, 'owner'
      from ${each}`,
    `insert into projects (id, org_id, key, name, created_by, task_counter) select ${id('project')}, ${id('org')}, 'WEB', 'Web',
      ${id('user')}, 4 from ${each}`,
    `insert into board_columns (id, org_id, project_id, name, status, rank) select ${id('column')}, ${id('org')}, ${id('project')},
      'todo', 'todo', 'a0' from ${each}`,
    `${task} select ${id('task', 'n::bigint * 1000000 + i')}, ${id('org')}, ${id('project')}, i, 'Task ' || i, 'todo', 'd' || i,
        ${id('user')}, ${id('user')}, ${id('column')}, case when i = 2 and n > 1 then 1 else 0 end,
        case when i = 4 and n % 10 = 0 then now() - interval '31 days' end,
        case when i = 4 and n % 10 = 0 then ${id('task', 'n::bigint * 1000000 + i')} end
      from ${each}, generate_series(1, case n when 1 then 100000 else 4 end) i`,
    `insert into task_dependencies (id, org_id, from_task_id, to_task_id, type, created_by)
      select ${id('edge')}, ${id('org')}, ${id('task', 'n::bigint * 1000000 + 1')}, ${id('task', 'n::bigint * 1000000 + 2')}, 'blocks', ${id('user')}
      from ${each} where n > 1`,
    `insert into task_tallies (org_id, project_id, shown)
      select org_id, project_id, count(*) from tasks where deleted_at is null group by 1, 2`,
    `insert into business_calendars (id, org_id, name, time_zone, week, special_days, week_seconds, holidays_from_region, holidays_edition, created_by)
      select ${id('hours')}, ${id('org')}, 'Office hours', 'Europe/Madrid', '{"1": [[540, 1020]]}', h.days, 28800, 'ES-MD', app.holidays_edition(), ${id('user')}
      from ${each}, (select array_agg(d order by d) as days from (select date '0001-01-01' union select app.full_holidays('ES-MD')) x(d)) h
      where n % 10 = 0`,
    `insert into outbox (id, org_id, topic, payload, created_at, available_at, done_at)
      select uuidv7(-make_interval(secs => n / 57.0)), ${id('org', `1 + n % ${organizations}`)}, 'notify', '{}', now(),
        now() - make_interval(secs => n / 57.0), now() - make_interval(secs => n / 57.0) from generate_series(1, ${finished}) n`,
    `insert into outbox (org_id, topic, payload, available_at) select ${id('org')}, 'due', '{}', now() + interval '1 day' from ${each}`,
    `create table due_of as select ${id('org')} as org, ${id('user')} as person, ${id('project')} as project, i,
        row_number() over () as n
      from ${each}, generate_series(1::bigint, case when n = 1 then ${dueOfFirst} else ${dueOfOthers} end) i where n = 1 or n % 10 = 0`,
    ...Object.values(due).flat(),
  ]
}

async function load(owner: Client, organizations: number, step: (text: string) => void) {
  await owner.query(ids)
  if ((await owner.query('select from organizations limit 1')).rows.length) return
  await owner.query('set session_replication_role = replica')
  for (const statement of loaded(organizations)) {
    step(statement.split('(')[0]!.trim())
    await owner.query(statement)
  }
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum (analyze)')
}

type Timed = { pages: number; total: number; slowest: number }

/** Does a part to its end, a page in each transaction, as its jobs do. */
async function done(client: Client, part: string): Promise<Timed> {
  const timed = { pages: 0, total: 0, slowest: 0 }
  type Page = { more: boolean; after: string | null; found: string | null }
  let page: Page = { more: true, after: null, found: null }
  while (page.more) {
    const began = performance.now()
    const { rows } = await client.query<{ page: Page }>('select app.run_daily($1, $2, $3) as page', [
      part,
      page.after,
      pageSize,
    ])
    const ms = performance.now() - began
    timed.pages++
    timed.total += ms
    timed.slowest = Math.max(timed.slowest, ms)
    page = rows[0]!.page
    if (page.found?.includes('failed')) throw new Error(`${part}: ${page.found}`)
  }
  return timed
}

/** The index by which the lease finds what is due, and the time that it takes. */
async function leased(client: Client, owner: Client): Promise<string> {
  const { rows } = await owner.query(`explain (format json) select id from outbox where done_at is null
    and app.shard_of(org_id) = any (array(select s % 16 from unnest('{${everyShard.join()}}'::smallint[]) s))
    and available_at <= now() order by uuid_send(id) limit 20 for update skip locked`)
  const index = /"Index Name": ?"(\w+)"/.exec(JSON.stringify(rows[0]['QUERY PLAN']))?.[1] ?? 'no index'
  const began = performance.now()
  await client.query(`select app.lease_outbox(20, '{}', '{${everyShard.join()}}')`)
  return `| lease_outbox, by ${index} | 1 | | ${(performance.now() - began).toFixed(0)} |`
}

/**
 * The daily work of so many organizations from its beginning to its end, or only the parts with these words in their names, as
 * Markdown: the slowest statement of each part.
 */
export async function dailyWork(
  owner: Client,
  url: string,
  { organizations, words }: { organizations: number; words: string[] },
  step: (text: string) => void,
): Promise<string> {
  await load(owner, organizations, step)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await timedWork(owner, client, { organizations, words }, step)
  } finally {
    await client.end()
  }
}

async function timedWork(
  owner: Client,
  client: Client,
  { organizations, words }: { organizations: number; words: string[] },
  step: (text: string) => void,
): Promise<string> {
  await client.query(`select set_config('app.billing_provider', 'stripe', false)`)
  const { rows: parts } = await owner.query(
    `select part from app.daily_parts() where part <> 'files' order by 1`,
  )
  const times: [string, Timed][] = []
  for (const { part } of parts.filter((one) => words.some((word) => one.part.includes(word)))) {
    const timed = await done(client, part)
    times.push([part, timed])
    step(
      `${part}: ${timed.pages} statements, ${timed.slowest.toFixed(0)} ms the slowest, ${(timed.total / 1000).toFixed(1)} s`,
    )
  }
  const lease = await leased(client, owner)
  const all = times.reduce((sum, [, { total }]) => sum + total, 0)
  return [
    `| ${organizations} organizations, ${finished} finished jobs: ${(all / 1000).toFixed(0)} s in all | statements | all, s | slowest, ms |`,
    '| --- | --- | --- | --- |',
    ...times
      .toSorted(([, a], [, b]) => b.slowest - a.slowest)
      .map(
        ([part, { pages, total, slowest }]) =>
          `| ${part} | ${pages} | ${(total / 1000).toFixed(1)} | ${slowest.toFixed(0)} |`,
      ),
    lease,
    '',
  ].join('\n')
}
