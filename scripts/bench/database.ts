import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { migrate } from '../stack/migrate.ts'

/** Identifies the set of migrations that created the tables. */
export function schemaMark(): string {
  const migrations = new URL('../../db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).toSorted())
    if (name.endsWith('.sql')) hash.update(readFileSync(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 8)
}

/** The migrated database of a bench, with those of other migrations dropped. */
export async function preparedDatabase(
  base: string,
  url: string,
  database: string,
  stops: (() => Promise<unknown>)[],
): Promise<Client> {
  const maintenance = new Client({ connectionString: base })
  await maintenance.connect()
  const { rows } = await maintenance.query(`select datname from pg_database where datname like 'bench\\_%'`)
  const names = rows.map(({ datname }: { datname: string }) => datname)
  const outdated = names.filter((name) => !name.endsWith(schemaMark()))
  for (const name of outdated) await maintenance.query(`drop database ${name} with (force)`)
  if (!names.includes(database)) await maintenance.query(`create database ${database}`)
  await maintenance.end()
  await migrate(url, { appPassword: 'app' })
  const owner = new Client({ connectionString: url })
  await owner.connect()
  stops.push(() => owner.end())
  return owner
}
