import { describe, expect, test } from 'vitest'
import { notificationReasons } from '../../db/schema/notifications.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { inbox, mention, settled, inboxSetup, summaries } from '../kit/inbox.ts'
import { refusal } from '../kit/refusals.ts'
import { actions, join } from '../kit/makers.ts'
import { keyOf } from '../mcp/rpc.ts'

/** A setup where the owner has an unread notification of a comment and one of a mention. */
async function setUpNotified() {
  const on = await inboxSetup()
  await on.comment(on.ada, 'first')
  await settled(on.ws)
  await on.comment(on.ada, mention(on.owner))
  const [mentioned, commented] = await inbox(on.ws, on.owner)
  const at = (id: string) => `${on.ws.base}/notifications/${id}`
  return { ...on, mentioned, commented, at }
}
const soon = () => new Date(Date.now() + 3600_000).toISOString()

describe('the inbox', () => {
  test('is filtered by reason, project, time and state, and counts unread ones', async () => {
    const { ws, owner, home, mentioned, commented, at } = await setUpNotified()
    const found = async (query: string) => summaries(await inbox(ws, owner, query))
    const [both, one, other] = [
      ['mentioned Fix it', 'commented Fix it'],
      ['mentioned Fix it'],
      ['commented Fix it'],
    ]
    expect(await found('?reason=mentioned')).toEqual(one)
    expect(await found(`?project_id=${home.id}`)).toEqual(both)
    expect(await found(`?project_id=${ws.org.id}`)).toEqual([])
    expect(await found(`?since=${commented.created_at}`)).toEqual(one)
    expect(await found(`?since=${mentioned.created_at}`)).toEqual([])
    await owner.ok('PATCH', at(commented.id), { read: true })
    expect([await found('?unread=true'), await found('?unread=false')]).toEqual([one, other])
    await owner.ok('PATCH', at(mentioned.id), { archived: true })
    expect([await found(''), await found('?archived=true')]).toEqual([other, one])
    const page = await owner.ok('GET', `${ws.base}/notifications?limit=1`)
    expect(page).toMatchObject({ total: 1, unread_count: 0, limit: 1, offset: 0 })
  })

  test('says why each notification was sent, where to turn that off, and its link', async () => {
    const { ws, item, mentioned } = await setUpNotified()
    expect(mentioned).toMatchObject({
      snippet: '@X',
      url: `https://service.test/tasks/${item.key}`,
      why: {
        text: 'You were mentioned',
        turn_off: `https://service.test${ws.base}/notification-preferences#mentioned`,
      },
    })
  })

  test('is only its own person’s: 404 for everybody else, owners included', async () => {
    const { ws, owner, ada, mentioned, at } = await setUpNotified()
    const admin = await join(ws, 'admin')
    for (const who of [admin, ada]) {
      expect((await who.call('PATCH', at(mentioned.id), { read: true })).status).toBe(404)
      expect((await who.call('DELETE', at(mentioned.id))).status).toBe(404)
      expect(summaries(await inbox(ws, who))).toEqual([])
    }
    expect((await inbox(ws, owner)).filter(({ reason }) => reason !== 'security').length).toBe(2)
    const key = await keyOf(ws, {}, admin)
    const headers = { authorization: `Bearer ${key.token}` }
    expect((await call('GET', `${ws.base}/notifications`, { headers })).body.total).toBe(0)
  })

  test('leaves no titles in the audit log', async () => {
    const { ws, owner, mentioned, at } = await setUpNotified()
    await owner.ok('PATCH', at(mentioned.id), { read: true })
    const entries = await asOwner(
      `select action, entity_label, changes from audit_log where org_id = $1 and entity_type = 'notifications'`,
      [ws.org.id],
    )
    expect(entries).toMatchObject([{ action: 'notification.updated', entity_label: null }])
    expect(Object.keys(entries[0]!.changes)).toEqual(['read_at'])
  })

  test('hides what its person may no longer see, and shows it again once they may', async () => {
    const { ws, owner, ada, home, comment: postComment } = await inboxSetup()
    await postComment(owner, mention(ada))
    expect((await inbox(ws, ada)).length).toBe(1)
    const { id } = (await inbox(ws, ada))[0]
    await asOwner(`update projects set visibility = 'private' where id = $1`, [home.id])
    expect([await inbox(ws, ada), (await unread(ws, ada)).unread]).toEqual([[], 0])
    expect((await ada.call('PATCH', `${ws.base}/notifications/${id}`, { read: true })).status).toBe(404)
    await asOwner(`update projects set visibility = 'organization' where id = $1`, [home.id])
    expect((await inbox(ws, ada)).length).toBe(1)
    await owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
    expect(await inbox(ws, ada)).toEqual([])
  })

  test('does not notify people who could not open the project at the time', async () => {
    const { ws, owner, ada, comment: postComment, patch } = await inboxSetup('private')
    await asOwner(
      `insert into task_watchers (org_id, task_id, user_id, state) select org_id, id, $2, 'watching' from tasks
        where org_id = $1`,
      [ws.org.id, ada.id],
    )
    await postComment(owner, mention(ada))
    await patch(owner, { status: 'done' })
    await settled(ws)
    expect(await asOwner('select id from notifications where user_id = $1', [ada.id])).toEqual([])
  })

  test('hides internal comments from viewers, also from people who became viewers', async () => {
    const { ws, owner, ada, viewer, watch, comment: postComment } = await inboxSetup()
    await watch(viewer)
    await watch(ada)
    await postComment(owner, `secret ${mention(viewer, ada)}`, { is_internal: true })
    expect(await inbox(ws, viewer)).toEqual([])
    expect((await inbox(ws, ada)).length).toBe(1)
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [ada.id])
    expect(await inbox(ws, ada)).toEqual([])
  })

  test('hides a deleted comment, and a task in the trash', async () => {
    const { ws, owner, ada, item, path, comment: postComment } = await inboxSetup()
    const comment = await postComment(ada, 'secret')
    await postComment(ada, 'kept')
    expect((await inbox(ws, owner)).length).toBe(2)
    await ada.ok('DELETE', `${path}/comments/${comment.id}`)
    expect((await inbox(ws, owner)).map(({ snippet }) => snippet)).toEqual(['kept'])
    await owner.ok('DELETE', path)
    expect(await inbox(ws, owner)).toEqual([])
    await owner.ok('POST', `${path}/restore`)
    expect((await inbox(ws, owner)).length).toBe(1)
    await owner.ok('DELETE', path)
    await owner.ok('POST', `${path}/purge`)
    expect(await asOwner('select id from notifications where entity_id = $1', [item.id])).toEqual([])
  })

  test('moves to another project with a task, and is deleted when the member leaves', async () => {
    const { ws, ada, owner, path, comment: postComment } = await inboxSetup()
    await postComment(owner, mention(ada))
    await settled(ws)
    const other = await ws.owner.ok('POST', `${ws.base}/projects`, { name: 'Other' })
    await owner.ok('POST', `${path}/transfer`, { project_id: other.id })
    expect((await inbox(ws, ada)).map(({ project }) => project.id)).toEqual([other.id])
    const mute = { reasons: { commented: { email: true } }, muted_project_ids: [other.id] }
    await ada.ok('PUT', `${ws.base}/notification-preferences`, mute)
    await owner.ok('DELETE', `${ws.base}/members/${ada.id}`, {})
    for (const table of ['notifications', 'notification_preferences', 'notification_mutes'])
      expect(await asOwner(`select 1 from ${table} where user_id = $1`, [ada.id])).toEqual([])
  })
})

const unread = (ws: { base: string }, who: Caller) => who.ok('GET', `${ws.base}/notifications/unread-count`)

describe('the badge', () => {
  test('counts by reason, and is 304 if unchanged', async () => {
    const { ws, owner, mentioned, at } = await setUpNotified()
    const path = `${ws.base}/notifications/unread-count`
    const first = await owner.call('GET', path)
    expect(first.body).toEqual({ unread: 2, by_reason: { commented: 1, mentioned: 1 } })
    const etag = first.headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await owner.call('GET', path, undefined, { 'if-none-match': tag })
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
    }
    await owner.ok('PATCH', at(mentioned.id), { read: true })
    const other = await owner.call('GET', path, undefined, { 'if-none-match': etag })
    expect([other.status, other.body]).toEqual([200, { unread: 1, by_reason: { commented: 1 } }])
    expect(other.headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('a notification', () => {
  test('is read, unread, archived and deleted', async () => {
    const { ws, owner, mentioned, at } = await setUpNotified()
    const path = at(mentioned.id)
    const read = await owner.ok('PATCH', path, { read: true })
    expect(Date.parse(read.read_at)).toBeGreaterThan(0)
    expect((await owner.ok('PATCH', path, { read: true })).read_at).toBe(read.read_at)
    expect((await owner.ok('PATCH', path, { read: false, archived: true })).read_at).toBeNull()
    expect((await unread(ws, owner)).unread).toBe(1)
    expect((await owner.ok('PATCH', path, { archived: false })).archived_at).toBeNull()
    await owner.ok('DELETE', path)
    expect((await owner.call('DELETE', path)).status).toBe(404)
    expect(summaries(await inbox(ws, owner))).toEqual(['commented Fix it'])
    expect((await owner.call('PATCH', path, {})).status).toBe(404)
  })

  test('that is snoozed is hidden until its time', async () => {
    const { ws, owner, mentioned, at } = await setUpNotified()
    await owner.ok('PATCH', at(mentioned.id), { snoozed_until: soon() })
    expect(summaries(await inbox(ws, owner))).toEqual(['commented Fix it'])
    expect((await unread(ws, owner)).unread).toBe(1)
    await asOwner(`update notifications set snoozed_until = now() where id = $1`, [mentioned.id])
    expect((await inbox(ws, owner)).length).toBe(2)
    await owner.ok('PATCH', at(mentioned.id), { snoozed_until: soon() })
    expect((await owner.ok('PATCH', at(mentioned.id), { snoozed_until: null })).snoozed_until).toBeNull()
  })

  test('cannot be snoozed into the past, and an update requires a change', async () => {
    const { owner, mentioned, at } = await setUpNotified()
    const past = await owner.call('PATCH', at(mentioned.id), { snoozed_until: '2020-01-01T00:00:00Z' })
    expect([past.status, past.body.error.message]).toEqual([422, 'body.snoozed_until: must be in the future'])
    const empty = await owner.call('PATCH', at(mentioned.id), {})
    expect([empty.status, empty.body.error.message]).toEqual([422, 'body: at least one field required'])
  })

  test('that is unread again is separate from the newer one of its group', async () => {
    const { ws, owner, ada, patch } = await inboxSetup()
    await patch(ada, { status: 'in_progress' })
    const [old] = await inbox(ws, owner)
    await owner.ok('PATCH', `${ws.base}/notifications/${old.id}`, { read: true })
    await patch(ada, { status: 'done' })
    await settled(ws)
    await owner.ok('PATCH', `${ws.base}/notifications/${old.id}`, { read: false })
    await patch(ada, { status: 'cancelled' })
    expect((await inbox(ws, owner)).map(({ count, change }) => [count, change.to])).toEqual([
      [2, 'cancelled'],
      [1, 'in_progress'],
    ])
  })
})

describe('marking all read', () => {
  test('stops at the given time, and is audited once', async () => {
    const { ws, owner, ada, commented, comment: postComment } = await setUpNotified()
    const path = `${ws.base}/notifications/read-all`
    expect(await owner.ok('POST', path, { before: commented.created_at })).toEqual({ updated: 1 })
    expect(summaries(await inbox(ws, owner, '?unread=true'))).toEqual(['mentioned Fix it'])
    await postComment(ada, 'more')
    await settled(ws)
    const visible = new Date().toISOString()
    expect(await owner.ok('POST', path, { before: visible, reason: 'commented' })).toEqual({ updated: 1 })
    expect(await owner.ok('POST', path, { before: visible, project_id: ws.org.id })).toEqual({ updated: 0 })
    expect((await actions(ws)).filter((action) => action === 'notification.all_read').length).toBe(3)
  })

  test('requires the time, and does not change snoozed ones', async () => {
    const { ws, owner, mentioned, at } = await setUpNotified()
    const path = `${ws.base}/notifications/read-all`
    const missing = await owner.call('POST', path, {})
    expect(refusal(missing)).toEqual([422, 'body.before: required'])
    const unknown = await owner.call('POST', path, { before: soon(), reason: 'gossip' })
    expect([unknown.status, unknown.body.error.message]).toEqual([
      422,
      expect.stringContaining('body.reason: '),
    ])
    await owner.ok('PATCH', at(mentioned.id), { snoozed_until: soon() })
    expect(await owner.ok('POST', path, { before: soon() })).toEqual({ updated: 1 })
  })
})

describe('preferences', () => {
  test('are one’s own for every reason, and muted projects', async () => {
    const { ws, owner, ada, home } = await inboxSetup()
    const path = `${ws.base}/notification-preferences`
    const defaults = await ada.ok('GET', path)
    expect(Object.keys(defaults.reasons)).toEqual([...notificationReasons])
    const mailed = new Set(['leave_decided', 'payslip_ready', 'security'])
    for (const [reason, switches] of Object.entries(defaults.reasons))
      expect(switches).toEqual({ in_app: true, email: mailed.has(reason) })
    const wanted = {
      reasons: { commented: { in_app: false }, assigned: { email: true } },
      muted_project_ids: [home.id],
    }
    const set = await ada.ok('PUT', path, wanted)
    expect([set.reasons.commented, set.reasons.assigned, set.muted_projects]).toEqual([
      { in_app: false, email: false },
      { in_app: true, email: true },
      [{ id: home.id, key: home.key, name: home.name }],
    ])
    expect(await ada.ok('GET', path)).toEqual(set)
    expect(await owner.ok('GET', path)).toEqual(defaults)
    expect(await ada.ok('PUT', path, { reasons: {}, muted_project_ids: [] })).toEqual(defaults)
  })

  test('accept no other reasons and no projects that their person cannot see', async () => {
    const { ws, ada, home } = await inboxSetup('private')
    const put = async (body: object) =>
      (await ada.call('PUT', `${ws.base}/notification-preferences`, body)).body
    expect((await put({ reasons: { gossip: {} }, muted_project_ids: [] })).error.message).toBe(
      'body.reasons.gossip: unknown field',
    )
    expect((await put({ reasons: {}, muted_project_ids: [home.id] })).error.message).toBe(
      'body.muted_project_ids[0]: not found',
    )
    expect((await put({ reasons: {} })).error.message).toBe('body.muted_project_ids: required')
    expect((await ada.call('GET', `${ws.base}/notifications?reason=gossip`)).status).toBe(422)
  })

  test('set by many concurrently end as one of them', { tags: 'race' }, async () => {
    const { ws, ada, home } = await inboxSetup()
    const path = `${ws.base}/notification-preferences`
    const bodies = Array.from({ length: 50 }, (_, n) =>
      n % 2
        ? { reasons: { commented: { in_app: false } }, muted_project_ids: [home.id] }
        : { reasons: { assigned: { in_app: false } }, muted_project_ids: [] },
    )
    const all = await Promise.all(bodies.map((body) => ada.call('PUT', path, body)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    const { reasons, muted_projects } = await ada.ok('GET', path)
    expect(reasons.commented.in_app).toBe(!reasons.assigned.in_app)
    expect(muted_projects.length).toBe(reasons.commented.in_app ? 0 : 1)
  })
})
