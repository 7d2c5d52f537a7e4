import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { proveAddress } from '../kit/factors.ts'
import { database, enteredDatabase } from '../kit/inbox.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { exported } from '../kit/organization-exports.ts'
import { type Archive, archiveOf, imported, importPath } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { open } from '../web/browse.ts'

await ownDatabase()

/** What Grace has done and holds in an organization that was exported, and a colleague of hers. */
let archive: Archive
let grace: Caller
let alan: Caller
beforeAll(async () => {
  const ws = await workspace()
  grace = await join(ws, 'manager')
  alan = await join(ws, 'member', 'Alan Turing')
  const home = await project(ws)
  await asOwner(`update projects set lead_user_id = $2 where id = $1`, [home.id, grace.id])
  const one = await grace.ok('POST', `${ws.base}/projects/${home.id}/tasks`, {
    title: 'Hers',
    description: `asked @[Grace Hopper](user:${grace.id})`,
  })
  await grace.ok('PATCH', `${ws.base}/tasks/${one.id}`, { assignee_id: grace.id })
  await task({ ...ws, owner: alan }, home.id)
  const said = `I and @[Grace Hopper](user:${grace.id}) did it`
  await grace.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: said })
  await grace.ok('POST', `${ws.base}/documents`, { project_id: home.id, title: 'Notes', content: said })
  archive = await archiveOf(ws, (await exported(ws)).id)
})

afterEach(async () => {
  await asOwner(`update users set email = id || '@elsewhere.example' where name = 'Mallory'`)
  for (const { id, email } of [grace, alan])
    await asOwner('update users set email = $2, email_verified_at = null where id = $1', [id, email])
})

type Counts = { entries: number; events: number }
type Made = Workspace & { found: Json }
/** The archive as a new organization of somebody. */
async function made(): Promise<Made> {
  const { owner } = await workspace()
  const found = await imported(owner, archive)
  expect([found.problem, found.state]).toEqual([null, 'done'])
  const base = `/api/v1/organizations/${found.id}`
  return { owner, base, org: await owner.ok('GET', base), found }
}
const invite = async (ws: Made, who: Caller, more: object = {}) => {
  const { accept_url } = await ws.owner.ok('POST', `${ws.base}/invitations`, {
    email: who.email,
    role: 'member',
    ...more,
  })
  return `/api/v1/invitations/${accept_url.split('/').at(-1)}/accept`
}
const accept = async (ws: Made, who: Caller, more: object = {}) => {
  await who.ok('POST', await invite(ws, who, more))
  await drain(database(), storage())
}
/** The same, without anything that follows. */
const enter = async ({ org }: Made, { id }: Caller) =>
  asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [org.id, id])
const stateOf = async (ws: Made, name: string) => {
  const { people } = await ws.owner.ok('GET', `${importPath}/${ws.org.id}`)
  const { state, email } = people.find((one: Json) => one.name === name)
  return [state, email]
}
const placeholder = async ({ org }: Made, name = 'Grace Hopper') =>
  (
    await asOwner<{ user_id: string }>(
      'select user_id from organization_import_people where import_id = $1 and name = $2',
      [org.id, name],
    )
  )[0]!.user_id

const importOf = ({ org }: Made) => `${importPath}/${org.id}`

/** A member who says that they have the address of somebody, whose account is gone. */
async function claiming(ws: Made, who: Caller): Promise<{ id: string; email: string }> {
  const mallory = await join(ws, 'member', 'Mallory')
  await asOwner(`update users set email = 'gone-' || email where id = $1`, [who.id])
  await asOwner('update users set email = $2 where id = $1', [mallory.id, who.email])
  await asOwner(`update organization_members set status = 'deactivated' where user_id = $1`, [mallory.id])
  await asOwner(`update organization_members set status = 'active' where user_id = $1`, [mallory.id])
  return { id: mallory.id, email: who.email }
}

/** The tables of an organization whose rows name an id. */
async function naming(org: string, id: string): Promise<string[]> {
  const tables = await asOwner<{ name: string }>(
    `select name from app.entities where tenant and name not in ('audit_log', 'outbox')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await asOwner(
      `select from ${name} t where t.org_id = $1 and to_jsonb(t)::text like '%' || $2 || '%' limit 1`,
      [org, id],
    )
    if (rows.length) found.push(name)
  }
  return found
}

describe('whoever becomes a member with the verified address of somebody in an import', () => {
  test('has everything that names them, wherever it does, and nothing tells of it', async () => {
    const ws = await made()
    await proveAddress(grace)
    const old = await placeholder(ws)
    const before = await naming(ws.org.id, old)
    for (const name of [
      'tasks',
      'comments',
      'documents',
      'document_versions',
      'task_events',
      'task_watchers',
    ])
      expect(before).toContain(name)
    const count = `select (select count(*) from audit_log where org_id = $1)::int as entries,
      (select count(*) from task_events where org_id = $1)::int as events`
    const [was] = await asOwner<Counts>(count, [ws.org.id])
    await accept(ws, grace)
    expect(await naming(ws.org.id, old)).toEqual([])
    expect(await stateOf(ws, 'Grace Hopper')).toEqual(['bound', null])
    expect(await stateOf(ws, 'Alan Turing')).toEqual(['absent', alan.email])
    const { items } = await grace.ok('GET', `${ws.base}/tasks?assignee_id=${grace.id}`)
    expect(items.map((one: Json) => [one.title, one.version])).toEqual([['Hers', 2]])
    const comments = await grace.ok('GET', `${ws.base}/tasks/${items[0].id}/comments`)
    expect(JSON.stringify(comments.items[0].author)).toContain(grace.id)
    expect(comments.items[0].body).toContain(`user:${grace.id}`)
    const [now] = await asOwner<Counts>(count, [ws.org.id])
    const bound = await asOwner(
      `select action from audit_log where org_id = $1 order by id desc limit ${now!.entries - was!.entries}`,
      [ws.org.id],
    )
    expect(bound.map(({ action }: Json) => action).toSorted()).toEqual([
      'invitation.accepted',
      'invitation.accepted',
      'invitation.created',
      'organization.person_bound',
    ])
    expect(now!.events).toBe(was!.events)
    expect((await grace.ok('GET', `${ws.base}/notifications`)).items).toEqual([])
  })

  test('not while the address is only claimed; but soon after it is verified', async () => {
    const ws = await made()
    const { email, id } = await claiming(ws, alan)
    await drain(database(), storage())
    const old = await placeholder(ws, 'Alan Turing')
    expect([(await naming(ws.org.id, old)).length > 0, await stateOf(ws, 'Alan Turing')]).toEqual([
      true,
      ['absent', email],
    ])
    await proveAddress({ id })
    await drain(database(), storage())
    expect([await naming(ws.org.id, old), await stateOf(ws, 'Alan Turing')]).toEqual([[], ['bound', null]])
  })

  test('not with another address, nor in another organization', async () => {
    const [ws, other] = [await made(), await made()]
    const mary = (await workspace()).owner
    await proveAddress(mary)
    await proveAddress(grace)
    await accept(ws, mary)
    await accept(other, grace)
    expect([await stateOf(ws, 'Grace Hopper'), await stateOf(other, 'Grace Hopper')]).toEqual([
      ['absent', grace.email],
      ['bound', null],
    ])
    expect((await naming(ws.org.id, await placeholder(ws))).length).toBeGreaterThan(5)
    expect(await naming(ws.org.id, grace.id)).toEqual([])
  })

  test('keeps what they had when they leave, and is not bound twice when they return', async () => {
    const ws = await made()
    await proveAddress(grace)
    await accept(ws, grace)
    await ws.owner.ok('DELETE', `${ws.base}/members/${grace.id}`)
    const author = async () =>
      asOwner(`select assignee_id, created_by from tasks where org_id = $1 and title = 'Hers'`, [ws.org.id])
    const theirs = [{ assignee_id: null, created_by: grace.id }]
    expect(await author()).toEqual(theirs)
    await accept(ws, grace)
    expect(await author()).toEqual(theirs)
    expect(await stateOf(ws, 'Grace Hopper')).toEqual(['bound', null])
  })

  test('is a member of a project once, with the role that they had in it', async () => {
    const ws = await made()
    await proveAddress(grace)
    const [home] = (await ws.owner.ok('GET', `${ws.base}/projects`)).items
    await accept(ws, grace, { project_ids: [home.id] })
    const roles = await asOwner('select role from project_members where project_id = $1 and user_id = $2', [
      home.id,
      grace.id,
    ])
    expect([roles, await naming(ws.org.id, await placeholder(ws))]).toEqual([[{ role: 'lead' }], []])
    expect((await ws.owner.ok('GET', importOf(ws))).kept_count).toBe(0)
  })

  test('leaves to the name what they have of their own already, and the page says so', async () => {
    const ws = await made()
    const { id } = await claiming(ws, grace)
    const old = await placeholder(ws)
    for (const who of [id, old])
      await asOwner(
        `insert into employees (org_id, user_id, employee_number, created_by, first_name, last_name) values ($1, $2, $3, $4, 'G', 'H')`,
        [ws.org.id, who, who === old ? 'E1' : 'E2', ws.owner.id],
      )
    await proveAddress({ id })
    await drain(database(), storage())
    expect(await naming(ws.org.id, old)).toEqual(['employees'])
    expect((await ws.owner.ok('GET', importOf(ws))).kept_count).toBe(1)
    const page = await open(`/organization-imports/${ws.org.id}`, ws.owner.headers)
    for (const said of ['1 row stayed under a name', 'a member, who has what was under this name', 'Invite'])
      expect(page.text).toContain(said)
  })

  /** Binding Grace has come as far as comments, by the statements of a revision. */
  const cutAtComments = async (ws: Made, revision: string) =>
    asOwner(
      `update organization_imports set binding = jsonb_build_object('people', jsonb_build_array(jsonb_build_array($2::uuid, $3::uuid)),
        'place', (select place from app.binding_plans where name = 'comments'), 'revision', ${revision}) where id = $1`,
      [ws.org.id, await placeholder(ws), grace.id],
    )

  test('begins anew where another version has cut it, whose tables had another order', async () => {
    const ws = await made()
    await proveAddress(grace)
    await enter(ws, grace)
    await cutAtComments(ws, `'another'`)
    await enteredDatabase(ws.org.id).batch([sql`select app.bind_slice(${ws.org.id}::uuid)::text`])
    expect(await stateOf(ws, 'Grace Hopper')).toEqual(['bound', null])
    expect(await naming(ws.org.id, await placeholder(ws))).toEqual([])
  })

  test('goes on where a run was cut, several at once do no harm, and who has left meanwhile gets no more', async () => {
    const ws = await made()
    await proveAddress(grace)
    await enter(ws, grace)
    await cutAtComments(ws, 'app.binding_revision()')
    const page = await open(`/organization-imports/${ws.org.id}`, ws.owner.headers)
    expect(page.text).toContain('is being given what is under this name')
    const entered = enteredDatabase(ws.org.id)
    const slice = async () => entered.batch([sql`select app.bind_slice(${ws.org.id}::uuid)::text`])
    await Promise.all([slice(), slice(), slice()])
    expect(await stateOf(ws, 'Grace Hopper')).toEqual(['bound', null])
    expect(await naming(ws.org.id, await placeholder(ws))).toContain('tasks')
    await proveAddress(alan)
    await enter(ws, alan)
    const turing = await placeholder(ws, 'Alan Turing')
    await asOwner(`update organization_imports set binding = $2 where id = $1`, [
      ws.org.id,
      JSON.stringify({ people: [[turing, alan.id]], place: 1 }),
    ])
    await asOwner('delete from organization_members where org_id = $1 and user_id = $2', [ws.org.id, alan.id])
    await drain(database(), storage())
    expect([await stateOf(ws, 'Alan Turing'), await naming(ws.org.id, alan.id)]).toEqual([
      ['absent', alan.email],
      [],
    ])
  })
})
