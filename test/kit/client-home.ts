import { expect, vi } from 'vitest'
import { uuidv7 } from '../../src/kit/id.ts'
import { asOwner, type Json, trusted } from './client.ts'
import { authorize, callback, refusal } from './oauth.ts'
import { type Outside, type Play, startOutside } from './outside.ts'

export type Home = Outside & {
  /** Puts a document at a new address, changed by what is given, and gives the address. */
  publish(changes?: Json, headers?: Record<string, string>): string
  /** What the address does from now on. */
  perform(url: string, play: Play): void
  /** How often the address was asked. */
  visits(url: string): number
  leave(): Promise<void>
}

/** A web site that publishes metadata documents of clients, which the service may reach. */
export async function startHome(): Promise<Home> {
  const server = await startOutside()
  trusted.add(server.url)
  const plays = new Map<string, Play>()
  server.play = (path) => plays.get(path) ?? { status: 404 }
  const perform = (url: string, play: Play) => void plays.set(url.slice(server.url.length), play)
  return Object.assign(server, {
    perform,
    publish: (changes: Json = {}, headers: Record<string, string> = {}) => {
      const url = `${server.url}/clients/${uuidv7()}.json`
      perform(url, { headers, body: documentOf(url, changes) })
      return url
    },
    visits: (url: string) => server.asked.filter(({ path }) => url === server.url + path).length,
    leave: async () => {
      trusted.delete(server.url)
      await server.stop()
    },
  })
}

/** What a well-behaved client publishes at this address; undefined leaves a member out. */
export const documentOf = (url: string, changes: Json = {}) => ({
  client_id: url,
  client_name: 'Desk',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...changes,
})

export const storedOf = (url: string): Promise<Json[]> =>
  asOwner('select * from oauth_clients where document_url = $1', [url])
/** Lets the time pass after which the service has forgotten what it was told; vi.useRealTimers() ends that. */
export const aMinuteLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })

/** Makes the copy of a document so many hours old, and no longer fresh. */
export const age = (url: string, hours: number) => {
  aMinuteLater()
  return asOwner(
    `update oauth_clients set fetched_at = now() - make_interval(hours => $2),
    fresh_until = now() - interval '1 second' where document_url = $1`,
    [url, hours],
  )
}
/** What an authorization request by this client is told: status, error, where it is sent, and why. */
export const said = async (url: string) => {
  const reply = await authorize(url)
  return [...refusal(reply), reply.headers.get('location'), reply.body?.error_description]
}
export const noDocument = (why: RegExp) => [400, 'invalid_client', null, expect.stringMatching(why)]
