import { fileURLToPath } from 'node:url'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, portBusy } from '../stack/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const bin = (name: string) => join(root, 'node_modules/.bin', name)

export type Part = {
  url: string
  pid: number
  stop: () => Promise<void>
  /** Sends a message to a program that supports them, and returns its reply. */
  ask: (message: string) => Promise<unknown>
}

/** A program that serves HTTP on a loopback port; rejects if it exits before it listens. */
export async function serving(
  command: string,
  args: string[],
  {
    port,
    env = {},
    cwd = root,
    seconds = 60,
    talks = false,
  }: { port: number; env?: NodeJS.ProcessEnv; cwd?: string; seconds?: number; talks?: boolean },
): Promise<Part> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(talks ? (['ipc'] as const) : [])],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-4000)))
  process.once('exit', () => child.kill('SIGKILL'))
  const give = Date.now() + seconds * 1000
  while (!(await portBusy(port))) {
    if (child.exitCode !== null || Date.now() > give) throw new Error(`${command} did not start:\n${said}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  const ended = () =>
    new Error(`${args[0] ?? command} ended (${child.exitCode ?? child.signalCode}):\n${said}`)
  child.once('exit', (code) => {
    // What is measured without it would be wrong.
    if (!stopping.has(child)) {
      console.error(`${command} ended (${code ?? child.signalCode}):\n${said}`)
      process.exit(1)
    }
  })
  const ask = async (message: string) => {
    if (!child.connected) throw ended()
    child.send(message)
    const leaving = new AbortController()
    const gone = once(child, 'exit', { signal: leaving.signal }).then(() => Promise.reject(ended()))
    const replied = once(child, 'message', { signal: leaving.signal })
    const [reply] = (await Promise.race([replied, gone]).finally(() => {
      gone.catch(() => undefined)
      leaving.abort()
    })) as unknown[]
    return reply
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => end(child), ask }
}

const stopping = new WeakSet<ChildProcess>()
async function end(child: ChildProcess) {
  stopping.add(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(hard)
}

/** The gateway in its own process, separate from the service like Neon's proxy; `strict` are options of it. */
export async function gateway(pgPort: number, delayMs = 0, strict = {}): Promise<Part> {
  const port = await freePort()
  const file = fileURLToPath(new URL('gateway.ts', import.meta.url))
  return serving(process.execPath, [file, ...[pgPort, port, delayMs].map(String), JSON.stringify(strict)], {
    port,
    talks: delayMs === 0,
  })
}

/** Builds the bundle as deployed. Returns its gzip size in kB. */
export function build(): number {
  const done = spawnSync(bin('wrangler'), ['deploy', '--dry-run', '--outdir', 'dist/worker'], {
    cwd: root,
    encoding: 'utf8',
  })
  const size = /gzip: ([\d.]+) KiB/.exec(done.stdout)?.[1]
  if (done.status !== 0 || !size) throw new Error(`the bundle was not built:\n${done.stdout}${done.stderr}`)
  return Number(size)
}

/** workerd, run directly on the built bundle. In memory, it ends when an alarm that is due is set anew. */
export async function service(settings: Record<string, string>): Promise<Part> {
  const port = await freePort()
  const folder = join(root, 'dist/worker')
  const file = join(folder, `service-${port}.capnp`)
  const objects = mkdtempSync(join(tmpdir(), 'service-objects-'))
  process.once('exit', () => {
    rmSync(objects, { recursive: true, force: true })
    rmSync(file, { force: true })
  })
  writeFileSync(file, configuration(port, settings, objects))
  return serving(bin('workerd'), ['serve', file, '--experimental'], { port, cwd: folder })
}

const text = (value: string) => JSON.stringify(value)

function configuration(port: number, settings: Record<string, string>, storage: string): string {
  const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8')
  const objects = [...toml.matchAll(/name = "(\w+)"\nclass_name = "(\w+)"/g)]
  const bindings = [
    ...Object.entries(settings).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
    ...objects.map(([, name, type]) => `(name = ${text(name!)}, durableObjectNamespace = ${text(type!)})`),
    `(name = "ASSETS", service = "assets")`,
  ]
  const namespaces = objects.map(
    ([, , type]) => `(className = ${text(type!)}, uniqueKey = ${text(type!)}, enableSql = true)`,
  )
  return workerConfiguration(port, {
    source: 'embed "worker.js"',
    services: [
      `(name = "assets", disk = ${text(join(root, 'dist/assets'))})`,
      `(name = "objects", disk = (path = ${text(storage)}, writable = true))`,
    ],
    settings: `
  bindings = [${bindings.join(', ')}],
  durableObjectNamespaces = [${namespaces.join(', ')}],
  durableObjectStorage = (localDisk = "objects"),`,
  })
}

/** What workerd reads to serve one Worker of a module; `source` is its text, or `embed` and its file. */
export function workerConfiguration(
  port: number,
  { source, services = [], settings = '' }: { source: string; services?: string[]; settings?: string },
): string {
  const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8')
  const date = /compatibility_date = "(.*)"/.exec(toml)![1]!
  const internet = '(name = "internet", network = (allow = ["public", "private"]))'
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${['(name = "main", worker = .main)', internet, ...services].join(', ')}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = ${source})],
  compatibilityDate = ${text(date)},
  compatibilityFlags = ["nodejs_compat"],
  globalOutbound = "internet",${settings}
);
`
}

/** Active CPU of start-up in milliseconds, as profiled by wrangler. */
export function startUp(folder: string): number {
  const profile = join(folder, 'worker-startup.cpuprofile')
  rmSync(profile, { force: true })
  spawnSync(bin('wrangler'), ['check', 'startup', '--outfile', profile], { cwd: root, encoding: 'utf8' })
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(profile, 'utf8')) as {
    nodes: { id: number; callFrame: { functionName: string } }[]
    samples: number[]
    timeDeltas: number[]
  }
  const idle = new Set(
    nodes
      .filter(({ callFrame }) => /^\((idle|root|program)\)$/.test(callFrame.functionName))
      .map(({ id }) => id),
  )
  return samples.reduce((sum, node, at) => sum + (idle.has(node) ? 0 : timeDeltas[at]!), 0) / 1000
}

/** CPU that a process has used so far, in milliseconds (Linux only; NaN elsewhere). */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** What the service is told, over this database. */
export function settingsFor(database: string, redis: { url: string; token: string }) {
  return {
    DATABASE_URL: `postgres://svc_app:app@db.localhost/${database}`,
    JWT_KEYS: 'bench:a-secret-of-at-least-32-characters',
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    BASE_URL: 'http://127.0.0.1',
    APP_ENV: 'bench',
    REQUESTS_PER_MINUTE: '1000000000',
    ROWS_PER_MINUTE: '1000000000',
    // Nobody listens there: what would be mailed is not.
    MAIL_FROM: 'bench@example.com',
    MAIL_PROVIDER: 'postmark',
    MAIL_API_KEY: 'none',
    MAIL_URL: 'http://127.0.0.1:9',
    OUTBOUND_TRUSTED: 'http://127.0.0.1:9',
  }
}
