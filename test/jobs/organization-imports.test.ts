import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import { inOrganization } from '../../src/kit/operation.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import { operations, type World } from '../contract/world.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { seal, storage } from '../kit/audit.ts'
import { app, asOwner, type Caller, env, files, type Json, person, type Reply } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { exported } from '../kit/organization-exports.ts'
import { type Archive, archiveOf, imported, importPath } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'
import { open } from '../web/browse.ts'

await ownDatabase()

let world: World
let archive: Archive
let made: Json
/** What the world breaks by itself, as its rows are made without operations. */
const before = new Set<string>()
let ids: Map<string, string>
/** What numbers became, by their kind. */
let numbers: Map<string, number>
/** Of each operation that reads, from before the export, and what it answered then. */
const paths = new Map<string, string>()
const answered = new Map<string, Reply>()

beforeAll(async () => {
  world = await fullWorld()
  await addHistory(world)
  await seal(world.org)
  const { owner } = world.people
  await asOwner('update users set email_verified_at = now() where id = $1', [owner.id])
  for (const operation of operations)
    if (operation.method === 'GET' && inOrganization(operation))
      paths.set(operation.id, (await world.example(operation)).path)
  const key = { totp: 'MZXW6YTBOI7DEMRT' }
  await owner.ok('PATCH', paths.get('getCredential')!, { secret: 'another secret', ...key })
  const ws = { owner, base: `/api/v1/organizations/${world.org}` }
  const { id } = await exported(ws)
  archive = await archiveOf(ws, id)
  for (const [read, path] of paths) if (!excepted.has(read)) answered.set(read, await owner.call('GET', path))
  for (const { invariant, broken } of await findings()) if (broken) before.add(invariant)
  await copied(owner)
}, 300_000)

/** Imports the archive, and takes over what it calls everything. */
async function copied(owner: Caller) {
  made = await imported(owner, archive)
  ids = new Map([[world.people.owner.id, owner.id]])
  numbers = new Map()
  const map = await app.request(`${importPath}/${made.id}/map`, { headers: owner.headers }, env())
  for (const line of (await map.text()).split('\n').filter(Boolean)) {
    const { kind, old, new: now } = JSON.parse(line)
    if (typeof old === 'number') numbers.set(`${kind} ${old}`, now)
    else ids.set(old, now)
  }
}

async function findings() {
  const client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
  const found = await checkInvariants(client)
  await client.end()
  return found
}

test('is done', () => {
  expect([made.problem, made.state, made.written_count > 300]).toEqual([null, 'done', true])
})

test('leads from each thing that is left to do to where it is done, or says what to call', async () => {
  const { owner } = world.people
  const { text } = await open(`/organization-imports/${made.id}`, owner.headers)
  const [, list = ''] = /id="checklist"(.*?)<\/section>/s.exec(text)!
  const rows = list.split('<li').slice(1)
  expect([rows.length, made.checklist.length > 12]).toEqual([made.checklist.length, true])
  const lost: string[] = []
  for (const [n, { key, what }] of made.checklist.entries()) {
    const [, to] = /href="([^"]+)"/.exec(rows[n]!) ?? []
    const calls = [...what.matchAll(/(GET|PUT|POST|PATCH) …(\/[a-z_{}/-]+)/g)] as [string, string, string][]
    const known = calls.filter(([, method, path]) =>
      operations.some((one) => one.method === method && one.path.endsWith(path)),
    )
    if (to ? (await open(to, owner.headers)).status !== 200 : !calls.length) lost.push(key)
    if (known.length < calls.length) lost.push(`${key}: ${what}`)
  }
  expect(lost).toEqual([])
})

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const asNew = (text: string) => text.replace(uuid, (id) => ids.get(id) ?? id)

/** An answer with the numbers that its changes and runs have now. */
function renumbered(value: Json, key = ''): Json {
  if (key === 'event_id' || key === 'id') {
    const kind = key === 'id' ? 'automation_runs' : 'task_events'
    return typeof value === 'number' ? numbers.get(`${kind} ${value}`) : value
  }
  if (Array.isArray(value)) return value.map((one) => renumbered(one))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renumbered(one, name)]))
}

/** The paths at which two values differ. */
function differences(old: Json, now: Json, at = ''): string[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return []
  const isObject = (value: Json) => value !== null && typeof value === 'object'
  if (!isObject(old) || !isObject(now)) return [at || '.']
  if (Array.isArray(old) && Array.isArray(now)) {
    if (old.length !== now.length) return [`${at}[] ${old.length}/${now.length}`]
    return old.flatMap((one, n) => differences(one, now[n], `${at}[]`))
  }
  const keys = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...keys].flatMap((key) => differences(old[key], now[key], at ? `${at}.${key}` : key))
}

const ordered = (value: Json): Json => {
  if (Array.isArray(value))
    return value.map(ordered).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, ordered(one)]))
}

/** What operations answer otherwise after an import, and why. */
const exceptions: Record<string, string> = {
  'people are not members, what was private is not exported':
    'listMembers getMember listInvitations listProjectMembers getWorkload listProjects getProject listSavedFilters listBiDashboards listNotifications getUnreadNotificationCount getNotificationPreferences listNotes listReminders getReminder listDesktopStates getDesktopState listRecentItems getCalendarSubscription getDashboard',
  'keys, links, secrets and connections are not exported':
    'listApiKeys getRepositoryIntegration listAvailableRepositories listProjectRepositories getDevelopmentActivity getTaskDevelopment listKiosks listPortalAccesses listWebhooks getWebhook listWebhookDeliveries getWebhookDelivery listApps listInstalledApps getApp listCredentials getCredential listCredentialAccessLog listVaultAccessLog listSuppliers exportEmployees',
  'mail in transit is not exported': 'getTicket listTicketMails getTicketMail',
  'other organizations are linked again':
    'getHolding listSubsidiaries getHoldingPanel listHoldingRates listHoldingRelations listProjectShares previewProjectShare listSharedProjects getSharedProject listSharedProjectTasks getSharedProjectTask getSharedProjectDocument getSharedProjectFile',
  'chains are closed archives':
    'listProjectActivity listRecentActivity listInvoiceRegister verifyInvoiceRegister exportInvoiceRegister getInvoiceRegisterSettings getInvoiceRegisterRecord listWorkingHours getWorkingHoursSummary verifyWorkingHours exportWorkingHours getWorkingHoursFile exportWorkingHoursLog getCapacityReconciliation listAuditLog getAuditEntry listAuditActions verifyAuditLog exportAuditLog',
  'off until somebody switches it on': 'listAutomations getAutomation listMailboxes getTaskSla listSlaClocks',
  'series have a new prefix': 'listInvoiceSeries',
  'plan and usage are of the new organization':
    'getBillingOverview getEntitlements getSubscription listBillingInvoices getUsageSummary queryUsage listUsageEvents',
  'of the organization itself, or of an export':
    'getOrganization listOrganizationExports getOrganizationExport',
  'made at each call, or signed for the organization':
    'getAttachment getInvoiceFile getPayslipFile exportTimeEntries autocompleteAddress getAddress getBiWidgetData getBiDashboardData',
  'counted until now': 'getTimeInStatus',
}
const excepted = new Set(Object.values(exceptions).flatMap((list) => list.split(' ')))

/** Which reads of the copy answer otherwise than the one that was exported did, and which the same. */
async function compared(who: Caller) {
  const found: string[] = []
  const equal: string[] = []
  for (const [id, before] of answered) {
    const after = await who.call('GET', asNew(paths.get(id)!))
    const old = before.body && renumbered(JSON.parse(asNew(JSON.stringify(before.body))))
    const at =
      before.status === after.status
        ? before.status < 300 && differences(ordered(old), ordered(after.body))
        : [`${before.status}/${after.status}`]
    if (at && at.length) found.push(`${id}: ${[...new Set(at)].join(' ')}`)
    else if (before.status < 300) equal.push(id)
  }
  return { found, equal }
}

test('answers as the one that was exported, but for the exceptions', async () => {
  const { found, equal } = await compared(world.people.owner)
  expect(found).toEqual([])
  expect(equal.length).toBeGreaterThan(150)
  expect([...excepted].filter((id) => !paths.has(id))).toEqual([])
}, 300_000)

test('has credentials without their secrets, which are entered again', async () => {
  const { owner } = world.people
  const at = asNew(paths.get('getCredential')!)
  const { has_secret, has_totp, versions } = await owner.ok('GET', at)
  expect([has_secret, has_totp, versions]).toEqual([false, false, []])
  const entered = await owner.ok('PATCH', at, { secret: 'entered again', totp: 'MZXW6YTBOI7DEMRT' })
  expect([entered.secret_version, entered.totp_versions]).toEqual([1, [1]])
  expect((await owner.ok('POST', `${at}/reveal`, { reason: 'Looking' })).secret).toBe('entered again')
})

test('holds what always holds', async () => {
  const broken = (await findings()).filter(({ invariant, broken: n }) => n > 0 && !before.has(invariant))
  expect(broken).toEqual([])
})

test('names nothing of the organization that was exported', async () => {
  const naming: string[] = []
  for (const { name } of await asOwner<{ name: string }>('select name from app.import_plans')) {
    if (name === 'organizations') continue
    const rows = await asOwner(`select to_jsonb(t)::text as row from ${name} t where t.org_id = $1`, [
      made.id,
    ])
    const named = new Set(rows.flatMap(({ row }) => row.match(uuid) ?? []))
    const old = [...named].filter((id) => id === world.org || (ids.get(id) ?? id) !== id)
    naming.push(...old.map((id) => `${name} ${id}`))
  }
  expect(naming).toEqual([])
})

test('names nobody by an import who is a member, and holds what always holds', async () => {
  const people = await asOwner<{ old: string; person: string }>(
    `select p.user_id as old, u.id as person from organization_import_people p join users u on u.email = p.email
      where p.import_id = $1`,
    [made.id],
  )
  expect(people.length).toBeGreaterThan(3)
  const persons = people.map(({ person }) => person)
  await asOwner('update users set email_verified_at = now() where id = any ($1)', [persons])
  await asOwner(
    `insert into organization_members (org_id, user_id, role) select $1, p, 'member' from unnest($2::uuid[]) p`,
    [made.id, persons],
  )
  await drain(database(), storage())
  const { people: left, kept_count } = await world.people.owner.ok('GET', `${importPath}/${made.id}`)
  expect([kept_count, left.filter(({ state }: Json) => state !== 'bound').length]).toEqual([0, 0])
  const naming: string[] = []
  for (const { name } of await asOwner<{ name: string }>('select name from app.entities where tenant')) {
    const rows = await asOwner(`select to_jsonb(t)::text as row from ${name} t where t.org_id = $1`, [
      made.id,
    ])
    const named = new Set(rows.flatMap(({ row }) => row.match(uuid) ?? []))
    naming.push(...people.filter(({ old }) => named.has(old)).map(() => name))
  }
  expect([...new Set(naming)]).toEqual(['audit_log'])
  const broken = (await findings()).filter(({ invariant, broken: n }) => n > 0 && !before.has(invariant))
  expect(broken).toEqual([])
}, 120_000)

test('answers the same in the database of another deployment that has none of its people and files', async () => {
  await ownDatabase()
  files.stored.clear()
  const owner = await person()
  await asOwner('update users set email = $2, email_verified_at = now() where id = $1', [
    owner.id,
    world.people.owner.email,
  ])
  await copied(owner)
  expect([made.problem, made.state]).toEqual([null, 'done'])
  const { found, equal } = await compared(owner)
  expect(found).toEqual([])
  expect(equal.length).toBeGreaterThan(150)
  expect((await findings()).filter(({ invariant, broken: n }) => n > 0 && !before.has(invariant))).toEqual([])
}, 300_000)
