import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { type Postgres, startPostgres } from '../../scripts/stack/postgres.ts'
import { type SqlGateway, startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { call, type Json, uniqueAddress } from '../kit/client.ts'
import { copyTemplate, startMigrated } from '../kit/template.ts'

/** Postgres is stopped immediately, repeatedly, while writers are running; `CRASHES` says how often. */
const crashes = Number(process.env.CRASHES ?? 50)
const writerCount = 4

let folder: string
let port: number
let postgres: Postgres
let gateway: SqlGateway
const begin = async () => startPostgres({ dataDir: join(folder, 'pg'), port })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-crash-'))
  chmodSync(folder, 0o755)
  port = await freePort('127.0.0.1')
  const prepared = await startMigrated(join(folder, 'pg'))
  await copyTemplate(prepared.url('template1'), 'crash')
  await prepared.stop()
  postgres = await begin()
  gateway = await startSqlGateway({ host: postgres.host, pgPort: port })
})
afterAll(async () => {
  await gateway.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const DATABASE_URL = 'postgres://svc_app:app@db.localhost/crash'
const settings = () => ({ DATABASE_URL, SQL_ENDPOINT: gateway.url, DB_DEADLINE_MS: '5000' })
const send = (method: string, path: string, body: Json, headers: Record<string, string>) =>
  call(method, path, { body, headers }, settings())

type Confirmed = { id: string; title: string; version: number }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Creates and changes tasks until stopped, and returns what was confirmed. */
async function writer(
  base: string,
  project: string,
  headers: Record<string, string>,
  isRunning: () => boolean,
) {
  const confirmed: Confirmed[] = []
  while (isRunning()) {
    const title = `Task ${uuidv7()}`
    const key = { ...headers, 'idempotency-key': uuidv7() }
    const created = await send('POST', `${base}/projects/${project}/tasks`, { title }, key)
    if (created.status !== 201) {
      await pause(20)
      continue
    }
    const task: Confirmed = { id: created.body.id, title, version: created.body.version }
    confirmed.push(task)
    const changed = await send('PATCH', `${base}/tasks/${task.id}`, { status: 'done' }, headers)
    if (changed.status === 200) task.version = changed.body.version
  }
  return confirmed
}

test(
  `${crashes} immediate stops under write load lose nothing and leave no partial write`,
  { timeout: 600_000 },
  async () => {
    const person = { email: `${uuidv7()}@example.com`, password: 'correct horse battery', name: 'Ada' }
    const signedIn = await send('POST', '/api/v1/auth/register', person, uniqueAddress())
    expect(signedIn.status).toBe(201)
    const headers = {
      cookie: signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    }
    const org = (await send('POST', '/api/v1/organizations', { name: 'Crash' }, headers)).body
    const base = `/api/v1/organizations/${org.id}`
    const key = (await send('POST', `${base}/api-keys`, { name: 'Writer' }, headers)).body.token
    const bearer = { authorization: `Bearer ${key}` }
    const project = (await send('POST', `${base}/projects`, { name: 'Website' }, bearer)).body.id

    let isRunning = true
    const writers = Promise.all(
      Array.from({ length: writerCount }, () => writer(base, project, bearer, () => isRunning)),
    )
    for (let crash = 0; crash < crashes; crash++) {
      const before = gateway.requests()
      while (gateway.requests() < before + 5 * writerCount) await pause(5)
      await postgres.kill()
      postgres = await begin()
    }
    isRunning = false
    const confirmed = (await writers).flat()

    const client = new Client({ connectionString: postgres.url('crash') })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<Confirmed>('select id, title, version from tasks')
    const stored = new Map(rows.map((row) => [row.id, row]))
    const lost = confirmed.filter(
      ({ id, title, version }) => !(stored.get(id)?.title === title && stored.get(id)!.version >= version),
    )
    expect(lost).toEqual([])
    expect(confirmed.length).toBeGreaterThan(crashes)
    expect((await checkInvariants(client)).filter(({ broken }) => broken)).toEqual([])

    // The same check detects a change that bypassed triggers.
    const [{ id }] = rows as [Confirmed]
    await client.query(`set session_replication_role = replica; update tasks set comment_count = 9, version = 99,
      status = 'todo' where id = '${id}'; delete from task_events where task_id = '${id}'; reset session_replication_role`)
    const found = (await checkInvariants(client)).filter(({ examples }) => examples.includes(id))
    expect(found.map(({ invariant }) => invariant)).toEqual([
      'a task stands in a column of its own status',
      'done and cancelled tasks say since when, others do not',
      'comments are counted right',
      'every task has the event of its creation',
      'every version of tasks is in the audit trail',
    ])
    await client.end()
  },
)
