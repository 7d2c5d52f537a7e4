import type { Client } from 'pg'
import { sealedTables } from '../../src/shared/sealing/sealed.ts'
import { type Keyring, rewrap, type Wrapped } from '../../src/shared/sealing/sealing.ts'

type Row = Wrapped & { id: string; record: string; org_id: string; purpose: string; secret_version: number }
export type Rotated = { table: string; rewrapped: number; remaining: number; unreadable: number }

const batch = 500
const atOnce = 50

/**
 * Rewraps the DEK of every secret with the first key of the ring, table by table and batch by batch. Each
 * batch is its own statement, so the run can be interrupted and repeated. A secret replaced in the meantime
 * is left alone; one whose key is not in the ring is counted and stays.
 */
export async function rotate(client: Client, keys: Keyring, log: (line: string) => void): Promise<Rotated[]> {
  const done: Rotated[] = []
  for (const [name, { purpose, owner, record = 'id' }] of Object.entries(sealedTables)) {
    done.push(await rotateTable(client, keys, { name, purpose, owner, record }, log))
  }
  await forgetUnused(client, keys)
  return done
}

/** What nothing is sealed with any more is no key that the deployment needs. */
async function forgetUnused(client: Client, keys: Keyring) {
  const unused = Object.keys(sealedTables).map(
    (name) => `not exists (select from ${name} t where t.kek_id = k.key_id)`,
  )
  const [current] = keys.keys()
  await client.query(`delete from sealing_keys k where k.key_id <> $1 and ${unused.join(' and ')}`, [current])
}

async function rotateTable(
  client: Client,
  keys: Keyring,
  { name: table, purpose, owner, record }: Record<'name' | 'purpose' | 'owner' | 'record', string>,
  log: (line: string) => void,
) {
  const [current] = keys.keys()
  const count = async () => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where kek_id <> $1`,
      [current],
    )
    return rows[0]!.n
  }
  const all = await count()
  let [rewrapped, unreadable, after] = [0, 0, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await client.query<Row>(
      `select id, ${record} as record, ${owner} as org_id, ${purpose} as purpose, secret_version, kek_id, wrapped_dek, dek_iv from ${table}
        where kek_id <> $1 and id > $2 order by id limit ${batch}`,
      [current, after],
    )
    if (!rows.length) break
    after = rows.at(-1)!.id
    const wrapped = await anew(keys, rows)
    unreadable += rows.length - wrapped.length
    rewrapped += await write(client, table, wrapped)
    log(`${table}: ${rewrapped} of ${all} under the key ${current}`)
  }
  return { table, rewrapped, unreadable, remaining: await count() }
}

type Pair = [row: Row, wrapped: Wrapped]
async function anew(keys: Keyring, rows: Row[]): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce).map(async (row): Promise<Pair[]> => {
      const { purpose, org_id: org, record, secret_version: version } = row
      const held = { kek_id: row.kek_id, wrapped_dek: plain(row.wrapped_dek), dek_iv: plain(row.dek_iv) }
      const wrapped = await rewrap(keys, { purpose, org, record, version }, held).catch(() => undefined)
      return wrapped ? [[row, wrapped]] : []
    })
    pairs.push(...(await Promise.all(some)).flat())
  }
  return pairs
}
const plain = (bytes: Uint8Array) => new Uint8Array(bytes)

/** Only if the secret is still the one that was read. */
async function write(client: Client, table: string, pairs: Pair[]): Promise<number> {
  const columns = [
    pairs.map(([{ id }]) => id),
    pairs.map(([{ secret_version }]) => secret_version),
    pairs.map(([{ kek_id }]) => kek_id),
    pairs.map(([, { kek_id }]) => kek_id),
    pairs.map(([, { wrapped_dek }]) => Buffer.from(wrapped_dek)),
    pairs.map(([, { dek_iv }]) => Buffer.from(dek_iv)),
  ]
  const { rowCount } = await client.query(
    `update ${table} t set kek_id = n.kek_id, wrapped_dek = n.wrapped_dek, dek_iv = n.dek_iv
      from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::bytea[], $6::bytea[])
        n(id, version, was, kek_id, wrapped_dek, dek_iv)
      where t.id = n.id and t.secret_version = n.version and t.kek_id = n.was`,
    columns,
  )
  return rowCount ?? 0
}
