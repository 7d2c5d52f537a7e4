import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Client } from 'pg'
import { vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { migrate } from '../../scripts/stack/migrate.ts'
import { parts } from '../kit/parts.ts'

/** A statement that a release's own migration ran on an empty database, or the rows of one of its tables. */
type Line = { statement: string; values?: unknown[] } | TableRows
/** Rows as the text of a JSON array, so that no number loses digits. */
type TableRows = { table: string; columns: string[]; rows: string }

const file = new URL('release.json.br', import.meta.url)

/** Writes the release: how it migrates an empty database, and every row of the current database. */
export async function writeRelease(): Promise<void> {
  const lines: Line[] = await statementsOfMigration()
  await withOwner(parts().ownerUrl, async (owner) => {
    for (const table of await tablesWithoutOwnRows(owner)) {
      const columns = await columnsOf(owner, table)
      const { rows } = await owner.query<{ rows: string }>(
        `select coalesce(jsonb_agg(r), '[]')::text as rows from (select ${columns.join(', ')} from ${table}) r`,
      )
      lines.push({ table, columns, rows: rows[0]!.rows })
    }
  })
  writeFileSync(file, brotliCompressSync(lines.map((line) => JSON.stringify(line)).join('\n')))
}

const readRelease = (): Line[] =>
  brotliDecompressSync(readFileSync(file))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

export const tablesOfRelease = (): TableRows[] => readRelease().filter((line) => 'table' in line)

/** A new database as the release made and left it. */
export async function restoreRelease(): Promise<{ name: string; url: string }> {
  const database = await emptyDatabase()
  await withOwner(database.url, async (owner) => {
    for (const line of readRelease()) if ('statement' in line) await owner.query(line.statement, line.values)
    await owner.query('set session_replication_role = replica')
    for (const { table, columns, rows } of tablesOfRelease())
      await owner.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value
          select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
        [rows],
      )
    await owner.query(`do $$ declare found record; begin
      for found in select c.oid::regclass as name, a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
          where c.relnamespace = 'public'::regnamespace loop
        execute format('select setval(%L, max(%I)) from %s', found.sequence, found.column, found.name);
      end loop; end $$`)
    // So that everything is applied again, although nothing may have changed.
    await owner.query('delete from app.migrated')
  })
  return database
}

/** The rows of a table that the database does not have any more, compared without the columns that may differ. */
export async function lostRows(url: string, { table, columns, rows }: TableRows, mayDiffer: string[] = []) {
  const compared = columns.filter((column) => !mayDiffer.includes(column))
  const then = compared.map((column) => `j->'${unquoted(column)}' as ${column}`)
  const now = compared.map((column) => `coalesce(to_jsonb(${column}), 'null') as ${column}`)
  const counted = (from: string, values: string[]) =>
    `(select to_jsonb(r) as row, count(*) as n from (select ${values.join(', ')} from ${from}) r group by 1)`
  return withOwner(url, async (owner) => {
    const lost = await owner.query<{ row: object }>(
      `select t.row from ${counted('jsonb_array_elements($1) j', then)} t left join ${counted(table, now)} n using (row)
        where coalesce(n.n, 0) < t.n`,
      [rows],
    )
    return lost.rows.map(({ row }) => row)
  })
}

const unquoted = (name: string) => name.replaceAll('"', '')

/** The statements that change anything; of what else a migration asks, an empty database has nothing. */
async function statementsOfMigration(): Promise<Line[]> {
  const database = await emptyDatabase()
  const queries = vi.spyOn(Client.prototype, 'query')
  await migrate(database.url)
  const calls = queries.mock.calls as unknown as [statement: string, values?: unknown[]][]
  const lines = calls.flatMap(([statement, values]) =>
    /^\s*select\b|::xid\)/i.test(statement) ? [] : [{ statement, ...(values ? { values } : {}) }],
  )
  queries.mockRestore()
  return lines
}

/** Tables whose rows the functions of a release do not write themselves, such as public holidays. */
async function tablesWithoutOwnRows(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('holiday_places', 'public_holidays') order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function columnsOf(owner: Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function emptyDatabase() {
  const name = `release_${uuidv7().replaceAll('-', '')}`
  await withOwner(parts().ownerUrl, (owner) => owner.query(`create database ${name} template template0`))
  return { name, url: Object.assign(new URL(parts().ownerUrl), { pathname: name }).href }
}

export async function withOwner<T>(url: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
