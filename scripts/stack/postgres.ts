import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { prepareFolder, refuseIfInUse } from './postgres-folder.ts'
import { initFolder } from './postgres-init.ts'
import { findPrograms } from './postgres-programs.ts'
import type { Programs } from './postgres-programs.ts'
import { findRunner } from './postgres-runner.ts'
import type { Log } from './postgres-runner.ts'
import { freePort, portBusy } from './ports.ts'
import { endWithParent } from './with-parent.ts'

const HOST = '127.0.0.1'
const USER = 'postgres'
const PASSWORD = 'postgres'
const KEPT_LINES = 20

export type PostgresOptions = {
  dataDir: string
  port?: number
  /** Trades durability for speed, for tests: after kill() the last commits may be missing. */
  fast?: boolean
  log?: Log
}

export type Postgres = {
  host: string
  port: number
  user: string
  password: string
  /** The folder in use, which differs from the requested one if that cannot be reached. */
  dataDir: string
  url(database?: string, user?: string, password?: string): string
  stop(): Promise<void>
  /** Stops at once without a clean shutdown, for crash tests. */
  kill(): Promise<void>
}

/**
 * Starts PostgreSQL on a data folder, which is made on first use and kept across starts. Rejects with a plain
 * message if the port is busy, the folder is in use or not usable, or the server cannot start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const log: Log = options.log ?? (() => undefined)
  const fast = options.fast ?? false
  const runner = await findRunner()
  const programs = await findPrograms(runner, log)
  const dataDir = await prepareFolder(options.dataDir, runner, log)
  await initFolder({ dataDir, programs, runner, fast, user: USER, password: PASSWORD, log })
  await refuseIfInUse(dataDir, log)
  if (options.port && (await portBusy(options.port, HOST))) throw busyPort(options.port)
  const port = options.port || (await freePort(HOST))
  const child = launch(programs, dataDir, [...settings(fast), '-p', String(port)], runner.ids)
  await ready(child, port, log)
  return handleOf(child, port, dataDir)
}

/** Each new statistic of a table makes every connection plan its statements anew, so it comes seldom. */
const forTests = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum_naptime=5min',
  'track_functions=pl',
]

function settings(fast: boolean): string[] {
  const lines = [
    `listen_addresses=${HOST}`,
    'unix_socket_directories=',
    // Tests keep a pool for each database and gateway of each worker.
    `max_connections=${fast ? 600 : 200}`,
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'logging_collector=off',
  ]
  // Asks the kernel to write all out at once after a crash, rather than opening thousands of files.
  if (process.platform === 'linux') lines.push('recovery_init_sync_method=syncfs')
  if (fast) lines.push(...forTests)
  return lines.flatMap((line) => ['-c', line])
}

function launch(programs: Programs, dataDir: string, flags: string[], ids: object): ChildProcess {
  const child = spawn(programs.postgres, ['-D', dataDir, ...flags], {
    ...ids,
    cwd: dataDir,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  endWithParent(child, 'SIGINT')
  return child
}

function ready(child: ChildProcess, port: number, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    let lines: string[] = []
    child.stderr?.on('data', (bytes: Buffer) => {
      lines = [...lines, ...bytes.toString().split('\n').filter(Boolean)].slice(-KEPT_LINES)
      if (bytes.includes('is ready to accept connections')) resolve()
    })
    child.once('error', (error) => reject(new Error(`Postgres cannot be started: ${error.message}`)))
    child.once('exit', (code, signal) => {
      reject(startError(lines.join('\n'), port))
      if (code !== 0) log(`Postgres ended (${signal ?? `code ${code}`}): ${lines.slice(-3).join(' / ')}`)
    })
  })
}

function startError(said: string, port: number): Error {
  if (/Address already in use/.test(said)) return busyPort(port)
  return new Error(`Postgres stopped while starting:\n${said}`)
}

function busyPort(port: number): Error {
  return new Error(`Port ${port} is busy: stop what uses it or choose another port for Postgres`)
}

function handleOf(child: ChildProcess, port: number, dataDir: string): Postgres {
  return {
    host: HOST,
    port,
    user: USER,
    password: PASSWORD,
    dataDir,
    url: (database = 'postgres', user = USER, password = PASSWORD) => {
      const [who, secret, name] = [user, password, database].map(encodeURIComponent)
      return `postgresql://${who}:${secret}@${HOST}:${port}/${name}`
    },
    stop: () => end(child, 'SIGINT'),
    kill: () => end(child, 'SIGQUIT'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
