import { beforeEach, describe, expect, test } from 'vitest'
import type { Invocation } from '../../scripts/stack/caps.ts'
import { archivesOf } from '../../src/jobs/audit-archive.ts'
import { shardOf, shardOfAccounts } from '../../src/shared/shards.ts'
import { account, strong } from '../kit/accounts.ts'
import { clockNamespace } from '../kit/alarms.ts'
import { follow } from '../kit/attachments.ts'
import {
  expectWithin,
  inSmallSteps,
  invocationsOf,
  rewritten,
  ring,
  runsOf,
  small,
  waiting,
} from '../kit/caps.ts'
import { asOwner, call, files, type Json, person } from '../kit/client.ts'
import { startGateway } from '../kit/gateways.ts'
import { entriesOf, seal, tamper } from '../kit/audit.ts'
import { proveAddress } from '../kit/factors.ts'
import { board, read } from '../kit/imports.ts'
import { outbox as sentMails } from '../kit/mail.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { asking } from '../kit/lost-answers.ts'
import { contentOf } from '../kit/organization-exports.ts'
import { archiveOf, importPath, received } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { addWebhook, startReceiver } from '../kit/webhooks.ts'
import { keyOf, open } from '../mcp/rpc.ts'

await ownDatabase()

const platform = '00000000-0000-0000-0000-000000000000'
beforeEach(async () => {
  await asOwner('delete from outbox')
})

const enqueue = (org: string, topic: string, payload: unknown = {}) =>
  asOwner('insert into outbox (org_id, topic, payload) values ($1, $2, $3)', [
    org,
    topic,
    JSON.stringify(payload),
  ])
const count = async (from: string, ...values: unknown[]) =>
  (await asOwner<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]!.n
/** Work that took several invocations, none of which went beyond its caps. */
async function done(org: string, topics: string[], changes = {}) {
  const runs = await runsOf(org, topics, changes)
  expectWithin(runs)
  expect(runs.filter(({ calls }) => calls > 2).length).toBeGreaterThan(1)
}

describe('more than one invocation may do', () => {
  test('of erasing an organization: its rows and files are gone, and what is kept stays', async () => {
    const ws = await workspace()
    const home = await project(ws)
    for (let n = 0; n < 5; n++) await task(ws, home.id)
    await tamper(`insert into tags (org_id, name, color, created_by) select '${ws.org.id}', 'Tag ' || n, '#336699',
      '${ws.owner.id}' from generate_series(1, 100) n`)
    for (let n = 0; n < 30; n++) await files.put(`organization-exports/${ws.org.id}/${n}`, new Uint8Array(1))
    await asOwner('update organizations set deleted_at = now(), purge_after = now() where id = $1', [
      ws.org.id,
    ])
    await asOwner('delete from outbox')
    await inSmallSteps('purge_organization_step', 4)
    await enqueue(ws.org.id, 'organization.purge')
    await done(ws.org.id, ['organization.purge'])
    expect(await count('organizations where id = $1', ws.org.id)).toBe(0)
    expect(await count('tags where org_id = $1', ws.org.id)).toBe(0)
    const erased = (await entriesOf(ws)).filter(({ action }) => action === 'organization.erased')
    expect(erased).toHaveLength(1)
    expect([...files.stored.keys()].filter((key) => key.includes(ws.org.id))).toEqual([])
  })

  test('of erasing a project', async () => {
    const ws = await workspace()
    const home = await project(ws)
    for (let n = 0; n < 30; n++) await task(ws, home.id)
    await asOwner('delete from outbox')
    await asking(ws.owner, async (owner) => {
      await owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
      await owner.ok('POST', `${ws.base}/projects/${home.id}/purge`, { confirm_key: home.key })
    })
    await inSmallSteps('purge_project_step', 1)
    await done(ws.org.id, ['project.purge'])
    expect(await count('projects where id = $1', home.id)).toBe(0)
    expect(await count('tasks where project_id = $1', home.id)).toBe(0)
  })

  test('of the sweep of files: each object is erased, and those in use stay', async () => {
    const ws = await workspace()
    const key = (n: number) => `org/${ws.org.id}/object-${n}`
    for (let n = 0; n < 210; n++) await files.put(key(n), new Uint8Array(1))
    await tamper(`insert into attachment_objects (org_id, storage_key, sha256, size_bytes, unreferenced_at)
      select '${ws.org.id}', 'org/${ws.org.id}/object-' || n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 1,
        case when n < 200 then now() end from generate_series(0, 209) n`)
    await inSmallSteps('unreferenced_objects', 10)
    await enqueue(ws.org.id, 'attachments.erase')
    await done(ws.org.id, ['attachments.erase'])
    expect([...files.stored.keys()].filter((one) => one.startsWith(`org/${ws.org.id}/`))).toHaveLength(10)
    expect(await count('attachment_objects where org_id = $1', ws.org.id)).toBe(10)
  })

  test('of sealing the audit trail: the chain is whole, and its head is kept outside', async () => {
    const ws = await workspace()
    const home = await project(ws)
    for (let n = 0; n < 40; n++) await task(ws, home.id)
    await inSmallSteps(
      'seal',
      2,
      `case when (answer->>'sealed')::int = 2
      then jsonb_set(answer::jsonb, '{sealed}', to_jsonb(max_rows))::json else answer end`,
    )
    await asOwner('delete from outbox')
    await enqueue(ws.org.id, 'audit.seal')
    await done(ws.org.id, ['audit.seal'])
    const verified = await ws.owner.ok('GET', `${ws.base}/audit-log/verify`)
    expect(verified).toMatchObject({ ok: true })
    expect(await count('audit_seals where org_id = $1', ws.org.id)).toBeGreaterThanOrEqual(41)
  })

  test('of files and the archive of the audit trail: each entry is in them once, and the chain goes on', async () => {
    const ws = await workspace()
    const org = ws.org.id
    const old = "now() - interval '450 days' + make_interval(secs => n)"
    await tamper(`delete from audit_log where org_id = '${org}';
      insert into audit_log (id, org_id, actor_type, action, entity_type, entity_id, entity_label, changes, created_at)
        select o.id, '${org}', 'system', 'tag.created', 'tags', n::text, 'Tag ' || n, '{}', uuid_extract_timestamp(o.id)
        from generate_series(1, 12600) n cross join lateral (select overlay(uuidv7()::text
          placing left(app.uuid_at(${old})::text, 13) from 1 for 13)::uuid as id) o`)
    await asOwner('delete from outbox')
    const from = new Date(Date.now() - 460 * 864e5).toISOString()
    const to = new Date(Date.now() - 300 * 864e5).toISOString()
    const at = `${ws.base}/audit-log/export?from=${from}&to=${to}&format=jsonl`
    await asking(ws.owner, (owner) => owner.ok('GET', at))
    await done(org, ['audit.export'])
    const { state, download_url } = await ws.owner.ok('GET', at)
    expect(state).toBe('ready')
    const { bytes } = await follow(download_url, { headers: ws.owner.headers })
    const lines = new TextDecoder().decode(bytes).trim().split('\n').slice(0, -1)
    expect(new Set(lines.map((one) => JSON.parse(one).id)).size).toBe(12_600)
    expect(lines).toHaveLength(12_600)

    await seal(org)
    await enqueue(org, 'audit.archive')
    await done(org, ['audit.archive'])
    expect(await ws.owner.ok('GET', `${ws.base}/audit-log/verify`)).toMatchObject({
      ok: true,
      archived: 12_600,
    })
    expect([...files.stored.keys()].filter((key) => key.startsWith(archivesOf(org)))).toHaveLength(6)
  })

  test('of an export of an account, whose file has each thing once', async () => {
    const who = await account()
    const ws: Workspace = {
      owner: who,
      org: await who.ok('POST', '/api/v1/organizations', { name: 'Own' }),
      base: '',
    }
    const notes = `/api/v1/organizations/${ws.org.id}/notes`
    for (let n = 0; n < 30; n++) await who.ok('POST', notes, { title: `Note ${n}.` })
    await rewritten('account_export_piece', 'after_key, 2000)', 'after_key, 1)')
    await asOwner('delete from outbox')
    await asking(who, (one) => one.ok('POST', '/api/v1/auth/export', { password: strong }))
    await done(platform, ['account.export'])
    const { state, download_url } = await who.ok('GET', '/api/v1/auth/export')
    expect(state).toBe('ready')
    const { bytes } = await follow(download_url, { headers: who.headers })
    const text = new TextDecoder().decode(bytes)
    expect(JSON.parse(text).notes).toHaveLength(30)
    for (let n = 0; n < 30; n++) expect(text.split(`"Note ${n}."`)).toHaveLength(2)
    await rewritten('account_export_piece', 'after_key, 1)', 'after_key, 2000)')
  })

  test('of an export of an organization, of its import, and of binding its people', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'manager')
    const home = await project(ws)
    for (let n = 0; n < 30; n++) await task({ ...ws, owner: grace }, home.id)
    await asOwner('delete from outbox')
    const { id } = await asking(ws.owner, (owner) => owner.ok('POST', `${ws.base}/exports`, {}))
    await asOwner('update organization_exports set settled = true where id = $1', [id])
    await done(ws.org.id, ['organization.export'])
    expect((await ws.owner.ok('GET', `${ws.base}/exports/${id}`)).state).toBe('ready')
    const { manifest } = await contentOf(ws, id)
    expect(manifest.counts.task).toBe(30)

    const owner = await person()
    const made = await received(owner, await archiveOf(ws, id))
    await asOwner('delete from outbox')
    await asking(owner, (one) => one.ok('POST', `${importPath}/${made}/start`, {}))
    await done(made, ['organization.import'])
    expect(await owner.ok('GET', `${importPath}/${made}`)).toMatchObject({ state: 'done', problem: null })
    expect(await count('tasks where org_id = $1', made)).toBe(30)

    const [{ old }] = (await asOwner(
      `select user_id as old from organization_import_people where import_id = $1 and name = 'Grace Hopper'`,
      [made],
    )) as [{ old: string }]
    await tamper(`insert into tags (org_id, name, created_by) select '${made}', 'Tag ' || n, '${old}'
      from generate_series(1, 12000) n`)
    await proveAddress(grace)
    await asOwner('delete from outbox')
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      made,
      grace.id,
    ])
    await done(made, ['organization.bind'])
    expect(await count('tags where org_id = $1 and created_by = $2', made, grace.id)).toBe(12_000)
    expect(await count('tasks where org_id = $1 and created_by = $2', made, grace.id)).toBe(30)
    const bound = `audit_log where org_id = $1 and action = 'organization.person_bound'`
    expect(await count(bound, made)).toBe(1)
  }, 180_000)

  test('of an import of tasks: reading its file and writing it, each row once', async () => {
    const at = await board()
    const rows = Array.from({ length: 11_000 }, (_, n) => `Row ${n},todo`)
    const draft = { source: 'csv', project_id: at.home.id, filename: 'tasks.csv' }
    await asOwner('delete from outbox')
    const { id } = await asking(at.ws.owner, (owner) =>
      owner.ok('POST', at.at, { ...draft, content: ['Title,Status', ...rows].join('\n') }),
    )
    await done(at.ws.org.id, ['import.analyse'])
    expect(await at.ws.owner.ok('GET', `${at.at}/${id}`)).toMatchObject({
      status: 'ready',
      row_count: 11_000,
    })
    expect(await count('import_rows where import_id = $1', id)).toBe(11_000)

    const short = await read(at, ['Title,Status', ...rows.slice(0, 600)].join('\n'))
    await at.ws.owner.ok('PUT', `${at.at}/${short.id}/mapping`, short.suggested)
    await rewritten('import_slice', 'limit most', 'limit least(most, 20)')
    await asking(at.ws.owner, (owner) => owner.ok('POST', `${at.at}/${short.id}/start`, {}))
    await done(at.ws.org.id, ['import.run'])
    expect((await at.ws.owner.ok('GET', `${at.at}/${short.id}`)).status).toBe('done')
    expect(await count('tasks where project_id = $1', at.home.id)).toBe(600)
  }, 180_000)

  test('of messages to webhooks: each arrives once', async () => {
    const ws = await workspace()
    const receiver = await startReceiver()
    await addWebhook(ws, receiver.url, { payload: 'object' })
    const home = await project(ws)
    await asking(ws.owner, async (owner) => {
      for (let n = 0; n < 30; n++)
        await owner.ok('POST', `${ws.base}/tags`, { name: `Tag ${n}`, project_id: home.id })
    })
    await done(ws.org.id, ['webhooks', 'webhooks.send'])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBeGreaterThanOrEqual(30)
    expect(new Set(ids).size).toBe(ids.length)
    const state = 'webhook_messages where org_id = $1 and state'
    expect(await count(`${state} = 'delivered'`, ws.org.id)).toBe(ids.length)
    expect(await count(`${state} = 'pending'`, ws.org.id)).toBe(0)
    await receiver.close()
  })

  test('of mail: each is sent once', async () => {
    await asOwner('delete from mails')
    for (let n = 0; n < 25; n++)
      await asOwner(`select app.queue_mail('verify_address', $1, null, '{}')`, [(await person()).id])
    const before = sentMails.length
    const runs: Invocation[] = []
    while (await count(`mails where state in ('queued', 'sending')`))
      runs.push(...(await ring(shardOfAccounts)))
    expectWithin(runs)
    expect(runs.length).toBeGreaterThan(2)
    expect(sentMails.length - before).toBe(25)
    expect(await count(`mails where state = 'sent' and attempts = 1`)).toBe(25)
  })
})

describe('a request with more to do than one invocation may', () => {
  const busy = async (jobs: number) => {
    const ws = await workspace()
    await asOwner('delete from outbox')
    for (let n = 0; n < jobs; n++)
      await enqueue(ws.org.id, 'impersonation.expired', { impersonation_id: crypto.randomUUID() })
    return ws
  }
  const rename = ({ base, owner }: Workspace, settings: object) =>
    invocationsOf(async () => {
      const sent = { body: { name: 'Renamed' }, headers: owner.headers }
      expect((await call('PATCH', base, sent, { ...small, ...settings })).status).toBe(200)
    })
  const tries = (org: string) =>
    asOwner(
      `select attempts, count(*)::int as jobs, count(done_at)::int as done from outbox where org_id = $1
        and topic = 'impersonation.expired' group by attempts order by attempts`,
      [org],
    )

  test('leaves to the clock what it may not call any more', async () => {
    const ws = await busy(60)
    const { namespace, known } = clockNamespace(small)
    const [request] = await rename(ws, { CLOCK: namespace })
    expectWithin([request!])
    expect((await waiting(ws.org.id, ['impersonation.expired'])).length).toBeGreaterThan(30)
    const { alarms } = known.get(`clock ${shardOf(ws.org.id)}`)!
    expect(await alarms.getAlarm()).toBeLessThan(Date.now() + 1000)
    await done(ws.org.id, ['impersonation.expired'])
    expect(await tries(ws.org.id)).toEqual([{ attempts: 1, jobs: 60, done: 60 }])
  })

  test('leaves to the clock what would be cut after the response', async () => {
    const ws = await busy(15)
    const slow = await startGateway()
    slow.delayMs = 120
    const { namespace } = clockNamespace(small)
    const settings = { CLOCK: namespace, SQL_ENDPOINT: slow.url, SUBREQUESTS: '1000' }
    expectWithin(await rename(ws, settings), { ...small, SUBREQUESTS: '1000' })
    const left = await waiting(ws.org.id, ['impersonation.expired'])
    expect([left.length > 4, left.map(({ attempts }) => attempts)]).toEqual([true, left.map(() => 0)])
    await slow.stop()
    await runsOf(ws.org.id, ['impersonation.expired'])
    expect(await tries(ws.org.id)).toEqual([{ attempts: 1, jobs: 15, done: 15 }])
  })

  test('is cut in the middle of a job, which is taken up again after its lease', async () => {
    const ws = await busy(3)
    let stuck = true
    const slow = await startGateway((query) =>
      stuck && query.includes('app.expire_impersonations')
        ? `select pg_sleep(5) where $1::text is not null`
        : query,
    )
    const { namespace } = clockNamespace(small)
    const [request] = await rename(ws, { CLOCK: namespace, SQL_ENDPOINT: slow.url, AFTER_RESPONSE_MS: '500' })
    stuck = false
    expect(request!.lost).toBeGreaterThan(0)
    expect(await tries(ws.org.id)).toEqual([{ attempts: 1, jobs: 3, done: 0 }])
    await asOwner('update outbox set available_at = now() where org_id = $1 and done_at is null', [ws.org.id])
    expectWithin(await ring(shardOf(ws.org.id)))
    expect(await tries(ws.org.id)).toEqual([{ attempts: 2, jobs: 3, done: 3 }])
    await slow.stop()
  })

  test('answers of a batch of tools what is not done, and does that when it is sent again', async () => {
    const ws = await busy(0)
    const home = await project(ws)
    const { token } = await keyOf(ws)
    const { namespace } = clockNamespace(small)
    const session = await open({ token })
    const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': session }
    let messages: object[] = Array.from({ length: 20 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'create_issue', arguments: { project_id: home.key, title: `Task ${id}` } },
    }))
    let batches = 0
    for (; messages.length; batches++) {
      const [request] = await invocationsOf(async () => {
        const reply = await call('POST', '/mcp', { body: messages, headers }, { ...small, CLOCK: namespace })
        const left = reply.body.filter(({ error }: Json) => error?.message.startsWith('not done'))
        messages = messages.filter((one) => left.some(({ id }: Json) => id === (one as Json).id))
      })
      expectWithin([request!])
    }
    expect(batches).toBeGreaterThan(1)
    expect(await count('tasks where project_id = $1', home.id)).toBe(20)
  })
})
