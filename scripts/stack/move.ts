import type { Client } from 'pg'

/** Why an organization cannot be moved; the message says the remedy. */
export class Unmovable extends Error {}

/** What of an account goes with its person. Sessions, connected applications and mails stay: people sign in again. */
export const accountTables = [
  'users',
  'user_identities',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
] as const

type Databases = { from: Client; to: Client }
type Move = Databases & { org: string; log: (line: string) => void }
type Column = { name: string; type: string }
type Table = { name: string; columns: Column[]; where: string }

const perBatch = 500

/**
 * Copies an organization into another database: every row of every table with its `org_id`, the accounts of the people
 * whom these rows name, and its counters. It is suspended in the old database from the beginning, so that nothing is written
 * any more; the new one has it as it was. The copy is one transaction, which ends only when both sides agree, so
 * that after a break nothing of it is there and it can be repeated. Nothing is deleted.
 */
export async function moveOrganization(
  { from, to }: Databases,
  slug: string,
  log: (line: string) => void = () => {},
): Promise<{ org: string; folder: string; files: number }> {
  await sameRevision(from, to)
  const [found] = await rowsOf<{ id: string }>(from, 'select id from organizations where slug = $1', [slug])
  if (!found) throw new Unmovable(`no organization has the slug ${slug}`)
  const org = found.id
  await requireAbsent(to, org, slug)
  const former = await suspend(from, org)
  await begin(from, 'isolation level repeatable read, read only')
  await begin(to)
  try {
    const move = { from, to, org, log }
    const tables = await tablesOf(from)
    await copyPeople(move, tables)
    for (const table of tables) await copyTable(move, table)
    await to.query('update organizations set status = $2, suspended_at = $3 where id = $1', [
      org,
      former.status,
      former.suspended_at,
    ])
    await raiseCounters(move, tables)
    await requireEqual(move, tables)
    await to.query('commit')
  } catch (error) {
    await to.query('rollback')
    throw error
  } finally {
    await from.query('commit')
  }
  const [stored] = await rowsOf<{ folder: string; files: number }>(
    from,
    `select app.folder_of($1) as folder, count(*)::int as files from attachment_objects where org_id = $1`,
    [org],
  )
  return { org, ...stored! }
}

/**
 * Deletes an organization that was moved from its old database, if every row of it is in the new one. Accounts stay, as
 * their people may belong to others.
 */
export async function deleteMoved(
  { from, to }: Databases,
  slug: string,
  log: (line: string) => void = () => {},
) {
  await sameRevision(from, to)
  const [found] = await rowsOf<{ id: string }>(
    from,
    `select o.id from organizations o join app.moves m on m.org_id = o.id where o.slug = $1`,
    [slug],
  )
  if (!found) throw new Unmovable(`no organization with the slug ${slug} was moved from here`)
  const org = found.id
  await begin(from)
  await begin(to, 'read only')
  try {
    const tables = await tablesOf(from)
    await requireKept({ from, to, org, log }, tables)
    for (const { name, where } of tables) {
      const { rowCount } = await from.query(`delete from ${name} t where ${where}`, [org])
      if (rowCount) log(`${name}: ${rowCount} deleted`)
    }
    await from.query('delete from app.moves where org_id = $1', [org])
    await from.query('commit')
  } catch (error) {
    await from.query('rollback')
    throw error
  } finally {
    await to.query('rollback')
  }
}

async function rowsOf<T>(client: Client, text: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query(text, values)).rows as T[]
}

/** Values are compared and copied as text, which has to mean the same on both sides; rows are written as they are. */
async function begin(client: Client, how = '') {
  await client.query(`begin ${how}; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex';
    set local extra_float_digits = 1; set local lock_timeout = '5s'`)
  if (!how.includes('read only'))
    await client.query('set local session_replication_role = replica').catch(() => {
      throw new Unmovable(
        'the owner of the database may not set session_replication_role; as a superuser of it: ' +
          'grant set on parameter session_replication_role to its owner',
      )
    })
}

async function sameRevision(from: Client, to: Client) {
  const [one, other] = await Promise.all(
    [from, to].map((client) =>
      rowsOf<{ last: string }>(
        client,
        'select max(created_at) as last from drizzle.__drizzle_migrations',
      ).catch(() => []),
    ),
  )
  if (!one?.[0] || one[0].last !== other?.[0]?.last)
    throw new Unmovable('both databases have to be migrated to the same revision: npm run migrate')
}

async function requireAbsent(to: Client, org: string, slug: string) {
  const [there] = await rowsOf<{ id: string }>(
    to,
    'select id from organizations where id = $1 or slug = $2',
    [org, slug],
  )
  if (there?.id === org) throw new Unmovable(`${slug} is in the target database already`)
  if (there) throw new Unmovable(`another organization has the slug ${slug} in the target database`)
}

/** Suspends it, which changes nothing else of it, remembers how it was, and waits for whatever was being written. */
async function suspend(from: Client, org: string) {
  await begin(from)
  await from.query(
    `insert into app.moves (org_id, status, suspended_at) select id, status, suspended_at from organizations
      where id = $1 on conflict do nothing`,
    [org],
  )
  await from.query(
    `update organizations set status = 'suspended', suspended_at = coalesce(suspended_at, now()) where id = $1`,
    [org],
  )
  await from.query('commit')
  const [{ until }] = (await rowsOf(from, 'select pg_current_xact_id()::text as until')) as [
    { until: string },
  ]
  const waiting = `select pg_snapshot_xmin(pg_current_snapshot()) <= $1::xid8 as open`
  while ((await rowsOf<{ open: boolean }>(from, waiting, [until]))[0]!.open)
    await new Promise((done) => setTimeout(done, 50))
  const [former] = await rowsOf<{ status: string; suspended_at: string | null }>(
    from,
    'select status, suspended_at::text from app.moves where org_id = $1',
    [org],
  )
  return former!
}

/** Every table with rows of organizations, from the catalogue, and their stored columns. */
async function tablesOf(client: Client): Promise<Table[]> {
  const tables = await rowsOf<{ name: string; columns: Column[] }>(
    client,
    `select c.relname as name, json_agg(json_build_object('name', quote_ident(a.attname),
        'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relname = 'organizations' or exists (
        select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped))
      group by c.relname order by c.relname <> 'organizations', c.relname`,
  )
  return tables.map((table) => ({ ...table, where: whoseRows[table.name] ?? 't.org_id = $1' }))
}

const whoseRows: Record<string, string> = {
  organizations: 't.id = $1',
  // What operators did to it stays in the chain of their platform.
  audit_log: 't.org_id = $1 and app.chain_of(t.org_id, t.action) = $1',
}

/** The accounts that rows of the organization name, whatever the column is called, as far as the target lacks them. */
async function copyPeople(move: Move, tables: Table[]) {
  const { from, to, org } = move
  const people = new Set<string>()
  for (const { name, columns, where } of tables)
    for (const { name: column, type } of columns.filter(
      (one) => one.type === 'uuid' || one.type === 'uuid[]',
    )) {
      const value = type === 'uuid' ? `t.${column}` : `any (t.${column})`
      const named = await rowsOf<{ id: string }>(
        from,
        `select u.id from users u where exists (select from ${name} t where ${where} and u.id = ${value})`,
        [org],
      )
      for (const { id } of named) people.add(id)
    }
  const known = await rowsOf<{ id: string }>(to, 'select id from users where id = any ($1)', [[...people]])
  for (const { id } of known) people.delete(id)
  const missing = [...people]
  const addresses = await rowsOf<{ email: string }>(
    from,
    'select lower(email) as email from users where id = any ($1)',
    [missing],
  )
  const [taken] = await rowsOf<{ email: string }>(
    to,
    'select email from users where lower(email) = any ($1)',
    [addresses.map(({ email }) => email)],
  )
  if (taken)
    throw new Unmovable(
      `${taken.email} belongs to another account in the target database; change one of the two first`,
    )
  for (const name of accountTables) {
    const columns = await columnsOf(from, name)
    const where = `t.${name === 'users' ? 'id' : 'user_id'} = any ($1)`
    await copyRows(move, { name, columns, where }, missing)
  }
  move.log(`accounts: ${missing.length} copied, ${known.length} known already`)
}

const columnsOf = (client: Client, table: string) =>
  rowsOf<Column>(
    client,
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )

async function copyTable(move: Move, table: Table) {
  const copied = await copyRows(move, table, move.org)
  if (copied) move.log(`${table.name}: ${copied} rows`)
}

/** Copies rows as the text of their values, which keeps every digit and byte. Returns how many there were. */
async function copyRows({ from, to }: Move, { name, columns, where }: Table, of: unknown): Promise<number> {
  const texts = columns.map((column, place) => `t.${column.name}::text as c${place}`)
  const casts = columns.map((column, place) => `u.c${place}::${column.type}`)
  const arrays = columns.map((_, place) => `$${place + 1}::text[]`)
  const names = columns.map((column) => column.name)
  const insert = `insert into ${name} (${names.join(', ')}) overriding system value select ${casts.join(', ')}
    from unnest(${arrays.join(', ')}) u(${columns.map((_, place) => `c${place}`).join(', ')})`
  await from.query(
    `declare rows no scroll cursor for select ${texts.join(', ')} from ${name} t where ${where}`,
    [of],
  )
  let copied = 0
  for (;;) {
    const rows = await rowsOf<Record<string, string | null>>(from, `fetch ${perBatch} from rows`)
    if (rows.length)
      await to.query(
        insert,
        columns.map((_, place) => rows.map((row) => row[`c${place}`])),
      )
    copied += rows.length
    if (rows.length < perBatch) break
  }
  await from.query('close rows')
  return copied
}

/** Numbers that the target gives out next follow those that came with the rows. */
async function raiseCounters({ to, org }: Move, tables: Table[]) {
  const counters = await rowsOf<{ table: string; column: string; sequence: string }>(
    to,
    `select c.relname as table, quote_ident(a.attname) as column,
        pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = 'public'::regnamespace`,
  )
  for (const { table, column, sequence } of counters) {
    const { where } = tables.find(({ name }) => name === table)!
    await to.query(
      `select setval($2, greatest((select last_value from ${sequence}), max(t.${column}))) from ${table} t
        where ${where} having max(t.${column}) is not null`,
      [org, sequence],
    )
  }
}

type Digest = { rows: string; hash: string }
/** How many rows there are, and a hash of all their values that does not depend on their order. */
async function digestOf(client: Client, { name, columns, where }: Table, org: string): Promise<Digest> {
  // Suspension is what differs on purpose.
  const compared = columns
    .filter((column) => name !== 'organizations' || !['status', 'suspended_at'].includes(column.name))
    .map((column) => `t.${column.name}::text`)
  const [digest] = await rowsOf<Digest>(
    client,
    `select count(*) as rows, coalesce(sum(hashtextextended(array[${compared.join(', ')}]::text, 0)::numeric), 0)::text as hash
      from ${name} t where ${where}`,
    [org],
  )
  return digest!
}

async function requireEqual({ from, to, org, log }: Move, tables: Table[]) {
  let rows = 0
  for (const table of tables) {
    const [there, here] = [await digestOf(to, table, org), await digestOf(from, table, org)]
    if (there.rows !== here.rows || there.hash !== here.hash)
      throw new Unmovable(
        `${table.name} differs: ${here.rows} rows here, ${there.rows} there; nothing was moved`,
      )
    rows += Number(here.rows)
  }
  log(`verified: ${rows} rows of ${tables.length} tables are equal`)
}

/** The moved organization lives on, so its rows may have changed since; but none may be missing where it was appended. */
async function requireKept({ from, to, org }: Move, tables: Table[]) {
  const [there] = await rowsOf<{ id: string }>(to, 'select id from organizations where id = $1', [org])
  if (!there) throw new Unmovable('the target database does not have it; nothing was deleted')
  for (const { name, where } of tables.filter((table) => ['audit_log', 'task_events'].includes(table.name))) {
    const count = `select count(*)::int as n from ${name} t where ${where}`
    const [[old], [now]] = [
      await rowsOf<{ n: number }>(from, count, [org]),
      await rowsOf<{ n: number }>(to, count, [org]),
    ]
    if (now!.n < old!.n)
      throw new Unmovable(
        `${name} has ${now!.n} rows in the target database, ${old!.n} here; nothing was deleted`,
      )
  }
}
