import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, person } from '../kit/client.ts'
import { actions, join, type Project, project, taskRow, workspace, type Workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

const joinProject = ({ org }: Workspace, { id }: Project, who: Caller, role: string) =>
  asOwner(
    'insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, $4, $3)',
    [org.id, id, who.id, role],
  )

describe('members', () => {
  test('are listed by name, joining and role, and filtered by role, status, text and project', async () => {
    const ws = await workspace()
    const bob = await join(ws, 'member', 'Bob Bar')
    const zoe = await join(ws, 'admin', 'Zoe Zed')
    const apollo = await project(ws)
    await joinProject(ws, apollo, bob, 'contributor')
    const names = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/members${query}`)).items.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['Ada Lovelace', 'Bob Bar', 'Zoe Zed'])
    expect(await names('?sort=-role')).toEqual(['Ada Lovelace', 'Zoe Zed', 'Bob Bar'])
    expect(await names('?sort=-joined_at&limit=1')).toEqual(['Zoe Zed'])
    expect(await names('?role=admin,member')).toEqual(['Bob Bar', 'Zoe Zed'])
    expect(await names('?q=BAR')).toEqual(['Bob Bar'])
    expect(await names(`?q=${zoe.email}`)).toEqual(['Zoe Zed'])
    expect(await names('?q=%25')).toEqual([])
    expect(await names(`?project_id=${apollo.id}`)).toEqual(['Bob Bar'])
    expect(await names(`?project_id=${unknownId}`)).toEqual([])
    await ws.owner.ok('PATCH', `${ws.base}/members/${bob.id}`, { status: 'deactivated' })
    expect(await names('?status=active')).toEqual(['Ada Lovelace', 'Zoe Zed'])
    const page = await ws.owner.call('GET', `${ws.base}/members?limit=1&offset=1`)
    expect([page.roundTrips, page.body]).toMatchObject([1, { total: 3, limit: 1, offset: 1 }])
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'sort=email', 'role=king', 'colour=red']) {
      expect((await ws.owner.call('GET', `${ws.base}/members?${query}`)).status).toBe(422)
    }
  })

  test('show their addresses to everybody except viewers, and not in searches either', async () => {
    const ws = await workspace()
    const [member, viewer] = await Promise.all([join(ws), join(ws, 'viewer')])
    expect((await member.ok('GET', `${ws.base}/members/${ws.owner.id}`)).email).toBe(ws.owner.email)
    expect((await viewer.ok('GET', `${ws.base}/members/${ws.owner.id}`)).email).toBeNull()
    const list = await viewer.ok('GET', `${ws.base}/members`)
    expect(list.items.every(({ email }: { email: unknown }) => email === null)).toBe(true)
    expect((await viewer.ok('GET', `${ws.base}/members?q=${ws.owner.email}`)).total).toBe(0)
  })

  test('have their permissions, from the same list that the service checks', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const me = await member.call('GET', `${ws.base}/members/me`)
    expect([me.roundTrips, me.body]).toMatchObject([
      1,
      { user_id: member.id, role: 'member', status: 'active', title: null },
    ])
    expect(me.body.permissions).toEqual(
      expect.arrayContaining(['listTags', 'createTag', 'updateTag:own', 'leaveOrganization']),
    )
    expect(me.body.permissions).not.toEqual(expect.arrayContaining(['updateTag']))
    const { items } = await member.ok('GET', `${ws.base}/roles`)
    expect(items.map(({ role, rank }: { role: string; rank: number }) => [role, rank])).toEqual([
      ['owner', 50],
      ['admin', 40],
      ['manager', 30],
      ['member', 20],
      ['viewer', 10],
    ])
    expect(items[3].permissions).toEqual(me.body.permissions)
    expect(items[0].permissions).toContain('deleteOrganization')
    expect(items[1].permissions).not.toContain('deleteOrganization')
    await ws.owner.ok('PATCH', `${ws.base}/members/${member.id}`, { status: 'deactivated' })
    expect((await ws.owner.ok('GET', `${ws.base}/members/${member.id}`)).permissions).toEqual([])
  })

  test('who are unknown, of another organization or malformed are not found', async () => {
    const [ws, other] = await Promise.all([workspace(), workspace()])
    for (const id of [unknownId, other.owner.id]) {
      for (const [method, body] of [['GET'], ['PATCH', { title: 'x' }], ['DELETE']] as const) {
        const reply = await ws.owner.call(method, `${ws.base}/members/${id}`, body)
        expect([reply.status, reply.body.error.message]).toEqual([404, 'member not found'])
      }
    }
    expect((await ws.owner.call('GET', `${ws.base}/members/nobody`)).status).toBe(422)
  })

  test('are changed by admins: role, title and status, with the version', async () => {
    const ws = await workspace()
    const [admin, bob] = await Promise.all([join(ws, 'admin'), join(ws)])
    const at = `${ws.base}/members/${bob.id}`
    const changed = await admin.call('PATCH', at, { role: 'manager', title: 'Lead', version: 1 })
    expect([changed.status, changed.roundTrips, changed.body]).toMatchObject([
      200,
      1,
      { role: 'manager', title: 'Lead', version: 2 },
    ])
    expect((await admin.call('PATCH', at, { title: 'Other', version: 1 })).status).toBe(409)
    expect((await admin.call('PATCH', at, { title: null, version: 2 })).body.title).toBeNull()
    expect((await bob.call('PATCH', at, { title: 'Mine' })).status).toBe(403)
    expect((await admin.call('PATCH', at, { role: 'king' })).status).toBe(422)
    expect(await actions(ws)).toContain('member.updated')
  })

  test('have a last use, which neither changes their version nor is audited', async () => {
    const ws = await workspace()
    const bob = await join(ws)
    expect((await ws.owner.ok('GET', `${ws.base}/members/${bob.id}`)).last_seen_at).toBeNull()
    const before = await actions(ws)
    expect((await bob.call('GET', ws.base)).roundTrips).toBe(1)
    const seen = () => ws.owner.ok('GET', `${ws.base}/members/${bob.id}`)
    await expect.poll(async () => (await seen()).last_seen_at).not.toBeNull()
    expect([(await seen()).version, await actions(ws)]).toEqual([1, before])
  })

  test('who are deactivated have no access, and have it again when they are active', async () => {
    const ws = await workspace()
    const bob = await join(ws)
    await ws.owner.ok('PATCH', `${ws.base}/members/${bob.id}`, { status: 'deactivated' })
    expect((await bob.call('GET', ws.base)).status).toBe(404)
    expect((await bob.ok('GET', '/api/v1/organizations')).total).toBe(0)
    await ws.owner.ok('PATCH', `${ws.base}/members/${bob.id}`, { status: 'active' })
    expect((await bob.call('GET', ws.base)).status).toBe(200)
  })
})

describe('roles between members', () => {
  test('only an owner grants or removes the role owner', async () => {
    const ws = await workspace()
    const [admin, bob] = await Promise.all([join(ws, 'admin'), join(ws)])
    const at = (id: string) => `${ws.base}/members/${id}`
    for (const body of [{ role: 'owner' }, { role: 'owner', title: 'x' }]) {
      expect((await admin.call('PATCH', at(bob.id), body)).status).toBe(403)
    }
    expect((await admin.call('PATCH', at(admin.id), { role: 'owner' })).status).toBe(403)
    for (const body of [{ role: 'admin' }, { title: 'x' }, { status: 'deactivated' }]) {
      expect((await admin.call('PATCH', at(ws.owner.id), body)).status).toBe(403)
    }
    expect((await admin.call('DELETE', at(ws.owner.id))).status).toBe(403)
    expect((await ws.owner.call('PATCH', at(bob.id), { role: 'owner' })).status).toBe(200)
    expect((await ws.owner.call('PATCH', at(bob.id), { role: 'admin' })).status).toBe(200)
    expect((await admin.call('PATCH', at('me'), { role: 'member' })).body.role).toBe('member')
  })

  test('the last active owner cannot be demoted, deactivated or removed, nor leave', async () => {
    const ws = await workspace()
    const at = `${ws.base}/members/${ws.owner.id}`
    const second = await join(ws, 'owner')
    await ws.owner.ok('PATCH', `${ws.base}/members/${second.id}`, { status: 'deactivated' })
    const refused = [
      await ws.owner.call('PATCH', at, { role: 'admin' }),
      await ws.owner.call('PATCH', at, { status: 'deactivated' }),
      await ws.owner.call('DELETE', at),
      await ws.owner.call('POST', `${ws.base}/leave`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect((await ws.owner.ok('GET', at)).role).toBe('owner')
  })

  test('of two owners who demote each other concurrently, one stays', { tags: 'race' }, async () => {
    for (let round = 0; round < 5; round++) {
      const ws = await workspace()
      const second = await join(ws, 'owner')
      const replies = await Promise.all([
        ws.owner.call('PATCH', `${ws.base}/members/${second.id}`, { role: 'admin' }),
        second.call('PATCH', `${ws.base}/members/${ws.owner.id}`, { role: 'admin' }),
      ])
      const statuses = replies.map(({ status }) => status).toSorted()
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses)
      expect(replies.every(({ roundTrips }) => roundTrips === 1)).toBe(true)
      const [{ owners }] = await asOwner(
        `select count(*)::int as owners from organization_members where org_id = $1 and role = 'owner'`,
        [ws.org.id],
      )
      expect(owners).toBe(1)
    }
  })

  test(
    'of two owners who concurrently leave, step down or are removed, one stays',
    { tags: 'race' },
    async () => {
      const ways: [method: string, path: string, body?: object][] = [
        ['POST', '/leave'],
        ['DELETE', '/members/me'],
        ['PATCH', '/members/me', { status: 'deactivated' }],
        ['PATCH', '/members/me', { role: 'viewer' }],
      ]
      for (const [method, path, body] of ways) {
        const ws = await workspace()
        const second = await join(ws, 'owner')
        const replies = await Promise.all(
          [ws.owner, second].map((each) => each.call(method, `${ws.base}${path}`, body)),
        )
        expect(replies.map(({ status }) => status >= 300).toSorted()).toEqual([false, true])
        expect(replies.find(({ status }) => status >= 300)!.status).toBe(409)
      }
    },
  )

  test('ownership passes to another active member, by session only', async () => {
    const ws = await workspace()
    const [bob, out] = await Promise.all([join(ws, 'viewer'), join(ws)])
    const at = `${ws.base}/transfer-ownership`
    await ws.owner.ok('PATCH', `${ws.base}/members/${out.id}`, { status: 'deactivated' })
    for (const id of [unknownId, out.id, ws.owner.id]) {
      const reply = await ws.owner.call('POST', at, { user_id: id })
      expect([reply.status, reply.body.error.message]).toEqual([
        422,
        'body.user_id: not another active member',
      ])
    }
    expect((await bob.call('POST', at, { user_id: bob.id })).status).toBe(403)
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'CI' })
    const byKey = await ws.owner.call('POST', at, { user_id: bob.id }, { authorization: `Bearer ${token}` })
    expect(byKey.status).toBe(403)
    const passed = await ws.owner.call('POST', at, { user_id: bob.id })
    expect([passed.status, passed.roundTrips, passed.body]).toMatchObject([
      200,
      1,
      { user_id: bob.id, role: 'owner' },
    ])
    expect((await ws.owner.ok('GET', ws.base)).role).toBe('admin')
    expect(await actions(ws)).toContain('organization.ownership_transferred')
  })

  test('two concurrent transfers result in one new owner', { tags: 'race' }, async () => {
    const ws = await workspace()
    const heirs = await Promise.all([join(ws), join(ws)])
    const replies = await Promise.all(
      heirs.map(({ id }) => ws.owner.call('POST', `${ws.base}/transfer-ownership`, { user_id: id })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await ws.owner.ok('GET', `${ws.base}/members?role=owner`)).total).toBe(1)
  })
})

describe('removing a member', () => {
  test('revokes their keys, removes them from projects, and unassigns their open tasks', async () => {
    const ws = await workspace()
    const bob = await join(ws, 'admin')
    const apollo = await project(ws)
    await asOwner('update projects set lead_user_id = $2 where id = $1', [apollo.id, bob.id])
    const [open, done] = [
      await taskRow(ws, apollo.id, { assignee_id: bob.id, reporter_id: bob.id }),
      await taskRow(ws, apollo.id, { assignee_id: bob.id, status: 'done' }),
    ]
    await asOwner(
      `insert into task_watchers (org_id, task_id, user_id, state) values ($1, $2, $3, 'watching')
        on conflict do nothing`,
      [ws.org.id, open.id, bob.id],
    )
    const { token } = await bob.ok('POST', `${ws.base}/api-keys`, { name: 'CI' })
    const gone = await ws.owner.call('DELETE', `${ws.base}/members/${bob.id}`)
    expect([gone.status, gone.roundTrips, gone.text]).toEqual([204, 1, ''])
    expect((await bob.call('GET', ws.base)).status).toBe(404)
    expect((await ws.owner.call('GET', `${ws.base}/members/${bob.id}`)).status).toBe(404)
    expect(
      (await ws.owner.call('GET', ws.base, undefined, { authorization: `Bearer ${token}` })).status,
    ).toBe(401)
    const rows = await asOwner(
      'select id, assignee_id, reporter_id from tasks where project_id = $1 order by number',
      [apollo.id],
    )
    expect(rows).toEqual([
      { id: open.id, assignee_id: null, reporter_id: bob.id },
      { id: done.id, assignee_id: bob.id, reporter_id: ws.owner.id },
    ])
    const [remaining] = await asOwner(
      `select
      (select count(*)::int from project_members where user_id = $1) as projects,
      (select count(*)::int from task_watchers where user_id = $1) as watched,
      (select count(*)::int from projects where lead_user_id = $1) as led,
      (select count(*)::int from api_keys where user_id = $1 and revoked_at is null) as keys`,
      [bob.id],
    )
    expect(remaining).toEqual({ projects: 0, watched: 0, led: 0, keys: 0 })
    expect(await actions(ws)).toContain('member.removed')
  })

  test('hands open tasks to a successor who can open the project', async () => {
    const ws = await workspace()
    const [bob, eve] = await Promise.all([join(ws), join(ws)])
    const [open, secret] = [await project(ws), await project(ws, { visibility: 'private' })]
    const [visible, hidden] = [
      await taskRow(ws, open.id, { assignee_id: bob.id }),
      await taskRow(ws, secret.id, { assignee_id: bob.id }),
    ]
    const admin = await join(ws, 'admin')
    await admin.ok('DELETE', `${ws.base}/members/${bob.id}`, { reassign_tasks_to: eve.id })
    const assignee = async (id: string) =>
      (await asOwner('select assignee_id from tasks where id = $1', [id]))[0].assignee_id
    expect([await assignee(visible.id), await assignee(hidden.id)]).toEqual([eve.id, null])
  })

  test('rejects a successor who is not an active member above viewer, or is the removed person', async () => {
    const [ws, other] = await Promise.all([workspace(), workspace()])
    const [bob, viewer, idle] = await Promise.all([join(ws), join(ws, 'viewer'), join(ws)])
    await ws.owner.ok('PATCH', `${ws.base}/members/${idle.id}`, { status: 'deactivated' })
    for (const id of [unknownId, other.owner.id, viewer.id, idle.id, bob.id]) {
      const reply = await ws.owner.call('DELETE', `${ws.base}/members/${bob.id}`, { reassign_tasks_to: id })
      expect([reply.status, reply.body.error.message]).toEqual([
        422,
        'body.reassign_tasks_to: not another active member',
      ])
    }
    expect((await ws.owner.call('DELETE', `${ws.base}/members/${bob.id}`, { colour: 1 })).status).toBe(422)
    expect((await ws.owner.call('GET', `${ws.base}/members/${bob.id}`)).status).toBe(200)
  })

  test('a member who leaves is unassigned even in projects that they can no longer see', async () => {
    const ws = await workspace()
    const bob = await join(ws)
    const secret = await project(ws, { visibility: 'private' })
    const { id } = await taskRow(ws, secret.id, { assignee_id: bob.id })
    const leaveReply = await bob.call('POST', `${ws.base}/leave`)
    expect([leaveReply.status, leaveReply.roundTrips]).toEqual([204, 1])
    expect((await asOwner('select assignee_id from tasks where id = $1', [id]))[0].assignee_id).toBeNull()
    expect((await bob.call('POST', `${ws.base}/leave`)).status).toBe(404)
    expect(await actions(ws)).toContain('member.left')
    expect((await (await person()).call('POST', `${ws.base}/leave`)).status).toBe(404)
  })
})
