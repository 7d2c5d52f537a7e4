import { expect, vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json, trusted } from './client.ts'
import { authorize, callback, oauthRefusal } from './oauth.ts'
import { type ExternalServer, type FakeResponse, startExternalServer } from './external-server.ts'

export type ClientSite = ExternalServer & {
  /** Publishes a document with these changes at a new address, and returns the address. */
  publish(changes?: Json, headers?: Record<string, string>): string
  /** How the address responds from now on. */
  respondWith(url: string, response: FakeResponse): void
  /** How often the address was requested. */
  visits(url: string): number
  close(): Promise<void>
}

/** A web site that publishes metadata documents of clients; the service may call it. */
export async function startClientSite(): Promise<ClientSite> {
  const server = await startExternalServer()
  trusted.add(server.url)
  const responses = new Map<string, FakeResponse>()
  server.respond = (path) => responses.get(path) ?? { status: 404 }
  const respondWith = (url: string, response: FakeResponse) =>
    void responses.set(url.slice(server.url.length), response)
  return Object.assign(server, {
    respondWith,
    publish: (changes: Json = {}, headers: Record<string, string> = {}) => {
      const url = `${server.url}/clients/${uuidv7()}.json`
      respondWith(url, { headers, body: documentOf(url, changes) })
      return url
    },
    visits: (url: string) => server.requests.filter(({ path }) => url === server.url + path).length,
    close: async () => {
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

export const storedClients = (url: string): Promise<Json[]> =>
  asOwner('select * from oauth_clients where document_url = $1', [url])
/** Moves the clock past the lifetime of cached documents, until vi.useRealTimers(). */
export const aMinuteLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })

/** Makes the stored copy of a document `hours` old, and no longer fresh. */
export const age = (url: string, hours: number) => {
  aMinuteLater()
  return asOwner(
    `update oauth_clients set fetched_at = now() - make_interval(hours => $2),
    fresh_until = now() - interval '1 second' where document_url = $1`,
    [url, hours],
  )
}
/** The response to an authorization request by this client: status, error, redirect and description. */
export const refusalFor = async (url: string) => {
  const reply = await authorize(url)
  return [...oauthRefusal(reply), reply.headers.get('location'), reply.body?.error_description]
}
export const noDocument = (reason: RegExp) => [400, 'invalid_client', null, expect.stringMatching(reason)]
