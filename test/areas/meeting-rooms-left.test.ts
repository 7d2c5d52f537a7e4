import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { asOwner, call, type Caller, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { join, workspace } from '../kit/makers.ts'
import { atMeeting } from '../kit/meetings.ts'
import { ask, called, eventIn, inRoom, occurrenceOf, report, roomSettings, seconds } from '../kit/rooms.ts'

const removed = '/twirp/livekit.RoomService/RemoveParticipant'
const deleted = '/twirp/livekit.RoomService/DeleteRoom'
let serial = 0

/** A meeting of Hedy, who runs it, with Grace, a guest and Max, a manager who does not take part; all are in the room. */
async function full() {
  const ws = await workspace()
  const [hedy, grace, max] = [
    await join(ws, 'manager', 'Hedy'),
    await join(ws, 'member', 'Grace'),
    await join(ws, 'manager', 'Max'),
  ]
  const { id } = await inRoom(ws, { allow_guests: true, participants: [{ user_id: grace.id }] }, hedy)
  const at = atMeeting(ws, id)
  const email = `guest${++serial}-${Date.now()}@customer.example`
  const guest: Json = (await ask(hedy, 'POST', `${at}/guests`, { email })).body
  /** The identity that a member has by the token that they get. */
  const enters = async (who: Caller) => decodeJwt((await ask(who, 'POST', `${at}/join`)).body.token).sub!
  const members = new Map<string, string>()
  for (const who of [hedy, grace, max]) members.set(who.id, await enters(who))
  const room: string = (await occurrenceOf(id)).room_name
  const world = { ws, hedy, grace, max, at, email, guest, room, members, enters, enter, appear, leave }
  /** The identity that a guest has by the link. */
  async function enter({ link }: Json): Promise<string> {
    const token = link.split('/').at(-1)
    const pass = await call('POST', `/api/v1/meeting-guests/${token}/join`, { body: {} }, roomSettings)
    return decodeJwt(pass.body.token).sub!
  }
  async function appear(identity: string, sid = `PA_${identity}`, event = 'participant_joined') {
    const participant = { sid, identity, name: 'Somebody' }
    const said = eventIn(room, event, { participant, createdAt: seconds(new Date()) })
    expect((await report(said)).status).toBe(200)
  }
  function leave(identity: string, sid?: string) {
    return appear(identity, sid, 'participant_left')
  }
  const visitor = await enter(guest)
  for (const identity of [...members.values(), visitor]) await appear(identity)
  return { ...world, visitor }
}
type World = Awaited<ReturnType<typeof full>>

const lock = async (path: string, status: string) =>
  ask(await operator(), 'PATCH', `/api/v1/platform/${path}`, { status, reason: 'ticket 4711: a test' })
const member = ({ ws }: World, { id }: Caller, change?: object) =>
  ask(ws.owner, change ? 'PATCH' : 'DELETE', `${ws.base}/members/${id}`, change ?? {})
const everybody = ({ hedy, grace, max, visitor }: World) => [hedy, grace, max, visitor]
type Ending = [who: (of: World) => (string | Caller)[], end: (of: World) => Promise<{ status: number }>]
const endings: Record<string, Ending> = {
  'guests are not allowed any more': [
    ({ visitor }) => [visitor],
    ({ hedy, at }) => ask(hedy, 'PATCH', at, { allow_guests: false }),
  ],
  'another link replaces that of a guest': [
    ({ visitor }) => [visitor],
    ({ hedy, at, email }) => ask(hedy, 'POST', `${at}/guests`, { email }),
  ],
  'a guest is taken out of the meeting': [
    ({ visitor }) => [visitor],
    ({ hedy, at, guest }) => ask(hedy, 'DELETE', `${at}/participants/${guest.id}`),
  ],
  'a member is left out of the participants': [
    ({ grace }) => [grace],
    ({ hedy, at }) => ask(hedy, 'PATCH', at, { participants: [] }),
  ],
  'a member is taken out of the organization': [({ grace }) => [grace], (of) => member(of, of.grace)],
  'a member leaves by themselves': [
    ({ grace }) => [grace],
    ({ ws, grace }) => ask(grace, 'POST', `${ws.base}/leave`, {}),
  ],
  'a membership is switched off': [
    ({ grace }) => [grace],
    (of) => member(of, of.grace, { status: 'deactivated' }),
  ],
  'a member becomes a viewer, who joins no meeting': [
    ({ grace }) => [grace],
    (of) => member(of, of.grace, { role: 'viewer' }),
  ],
  'another member becomes the host': [
    ({ hedy }) => [hedy],
    ({ hedy, at, grace }) => ask(hedy, 'PATCH', at, { host_user_id: grace.id }),
  ],
  'a manager who takes no part becomes a member': [
    ({ max }) => [max],
    (of) => member(of, of.max, { role: 'member' }),
  ],
  'an account is locked': [({ grace }) => [grace], ({ grace }) => lock(`users/${grace.id}`, 'locked')],
  'the organization is suspended': [everybody, ({ ws }) => lock(`organizations/${ws.org.id}`, 'suspended')],
  'the organization is deleted': [
    everybody,
    ({ ws }) => ask(ws.owner, 'DELETE', ws.base, { confirm_slug: ws.org.slug }),
  ],
  'the meeting has another provider': [
    everybody,
    ({ hedy, at }) => ask(hedy, 'PATCH', at, { provider: 'internal' }),
  ],
}
const closings: Record<string, (of: World) => Promise<{ status: number }>> = {
  'the meeting is ended': ({ hedy, at }) => ask(hedy, 'POST', `${at}/end`),
  'the meeting is cancelled': ({ hedy, at }) => ask(hedy, 'DELETE', at),
  'its host leaves, and nobody can take it over': (of) => member(of, of.hedy),
}

/** What is asked of the provider in this room until something is. */
async function asked(room: string, answer?: () => number) {
  const found: unknown[] = []
  await expect
    .poll(
      async () => {
        for (const [path, body] of await called(answer))
          if ((body as Json)?.room === room) found.push([path, (body as Json).identity])
        return found.length
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0)
  return found.sort()
}
const nothingMore = async (room: string) =>
  expect((await called()).filter(([, body]) => (body as Json)?.room === room)).toEqual([])

describe('whoever may not be in the room any more is put out of it', () => {
  test.each(Object.entries(endings))('when %s', async (_, [who, end]) => {
    const of = await full()
    expect((await end(of)).status).toBeLessThan(300)
    const identities = who(of).map((one) => (typeof one === 'string' ? one : of.members.get(one.id)!))
    expect(await asked(of.room)).toEqual(identities.map((identity) => [removed, identity]).sort())
    await nothingMore(of.room)
  })

  test.each(Object.entries(closings))('all of them when %s', async (_, end) => {
    const of = await full()
    expect((await end(of)).status).toBeLessThan(300)
    expect(new Set((await asked(of.room)).map(String))).toContain(String([deleted, undefined]))
  })

  test('and nobody for a change that ends no access', async () => {
    const of = await full()
    await ask(of.hedy, 'PATCH', of.at, { title: 'Retrospective' })
    await member(of, of.grace, { role: 'manager' })
    await nothingMore(of.room)
  })
})

describe('who connects with a pass', () => {
  test('of a link that was replaced meanwhile is put out as the provider reports it; the new link is not', async () => {
    const of = await full()
    await of.leave(of.visitor)
    const { body: again } = await ask(of.hedy, 'POST', `${of.at}/guests`, { email: of.email })
    const visitor = await of.enter(again)
    expect(visitor).not.toBe(of.visitor)
    await of.appear(visitor)
    await nothingMore(of.room)
    await of.appear(of.visitor, 'PA_late')
    expect(await asked(of.room)).toEqual([[removed, of.visitor]])
  })

  test('of a host who is none any more is put out; with the one that they get then, they may stay', async () => {
    const of = await full()
    const host = of.members.get(of.hedy.id)!
    await of.leave(host)
    await ask(of.hedy, 'PATCH', of.at, { host_user_id: of.grace.id })
    const again = await ask(of.hedy, 'POST', `${of.at}/join`)
    expect(decodeJwt<Json>(again.body.token).video.roomAdmin).toBeUndefined()
    await of.appear(decodeJwt(again.body.token).sub!, 'PA_ordinary')
    await nothingMore(of.room)
    await of.appear(host, 'PA_late')
    expect(await asked(of.room)).toEqual([[removed, host]])
    await of.leave(host, 'PA_late')
    await ask(of.ws.owner, 'PATCH', of.at, { host_user_id: of.hedy.id })
    expect(await of.enters(of.hedy)).toBe(host)
    await of.appear(host, 'PA_host')
    await nothingMore(of.room)
  })

  test('after they were taken out of the meeting is put out, too', async () => {
    const of = await full()
    await of.leave(of.grace.id)
    await ask(of.hedy, 'PATCH', of.at, { participants: [] })
    await nothingMore(of.room)
    await of.appear(of.grace.id, 'PA_late')
    expect(await asked(of.room)).toEqual([[removed, of.grace.id]])
  })
})

describe('a provider', () => {
  test('that fails first is asked again, until it did it once', async () => {
    const of = await full()
    await ask(of.hedy, 'PATCH', of.at, { allow_guests: false })
    expect(await asked(of.room, () => 503)).toEqual([[removed, of.visitor]])
    expect(await asked(of.room)).toEqual([[removed, of.visitor]])
    await nothingMore(of.room)
  })

  test('whose answer is lost puts out nobody who was let in again', async () => {
    const of = await full()
    await ask(of.hedy, 'PATCH', of.at, { participants: [] })
    const lost = () => {
      throw new Error('the connection was cut')
    }
    expect(await asked(of.room, lost)).toEqual([[removed, of.grace.id]])
    await of.leave(of.grace.id)
    await ask(of.hedy, 'PATCH', of.at, { participants: [{ user_id: of.grace.id }] })
    await of.appear(of.grace.id, 'PA_again')
    await nothingMore(of.room)
    const [left] = await asOwner<{ waiting: string }>(
      `select count(*) as waiting from outbox where topic = 'meeting.room' and done_at is null and org_id = $1`,
      [of.ws.org.id],
    )
    expect(left?.waiting).toBe('0')
  })
})
