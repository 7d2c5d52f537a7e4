import { SignJWT } from 'jose'
import type { Env } from '../../base/config.ts'
import type { Outbound } from '../outbound/outbound.ts'

declare module '../../base/config.ts' {
  interface Env {
    /** The address of a LiveKit server: `wss://…`. */
    LIVEKIT_URL?: string
    LIVEKIT_API_KEY?: string
    /** Comma separated while it is rotated: the first signs, all verify webhooks. */
    LIVEKIT_API_SECRET?: string
    /** The address of a LiveKit Meet, whose page for other servers opens rooms; without it people get address and token. */
    LIVEKIT_CLIENT_URL?: string
    /** The host of a Jitsi deployment that admits by token. */
    JITSI_DOMAIN?: string
    JITSI_APP_ID?: string
    JITSI_SECRET?: string
  }
}

/** Who joins which room. */
export type RoomEntry = {
  room: string
  identity: string
  name: string
  role: 'host' | 'participant' | 'guest'
}
/** How to open a room: `url` opens it in a browser, or is what a client connects to with the token. */
export type Pass = { url: string; token: string }

export const tokenSeconds = 600
const seconds = (now: Date) => Math.floor(now.getTime() / 1000)
const signed = (claims: object, secret: string) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))

/** A token of LiveKit: for one room, ten minutes, with the rights of the role. `identity` is neither name nor mail. */
export const livekitToken = (
  { key, secret }: { key: string; secret: string },
  { room, identity, name, role }: RoomEntry,
  now: Date,
) =>
  signed(
    {
      iss: key,
      sub: identity,
      name,
      nbf: seconds(now),
      exp: seconds(now) + tokenSeconds,
      video: {
        room,
        roomJoin: true,
        canPublish: true,
        canSubscribe: true,
        canPublishData: true,
        ...(role === 'host' && { roomAdmin: true }),
      },
    },
    secret,
  )

/** A token of Jitsi: for one room of a domain, never for all. */
export const jitsiToken = (
  { app, domain, secret }: { app: string; domain: string; secret: string },
  { room, identity, name, role }: RoomEntry,
  now: Date,
) =>
  signed(
    {
      aud: 'jitsi',
      iss: app,
      sub: domain,
      room,
      nbf: seconds(now),
      exp: seconds(now) + tokenSeconds,
      context: { user: { id: identity, name, moderator: role === 'host' } },
    },
    secret,
  )

/** The rooms that a deployment can open, and what it asks of their provider. */
export function roomsOf(env: Env, outbound: Outbound) {
  const [secret = '', ...older] = (env.LIVEKIT_API_SECRET ?? '').split(',').filter(Boolean)
  const livekit =
    env.LIVEKIT_URL && env.LIVEKIT_API_KEY && secret
      ? { url: env.LIVEKIT_URL, key: env.LIVEKIT_API_KEY, secret, secrets: [secret, ...older] }
      : null
  const jitsi =
    env.JITSI_DOMAIN && env.JITSI_APP_ID && env.JITSI_SECRET
      ? { domain: env.JITSI_DOMAIN, app: env.JITSI_APP_ID, secret: env.JITSI_SECRET }
      : null
  const client = env.LIVEKIT_CLIENT_URL?.replace(/\/$/, '')
  return {
    livekit,
    jitsi,
    configured: [...(livekit ? ['livekit'] : []), ...(jitsi ? ['jitsi'] : [])],
    async pass(provider: string, joining: RoomEntry, now: Date): Promise<Pass> {
      if (provider === 'jitsi') {
        const token = await jitsiToken(jitsi!, joining, now)
        return { url: `https://${jitsi!.domain}/${joining.room}?jwt=${token}`, token }
      }
      const token = await livekitToken(livekit!, joining, now)
      const query = new URLSearchParams({ liveKitUrl: livekit!.url, token })
      return { url: client ? `${client}/custom/?${query}` : livekit!.url, token }
    },
    /** Ends a room, or puts one connection out of it. What is gone already is fine; throws if the provider did not answer. */
    async putOut({ room, identity }: { room: string; identity?: string | undefined }, now: Date) {
      if (!livekit) return
      const claims = { iss: livekit.key, nbf: seconds(now), exp: seconds(now) + 60 }
      const video = identity ? { room, roomAdmin: true } : { room, roomCreate: true }
      const authorization = `Bearer ${await signed({ ...claims, video }, livekit.secret)}`
      const method = identity ? 'RemoveParticipant' : 'DeleteRoom'
      const { status } = await outbound.send(livekit.url.replace(/^ws/, 'http'), {
        path: `/twirp/livekit.RoomService/${method}`,
        headers: { authorization },
        body: identity ? { room, identity } : { room },
      })
      if (status >= 300 && status !== 404) throw new Error(`the provider of rooms answered ${status}`)
    },
  }
}
export type Rooms = ReturnType<typeof roomsOf>
