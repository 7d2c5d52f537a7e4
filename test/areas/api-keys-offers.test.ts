import { describe, expect, test } from 'vitest'
import { impersonating } from '../kit/impersonation.ts'
import { asOwner, caller, type Caller, type Json } from '../kit/client.ts'
import { inbox } from '../kit/inbox.ts'
import { linkIn, mailTo } from '../kit/mail.ts'
import { actions, join, project, workspace, type Workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'

const ownKeysPath = '/api/v1/auth/api-keys'
const byToken = (token: string): Caller => caller({ authorization: `Bearer ${token}` }, { id: '', email: '' })

async function setUp(role = 'member') {
  const ws = await workspace()
  const member = await join(ws, role)
  const offer = (more: object = {}, by = ws.owner): Promise<Json> =>
    by.ok('POST', `${ws.base}/api-keys`, { name: 'CI', user_id: member.id, ...more })
  const agree = (id: string, who = member) => who.call('POST', `${ownKeysPath}/${id}/agree`)
  return { ws, member, offer, agree }
}
const said = (reply: { status: number; body: Json }) => [reply.status, reply.body?.error?.message]
const stateOf = async (ws: Workspace, id: string) =>
  (await ws.owner.ok('GET', `${ws.base}/api-keys?revoked=true`)).items.find((key: Json) => key.id === id)
    ?.state
/** Makes all keys of the organization requested and offered a day earlier. */
const dayLater = (ws: Workspace) =>
  asOwner(`update api_keys set created_at = created_at - interval '24 hours' where org_id = $1`, [ws.org.id])

describe('a key for a member', () => {
  test('has no token until the member agrees, and only the member sees it; it carries their authority', async () => {
    const { ws, member, offer, agree } = await setUp()
    const offered = await offer({ read_only: false })
    expect(offered).toMatchObject({
      token: null,
      state: 'offered',
      hint: 'svc_live_…',
      user: { user_id: member.id },
      created_by: { user_id: ws.owner.id },
    })
    const [row] = await asOwner(
      "select token_hash, answer_until > now() + interval '13 days' as open from api_keys where id = $1",
      [offered.id],
    )
    expect(row).toEqual({ token_hash: null, open: true })
    expect((await member.ok('GET', ownKeysPath)).items).toMatchObject([
      { id: offered.id, state: 'offered', organization: { id: ws.org.id, name: ws.org.name } },
    ])
    const agreed = await agree(offered.id)
    expect([agreed.status, agreed.roundTrips]).toEqual([200, 1])
    const key = byToken(agreed.body.token)
    expect((await key.ok('GET', ws.base)).role).toBe('member')
    expect((await key.ok('GET', '/api/v1/auth/me')).id).toBe(member.id)
    expect((await key.call('PATCH', ws.base, { name: 'x' })).status).toBe(403)
    const listText = JSON.stringify(await ws.owner.ok('GET', `${ws.base}/api-keys`))
    expect([listText.includes(agreed.body.token), await stateOf(ws, offered.id)]).toEqual([false, 'active'])
    expect(await actions(ws)).toEqual(expect.arrayContaining(['api_key.created', 'api_key.agreed']))
  })

  test('follows the member: a lower role, deactivation, and the end of the membership', async () => {
    const { ws, member, offer, agree } = await setUp('admin')
    const key = byToken((await agree((await offer()).id)).body.token)
    expect((await key.call('PATCH', ws.base, { name: 'By key' })).status).toBe(200)
    await ws.owner.ok('PATCH', `${ws.base}/members/${member.id}`, { role: 'viewer' })
    expect((await key.call('PATCH', ws.base, { name: 'Again' })).status).toBe(403)
    await ws.owner.ok('DELETE', `${ws.base}/members/${member.id}`)
    expect((await key.call('GET', ws.base)).status).toBe(401)
    expect((await member.ok('GET', ownKeysPath)).items).toEqual([])
  })

  test('may be read-only and of one project', async () => {
    const { ws, offer, agree } = await setUp()
    const [web, other] = [await project(ws), await project(ws)]
    const { id } = await offer({ read_only: true, project_id: web.id })
    const key = byToken((await agree(id)).body.token)
    expect((await key.call('GET', `${ws.base}/projects/${web.id}`)).status).toBe(200)
    expect((await key.call('GET', `${ws.base}/projects/${other.id}`)).status).toBe(404)
    expect(said(await key.call('PATCH', `${ws.base}/projects/${web.id}`, { name: 'x' }))).toEqual([
      403,
      'the API key is read-only',
    ])
  })

  test('race: of two tabs that agree one gets the token, the other an error', async () => {
    const { ws, offer, agree } = await setUp()
    const { id } = await offer()
    const replies = await Promise.all([agree(id), agree(id), agree(id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const won = replies.find(({ status }) => status === 200)!
    expect((await byToken(won.body.token).call('GET', ws.base)).status).toBe(200)
    expect(replies.find(({ status }) => status === 409)!.body.error.message).toBe(
      'you have agreed to this key already, and its token was shown then; if it is lost, revoke the key and ask for another',
    )
  })

  test('is announced in the inbox and by mail, which links to the page', async () => {
    const { ws, member, offer } = await setUp()
    await offer({ name: 'nightly' })
    await expect.poll(() => mailTo(member.email).length).toBe(1)
    const [mail] = mailTo(member.email)
    const [notice] = await inbox(ws, member)
    expect(notice).toMatchObject({ reason: 'approval', title: 'API key “nightly”: agree or decline' })
    expect(notice!.url).toMatch(/\/account\/keys$/)
    expect(mail!.subject).toBe(`An API key for you in ${ws.org.name}`)
    expect(mail!.text).toContain('Ada Lovelace offers you the API key “nightly”')
    expect(linkIn(mail!).pathname).toBe('/account/keys')
  })

  test('can be declined, and expires after 14 days', async () => {
    const { ws, member, offer, agree } = await setUp()
    const [first, second] = [await offer(), await offer({ name: 'Other' })]
    expect((await member.call('POST', `${ownKeysPath}/${first.id}/decline`)).status).toBe(204)
    expect(said(await agree(first.id))).toEqual([409, 'you have declined this key already; ask for another'])
    await asOwner(`update api_keys set answer_until = now() where id = $1`, [second.id])
    for (const path of ['agree', 'decline'])
      expect(said(await member.call('POST', `${ownKeysPath}/${second.id}/${path}`))).toEqual([
        409,
        'the time to answer has passed; ask for another key',
      ])
    expect([await stateOf(ws, first.id), await stateOf(ws, second.id)]).toEqual(['declined', 'unanswered'])
    expect(await actions(ws)).toContain('api_key.declined')
  })

  test('can be revoked by the admin before and by the member after', async () => {
    const { ws, member, offer, agree } = await setUp()
    const [first, second] = [await offer(), await offer({ name: 'Other' })]
    await ws.owner.ok('DELETE', `${ws.base}/api-keys/${first.id}`)
    expect(said(await agree(first.id))).toEqual([409, 'this key was revoked; ask for another'])
    const key = byToken((await agree(second.id)).body.token)
    expect((await member.call('DELETE', `${ownKeysPath}/${second.id}`)).status).toBe(204)
    expect((await member.call('DELETE', `${ownKeysPath}/${second.id}`)).status).toBe(204)
    expect((await key.call('GET', ws.base)).status).toBe(401)
    expect(await stateOf(ws, second.id)).toBe('revoked')
  })

  test('is available as long as its admin could offer it; one that was agreed to stays', async () => {
    const { ws, offer, agree } = await setUp()
    const admin = await join(ws, 'admin')
    const [open, agreed] = [await offer({}, admin), await offer({ name: 'Agreed' }, admin)]
    const key = byToken((await agree(agreed.id)).body.token)
    await ws.owner.ok('PATCH', `${ws.base}/members/${admin.id}`, { role: 'manager' })
    expect(await stateOf(ws, open.id)).toBe('revoked')
    expect((await key.call('GET', ws.base)).status).toBe(200)
  })

  test('that has expired, or is of a project that the member can no longer open, cannot be agreed to', async () => {
    const { ws, member, offer, agree } = await setUp()
    const web = await project(ws)
    const [late, hidden, gone] = [
      await offer({ expires_at: '2100-01-01T00:00:00Z' }),
      await offer({ project_id: web.id }),
      await offer(),
    ]
    await asOwner(`update api_keys set expires_at = now() where id = $1`, [late.id])
    expect(said(await agree(late.id))).toEqual([409, 'the last day of this key has passed; ask for another'])
    await asOwner(`update projects set visibility = 'private' where id = $1`, [web.id])
    expect(said(await agree(hidden.id))).toEqual([
      409,
      'you can no longer open the project of this key; ask for another',
    ])
    await asOwner(`update organizations set status = 'suspended' where id = $1`, [ws.org.id])
    expect(said(await agree(gone.id))).toEqual([403, 'the organization is suspended'])
    expect((await member.ok('GET', ownKeysPath)).total).toBe(3)
  })

  test('is rejected for people it cannot be for, with the field', async () => {
    const { ws, member, offer } = await setUp()
    const other = await workspace()
    const send = async (draft: object) =>
      said(await ws.owner.call('POST', `${ws.base}/api-keys`, { name: 'CI', ...draft }))
    const notMember = [422, 'body.user_id: not an active member']
    expect(await send({ user_id: other.owner.id })).toEqual(notMember)
    expect(await send({ email: other.owner.email })).toEqual([
      422,
      notMember[1]!.toString().replace('user_id', 'email'),
    ])
    expect(await send({ user_id: ws.owner.id })).toEqual([
      422,
      'body.user_id: is you; leave it out for a key of your own',
    ])
    expect(await send({ user_id: member.id, email: member.email })).toEqual([
      422,
      'body.email: must be left out where user_id names the member',
    ])
    const secret = await project(ws, { visibility: 'private' })
    expect(await send({ user_id: member.id, project_id: secret.id })).toEqual([
      422,
      'body.project_id: this member cannot open the project; add them to it first',
    ])
    await ws.owner.ok('PATCH', `${ws.base}/members/${member.id}`, { status: 'deactivated' })
    expect(await send({ user_id: member.id })).toEqual(notMember)
    await ws.owner.ok('PATCH', `${ws.base}/members/${member.id}`, { status: 'active' })
    expect(await offer({ user_id: undefined, email: member.email.toUpperCase() })).toMatchObject({
      state: 'offered',
    })
  })

  test('is decided only by its person, in their own browser session', async () => {
    const { ws, member, offer, agree } = await setUp()
    const { id } = await offer()
    const other = await join(ws, 'admin')
    for (const who of [other, ws.owner])
      expect(said(await agree(id, who))).toEqual([404, 'API key not found'])
    const key = byToken((await agree((await offer({ name: 'Key' })).id)).body.token)
    const { app } = await connected(member)
    for (const who of [key, app]) {
      expect((await who.call('GET', ownKeysPath)).status).toBe(403)
      for (const path of ['agree', 'decline'])
        expect((await who.call('POST', `${ownKeysPath}/${id}/${path}`)).status).toBe(403)
      expect((await who.call('DELETE', `${ownKeysPath}/${id}`)).status).toBe(403)
      expect((await who.call('POST', `${ws.base}/api-keys/requests`, { name: 'x' })).status).toBe(403)
    }
    const { cookie, operator } = await impersonating(member)
    const impersonated = caller({ cookie: `${operator.headers.cookie}; ${cookie}` }, operator)
    expect((await impersonated.call('GET', ownKeysPath)).status).toBe(403)
    expect((await agree(id, impersonated)).status).toBe(403)
  })

  test('at most ten are pending', async () => {
    const { ws, offer, member } = await setUp()
    for (let at = 0; at < 10; at++) await offer({ name: `Key ${at}` })
    const reply = await ws.owner.call('POST', `${ws.base}/api-keys`, { name: 'More', user_id: member.id })
    expect(said(reply)).toEqual([409, "ten keys wait for this member's answer already; revoke one first"])
  })

  test('cannot be offered and revoked endlessly: twenty in 24 hours', async () => {
    const { ws, offer, member } = await setUp()
    for (let at = 0; at < 20; at++) await ws.owner.ok('DELETE', `${ws.base}/api-keys/${(await offer()).id}`)
    const again = () => ws.owner.call('POST', `${ws.base}/api-keys`, { name: 'More', user_id: member.id })
    expect(said(await again())).toEqual([
      409,
      'this member was offered twenty keys within the last 24 hours; offer more later',
    ])
    expect((await member.call('POST', `${ws.base}/api-keys/requests`, { name: 'Mine' })).status).toBe(201)
    await dayLater(ws)
    expect((await again()).status).toBe(201)
  })
})

describe('a request for a key', () => {
  const sendRequest = (ws: Workspace, who: Caller, more: object = {}): Promise<Json> =>
    who.ok('POST', `${ws.base}/api-keys/requests`, { name: 'laptop', ...more })

  test('notifies owners and admins, one of whom offers the key with one call', async () => {
    const { ws, member, agree } = await setUp('viewer')
    const admin = await join(ws, 'admin')
    const request = await sendRequest(ws, member, { read_only: true })
    expect(request).toMatchObject({ state: 'requested', read_only: true, user: { user_id: member.id } })
    for (const who of [ws.owner, admin]) {
      const [notice] = await inbox(ws, who)
      expect(notice).toMatchObject({
        reason: 'approval',
        title: 'Request for the API key “laptop”',
        actor: { user_id: member.id },
      })
      expect(notice!.url).toMatch(/\/settings\/keys$/)
    }
    expect(said(await agree(request.id))).toEqual([
      409,
      'nobody has answered this request yet; wait for an owner or admin',
    ])
    const approve = () => admin.call('POST', `${ws.base}/api-keys/requests/${request.id}/approve`)
    const approved = await approve()
    expect([approved.status, approved.roundTrips, approved.body.state]).toEqual([200, 1, 'offered'])
    expect(approved.body.created_by.user_id).toBe(admin.id)
    expect(said(await approve())).toEqual([409, 'the request was answered already'])
    const key = byToken((await agree(request.id)).body.token)
    expect((await key.ok('GET', ws.base)).role).toBe('viewer')
  })

  test('can be withdrawn or rejected, and expires', async () => {
    const { ws, member } = await setUp()
    const [gone, refused, late] = [
      await sendRequest(ws, member),
      await sendRequest(ws, member),
      await sendRequest(ws, member),
    ]
    const approve = async (id: string) =>
      said(await ws.owner.call('POST', `${ws.base}/api-keys/requests/${id}/approve`))
    expect((await member.call('DELETE', `${ownKeysPath}/${gone.id}`)).status).toBe(204)
    await ws.owner.ok('DELETE', `${ws.base}/api-keys/${refused.id}`)
    for (const { id } of [gone, refused])
      expect(await approve(id)).toEqual([409, 'the request was withdrawn or turned down'])
    expect((await inbox(ws, member)).map(({ title }) => title)).toEqual([
      'Your request for the API key “laptop” was turned down',
    ])
    await asOwner(`update api_keys set answer_until = now() where id = $1`, [late.id])
    expect(await approve(late.id)).toEqual([
      409,
      'the request has lapsed after 14 days; create the key for the member instead',
    ])
    const web = await project(ws)
    const hidden = await sendRequest(ws, member, { project_id: web.id })
    await asOwner(`update projects set visibility = 'private' where id = $1`, [web.id])
    expect(await approve(hidden.id)).toEqual([
      409,
      'the member can no longer open the project of the key; add them to it first',
    ])
    const own = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'own' })
    expect(await approve(own.id)).toEqual([404, 'request for an API key not found'])
  })

  test('cannot be made and withdrawn endlessly: owners and admins are notified of twenty in 24 hours', async () => {
    const { ws, member, offer } = await setUp()
    for (let at = 0; at < 20; at++)
      await member.ok('DELETE', `${ownKeysPath}/${(await sendRequest(ws, member, { name: `Key ${at}` })).id}`)
    const again = () => member.call('POST', `${ws.base}/api-keys/requests`, { name: 'More' })
    expect(said(await again())).toEqual([
      409,
      'you have asked for twenty keys within the last 24 hours; ask for more later',
    ])
    expect((await inbox(ws, ws.owner)).map(({ title }) => title)).not.toContain(
      'Request for the API key “More”',
    )
    expect((await offer()).state).toBe('offered')
    await dayLater(ws)
    expect((await again()).status).toBe(201)
  })

  test('race: at most ten are pending', async () => {
    const { ws, member } = await setUp()
    const burst = await Promise.all(
      Array.from({ length: 13 }, () => member.call('POST', `${ws.base}/api-keys/requests`, { name: 'x' })),
    )
    expect(burst.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(said(burst.find(({ status }) => status !== 201)!)).toEqual([
      409,
      'ten of your requests wait for an answer already; withdraw one first',
    ])
  })
})
