import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { demo, operator, seed } from './seed.ts'
import { startMailGateway } from './stack/mail-gateway.ts'
import { migrate } from './stack/migrate.ts'
import { portBusy } from './stack/ports.ts'
import { startPostgres } from './stack/postgres.ts'
import { startRedisGateway } from './stack/redis-gateway.ts'
import { startRedisServer } from './stack/redis-server.ts'
import { secretsIn, writeVariables } from './stack/secrets.ts'
import { startSqlGateway } from './stack/sql-gateway.ts'

/**
 * `npm start`: the whole service with embedded dependencies. Data is stored in .data and survives a restart.
 */
const port = portOf(process.env.PORT ?? '8787')
const host = process.env.HOST ?? '127.0.0.1'
/** Where this process reaches the service, and where others do. */
const local = `http://${isLoopback(host) || host === '0.0.0.0' ? 'localhost' : host}:${port}`
const base = originOf(process.env.BASE_URL ?? local)
// A proxy for the outside is none for this machine.
for (const name of ['NO_PROXY', 'no_proxy'])
  process.env[name] = ['localhost', '127.0.0.1', new URL(base).hostname, process.env[name]]
    .filter(Boolean)
    .join(',')
/** Another data folder makes a second service next to the first. */
const dataDir = resolve(process.env.DATA_DIR ?? '.data')
const mailFolder = join(dataDir, 'mail')
const variables = process.env.DATA_DIR ? join(dataDir, '.dev.vars') : '.dev.vars'
/** Exists while the demo organization is being created. */
const halfSeeded = join(dataDir, 'seeding')
const stops: (() => Promise<unknown> | void)[] = []
const began = Date.now()
let ending = false

const step = (text: string) =>
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${text}`)

process.on('SIGINT', () => void end(0))
process.on('SIGTERM', () => void end(0))
// Connections lost while everything stops are not errors.
process.on('uncaughtException', (error) => {
  if (ending) return
  console.error(error)
  void end(1)
})

try {
  await start()
} catch (error) {
  // What is stopped in the middle of its work complains, but that is intended.
  if (!ending) console.error(`\nCould not start: ${(error as Error).message}`)
  await end(1)
}

async function start() {
  if (host === '0.0.0.0' && !process.env.BASE_URL)
    throw new Error(
      'HOST=0.0.0.0 listens on all addresses; set BASE_URL to the one that others use, such as ' +
        `BASE_URL=http://192.168.1.20:${port}, since links and sign-in depend on it`,
    )
  if (await portBusy(port))
    throw new Error(`port ${port} is in use; free it, or choose another: PORT=8788 npm start`)
  console.log('Starting the service with embedded components\n')
  if (existsSync(halfSeeded) && !process.env.DATABASE_URL) {
    step('the demo organization was interrupted; starting over')
    for (const part of ['postgres', 'runtime', 'seeding'])
      rmSync(join(dataDir, part), { recursive: true, force: true })
  }
  mkdirSync(dataDir, { recursive: true })
  const { secrets, made } = secretsIn(variables)
  if (made) step(`secrets created in ${variables}`)
  const ownerUrl = await database(secrets.APP_PASSWORD)
  writeFileSync(join(dataDir, 'owner-url'), ownerUrl, { mode: 0o600 })
  const gateway = await sqlGateway(ownerUrl)
  const redis = await cache(secrets.REDIS_TOKEN)
  const mail = await mailbox()
  const owner = new URL(ownerUrl)
  writeVariables(variables, {
    ...secrets,
    APP_ENV: 'development',
    COOKIE_SECURE: 'false',
    BASE_URL: base,
    DATABASE_URL: `postgres://svc_app:${secrets.APP_PASSWORD}@db.localhost${owner.pathname}`,
    SQL_ENDPOINT: gateway.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    ...given('SUBREQUESTS', 'AFTER_RESPONSE_MS'),
    ...given('OUTBOUND_TRUSTED', 'DNS_URL', 'ADDRESS_PROVIDER', 'ADDRESS_KEY', 'ADDRESS_URL'),
    ...given('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_URL'),
    ...given('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', 'GITHUB_URL'),
    ...mail,
  })
  await runtime()
  if ((await accounts(ownerUrl)).empty) {
    step('seeding the demo organization')
    writeFileSync(halfSeeded, '')
    await seed(local, ownerUrl, { withOperator: !process.env.DATABASE_URL })
    rmSync(halfSeeded)
  }
  screen((await accounts(ownerUrl)).demos)
}

/** Environment settings that are passed through unchanged. */
function given(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function database(appPassword: string): Promise<string> {
  const given = process.env.DATABASE_URL
  if (given) step('using the Postgres of DATABASE_URL')
  const postgres = given ? null : await startPostgres({ dataDir: join(dataDir, 'postgres'), log: step })
  if (postgres) stops.push(() => postgres.stop())
  const url = given ?? postgres!.url('postgres')
  if (postgres) step(`PostgreSQL is up on port ${postgres.port}`)
  await migrate(url, { appPassword })
  step('schema is up to date')
  return url
}

async function sqlGateway(ownerUrl: string) {
  const { hostname, port: pgPort } = new URL(ownerUrl)
  const gateway = await startSqlGateway({ host: hostname, pgPort: Number(pgPort || 5432) })
  stops.push(() => gateway.stop())
  step('SQL over HTTP is up')
  return gateway
}

async function cache(token: string) {
  const server = process.env.REDIS_URL ? null : await startRedisServer()
  if (server) stops.push(() => server.stop())
  const gateway = await startRedisGateway({ token, redisUrl: process.env.REDIS_URL ?? server?.url })
  stops.push(() => gateway.stop())
  step(`cache is up (${gateway.engine === 'redis' ? 'Redis' : 'in memory'})`)
  return gateway
}

/** Where mail goes: to the provider in the environment, or into the data folder. */
async function mailbox(): Promise<Record<string, string>> {
  const chosen = given('MAIL_PROVIDER', 'MAIL_API_KEY', 'MAIL_URL', 'MAIL_FROM')
  if (chosen.MAIL_PROVIDER) return chosen
  const gateway = await startMailGateway(mailFolder)
  stops.push(() => gateway.stop())
  step('mail is stored, not sent')
  return {
    MAIL_PROVIDER: 'resend',
    MAIL_API_KEY: 'kept',
    MAIL_FROM: 'service@example.com',
    MAIL_URL: gateway.url,
    OUTBOUND_TRUSTED: [process.env.OUTBOUND_TRUSTED, gateway.url].filter(Boolean).join(','),
  }
}

async function runtime() {
  const program = fileURLToPath(new URL('stack/runtime.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      program,
      host,
      String(port),
      join(dataDir, 'runtime'),
      variables,
    ],
    {
      // The home folder may be read-only.
      env: {
        ...process.env,
        WRANGLER_LOG_PATH: join(dataDir, 'logs'),
        XDG_CONFIG_HOME: join(dataDir, 'config'),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on('line', (line) => line.trim() && console.log(`  ${line}`))
  stops.unshift(() => stopChild(child))
  child.once('exit', (code) => void end(code ?? 1))
  step('building the service')
  for (let waited = 0; waited < 60_000; waited += 200) {
    const answer = await fetch(`${local}/ready`).catch(() => null)
    if (answer?.ok) return step('the service answers')
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the service did not answer within a minute; its messages stand above')
}

function stopChild(child: ChildProcess) {
  return new Promise<void>((done) => {
    if (child.exitCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), 5000).unref()
  })
}

function isLoopback(address: string) {
  return /^(?:localhost|127\.|\[?::1\]?$)/.test(address)
}

/** An address from the environment; exits with a message if it is invalid. */
function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '')
  console.error(`BASE_URL=${text} is no address; give one such as BASE_URL=http://192.168.1.20:${port}`)
  return process.exit(1)
}

/** A port from the environment; exits with a message if it is invalid. */
function portOf(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number
  console.error(`PORT=${text} is no port; choose one from 1 to 65535, such as PORT=8788 npm start`)
  return process.exit(1)
}

/** Whether no one has signed up yet, and which of the demo users exist. */
async function accounts(url: string): Promise<{ empty: boolean; demos: string[] }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ empty: boolean; demos: string[] }>(
    `select not exists (select from users) as empty,
      array(select email::text from users where email = any ($1)) as demos`,
    [[demo.email, operator.email]],
  )
  await client.end()
  return rows[0]!
}

function screen(demos: string[]) {
  const mail = process.env.MAIL_PROVIDER
    ? `sent by ${process.env.MAIL_PROVIDER}`
    : `${base}/dev/mail, and as files in ${mailFolder}`
  const login = (name: string, { email, password }: typeof demo, at = '') =>
    demos.includes(email) ? `\n    ${name.padEnd(12)} ${email} / ${password}${at}` : ''
  console.log(`
  The service is up.

    Service      ${base}
    Reference    ${base}/docs
    Tools (MCP)  ${base}/mcp
    Mail         ${mail}${login('Demo login', demo)}${login('Operator', operator, `, at ${base}/platform`)}

  Data is stored in ${dataDir} (delete it to start over). Ctrl-C stops everything.
`)
}

async function end(code: number) {
  if (ending) return
  ending = true
  for (const stop of stops.splice(0).toReversed()) await Promise.resolve(stop()).catch(() => undefined)
  process.exit(code)
}
