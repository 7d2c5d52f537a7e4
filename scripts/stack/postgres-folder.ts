import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { canReach } from './postgres-runner.ts'
import type { Log, Runner } from './postgres-runner.ts'

/**
 * Creates the data folder and returns the path to use: the requested one or, if the runner cannot reach it, one
 * in the temporary folder. Rejects if it is not writable or contains something else.
 */
export async function prepareFolder(requested: string, runner: Runner, log: Log): Promise<string> {
  const path = await makeFolder(resolve(requested), runner)
  if (await canReach(path, runner)) return checkContent(path)
  const key = createHash('sha256').update(path).digest('hex').slice(0, 12)
  const other = join(tmpdir(), `stack-postgres-${key}`)
  log(`The account ${runner.name} cannot reach ${path}: the data is kept in ${other}`)
  return checkContent(await makeFolder(other, runner))
}

/** Makes a folder that only the runner may use; rejects with a plain message. */
export async function makeFolder(path: string, runner: Runner): Promise<string> {
  try {
    await mkdir(path, { recursive: true })
    if (runner.ids.uid !== undefined) await chown(path, runner.ids.uid, runner.ids.gid)
    await chmod(path, 0o700)
    return await realpath(path)
  } catch (error) {
    throw new Error(`The folder ${path} cannot be used for Postgres: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function checkContent(path: string): Promise<string> {
  const names = await readdir(path)
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(`The folder ${path} holds files that are not a database: choose an empty one`)
  }
  return path
}

/** Rejects if a running Postgres uses the folder; removes a stale postmaster.pid. */
export async function refuseIfInUse(dataDir: string, log: Log): Promise<void> {
  const file = join(dataDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  const pid = Number.parseInt(text, 10)
  if (await isPostgres(pid)) {
    throw new Error(
      `Another Postgres (process ${pid}) uses ${dataDir}: stop it first, with: kill -INT ${pid}`,
    )
  }
  log(`Removing the postmaster.pid of process ${pid}, which is gone`)
  await rm(file, { force: true })
}

async function isPostgres(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null)
  return name === null || name.trim() === 'postgres'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
