import { execFile } from 'node:child_process'
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder } from './postgres-folder.ts'
import type { Programs } from './postgres-programs.ts'
import type { Log, Runner } from './postgres-runner.ts'

const run = promisify(execFile)
const VERSION = '18'

export type Init = {
  dataDir: string
  programs: Programs
  runner: Runner
  fast: boolean
  user: string
  password: string
  log: Log
}

/**
 * Fills an empty data folder with a new database cluster. It is built next to the folder and moved in when
 * complete, so an interrupted run leaves nothing half made. Rejects for another version's folder.
 */
export async function initFolder(init: Init): Promise<void> {
  const version = await readFile(join(init.dataDir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version?.trim() === VERSION) return
  if (version !== null) {
    const words = `${init.dataDir} was made by PostgreSQL ${version.trim()}`
    throw new Error(`${words}, but this is ${VERSION}: remove the folder or choose another`)
  }
  init.log(`Making a new database in ${init.dataDir}`)
  const part = `${init.dataDir}.new`
  await rm(part, { recursive: true, force: true })
  await makeFolder(part, init.runner)
  const secretDir = await mkdtemp(join(tmpdir(), 'stack-init-'))
  try {
    const secretFile = await writeSecret(init, secretDir)
    await firstOf(letterLocales, (locale) => runInitdb(init, part, secretFile, locale))
    await rename(part, init.dataDir)
  } finally {
    await rm(secretDir, { recursive: true, force: true })
    await rm(part, { recursive: true, force: true })
  }
}

async function writeSecret(init: Init, folder: string): Promise<string> {
  const file = join(folder, 'password')
  await writeFile(file, `${init.password}\n`, { mode: 0o600 })
  const { uid, gid } = init.runner.ids
  if (uid !== undefined) await Promise.all([folder, file].map((path) => chown(path, uid, gid)))
  return file
}

/** Which characters are letters, as hosted Postgres has it, by the names that systems know it under. */
const letterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Tries one after the other until one is known to the system. */
async function firstOf(locales: string[], make: (locale: string) => Promise<void>): Promise<void> {
  const [locale, ...others] = locales
  await make(locale!).catch((error: Error) => {
    if (!others.length || !error.message.includes('invalid locale name')) throw error
    return firstOf(others, make)
  })
}

async function runInitdb(init: Init, folder: string, secretFile: string, letters: string): Promise<void> {
  const flags = [
    `--pgdata=${folder}`,
    `--username=${init.user}`,
    `--pwfile=${secretFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${letters}`,
    '--no-instructions',
  ]
  if (init.fast) flags.push('--no-sync')
  const options = { ...init.runner.ids, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  try {
    await run(init.programs.initdb, flags, options)
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new Error(`The database could not be made in ${init.dataDir}: ${stderr?.trim() || message}`, {
      cause: error,
    })
  }
}
