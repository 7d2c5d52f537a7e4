import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { asOwner, call, type Caller, type Json, type Reply } from '../kit/client.ts'
import { override } from '../kit/billing.ts'
import { operator } from '../kit/impersonation.ts'
import { join, workspace, type Workspace } from '../kit/makers.ts'
import { withoutDrain } from '../kit/gateways.ts'
import { mailTo } from '../kit/mail.ts'
import { atMeeting, inMinutes } from '../kit/meetings.ts'
import { refusal } from '../kit/refusals.ts'

const settings = {
  LIVEKIT_URL: 'wss://rooms.example.com',
  LIVEKIT_API_KEY: 'APItestkey',
  LIVEKIT_API_SECRET: 'livekit-secret-of-32-characters!',
}
const ask = (who: Caller, method: string, path: string, body?: object): Promise<Reply> =>
  call(method, path, { headers: who.headers, ...(body && { body }) }, settings)
const soon = { starts_at: inMinutes(5), ends_at: inMinutes(65) }
const gone = [404, 'meeting not found']
let serial = 0
const address = () => `guest${++serial}-${Date.now()}@customer.example`

/** A meeting in a room that begins in five minutes, and what its host does. */
async function withGuests(draft: object = {}) {
  const ws = await workspace()
  const body = { title: 'Review', provider: 'livekit', allow_guests: true, ...soon, ...draft }
  const meeting: Json = (await ask(ws.owner, 'POST', `${ws.base}/meetings`, body)).body
  const at = atMeeting(ws, meeting.id)
  const add = (guest: object, who = ws.owner) => ask(who, 'POST', `${at}/guests`, guest)
  return { ws, meeting, at, add }
}
const tokenIn = ({ link }: Json): string => /\/meet\/(svc_mtg_\w+)$/.exec(link)![1]!
const show = (token: string) => call('GET', `/api/v1/meeting-guests/${token}`)
const enter = (token: string, body: object = {}) =>
  call('POST', `/api/v1/meeting-guests/${token}/join`, { body }, settings)
const contact = async ({ owner, base }: Workspace, draft: object): Promise<Json> => {
  const client = await owner.ok('POST', `${base}/clients`, { name: `Client ${address()}` })
  return owner.ok('POST', `${base}/clients/${client.id}/contacts`, draft)
}

describe('a guest', () => {
  test('joins by the link once the host is there, as a guest with a name of their own', async () => {
    const { ws, meeting, at, add } = await withGuests()
    const email = address()
    const { status, body: guest } = await add({ email, name: 'Grace' })
    expect([status, guest]).toMatchObject([201, { email, name: 'Grace', role: 'guest', user_id: null }])
    const token = tokenIn(guest)
    expect((await show(token)).body).toMatchObject({
      title: 'Review',
      organization: ws.org.name,
      host: 'Ada Lovelace',
      name: 'Grace',
      starts_at: meeting.starts_at,
      status: 'scheduled',
    })
    const early = await enter(token)
    expect([...refusal(early), early.headers.get('retry-after')]).toEqual([
      409,
      'waiting for the host; try again in 10 s',
      '10',
    ])
    await ask(ws.owner, 'POST', `${at}/join`)
    const { body: pass } = await enter(token, { name: 'Grace H.' })
    expect(pass).toMatchObject({ url: 'wss://rooms.example.com', role: 'guest' })
    const claims = decodeJwt(pass.token)
    expect(claims).toMatchObject({
      sub: expect.stringMatching(`^${guest.id}#[0-9a-f]{8}$`),
      name: 'Grace H.',
    })
    expect(claims.video).not.toHaveProperty('roomAdmin')
    expect(decodeJwt((await enter(token)).body.token).name).toBe('Grace')
  })

  test('gets the link by mail, with an entry for calendars; it opens the same', async () => {
    const { ws, at, add } = await withGuests()
    const email = address()
    await add({ email, name: 'Grace' })
    await expect.poll(() => mailTo(email).length).toBe(1)
    const [mail] = mailTo(email)
    expect(mail!.subject).toBe(`Ada Lovelace (${ws.org.name}) invites you: Review`)
    const token = /\/meet\/(svc_mtg_\w+)/.exec(mail!.text)![1]!
    await ask(ws.owner, 'POST', `${at}/join`)
    expect((await enter(token)).body.role).toBe('guest')
  })

  test('has one link: another one replaces it, also that of the mail', async () => {
    const { ws, at, add } = await withGuests()
    const email = address()
    const first = tokenIn((await add({ email })).body)
    await expect.poll(() => mailTo(email).length).toBe(1)
    const mailed = /\/meet\/(svc_mtg_\w+)/.exec(mailTo(email)[0]!.text)![1]!
    const { body: again } = await add({ email: email.toUpperCase() })
    await ask(ws.owner, 'POST', `${at}/join`)
    expect(refusal(await enter(first))).toEqual(gone)
    expect(refusal(await enter(mailed))).toEqual(gone)
    expect((await enter(tokenIn(again))).status).toBe(200)
    const { participants } = await ws.owner.ok('GET', at)
    expect(participants.filter(({ role }: Json) => role === 'guest')).toHaveLength(1)
    expect(JSON.stringify(participants)).not.toContain('svc_mtg_')
  })

  test('is not mailed a link that waits while another one replaces it', async () => {
    const { ws, at, add } = await withGuests()
    const gateway = await withoutDrain()
    const email = address()
    const away = { ...settings, SQL_ENDPOINT: gateway.url }
    await call('POST', `${at}/guests`, { headers: ws.owner.headers, body: { email } }, away)
    await gateway.stop()
    await add({ email })
    await expect.poll(() => mailTo(email).length).toBe(1)
    const states = await asOwner('select state from mails where address = $1 order by id', [email])
    expect(states).toEqual([{ state: 'dropped' }, { state: 'sent' }])
  })

  test('may be a contact, also one without an address, and stays when participants change', async () => {
    const { ws, at, add } = await withGuests()
    const { id } = await contact(ws, { name: 'Alan' })
    const { body } = await add({ contact_id: id })
    expect(body).toMatchObject({ contact_id: id, email: null, name: 'Alan', role: 'guest' })
    await ws.owner.ok('PATCH', at, { participants: [] })
    expect((await show(tokenIn(body))).body.name).toBe('Alan')
  })

  test('of a room elsewhere gets its address', async () => {
    const external_url = 'https://meet.example.com/room'
    const { add } = await withGuests({ provider: 'external', external_url })
    const token = tokenIn((await add({ email: address() })).body)
    expect((await enter(token)).body).toEqual({
      url: external_url,
      token: null,
      expires_at: null,
      role: 'guest',
    })
  })
})

describe('a link is as good as none', () => {
  const cases: Record<string, (of: Awaited<ReturnType<typeof withGuests>>, guest: Json) => Promise<unknown>> =
    {
      'once the guest is taken out': ({ ws, at }, { id }) =>
        ws.owner.ok('DELETE', `${at}/participants/${id}`),
      'once the meeting is cancelled': ({ ws, at }) => ws.owner.ok('DELETE', at),
      'once the meeting has ended': async ({ ws, at }) => {
        await ask(ws.owner, 'POST', `${at}/join`)
        await ws.owner.ok('POST', `${at}/end`)
      },
      'once guests are not allowed any more': ({ ws, at }) =>
        ws.owner.ok('PATCH', at, { allow_guests: false }),
      'once the organization is deleted': ({ ws }) =>
        asOwner('update organizations set deleted_at = now() where id = $1', [ws.org.id]),
    }
  test.each(Object.entries(cases))('%s', async (_, end) => {
    const made = await withGuests()
    const { body: guest } = await made.add({ email: address() })
    const token = tokenIn(guest)
    expect((await show(token)).status).toBe(200)
    await end(made, guest)
    expect(refusal(await show(token))).toEqual(gone)
    expect(refusal(await enter(token))).toEqual(gone)
  })

  test('and so is one that was never made', async () => {
    expect(refusal(await enter('svc_mtg_nonsense'))).toEqual(gone)
  })
})

describe('a link is refused', () => {
  test('to all but the host and managers', async () => {
    const { ws, at, add } = await withGuests()
    const [member, viewer, manager] = [await join(ws), await join(ws, 'viewer'), await join(ws, 'manager')]
    await ws.owner.ok('PATCH', at, { participants: [{ user_id: member.id }, { user_id: viewer.id }] })
    expect(refusal(await add({ email: address() }, member))).toEqual([
      403,
      'only the host or a manager may do this',
    ])
    expect((await add({ email: address() }, viewer)).status).toBe(403)
    expect((await add({ email: address() }, manager)).status).toBe(201)
    const other = await workspace()
    expect((await add({ email: address() }, other.owner)).status).toBe(404)
  })

  test('where there is no room, guests are not allowed, or the meeting is over', async () => {
    const email = address()
    const inPerson = await withGuests({ provider: 'internal' })
    expect(refusal(await inPerson.add({ email }))).toEqual([409, 'this meeting has no room'])
    const closed = await withGuests({ allow_guests: false })
    expect(refusal(await closed.add({ email }))).toEqual([
      409,
      'guests may not join this meeting; change it with allow_guests first',
    ])
    const over = await withGuests()
    await over.ws.owner.ok('DELETE', over.at)
    expect(refusal(await over.add({ email }))).toEqual([409, 'the meeting is over or cancelled'])
  })

  test('for members, unknown contacts, and more or less than one person', async () => {
    const { ws, add } = await withGuests()
    const member = await join(ws)
    const [other] = [await workspace()]
    const foreign = await contact(other, { name: 'Alan' })
    expect(refusal(await add({ email: member.email }))).toEqual([
      422,
      'body.email: is a member, who needs no link; invite them',
    ])
    expect(refusal(await add({ contact_id: foreign.id }))).toEqual([422, 'body.contact_id: not found'])
    for (const body of [{}, { email: address(), contact_id: foreign.id }])
      expect(refusal(await add(body))).toEqual([422, 'body: name one of contact_id and email'])
    expect(refusal(await add({ contact_id: foreign.id, name: 'Alan' }))).toEqual([
      422,
      'body.name: only with email',
    ])
  })

  test('where rooms are not set up any more, or the minutes of the plan are used up', async () => {
    const { ws, at, add } = await withGuests()
    const token = tokenIn((await add({ email: address() })).body)
    await ask(ws.owner, 'POST', `${at}/join`)
    const unset = await call('POST', `/api/v1/meeting-guests/${token}/join`, { body: {} })
    expect(refusal(unset)).toEqual([409, 'the room is not set up any more; ask the host'])
    await override(await operator(), ws.org.id, 'meeting_minutes', 0)
    expect(refusal(await enter(token))).toEqual([409, 'nobody else can be admitted now; ask the host'])
  })

  test('to the 51st guest', async () => {
    const { ws, meeting, add } = await withGuests()
    await asOwner(
      `insert into meeting_participants (org_id, meeting_id, email, name, role)
        select $1, $2, 'guest' || n || '@crowd.example', 'Guest', 'guest' from generate_series(1, 49) n`,
      [ws.org.id, meeting.id],
    )
    expect((await add({ email: address() })).status).toBe(201)
    expect(refusal(await add({ email: address() }))).toEqual([
      409,
      'the meeting has 50 guests, which is all there may be; take one out first',
    ])
  })

  test('long before the meeting the room is closed, and says until when', async () => {
    const { add } = await withGuests({ starts_at: inMinutes(60), ends_at: inMinutes(90) })
    const token = tokenIn((await add({ email: address() })).body)
    expect((await enter(token)).body.error.message).toMatch(/^the room opens 15 minutes before .* at \d{4}-/)
  })
})
