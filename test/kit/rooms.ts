import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { roomsOf } from '../../src/shared/meetings/rooms.ts'
import type { Outbound } from '../../src/shared/outbound/outbound.ts'
import { app, asOwner, call, type Caller, env, type Json, type Reply } from './client.ts'
import type { Workspace } from './makers.ts'
import { inMinutes } from './meetings.ts'

export const roomSettings = {
  LIVEKIT_URL: 'wss://rooms.example.com',
  LIVEKIT_API_KEY: 'APItestkey',
  LIVEKIT_API_SECRET: 'livekit-secret-of-32-characters!',
  JITSI_DOMAIN: 'meet.example.com',
  JITSI_APP_ID: 'svc-app',
  JITSI_SECRET: 'jitsi-secret-of-at-least-32-chars',
}
/** A request to a service that has rooms. */
export const ask = (who: Caller, method: string, path: string, body?: object): Promise<Reply> =>
  call(method, path, { headers: who.headers, ...(body && { body }) }, roomSettings)
export const soon = { starts_at: inMinutes(5), ends_at: inMinutes(65) }

/** A meeting in a room that begins in five minutes. */
export async function inRoom(ws: Workspace, draft: object = {}, who = ws.owner): Promise<Json> {
  const body = { title: 'Review', provider: 'livekit', ...soon, ...draft }
  const { status, body: created } = await ask(who, 'POST', `${ws.base}/meetings`, body)
  expect(status).toBe(201)
  return created
}
export const occurrenceOf = async (meeting: string): Promise<Json> =>
  (await asOwner('select * from meeting_occurrences where meeting_id = $1', [meeting]))[0]

let events = 0
/** What LiveKit reports, signed; `signed` is the body that the signature is of. */
export async function report(
  event: object,
  {
    signed = JSON.stringify(event),
    secret = roomSettings.LIVEKIT_API_SECRET,
    iss = 'APItestkey',
    bearer = '',
  } = {},
) {
  const sha256 = createHash('sha256').update(signed).digest('base64')
  const token = await new SignJWT({ sha256 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(iss)
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret))
  const headers = { authorization: bearer + token, 'content-type': 'application/webhook+json' }
  return app.request(
    'https://service.test/api/v1/meetings/webhooks/livekit',
    { method: 'POST', headers, body: JSON.stringify(event) },
    env(roomSettings),
  )
}
export const eventIn = (room: string, event: string, more: object = {}) => ({
  event,
  id: `EV_${room}_${++events}`,
  room: { name: room },
  ...more,
})
export const seconds = (moment: Date | string) => String(Math.floor(new Date(moment).getTime() / 1000))

type Asked = [path: string, body: object | undefined]
/** Does the work that is due, and what failed after a response, and returns what was asked of the provider. */
export async function called(answer: () => number = () => 200): Promise<Asked[]> {
  const asked: Asked[] = []
  const outbound = {
    send: async (_base: string, { path, body }: { path: string; body?: object }) => {
      asked.push([path, body])
      return { status: answer(), json: {}, header: () => null }
    },
  } as unknown as Outbound
  const rooms = roomsOf(env(roomSettings), outbound)
  await asOwner(`update outbox set available_at = now() where topic = 'meeting.room' and done_at is null`)
  await drain(
    openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 5000),
    undefined,
    '',
    undefined,
    {},
    { rooms },
  )
  return asked
}
