import { describe, expect, test } from 'vitest'
import { accountExporting, accountPartsOf } from '../../src/jobs/account-exports.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { account, strong } from '../kit/accounts.ts'
import { desk, draftOf, follow, picture } from '../kit/attachments.ts'
import { storage, tamper } from '../kit/audit.ts'
import { asOwner, call, caller, type Caller, env, files, type Json } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { office } from '../kit/contracts.ts'
import { database, settled } from '../kit/inbox.ts'
import { linkIn, mailTo } from '../kit/mail.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { hire, office as staffed } from '../kit/leave.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { acted, calculated, compensate } from '../kit/payroll.ts'

await ownDatabase()

const at = '/api/v1/auth/export'
const request = (who: Caller, password = strong) => who.call('POST', at, { password })
/** Requests an export while storage fails, so that it is not created at once. */
const requestWithoutStorage = ({ headers }: Caller) => {
  const put = async () => Promise.reject(new Error('no file can be stored just now'))
  return call('POST', at, { body: { password: strong }, headers }, { FILES: { ...files, put } })
}
const problemOf = (reply: { status: number; body: Json }) => [reply.status, reply.body?.error?.message]

/** Requests an export and waits until it is ready. */
async function create(who: Caller): Promise<Json> {
  await who.ok('POST', at, { password: strong })
  for (let attempt = 0; attempt < 200; attempt++) {
    const state = await who.ok('GET', at)
    if (state.state === 'ready') return state
    await drain(database(), storage(), env().JWT_KEYS)
  }
  throw new Error('the file is not made')
}
const download = (url: string, who?: Caller, method = 'GET') =>
  follow(url, { method, headers: who?.headers ?? {} })
const contentOf = async (who: Caller): Promise<Json> => {
  const { download_url } = await create(who)
  return JSON.parse(new TextDecoder().decode((await download(download_url, who)).bytes))
}
const partsIn = (id: string) => [...files.stored.keys()].filter((key) => key.startsWith(accountPartsOf(id)))
const latest = async ({ id }: Caller) =>
  (
    await asOwner<{ id: string }>(
      'select id from account_exports where user_id = $1 order by created_at desc',
      [id],
    )
  )[0]!.id

/** A person with something of every kind that a person can leave, each with a word to find it by. */
async function activePerson(word: string) {
  const setup = await desk()
  const { ws, projectId } = setup
  const who = await join(ws, 'member', `Grace ${word}`)
  await asOwner(`update users set email_verified_at = now() where id = $1`, [who.id])
  const assignedTask = await task(ws, projectId, { title: `Given ${word}` })
  await ws.owner.ok('PATCH', `${ws.base}/tasks/${assignedTask.id}`, { assignee_id: who.id })
  await who.ok('POST', `${ws.base}/projects/${projectId}/tasks`, { title: `Reported ${word}` })
  await who.ok('POST', `${ws.base}/tasks/${assignedTask.id}/comments`, { body: `Said ${word}` })
  const document = await who.ok('POST', `${ws.base}/documents`, { title: `Wrote ${word}`, content: 'x' })
  await who.ok('POST', `${ws.base}/documents/${document.id}/comments`, { body: `Remarked ${word}` })
  await who.ok('POST', `${ws.base}/notes`, { title: `Noted ${word}` })
  const later = new Date(Date.now() + 864e5).toISOString()
  await who.ok('POST', `${ws.base}/reminders`, { title: `Reminded ${word}`, remind_at: later })
  const filter = { field: 'title', op: 'contains', value: word }
  await who.ok('POST', `${ws.base}/filters`, { name: `Filtered ${word}`, filter, visibility: 'private' })
  await who.ok('PUT', `${ws.base}/desktop-state/windows`, { value: { word } })
  await who.ok('PUT', `${ws.base}/notification-preferences`, {
    reasons: { assigned: { email: true } },
    muted_project_ids: [projectId],
  })
  await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: `Key ${word}`, user_id: who.id })
  await who.ok('POST', `${ws.base}/attachments`, draftOf(setup, picture(), { caption: `Filed ${word}` }))
  const expense = { description: `Spent ${word}`, expense_date: '2026-01-15', total_minor: 100 }
  await who.ok('POST', `${ws.base}/expenses`, expense)
  const logged = { description: `Logged ${word}`, work_date: '2026-01-15', duration_seconds: 60 }
  await who.ok('POST', `${ws.base}/time-entries`, logged)
  await connected(who)
  const other = await workspace(`Inviting ${word}`)
  await other.owner.ok('POST', `${other.base}/invitations`, { email: who.email, role: 'member' })
  await settled(ws)
  return { ...setup, who, given: assignedTask, document }
}

describe("a file of one's own data", () => {
  test('has everything that the person wrote, owns or was assigned, and no secret', async () => {
    const { who, ws, given: assignedTask } = await activePerson('kingfisher')
    const all = await contentOf(who)
    expect(all.account).toBe(who.id)
    const titles = (section: string, field: string) => all[section].map((row: Json) => row[field])
    expect(all.profile).toMatchObject([{ email: who.email, name: 'Grace kingfisher' }])
    expect(all.memberships).toMatchObject([{ organization: ws.org.name, role: 'member' }])
    expect(titles('tasks', 'title').toSorted()).toEqual(['Given kingfisher', 'Reported kingfisher'])
    expect(titles('tasks', 'key')).toContain(assignedTask.key)
    expect(titles('comments', 'body')).toEqual(['Said kingfisher', 'Remarked kingfisher'])
    expect(titles('documents', 'title')).toEqual(['Wrote kingfisher'])
    expect(all.document_versions).toMatchObject([{ versions: [{ number: 1 }] }])
    expect(titles('notes', 'title')).toEqual(['Noted kingfisher'])
    expect(titles('reminders', 'title')).toEqual(['Reminded kingfisher'])
    expect(titles('saved_filters', 'name')).toEqual(['Filtered kingfisher'])
    expect(all.desktop).toMatchObject([{ key: 'windows', value: { word: 'kingfisher' } }])
    expect(all.notification_preferences).toMatchObject([{ reason: 'assigned', email: true }])
    expect(all.muted_projects).toHaveLength(1)
    expect(titles('api_keys', 'name')).toEqual(['Key kingfisher'])
    expect(titles('attachments', 'caption')).toEqual(['Filed kingfisher'])
    expect(titles('expenses', 'description')).toEqual(['Spent kingfisher'])
    expect(titles('time_entries', 'description')).toEqual(['Logged kingfisher'])
    expect(titles('invitations', 'organization')).toEqual(['Inviting kingfisher'])
    expect([all.applications.length, all.sessions.length]).toEqual([1, 1])
    expect(titles('notifications', 'reason')).toEqual(expect.arrayContaining(['assigned', 'approval']))
    expect(titles('account_history', 'action')).toContain('account.export_requested')
    const [secrets] = await asOwner(
      `select u.password_hash, encode(s.refresh_hash, 'hex') as refresh from users u join sessions s on s.user_id = u.id
        where u.id = $1`,
      [who.id],
    )
    const text = JSON.stringify(all)
    for (const secret of Object.values(secrets)) expect(text).not.toContain(String(secret))
    expect(text).not.toMatch(/"[a-z_]*(?:hash|password|secret|token)[a-z_]*":/)
  })

  test('has nothing of others, and from projects closed to the person only the account', async () => {
    const { who, ws, given: assignedTask, document, projectId } = await activePerson('heron')
    await ws.owner.ok('POST', `${ws.base}/notes`, { title: 'Of the owner' })
    await asOwner(`update projects set visibility = 'private' where id = $1`, [projectId])
    const hidden = await contentOf(who)
    expect([hidden.tasks, hidden.attachments, hidden.watched_tasks, hidden.project_memberships]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(hidden.comments).toMatchObject([{ document_id: document.id }])
    expect(JSON.stringify(hidden)).not.toContain('Of the owner')
    await asOwner(`update organizations set require_second_factor = true where id = $1`, [ws.org.id])
    expect((await contentOf(who)).documents).toEqual([])
    await asOwner(`update organizations set require_second_factor = false where id = $1`, [ws.org.id])
    await ws.owner.ok('DELETE', `${ws.base}/members/${who.id}`)
    const contentAfterLeaving = await contentOf(who)
    expect(JSON.stringify(contentAfterLeaving)).not.toContain(assignedTask.id)
    const organizational = ['notes', 'comments', 'documents', 'saved_filters', 'desktop', 'notifications']
    for (const section of organizational)
      expect([section, contentAfterLeaving[section]]).toEqual([section, []])
    expect(contentAfterLeaving.profile).toHaveLength(1)
  })

  test('has what is kept of an employee, without notes of who decides and rows of others', async () => {
    const at = await staffed()
    const { ws, ada, boss, worker, lead } = at
    const { owner, base } = ws
    await asOwner(`update users set email_verified_at = now() where id = $1`, [ada.id])
    const other = await hire(ws, { first_name: 'Bystander', user_id: (await join(ws)).id })
    for (const [who, reason] of [
      [worker, 'Own reason'],
      [other, 'Reason of another'],
    ] as const)
      await owner.ok('POST', `${base}/leave-requests`, {
        leave_type_id: at.vacation.id,
        employee_id: who.id,
        start_date: '2027-02-01',
        reason,
      })
    const [mine] = (await boss.ok('GET', `${base}/leave-requests?employee_id=${worker.id}`)).items
    await boss.ok('POST', `${base}/leave-requests/${mine.id}/approve`, { note: 'Between deciders' })
    await ada.ok('POST', `${base}/working-hours`, { event: 'clock_in' })
    await ada.ok('POST', `${base}/timesheets/me/current/submit`, { empty: true })
    for (const who of [worker, lead, other]) await compensate(ws, who, { amount_minor: 251_700 })
    const run = await calculated(ws)
    await acted(ws, run, 'approve', { force: true })
    expect((await contentOf(ada)).payslips).toEqual([])
    await acted(ws, run, 'pay', { paid_at: '2026-11-27' })
    const all = await contentOf(ada)
    expect(all.employee).toMatchObject([{ id: worker.id, first_name: 'Ada' }])
    expect(all.leave_requests).toMatchObject([{ id: mine.id, reason: 'Own reason' }])
    expect(all.payslips).toMatchObject([{ employee_id: worker.id, gross_minor: 251_700 }])
    const sections = 'employments employee_record compensations payslip_lines working_hours timesheets'
    for (const section of sections.split(' '))
      expect([section, all[section].length]).not.toEqual([section, 0])
    const text = JSON.stringify(all)
    for (const words of ['Between deciders', 'Reason of another', 'Bystander', other.id])
      expect([words, text.includes(words)]).toEqual([words, false])
  })

  test('has the employment contracts that were sent, without others’ notes', async () => {
    const setup = await office()
    const who = await account()
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      setup.ws.org.id,
      who.id,
    ])
    const party = { party_kind: 'employee', client_id: null, user_id: who.id, notes: 'Between us' }
    const sent = await setup.draft(party)
    await setup.draft(party)
    await setup.act(sent.id, 'send')
    const { contracts } = await contentOf(who)
    expect(contracts.map(({ id }: Json) => id)).toEqual([sent.id])
    expect(JSON.stringify(contracts)).not.toContain('Between us')
  })

  test('follows every reference to a person, or says why not', async () => {
    /** References to a person that are not data about the person, or that nobody can read. */
    const leftOut: Record<string, string> = {
      'okr_definitions.author_id': 'who changed what a result is measured by is in the audit log',
      'app_installations.user_id': 'the member that an app acts as, who is nobody',
      'cost_rates.user_id': 'what the organization reckons with, which only its admins see',
      'api_keys.offered_by': 'the keys of the members whom the person offered them',
      'project_baselines.taken_by':
        'a picture of the project at that time; that it was taken is in its audit log',
      'mail_tokens.user_id': 'hashes of links in mails, which are listed themselves',
      'recovery_codes.user_id': 'hashes of secrets, which nobody can read any more',
      'impersonation_sessions.admin_user_id': 'what an operator did belongs to the audit log of the platform',
      'audit_exports.user_id': 'files of an organization, which are erased after a day',
      'organization_import_people.user_id':
        'an account that stands for somebody of an organization elsewhere, with which nobody signs in',
      'organization_import_people.bound_to':
        'whose name in an import the person had; what was under it is among their own',
      'idempotency_keys.user_id': 'answers that were given to the person, kept for a day to be repeated',
    }
    const references = await asOwner<{ name: string }>(
      `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass and c.connamespace = 'public'::regnamespace
        union select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and column_name = 'user_id'`,
    )
    const sections = await asOwner<{ follows: string[] }>('select follows from app.account_export_sections()')
    const exported = new Set(sections.flatMap(({ follows }) => follows))
    const missing = references.filter(({ name }) => !exported.has(name) && !leftOut[name])
    expect(missing).toEqual([])
    const known = new Set(references.map(({ name }) => name))
    expect(Object.keys(leftOut).filter((name) => !known.has(name) || exported.has(name))).toEqual([])
    expect(references.length).toBeGreaterThan(30)
  })

  test('of many tasks is created in parts and resumes where a worker stopped', async () => {
    const ws: Workspace = await workspace()
    const who = await join(ws)
    const { id: home } = await project(ws)
    await tamper(`insert into tasks (org_id, project_id, number, title, description, rank, created_by, reporter_id,
        assignee_id)
      select '${ws.org.id}', '${home}', n, 'Task ' || n, repeat('words and ', 60), 'a' || lpad(n::text, 6, '0'),
        '${ws.owner.id}', '${ws.owner.id}', '${who.id}' from generate_series(1, 5200) n`)
    await requestWithoutStorage(who)
    const id = await latest(who)
    const failed = () =>
      asOwner(`select from outbox where payload->>'export_id' = $1 and last_error is not null`, [id])
    await expect.poll(async () => (await failed()).length).toBe(1)
    const job = {
      id: '',
      org_id: '',
      folder: '',
      topic: 'account.export',
      payload: { export_id: id },
      attempts: 1,
    }
    await accountExporting.react(job, database(), storage())
    expect((await who.ok('GET', at)).state).toBe('preparing')
    await asOwner(`update outbox set available_at = now() where payload->>'export_id' = $1`, [id])
    for (let attempt = 0; attempt < 100 && (await who.ok('GET', at)).state !== 'ready'; attempt++)
      await drain(database(), storage(), env().JWT_KEYS)
    const { download_url, size_bytes } = await who.ok('GET', at)
    expect(partsIn(id).length).toBeGreaterThan(3)
    const largest = Math.max(...partsIn(id).map((key) => files.stored.get(key)!.bytes.length))
    expect(largest).toBeLessThan(2_500_000)
    const { bytes } = await download(download_url, who)
    expect(bytes.length).toBe(size_bytes)
    const { tasks } = JSON.parse(new TextDecoder().decode(bytes))
    expect(new Set(tasks.map((row: Json) => row.title)).size).toBe(5200)
    expect(tasks).toHaveLength(5200)
  })
})

describe('requesting the export', () => {
  test('requires the password, and counts wrong ones', async () => {
    const who = await account()
    expect(await who.ok('GET', at)).toMatchObject({ state: 'none', download_url: null, requested_at: null })
    expect(problemOf(await request(who, 'wrong'))).toEqual([
      422,
      'body.password: is wrong; reset the password if you have forgotten it',
    ])
    const reply = await request(who)
    expect([reply.status, reply.body.state, reply.roundTrips]).toEqual([202, 'preparing', 2])
    const [failures] = await asOwner(
      `select count(*)::int as n from audit_log where action = 'login.failed'
      and actor_user_id = $1`,
      [who.id],
    )
    expect(failures).toEqual({ n: 1 })
  })

  test('race: creates one at a time, and three a day', async () => {
    const who = await account()
    const burst = await Promise.all([1, 2, 3].map(() => requestWithoutStorage(who)))
    expect(burst.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
    expect(problemOf(burst.find(({ status }) => status === 409)!)).toEqual([
      409,
      'a file is already being prepared; wait for it',
    ])
    for (let n = 0; n < 3; n++)
      await asOwner(`insert into account_exports (id, user_id, state) values (uuidv7(), $1, 'ready')`, [
        who.id,
      ])
    await asOwner(`update account_exports set state = 'ready' where user_id = $1`, [who.id])
    expect(problemOf(await request(who))).toEqual([
      409,
      'three files were prepared within a day; use the last one, or try again tomorrow',
    ])
  })

  test('is only for the person’s own browser session, and so is the link', async () => {
    const who = await account()
    const { download_url } = await create(who)
    const ws = await workspace()
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'admin')`, [
      ws.org.id,
      who.id,
    ])
    const { token } = await who.ok('POST', `${ws.base}/api-keys`, { name: 'key' })
    const key = caller({ authorization: `Bearer ${token}` }, { id: '', email: '' })
    const { app } = await connected(who)
    const { cookie, operator } = await impersonating(who)
    const impersonated = caller({ cookie: `${operator.headers.cookie}; ${cookie}` }, { id: '', email: '' })
    for (const other of [key, app, impersonated]) {
      expect((await other.call('GET', at)).status).toBe(403)
      expect((await request(other)).status).toBe(403)
      expect((await download(download_url, other)).status).toBe(404)
    }
    expect((await download(download_url, await account())).status).toBe(404)
    expect((await download(download_url)).status).toBe(401)
    const own = await download(download_url, who, 'HEAD')
    expect([own.status, own.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="my-data-[\d-]+\.json"$/),
    ])
    await who.ok('DELETE', '/api/v1/auth/sessions')
    await call('POST', '/api/v1/auth/logout', { headers: who.headers })
    expect((await download(download_url, who)).status).toBe(401)
  })

  test('names the missing setting if file storage is not configured', async () => {
    const who = await account()
    const reply = await call(
      'POST',
      at,
      { body: { password: strong }, headers: who.headers },
      { FILES: undefined },
    )
    expect(problemOf(reply)).toEqual([
      409,
      'this deployment keeps no files: the binding FILES is not set; its operator has to set it',
    ])
    expect((await who.ok('GET', at)).state).toBe('none')
  })

  test('sends a mail with a link to the page; the file is erased after seven days', async () => {
    const who = await account()
    await request(who)
    await expect.poll(() => mailTo(who.email).at(-1)?.subject).toBe('Your data from Service is ready')
    expect(linkIn(mailTo(who.email).at(-1)!).pathname).toBe('/account')
    const id = await latest(who)
    expect(partsIn(id)).toHaveLength(1)
    await asOwner(
      `update outbox set available_at = now() where topic = 'account.export_expired' and payload->>'export_id' = $1`,
      [id],
    )
    await drain(database(), storage(), env().JWT_KEYS)
    expect([partsIn(id), (await who.ok('GET', at)).state]).toEqual([[], 'none'])
  })

  test('is erased with the account', async () => {
    const who = await account()
    const { download_url } = await create(who)
    const id = await latest(who)
    await who.ok('DELETE', '/api/v1/auth/me', { password: strong })
    expect((await download(download_url, who)).status).toBe(401)
    await drain(database(), storage(), env().JWT_KEYS)
    expect(partsIn(id)).toEqual([])
    expect(await asOwner('select from account_exports where user_id = $1', [who.id])).toEqual([])
  })
})
