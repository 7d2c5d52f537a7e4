import { describe, expect, test } from 'vitest'
import { asOwner, person, type Json } from '../kit/client.ts'
import { mailTo } from '../kit/mail.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { database } from '../kit/inbox.ts'
import { actions, join, project, type Workspace, workspace } from '../kit/makers.ts'
import { accept, decline, offer, share, sharedProject } from '../kit/sharing.ts'
import { refusal } from '../kit/refusals.ts'

const gone = [404, 'shared project not found']
const unknown = [404, 'invitation not found']
const told = async (ws: Workspace) =>
  (await asOwner('select title from notifications where org_id = $1 order by id', [ws.org.id])).map(
    ({ title }) => title,
  )
const change = (id: string, columns: string) =>
  asOwner(`update project_shares set ${columns} where id = $1`, [id])
const incoming = async (ws: Workspace, who = ws.owner): Promise<Json[]> =>
  (await who.ok('GET', `${ws.base}/shared-projects`)).items

describe('an invitation', () => {
  test('is a link that is shown once, and becomes a share of whoever accepts it', async () => {
    const [owner, guest] = [await workspace('Owner'), await workspace('Guest')]
    const home = await project(owner)
    const sent = await offer(owner, home, { include: { comments: true }, message: 'Have a look' })
    expect(sent).toMatchObject({ status: 'pending', organization: null, message: 'Have a look', reads: [] })
    expect(sent.include).toEqual({
      comments: true,
      documents: false,
      attachments: false,
      estimates: false,
      people: false,
    })
    const preview = await guest.owner.ok('GET', `/api/v1/project-shares/${sent.token}`)
    expect(preview).toMatchObject({
      organization_name: 'Owner',
      project_name: home.name,
      message: 'Have a look',
      email: null,
    })
    expect(JSON.stringify(preview)).not.toContain(home.id)
    const { status, body } = await accept(guest, sent.token)
    expect([status, body]).toMatchObject([
      201,
      {
        id: sent.id,
        organization_name: 'Owner',
        project_key: home.key,
        status: 'accepted',
        is_available: true,
      },
    ])
    const [listed] = (await owner.owner.ok('GET', `${owner.base}/projects/${home.id}/shares`)).items
    expect(listed).toMatchObject({
      organization: { name: 'Guest' },
      status: 'accepted',
      accepted_by_name: 'Ada Lovelace',
    })
    expect(JSON.stringify(listed)).not.toContain('svc_shr_')
    expect(await told(owner)).toEqual([`Ada Lovelace of Guest accepted what you share of ${home.name}`])
    expect(await actions(owner)).toContain('project_share.accepted')
    expect(await actions(guest)).toContain('project_share.accepted')
    expect(await incoming(guest)).toHaveLength(1)
    expect(await incoming(await workspace('Other'))).toEqual([])
  })

  test('is refused with bad input, for archived projects, and to others than admins', async () => {
    const owner = await workspace()
    const [home, old] = [await project(owner), await project(owner)]
    const send = async (more: object, who = owner.owner, { id } = home) =>
      refusal(await who.call('POST', `${owner.base}/projects/${id}/shares`, { label: 'Acme', ...more }))
    expect(await send({ include: {} })).toEqual([422, 'body.include: name at least one switch'])
    expect((await send({ include: { salaries: true } }))[0]).toBe(422)
    expect(await send({ access_until: '2020-01-01' })).toEqual([
      422,
      'body.access_until: must not be in the past',
    ])
    expect((await send({ label: ' ' }))[0]).toBe(422)
    await owner.owner.ok('POST', `${owner.base}/projects/${old.id}/archive`)
    expect(await send({}, owner.owner, old)).toEqual([409, 'project is archived'])
    expect((await send({}, await join(owner, 'manager')))[0]).toBe(403)
    expect((await send({}, owner.owner, { ...old, id: owner.org.id }))[0]).toBe(404)
    await asOwner(
      `insert into project_shares (org_id, project_id, label, token_hash, expires_at, project_name, created_by)
        select $1, $2, 'x', sha256((n || gen_random_uuid()::text)::bytea), now() + interval '1 day', 'x', $3 from generate_series(1, 20) n`,
      [owner.org.id, home.id, owner.owner.id],
    )
    expect(await send({})).toEqual([
      409,
      'the project has 20 open invitations, which is all there may be; revoke one first',
    ])
  })

  test('is of no use to its own organization, once it is used, ended or expired, or to a second one', async () => {
    const [owner, guest, other] = [
      await workspace('Owner'),
      await workspace('Guest'),
      await workspace('Other'),
    ]
    const home = await project(owner)
    const one = await offer(owner, home)
    expect(refusal(await accept(owner, one.token))).toEqual([
      422,
      'body.token: the project is your own organization’s',
    ])
    expect(refusal(await accept(guest, 'nonsense'))).toEqual(unknown)
    expect(refusal(await accept(guest, one.token, await join(guest, 'manager')))).toEqual([
      403,
      expect.anything(),
    ])
    expect((await accept(guest, one.token)).status).toBe(201)
    expect(refusal(await accept(guest, one.token))).toEqual([
      409,
      'your organization has accepted it already',
    ])
    expect(refusal(await accept(other, one.token))).toEqual(unknown)
    expect(refusal(await decline(guest, one.token))).toEqual([
      409,
      'your organization has accepted it; leave the project instead',
    ])
    const two = await offer(owner, home)
    expect(refusal(await accept(guest, two.token))).toEqual([
      409,
      'your organization has this project already',
    ])
    expect((await decline(other, two.token)).status).toBe(204)
    expect(refusal(await accept(other, two.token))).toEqual(unknown)
    const three = await offer(owner, home)
    await change(three.id, `expires_at = now() - interval '1 minute'`)
    expect(refusal(await accept(other, three.token))).toEqual(unknown)
    expect((await owner.owner.call('GET', `/api/v1/project-shares/${three.token}`)).status).toBe(404)
    const { items } = await owner.owner.ok('GET', `${owner.base}/projects/${home.id}/shares?status=expired`)
    expect(items.map(({ id }: Json) => id)).toEqual([three.id])
    const four = await offer(owner, home)
    await owner.owner.ok('DELETE', `${owner.base}/projects/${home.id}/shares/${four.id}`)
    expect(refusal(await accept(other, four.token))).toEqual(unknown)
    const five = await offer(owner, home)
    await owner.owner.ok('DELETE', `${owner.base}/projects/${home.id}`)
    expect(refusal(await accept(other, five.token))).toEqual(unknown)
    await owner.owner.ok('POST', `${owner.base}/projects/${home.id}/restore`)
    expect((await accept(other, five.token)).status).toBe(201)
  })

  test('with an address is mailed there, and for whoever verified it alone', async () => {
    const [owner, guest] = [await workspace('Owner'), await workspace('Guest')]
    const home = await project(owner)
    const { email } = guest.owner as unknown as { email: string }
    const sent = await offer(owner, home, { invite_email: email })
    for (let n = 0; n < 50 && !mailTo(email).length; n++) await drain(database())
    const [mail] = mailTo(email)
    expect(mail!.subject).toContain('Owner')
    const token = /shares\/(svc_shr_\w+)/.exec(mail!.text)![1]!
    expect(token).not.toBe(sent.token)
    const stranger = await workspace('Stranger')
    expect(refusal(await accept(stranger, token))).toEqual(unknown)
    expect(refusal(await decline(stranger, token))).toEqual(unknown)
    expect(await incoming(stranger)).toEqual([])
    await asOwner('update users set email_verified_at = null where id = $1', [guest.owner.id])
    expect(refusal(await accept(guest, token))).toEqual(unknown)
    await asOwner('update users set email_verified_at = now() where id = $1', [guest.owner.id])
    expect(await incoming(guest)).toMatchObject([{ id: sent.id, status: 'pending', project_key: null }])
    const { email: shown } = await guest.owner.ok('GET', `/api/v1/project-shares/${token}`)
    expect(shown).toMatch(/^.\*\*\*@/)
    expect((await accept(guest, token)).status).toBe(201)
  })

  test('ends with the right of whoever sent it; what was accepted stays, and admins are told', async () => {
    const [owner, guest, other] = [
      await workspace('Owner'),
      await workspace('Guest'),
      await workspace('Other'),
    ]
    const home = await project(owner)
    const admin = await join(owner, 'admin', 'Grace Hopper')
    const sendAs = async () =>
      (await admin.ok('POST', `${owner.base}/projects/${home.id}/shares`, { label: 'Acme' })).invite_url
        .split('/')
        .at(-1)
    const [first, second] = [await sendAs(), await sendAs()]
    expect((await accept(guest, first)).status).toBe(201)
    // Whoever changes the role is not told of it; other admins are.
    await join(owner, 'admin', 'Alan Turing')
    await owner.owner.ok('PATCH', `${owner.base}/members/${admin.id}`, { role: 'manager' })
    expect(refusal(await accept(other, second))).toEqual(unknown)
    expect(await incoming(guest)).toMatchObject([{ is_available: true }])
    expect(await told(owner)).toContain(
      'Grace Hopper, who shared projects with other organizations, is no admin any more',
    )
  })

  test('goes to one of two organizations that accept at once', async () => {
    const owner = await workspace('Owner')
    const home = await project(owner)
    const guests = await Promise.all(Array.from({ length: 4 }, (_, n) => workspace(`Guest ${n}`)))
    const { token } = await offer(owner, home)
    const replies = await Promise.all(guests.map((guest) => accept(guest, token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404])
    const [one] = guests
    const twice = await offer(owner, home)
    const again = await offer(owner, home)
    const both = await Promise.all([accept(one!, twice.token), accept(one!, again.token)])
    expect(both.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
  })
})

describe('a share', () => {
  test('ends at once from either side, and leaves a row with names on both', async () => {
    const { owner, guest, home, at, of } = await sharedProject()
    expect((await guest.owner.call('GET', at)).status).toBe(200)
    await owner.owner.ok('DELETE', of)
    for (const path of ['', '/tasks', '/tasks/XY-1'])
      expect(refusal(await guest.owner.call('GET', at + path))).toEqual(gone)
    expect((await owner.owner.call('DELETE', of)).status).toBe(204)
    expect(refusal(await guest.owner.call('DELETE', at))).toEqual(gone)
    expect(await told(guest)).toEqual([`Owner no longer shares ${home.name} with you`])
    await owner.owner.ok('PATCH', `${owner.base}/projects/${home.id}`, { name: 'Secret plan' })
    expect(await incoming(guest)).toMatchObject([
      { status: 'revoked', project_name: home.name, project_key: null },
    ])
    const again = await share(owner, guest, home)
    expect((await guest.owner.call('DELETE', again.at)).status).toBe(204)
    expect(refusal(await guest.owner.call('GET', again.at))).toEqual(gone)
    expect(await told(owner)).toContain(`Guest left the project Secret plan that you shared`)
    expect(await actions(guest)).toContain('project_share.left')
    expect(await actions(guest)).toContain('project_share.revoked')
    expect((await owner.owner.call('DELETE', again.of)).status).toBe(204)
  })

  test('is changed at once, and the other side is told of it', async () => {
    const { owner, guest, home, at, of } = await sharedProject()
    const patch = async (body: object) => refusal(await owner.owner.call('PATCH', of, body))
    expect(await patch({})).toEqual([422, expect.anything()])
    expect(await patch({ include: {} })).toEqual([422, 'body.include: name at least one switch'])
    expect(await patch({ access_until: '2020-02-02' })).toEqual([
      422,
      'body.access_until: must not be in the past',
    ])
    const changed = await owner.owner.ok('PATCH', of, { include: { people: true, estimates: true } })
    expect(changed.include).toMatchObject({ people: true, estimates: true, comments: false })
    await owner.owner.ok('PATCH', of, { include: { people: false }, label: 'Them' })
    expect((await guest.owner.ok('GET', at)).include).toMatchObject({ people: false, estimates: true })
    const rows = await asOwner('select snippet from notifications where org_id = $1 order by id', [
      guest.org.id,
    ])
    expect(rows.map(({ snippet }) => snippet)).toEqual(['now also estimates, people', 'no longer people'])
    await owner.owner.ok('DELETE', of)
    expect(await patch({ label: 'Nobody' })).toEqual([409, 'the share has ended; offer another one'])
    await owner.owner.ok('POST', `${owner.base}/projects/${home.id}/archive`)
  })

  test('is open until the end of its last day where the owner is, and both sides are told a week before', async () => {
    const { owner, guest, share: id, at } = await sharedProject({ access_until: '2090-11-30' })
    await asOwner(`update organizations set timezone = 'Europe/Madrid' where id = $1`, [owner.org.id])
    const [{ before, after }] = (await asOwner(
      `select app.is_past('2026-11-30', 'Europe/Madrid') as after, not app.is_past('2090-11-30', 'Europe/Madrid') as before`,
    )) as [{ before: boolean; after: boolean }]
    expect([before, after]).toEqual([true, new Date() >= new Date('2026-11-30T23:00:00Z')])
    await change(id, `access_until = (now() at time zone 'Europe/Madrid')::date`)
    expect((await guest.owner.call('GET', at)).status).toBe(200)
    await change(id, `access_until = (now() at time zone 'Europe/Madrid')::date - 1`)
    expect(refusal(await guest.owner.call('GET', at))).toEqual(gone)
    expect(await incoming(guest)).toMatchObject([{ status: 'expired', is_available: false }])
    const [{ day }] = (await asOwner(
      `update project_shares set access_until = '2090-11-30' where id = $1 returning access_until::text as day`,
      [id],
    )) as [{ day: string }]
    await asOwner(
      `update outbox set available_at = now() where topic = 'share.ending' and payload->>'share' = $1`,
      [id],
    )
    for (let n = 0; n < 50 && (await told(guest)).length < 1; n++) await drain(database())
    expect(await told(guest)).toEqual([expect.stringMatching(`until ${day}$`)])
    expect((await told(owner)).at(-1)).toMatch(`until ${day}`)
  })

  test('waits while its owner is suspended, and ends when one of both is deleted', async () => {
    const { owner, guest, at } = await sharedProject()
    const other = await workspace('Other')
    const mine = await project(guest)
    const second = await share(guest, other, mine)
    await asOwner(`update organizations set status = 'suspended' where id = $1`, [owner.org.id])
    expect(refusal(await guest.owner.call('GET', at))).toEqual(gone)
    expect(await incoming(guest)).toMatchObject([{ status: 'accepted', is_available: false }])
    await asOwner(`update organizations set status = 'active' where id = $1`, [owner.org.id])
    expect((await guest.owner.call('GET', at)).status).toBe(200)
    await asOwner(`update organizations set deleted_at = now() where id = $1`, [guest.org.id])
    const rows = await asOwner(
      'select status, ended_reason from project_shares where org_id = any ($1) order by created_at',
      [[owner.org.id, guest.org.id]],
    )
    expect(rows).toEqual([
      { status: 'left', ended_reason: 'organization_deleted' },
      { status: 'revoked', ended_reason: 'organization_deleted' },
    ])
    expect(refusal(await other.owner.call('GET', second.at))).toEqual(gone)
    expect(await told(other)).toHaveLength(1)
  })

  test('leaves its row, with the name of the project, where the project is gone for good', async () => {
    const { owner, guest, home, share: id } = await sharedProject()
    await asOwner(`select app.clear_references('projects', $1, $2)`, [owner.org.id, home.id])
    expect(await incoming(guest)).toMatchObject([
      {
        id,
        status: 'revoked',
        ended_reason: 'project_deleted',
        project_name: home.name,
        is_available: false,
      },
    ])
  })

  test('is for members alone, not for viewers, keys of one project, or other organizations', async () => {
    const { owner, guest, at, of } = await sharedProject()
    expect((await (await join(guest)).call('GET', at)).status).toBe(200)
    expect((await (await join(guest, 'viewer')).call('GET', at)).status).toBe(403)
    const other = await workspace('Other')
    expect(refusal(await other.owner.call('GET', at.replace(guest.org.id, other.org.id)))).toEqual(gone)
    expect(refusal(await owner.owner.call('GET', at.replace(guest.org.id, owner.org.id)))).toEqual(gone)
    expect(
      (await guest.owner.call('PATCH', of.replace(owner.org.id, guest.org.id), { label: 'Mine' })).status,
    ).toBe(404)
    expect((await guest.owner.call('POST', `${at}/tasks`, { title: 'Mine' })).status).toBeGreaterThanOrEqual(
      404,
    )
    const nobody = await person()
    expect((await nobody.call('GET', at)).status).toBe(404)
  })
})
