import type { Client } from 'pg'
import type { Shot } from './fire.ts'
import type { Part } from './parts.ts'

const requests = 40

/** What one request leaves in the write-ahead log, on average: of itself, and of the jobs that follow it. */
export type Written = {
  what: string
  rows: number
  entries: number
  bytes: number
  tables: Map<string, [number, number]>
}

/** Sends requests one after the other and reads what they wrote from the write-ahead log, without full-page images. */
export async function written(
  what: string,
  owner: Client,
  part: Part,
  shot: (n: number) => Shot,
): Promise<Written> {
  await owner.query('create extension if not exists pg_walinspect')
  const send = async (n: number) => {
    const { url, method, headers, body } = shot(n)
    const response = await fetch(part.url + url, {
      method,
      ...(headers ? { headers } : {}),
      ...(body ? { body } : {}),
    })
    if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  await send(1_000_000)
  await settle()
  // So that the log begins with what the requests write.
  await owner.query('checkpoint')
  const [from] = (await owner.query<{ at: string }>('select pg_current_wal_insert_lsn() as at')).rows
  for (let n = 0; n < requests; n++) await send(1_000_001 + n)
  await settle()
  const { rows } = await owner.query<{ name: string; versions: number; entries: number; bytes: number }>(
    read,
    [from!.at],
  )
  const tables = new Map(
    rows.map(({ name, versions, entries }) => [name, [versions / requests, entries / requests]]),
  )
  const sum = (of: 'versions' | 'entries' | 'bytes') =>
    rows.reduce((total, row) => total + row[of], 0) / requests
  return {
    what,
    rows: sum('versions'),
    entries: sum('entries'),
    bytes: sum('bytes'),
    tables: tables as Written['tables'],
  }
}

const settle = () => new Promise((done) => setTimeout(done, 1500))

/** Row versions and index entries of each table. A record counts once; a split of an index page is no entry. */
const read = `with blocks as (
    select distinct on (b.start_lsn) b.start_lsn, b.resource_manager as manager, b.record_type as type,
        b.record_length - coalesce(b.block_fpi_length, 0) as bytes, coalesce(i.indrelid, c.oid)::regclass::text as name
      from pg_get_wal_block_info($1, pg_current_wal_insert_lsn()) b
        join pg_class c on pg_relation_filenode(c.oid) = b.relfilenode left join pg_index i on i.indexrelid = c.oid
      where b.reldatabase = (select oid from pg_database where datname = current_database())
        and c.relnamespace = 'public'::regnamespace
      order by b.start_lsn, b.block_id)
  select name, count(*) filter (where manager = 'Heap' and type ~ '^(INSERT|UPDATE|HOT_UPDATE)'
        or manager = 'Heap2' and type ~ 'MULTI_INSERT')::int as versions,
      count(*) filter (where manager = 'Btree' and type ~ 'INSERT_(LEAF|POST)|SPLIT'
        or manager = 'Gin' and type ~ '^(INSERT|UPDATE_META_PAGE)' and type !~ 'LISTPAGE' or manager = 'SPGist' and type ~ 'ADD_LEAF')::int as entries,
      sum(greatest(bytes, 0))::int as bytes
    from blocks group by name having count(*) filter (where manager in ('Heap', 'Btree', 'Gin', 'Heap2')) > 0 order by 2 desc`

/** As Markdown: the sums, then the tables behind them. */
export function writtenTable(all: Written[]): string {
  const shown = ({ what, rows, entries, bytes, tables }: Written) => {
    const parts = [...tables].flatMap(([name, [versions, of]]) =>
      versions + of >= 0.5 ? `${name} ${versions.toFixed(1)} + ${of.toFixed(1)}` : [],
    )
    return `| ${[what, rows.toFixed(1), entries.toFixed(1), bytes.toFixed(0), parts.join(', ')].join(' | ')} |`
  }
  return [
    '| what a request writes, with the jobs that follow | row versions | index entries | bytes of WAL | by table (row versions + index entries) |',
    '| --- | --- | --- | --- | --- |',
    ...all.map(shown),
    '',
  ].join('\n')
}
