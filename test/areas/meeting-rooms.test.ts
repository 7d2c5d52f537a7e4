import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { jitsiToken, livekitToken, roomsOf } from '../../src/shared/meetings/rooms.ts'
import type { Outbound } from '../../src/shared/outbound/outbound.ts'
import { app, asOwner, type Caller, env } from '../kit/client.ts'
import { override } from '../kit/billing.ts'
import { operator } from '../kit/impersonation.ts'
import { join, workspace } from '../kit/makers.ts'
import { addMeeting, atMeeting, inMinutes } from '../kit/meetings.ts'
import {
  ask,
  called,
  eventIn,
  inRoom,
  occurrenceOf,
  report,
  roomSettings as settings,
  seconds,
  soon,
} from '../kit/rooms.ts'
import { refusal } from '../kit/refusals.ts'

describe('a token', () => {
  const room = 'm-7f3c9a1e5b2d4c6f8a0b1c2d3e4f5a6b'
  const ada = { room, identity: '0193a5c0-0000-7000-8000-0000000000b1', name: 'Ada', role: 'host' } as const
  const now = new Date(1795597200_000)

  test('of LiveKit is that of the vector', async () => {
    const token = await livekitToken({ key: 'APItestkey', secret: settings.LIVEKIT_API_SECRET }, ada, now)
    expect(token.split('.')[2]).toBe('rQWGfX3ROhrFWhZaoxnB5q-QpL7aRVkxO9RBeB8baKY')
    const guest = await livekitToken({ key: 'k', secret: 's' }, { ...ada, role: 'guest' }, now)
    expect(decodeJwt(guest).video).toEqual({
      room,
      roomJoin: true,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
    })
  })

  test('of Jitsi is that of the vector', async () => {
    const how = { app: 'svc-app', domain: 'meet.example.com', secret: settings.JITSI_SECRET }
    expect((await jitsiToken(how, ada, now)).split('.')[2]).toBe(
      '6zYiFQ9Nc89pn8o4NuYSJjV5gRAf-If_hI3i4m_jn-Q',
    )
  })

  test('opens the web client of its provider', async () => {
    const url = async (more: object) =>
      (await roomsOf({ ...env(settings), ...more }, {} as Outbound).pass('livekit', ada, now)).url
    expect(await url({})).toBe('wss://rooms.example.com')
    expect(await url({ LIVEKIT_CLIENT_URL: 'https://live.example.com/' })).toMatch(
      /^https:\/\/live\.example\.com\/custom\/\?liveKitUrl=wss%3A%2F%2Frooms\.example\.com&token=ey/,
    )
  })
})

describe('joining', () => {
  test('is for who takes part and for managers, with a token for ten minutes that is stored nowhere', async () => {
    const ws = await workspace()
    const [grace, manager, other] = [
      await join(ws, 'member', 'Grace'),
      await join(ws, 'manager'),
      await join(ws),
    ]
    const { id, provider } = await inRoom(ws, { participants: [{ user_id: grace.id }], provider: undefined })
    expect(provider).toBe('livekit')
    const enter = (who: Caller) => ask(who, 'POST', `${atMeeting(ws, id)}/join`)
    const { body: pass } = await enter(ws.owner)
    const { room_name, status } = await occurrenceOf(id)
    expect([pass.url, pass.role, status]).toEqual(['wss://rooms.example.com', 'host', 'live'])
    expect(decodeJwt(pass.token)).toMatchObject({
      iss: 'APItestkey',
      sub: `${ws.owner.id}#host`,
      name: 'Ada Lovelace',
      video: { room: room_name, roomAdmin: true },
    })
    expect(Date.parse(pass.expires_at) - Date.now()).toBeLessThanOrEqual(600_000)
    for (const who of [grace, manager]) expect((await enter(who)).body.role).toBe('participant')
    expect(refusal(await enter(other))).toEqual([404, 'meeting not found'])
    const stored = await asOwner(
      `select 1 from idempotency_keys k where to_jsonb(k)::text like '%' || $1 || '%'`,
      [pass.token],
    )
    expect(stored).toEqual([])
    const device = (event: string, sid: string, identity: string) =>
      report(
        eventIn(room_name, event, {
          participant: { sid, identity, name: 'Grace' },
          createdAt: seconds(new Date()),
        }),
      )
    const next = async () => decodeJwt((await enter(grace)).body.token).sub
    await device('participant_joined', 'PA_1', grace.id)
    expect(await next()).toBe(`${grace.id}#2`)
    await device('participant_joined', 'PA_2', `${grace.id}#2`)
    await device('participant_left', 'PA_1', grace.id)
    expect(await next()).toBe(grace.id)
    await device('participant_joined', 'PA_3', grace.id)
    expect(await next()).toBe(`${grace.id}#3`)
  })

  test('is refused beyond the minutes of the plan, but not to who was in it already', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'member', 'Grace')
    const { id } = await inRoom(ws, { participants: [{ user_id: grace.id }] })
    const enter = (who: Caller) => ask(who, 'POST', `${atMeeting(ws, id)}/join`)
    expect((await enter(ws.owner)).status).toBe(200)
    await report(
      eventIn((await occurrenceOf(id)).room_name, 'participant_joined', {
        participant: { sid: 'PA_1', identity: ws.owner.id, name: 'Ada' },
        createdAt: seconds(new Date()),
      }),
    )
    await override(await operator(), ws.org.id, 'meeting_minutes', 0)
    const [status, message] = refusal(await enter(grace))
    expect([status, message]).toEqual([
      403,
      expect.stringContaining('plan limit meeting_minutes reached: 0 of 0'),
    ])
    expect((await enter(ws.owner)).status).toBe(200)
  })

  test('is from 15 minutes before the start until 15 minutes after the end, or while it goes on', async () => {
    const ws = await workspace()
    const { id } = await inRoom(ws, { starts_at: inMinutes(20), ends_at: inMinutes(30) })
    const enter = () => ask(ws.owner, 'POST', `${atMeeting(ws, id)}/join`)
    const opens = new Date((await occurrenceOf(id)).starts_at.getTime() - 900_000).toISOString()
    expect(refusal(await enter())).toEqual([
      409,
      `the room opens 15 minutes before the meeting begins, at ${opens}`,
    ])
    const move = (start: number, end: number, status: string) =>
      asOwner(
        `update meeting_occurrences set starts_at = now() + $2 * interval '1 minute', ends_at = now() + $3 * interval '1 minute',
          status = $4 where meeting_id = $1`,
        [id, start, end, status],
      )
    for (const [start, end, state, expected] of [
      [14, 20, 'scheduled', 200],
      [-60, -14, 'scheduled', 200],
      [-60, -16, 'scheduled', [409, 'the meeting is over']],
      [-300, -239, 'live', 200],
      [-300, -241, 'live', [409, 'the meeting is over']],
      [-60, 10, 'ended', [409, 'the meeting is over']],
      [-60, 10, 'cancelled', [409, 'the meeting is cancelled']],
    ] as const) {
      await move(start, end, state)
      const reply = await enter()
      expect(reply.status === 200 ? 200 : refusal(reply)).toEqual(expected)
    }
  })

  test('needs a room: not in person, and only where it is set up', async () => {
    const ws = await workspace()
    const manager = await join(ws, 'manager')
    const inPerson = await addMeeting(ws, soon)
    expect(refusal(await ask(ws.owner, 'POST', `${atMeeting(ws, inPerson.id)}/join`))).toEqual([
      409,
      'this meeting has no room',
    ])
    const { id } = await inRoom(ws)
    expect(refusal(await ws.owner.call('POST', `${atMeeting(ws, id)}/join`))).toEqual([
      409,
      'livekit is not set up in this service any more; choose another provider',
    ])
    const external_url = 'https://meet.example.org/abc'
    const out = await inRoom(ws, { provider: 'external', external_url })
    const reply = await ask(ws.owner, 'POST', `${atMeeting(ws, out.id)}/join`)
    expect(reply.body).toEqual({ url: external_url, token: null, expires_at: null, role: 'host' })
    expect(refusal(await ask(manager, 'POST', `${atMeeting(ws, out.id)}/join`))).toEqual([
      403,
      'the room is for participants alone; the host can add you',
    ])
    expect((await manager.ok('GET', atMeeting(ws, out.id))).external_url).toBe(null)
    const jitsi = await inRoom(ws, { provider: 'jitsi' })
    const { body } = await ask(ws.owner, 'POST', `${atMeeting(ws, jitsi.id)}/join`)
    expect(body.url).toMatch(/^https:\/\/meet\.example\.com\/m-[0-9a-f]{32}\?jwt=ey/)
  })
})

describe('ending', () => {
  test('is for the host, or for a manager who takes part while the host is absent; the provider ends the room', async () => {
    const ws = await workspace()
    const [grace, manager] = [await join(ws), await join(ws, 'manager')]
    const { id } = await inRoom(ws, { participants: [{ user_id: manager.id }] }, grace)
    const end = (who: Caller) => ask(who, 'POST', `${atMeeting(ws, id)}/end`)
    const only = [
      403,
      'only the host may end the meeting, or a manager who takes part while the host is absent',
    ]
    expect(refusal(await end(grace))).toEqual([409, 'the meeting does not take place now'])
    await ask(manager, 'POST', `${atMeeting(ws, id)}/join`)
    await ask(grace, 'POST', `${atMeeting(ws, id)}/join`)
    expect(refusal(await end(manager))).toEqual(only)
    const { body } = await end(grace)
    expect(body.status).toBe('ended')
    const { room_name: room } = await occurrenceOf(id)
    await expect
      .poll(called, { timeout: 15_000 })
      .toContainEqual(['/twirp/livekit.RoomService/DeleteRoom', { room }])
    await report(eventIn(room, 'room_started'))
    await expect
      .poll(called, { timeout: 15_000 })
      .toContainEqual(['/twirp/livekit.RoomService/DeleteRoom', { room }])
    const absent = await inRoom(ws, { participants: [{ user_id: manager.id }] }, grace)
    await ask(manager, 'POST', `${atMeeting(ws, absent.id)}/join`)
    expect((await ask(manager, 'POST', `${atMeeting(ws, absent.id)}/end`)).body.status).toBe('ended')
  })

  test('somebody’s part puts them out of the room', async () => {
    const ws = await workspace()
    const grace = await join(ws)
    const { id, participants } = await inRoom(ws, { participants: [{ user_id: grace.id }] })
    const remove = (n: number, who = ws.owner) =>
      ask(who, 'DELETE', `${atMeeting(ws, id)}/participants/${participants[n].id}`)
    await ask(grace, 'POST', `${atMeeting(ws, id)}/join`)
    const { room_name: room } = await occurrenceOf(id)
    const participant = { sid: 'PA_1', identity: grace.id, name: 'Grace' }
    await report(eventIn(room, 'participant_joined', { participant, createdAt: seconds(new Date()) }))
    expect(refusal(await remove(1, grace))).toEqual([403, 'only the host or a manager may do this'])
    expect(refusal(await remove(0))).toEqual([
      409,
      'the host stays; name another host first, or cancel the meeting',
    ])
    expect((await remove(1)).status).toBe(204)
    expect(refusal(await remove(1))).toEqual([404, 'participant not found'])
    await expect
      .poll(called, { timeout: 15_000 })
      .toContainEqual(['/twirp/livekit.RoomService/RemoveParticipant', { room, identity: grace.id }])
  })

  test('happens by itself four hours after the end', async () => {
    const ws = await workspace()
    const { id } = await inRoom(ws)
    await ask(ws.owner, 'POST', `${atMeeting(ws, id)}/join`)
    await asOwner(
      `with o as (update meeting_occurrences set starts_at = now() - interval '6 hours', ends_at = now() - interval '5 hours'
        where meeting_id = $1 returning org_id) update outbox set available_at = now() where topic = 'meeting.close'
        and org_id = (select org_id from o)`,
      [id],
    )
    await called()
    const { status, ended_at, ends_at } = await occurrenceOf(id)
    expect([status, ended_at.getTime() - ends_at.getTime()]).toEqual(['ended', 4 * 3600_000])
  })
})

describe('the webhook', () => {
  test('takes what is signed with the hash of its body, and nothing else', async () => {
    const vector = '{"event":"participant_joined","id":"EV_1","createdAt":"1795597205"}'
    expect(createHash('sha256').update(vector).digest('base64')).toBe(
      'cBmNWYGMHsjs5eKm59HAuZr/MMGsiC4MTkz0j4Wh2tY=',
    )
    const event = JSON.parse(vector)
    expect((await report(event)).status).toBe(200)
    expect((await report(event, { bearer: 'Bearer ' })).status).toBe(200)
    for (const wrong of [
      { signed: `${vector} ` },
      { secret: 'another-secret-of-32-characters!' },
      { iss: 'APIother' },
    ]) {
      const reply = await report(event, wrong)
      expect([reply.status, (await reply.json()).error.message]).toEqual([
        401,
        'the request is not signed by the provider',
      ])
    }
    const unset = await app.request(
      'https://service.test/api/v1/meetings/webhooks/livekit',
      { method: 'POST', body: vector },
      env(),
    )
    expect(unset.status).toBe(404)
    const rotated = {
      ...settings,
      LIVEKIT_API_SECRET: `new-livekit-secret-of-32-letters,${settings.LIVEKIT_API_SECRET}`,
    }
    expect(roomsOf(env(rotated), {} as Outbound).livekit!.secrets.length).toBe(2)
  })

  test('merges the connections of a person, whatever order they are reported in, and each event counts once', async () => {
    const ws = await workspace()
    const [grace, eve] = [await join(ws, 'member', 'Grace'), await join(ws, 'member', 'Eve')]
    const { id } = await inRoom(ws, { participants: [{ user_id: grace.id }, { user_id: eve.id }] })
    await ask(ws.owner, 'POST', `${atMeeting(ws, id)}/join`)
    const { room_name: room } = await occurrenceOf(id)
    const nine = new Date('2026-10-22T09:00:00Z').getTime()
    await asOwner(
      `update meeting_occurrences set starts_at = '2026-10-22T09:00Z', ends_at = '2026-10-22T10:00Z' where meeting_id = $1`,
      [id],
    )
    const at = (minutes: number) => seconds(new Date(nine + minutes * 60_000))
    const connection = (event: string, sid: string, minutes: number, identity = grace.id) =>
      eventIn(room, event, { participant: { sid, identity, name: 'Grace' }, createdAt: at(minutes) })
    const said = [
      connection('participant_left', 's2', 40, `${grace.id}#2`),
      connection('participant_joined', 's2', 10, `${grace.id}#2`),
      connection('participant_joined', 's1', 0),
      connection('participant_left', 's1', 30),
      connection('participant_left', 's0', 41),
      connection('participant_joined', 's3', 60),
    ]
    for (const event of [...said, ...said]) expect((await report(event)).status).toBe(200)
    await report(eventIn(room, 'room_finished', { createdAt: at(65) }))
    const attendance = await ws.owner.ok('GET', `${atMeeting(ws, id)}/attendance`)
    expect(attendance).toMatchObject({
      items: [{ user_id: grace.id, name: 'Grace', seconds: 2700, left_at: '2026-10-22T10:05:00.000Z' }],
      total_minutes: 45,
    })
    expect((await grace.ok('GET', `${atMeeting(ws, id)}/attendance`)).items.length).toBe(1)
    expect((await eve.ok('GET', `${atMeeting(ws, id)}/attendance`)).items).toEqual([])
    expect((await occurrenceOf(id)).status).toBe('ended')
    const used = await ws.owner.ok(
      'GET',
      `${ws.base}/metering/usage?meter=meeting_minutes&from=2026-10-22&to=2026-10-23`,
    )
    expect(used.total).toBe(45)
  })
})
