import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import { migrate } from '../../scripts/stack/migrate.ts'
import { accountTables, deleteMoved, moveOrganization } from '../../scripts/stack/move.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { operations } from '../contract/world.ts'
import { asOwner, type Caller, caller } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { useDatabase } from '../kit/parts.ts'
import { copyTemplate } from '../kit/template.ts'
import { restoreRelease } from './release.ts'

await ownDatabase()

type Database = { name: string; client: Client }
let from: Database
let to: Database
/** The organizations of the last release, which has a row in every table, and a key of the owner of each. */
let organizations: { id: string; slug: string; owner: string; who: Caller }[]
async function opened(name: string): Promise<Database> {
  const client = new Client(urlOf(name))
  await client.connect()
  return { name, client }
}
const urlOf = (name: string) => Object.assign(new URL(inject('parts').ownerUrl), { pathname: name }).href

beforeAll(async () => {
  const release = await restoreRelease()
  await migrate(release.url)
  const other = `other_${uuidv7().replaceAll('-', '')}`
  await copyTemplate(inject('parts').ownerUrl, other)
  from = await opened(release.name)
  to = await opened(other)
  useDatabase(to.name)
  const neighbor = await workspace('Neighbor')
  await task(neighbor, (await project(neighbor)).id)
  useDatabase(from.name)
  const found = await asOwner<{ id: string; slug: string; owner: string }>(
    `select distinct on (o.id) o.id, o.slug, m.user_id as owner from organizations o join organization_members m
      on m.org_id = o.id and m.role = 'owner' and m.status = 'active'
      where o.deleted_at is null and o.status = 'active' order by o.id, m.joined_at`,
  )
  organizations = await Promise.all(found.map(async (one) => ({ ...one, who: await keyOf(one) })))
})
afterAll(() => Promise.all([from.client.end(), to.client.end()]))

async function keyOf({ id, owner }: { id: string; owner: string }): Promise<Caller> {
  const token = makeToken('svc_live_', 'a')
  await asOwner(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint) values ($1, $2, $3, 'test', $4, 'svc_live_…')`,
    [uuidv7(), id, owner, Buffer.from(hashOf(token), 'hex')],
  )
  return caller({ authorization: `Bearer ${token}` }, { id: owner, email: '' })
}

const reads = operations.filter(
  (operation) =>
    operation.method === 'GET' &&
    inOrganization(operation) &&
    operation.path.includes('{org_id}') &&
    !operation.not?.includes('api_key') &&
    // These make something, or ask somebody else.
    !operation.exports &&
    operation.id !== 'autocompleteAddress' &&
    // These count the requests of this test.
    !/^(?:getEntitlements|getUsageSummary|queryUsage|listUsageEvents)$/.test(operation.id) &&
    !/\{/.test((operation.example as { query?: string } | undefined)?.query ?? ''),
)

const nameOf = (table: object) => getTableName(table as PgTable)
const columnOf = (column: unknown) => (column as { name: string }).name

/** The requests of a read about the organization: one, or one for each of some of the objects that its path names. */
async function requestsOf({ path, params, targets, example }: Operation, org: string): Promise<string[]> {
  const query = (example as { query?: string } | undefined)?.query
  let paths = [path.replace('{org_id}', org)]
  for (const [param, { table, id = table.id }] of targets) {
    const values = await asOwner<{ value: string }>(
      `select ${columnOf(id)} as value from ${nameOf(table)} where org_id = $1 order by 1 limit 3`,
      [org],
    )
    paths = paths.flatMap((one) => values.map(({ value }) => one.replace(`{${param}}`, value)))
  }
  return params.length > targets.length + 1 ? [] : paths.map((one) => (query ? `${one}?${query}` : one))
}

/** Answers without what the moment or the reading itself changes: links that expire, and when somebody was seen. */
const lasting = (text: string) =>
  text
    .replaceAll(
      /"(\w*(?:_url|expires_at|last_used_at|last_seen_at|viewed_at|opened_at|_seconds|percent|generated_at|cached_at|calendar|working))":("[^"]*"|-?[\d.]+|null)/g,
      '"$1":0',
    )
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')

async function answersOf({ id, who }: (typeof organizations)[number]) {
  const answers: Record<string, [number, string]> = {}
  for (const operation of reads)
    for (const path of await requestsOf(operation, id)) {
      const { status, text } = await who.call('GET', path)
      answers[`${operation.id} ${path}`] = [status, lasting(text)]
    }
  return answers
}

describe('an organization that is moved to another database', () => {
  const before: Record<string, Record<string, [number, string]>> = {}
  beforeAll(async () => {
    for (const one of organizations) before[one.slug] = await answersOf(one)
    for (const { slug } of organizations) await moveOrganization({ from: from.client, to: to.client }, slug)
  }, 300_000)

  test('answers every read of the contract as before, to the keys that it had', async () => {
    useDatabase(to.name)
    for (const one of organizations) expect(await answersOf(one)).toEqual(before[one.slug])
    const answered = Object.values(before).flatMap((answers) =>
      Object.entries(answers).flatMap(([request, [status]]) =>
        status === 200 ? request.split(' ')[0]! : [],
      ),
    )
    expect(new Set(answered).size).toBeGreaterThan(130)
  }, 300_000)

  test('tells the deployment which keys its secrets are sealed with', async () => {
    expect(await asOwner('select key_id from sealing_keys')).toEqual([{ key_id: 'k1' }])
  })

  test('keeps what must always hold', async () => {
    const brokenIn = async (client: Client) => (await checkInvariants(client)).filter(({ broken }) => broken)
    // The rows of the release that only the owner could write break some.
    const known = (await brokenIn(from.client)).map(({ invariant }) => invariant)
    expect((await brokenIn(to.client)).filter(({ invariant }) => !known.includes(invariant))).toEqual([])
    expect(known.length).toBeLessThan(5)
  })

  test('goes on there: its numbers and histories continue', async () => {
    useDatabase(to.name)
    const { who, id } = organizations[0]!
    const [open] = await asOwner<{ id: string }>(
      'select id from projects where org_id = $1 and deleted_at is null and archived_at is null limit 1',
      [id],
    )
    const made = await who.ok('POST', `/api/v1/organizations/${id}/projects/${open!.id}/tasks`, {
      title: 'New',
    })
    const [{ later }] = (await asOwner(
      `select min(id) filter (where task_id = $1) > max(id) filter (where task_id <> $1) as later from task_events
        where org_id = $2`,
      [made.id, id],
    )) as [{ later: boolean }]
    expect(later).toBe(true)
  })

  test('shares no number with its neighbors that must not be shared: those of histories count in each', async () => {
    const numbers = await to.client.query(
      `select c.relname as name, (select count(*)::int from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnkeyatts = 1
          and i.indkey[0] = a.attnum) as global from pg_class c join pg_attribute a on a.attrelid = c.oid
          and a.attidentity <> '' where c.relnamespace = 'public'::regnamespace order by 1`,
    )
    expect(numbers.rows).toEqual([
      { name: 'automation_runs', global: 0 },
      { name: 'change_log', global: 0 },
      { name: 'sprint_ledger', global: 0 },
      { name: 'task_events', global: 0 },
    ])
    const { rows } = await to.client.query(
      'select count(distinct org_id)::int as organizations from task_events group by id order by 1 desc limit 1',
    )
    expect(rows).toEqual([{ organizations: 2 }])
  })

  test('is suspended where it was, which nothing else tells of it, and can be deleted there', async () => {
    useDatabase(from.name)
    const { who, id, slug } = organizations[0]!
    const refused = await who.call('GET', `/api/v1/organizations/${id}/projects`)
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('suspended')])
    await deleteMoved({ from: from.client, to: to.client }, slug)
    expect(await asOwner('select from organizations where id = $1', [id])).toEqual([])
    expect(await asOwner('select from tasks where org_id = $1', [id])).toEqual([])
    useDatabase(to.name)
    expect((await who.call('GET', `/api/v1/organizations/${id}/projects`)).status).toBe(200)
  })

  test('is refused where it is already, and where it does not exist', async () => {
    const both = { from: from.client, to: to.client }
    await expect(moveOrganization(both, organizations[1]!.slug)).rejects.toThrow(
      'is in the target database already',
    )
    await expect(moveOrganization(both, 'nobody')).rejects.toThrow('no organization has the slug nobody')
    await expect(deleteMoved(both, 'nobody')).rejects.toThrow('was moved from here')
  })
})

test('an interrupted move leaves nothing, and can be repeated, as what it was is remembered', async () => {
  const empty = `third_${uuidv7().replaceAll('-', '')}`
  await copyTemplate(inject('parts').ownerUrl, empty)
  const third = new Client(urlOf(empty))
  await third.connect()
  const both = { from: from.client, to: third }
  const { slug, id } = organizations[1]!
  // A row that stands in the way breaks it off in the middle.
  await third.query(
    `create function app.stop() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger stop before insert on time_entries for each statement execute function app.stop();
      alter table time_entries enable always trigger stop`,
  )
  await expect(moveOrganization(both, slug)).rejects.toThrow('broken off')
  expect((await third.query('select from organizations')).rowCount).toBe(0)
  await third.query('drop trigger stop on time_entries')
  await moveOrganization(both, slug)
  const { rows } = await third.query('select id, status, suspended_at from organizations')
  expect(rows).toEqual([{ id, status: 'active', suspended_at: null }])
  await third.end()
})

test('every table belongs to an organization, goes with its people, or is known to stay', async () => {
  const staying = [
    'account_exports',
    'billing_events',
    'billing_plans',
    'billing_settings',
    'holiday_places',
    'impersonation_sessions',
    'login_failures',
    'mail_tokens',
    'mails',
    'oauth_authorizations',
    'oauth_clients',
    'oauth_requests',
    'oauth_tokens',
    'organization_import_ids',
    'organization_import_numbers',
    'organization_import_parts',
    'organization_import_people',
    'organization_imports',
    'platform_admins',
    'platform_switches',
    'public_holidays',
    'sealing_keys',
    'service_counts',
    'sessions',
    'spent_refresh_tokens',
    'spent_tickets',
  ]
  const others = await asOwner<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> 'organizations' and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')`,
  )
  expect(others.map(({ name }) => name).toSorted()).toEqual([...staying, ...accountTables].toSorted())
})
