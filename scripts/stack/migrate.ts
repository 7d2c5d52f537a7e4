import { readdir, readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { writeEntities, writeItems, writePrivacy } from './entities.ts'

const folder = new URL('../../db/', import.meta.url)

type How = { appPassword?: string; log?: (line: string) => void }

/**
 * Migrates a database to the newest schema: settings and functions that tables need, the migrations, the
 * facts of the tables, then the functions of each area, and last what concerns every table: triggers and
 * grants. Idempotent. `url` is the owner's; `appPassword` lets svc_app sign in with it.
 */
export async function migrate(url: string, { appPassword, log = () => {} }: How = {}): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('service:migrate'))")
    await client.query('set check_function_bodies = off; set client_min_messages = warning')
    await runFolder(client, 'functions/ground', log)
    log('migrations')
    const migrationsFolder = new URL('migrations', folder).pathname
    await runMigrations(drizzle(client), { migrationsFolder })
    log('facts of the tables')
    await writeEntities(client)
    for (const name of await areaFolders()) await runFolder(client, `functions/${name}`, log)
    await writeItems(client)
    await writePrivacy(client)
    await runFolder(client, 'functions', log)
    if (appPassword) await allowSignIn(client, appPassword)
  } finally {
    await client.end()
  }
}

/** The kernel first, then the areas. */
async function areaFolders(): Promise<string[]> {
  const entries = await readdir(new URL('functions/', folder), { withFileTypes: true })
  const areas = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort()
  return ['kernel', ...areas.filter((name) => name !== 'kernel' && name !== 'ground')]
}

async function runFolder(client: Client, name: string, log: (line: string) => void) {
  const at = new URL(`${name}/`, folder)
  for (const file of (await readdir(at)).filter((entry) => entry.endsWith('.sql')).sort()) {
    log(`${name}/${file}`)
    await client.query(await readFile(new URL(file, at), 'utf8')).catch((error: Error) => {
      throw new Error(`${name}/${file}: ${error.message}`, { cause: error })
    })
  }
}

async function allowSignIn(client: Client, password: string) {
  await client.query(`alter role svc_app login password ${client.escapeLiteral(password)}`)
}
