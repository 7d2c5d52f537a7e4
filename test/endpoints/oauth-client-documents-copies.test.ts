import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { documentAt } from '../../src/endpoints/oauth/documents.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { type Outbound, OutboundError } from '../../src/shared/outbound/outbound.ts'
import { asOwner, type Caller, type Json, person } from '../kit/client.ts'
import {
  age,
  aMinuteLater,
  documentOf,
  type ClientSite,
  noDocument,
  refusalFor,
  startClientSite,
  storedClients,
} from '../kit/client-site.ts'
import { approved, authorize, callback, me, redeem, refresh, oauthRefusal, request } from '../kit/oauth.ts'

let home: ClientSite
let ada: Caller
beforeAll(async () => {
  home = await startClientSite()
  ada = await person()
})
afterAll(() => home.close())
afterEach(() => {
  vi.useRealTimers()
})

async function granted(changes: Json = {}) {
  const url = home.publish(changes)
  const { body } = await redeem(url, await approved(ada, url))
  const [{ id }] = (await storedClients(url)) as [Json]
  return { url, id, tokens: body as { access_token: string; refresh_token: string } }
}

describe('the stored copy of a document', () => {
  test.each([
    [undefined, 3600],
    ['max-age=600', 600],
    ['public, max-age=600, must-revalidate', 600],
    ['private, Max-Age="120"', 120],
    ['max-age=86400', 3600],
    ['max-age=5', 60],
    ['max-age=0', 60],
    ['no-store', 60],
    ['no-cache, max-age=600', 60],
    ['s-maxage=120', 3600],
    ['max-age=soon', 3600],
  ])('with Cache-Control %s is fresh for %i seconds', async (control, seconds) => {
    const url = home.publish({}, control ? { 'cache-control': control } : {})
    await request(url)
    const [{ fresh }] = (await asOwner(
      `select extract(epoch from fresh_until - fetched_at)::int as fresh from oauth_clients
      where document_url = $1`,
      [url],
    )) as [Json]
    expect(fresh).toBe(seconds)
  })

  test('is used while it is fresh, and then fetched again', async () => {
    const url = home.publish()
    for (let n = 0; n < 3; n++) await request(url)
    expect(home.visits(url)).toBe(1)
    await age(url, 2)
    const reply = await authorize(url)
    expect([reply.status, reply.roundTrips, home.visits(url)]).toEqual([302, 2, 2])
    const repeated = await authorize(url)
    expect([repeated.status, repeated.roundTrips, home.visits(url)]).toEqual([302, 1, 2])
  })

  test('is replaced when the document changed; grants remain valid', async () => {
    const { url, id, tokens } = await granted()
    const moved = `${callback}/moved`
    home.respondWith(url, { body: documentOf(url, { client_name: 'Desk 2', redirect_uris: [moved] }) })
    expect((await authorize(url, { redirect_uri: moved })).status).toBe(400)
    await age(url, 2)
    expect((await authorize(url, { redirect_uri: moved })).status).toBe(302)
    expect(oauthRefusal(await authorize(url))).toEqual([400, 'invalid_request'])
    expect(await storedClients(url)).toMatchObject([{ id, name: 'Desk 2', redirect_uris: [moved] }])
    expect((await me(tokens.access_token)).status).toBe(200)
    expect((await refresh(url, tokens.refresh_token)).status).toBe(200)
  })

  test.each<[string, Parameters<ClientSite['respondWith']>[1]]>([
    ['fails', { status: 503 }],
    ['forbids it', { status: 403 }],
    ['breaks off', 'cut'],
    ['sends too much', 'huge'],
    ['redirects', { status: 302, headers: { location: 'https://evil.example/' } }],
    ['sends something else', { headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])('is used for a day if its host %s', async (_, respond) => {
    const url = home.publish()
    await request(url)
    home.respondWith(url, respond)
    await age(url, 23)
    const reply = await authorize(url)
    expect([reply.status, reply.roundTrips, home.visits(url)]).toEqual([302, 2, 2])
    expect([(await authorize(url)).status, home.visits(url)]).toEqual([302, 2])
    await age(url, 25)
    expect(oauthRefusal(await authorize(url))).toEqual([400, 'invalid_client'])
    expect(home.visits(url)).toBe(3)
  })

  test.each<[string, (url: string) => Parameters<ClientSite['respondWith']>[1], RegExp]>([
    ['is not there any more', () => ({ status: 404 }), /no document/],
    ['is gone', () => ({ status: 410 }), /no document/],
    ['names another client', (url) => ({ body: documentOf(`${url}x`) }), /client_id: must be/],
  ])(
    'ends when the document %s; grants remain valid, and a failure does not bring it back',
    async (_, respond, problem) => {
      const { url, id, tokens } = await granted()
      home.respondWith(url, respond(url))
      await age(url, 2)
      expect(await refusalFor(url)).toEqual(noDocument(problem))
      home.respondWith(url, { status: 503 })
      aMinuteLater()
      expect(await refusalFor(url)).toEqual(noDocument(/status 200/))
      expect((await refresh(url, tokens.refresh_token)).status).toBe(200)
      home.respondWith(url, { body: documentOf(url) })
      aMinuteLater()
      expect((await authorize(url)).status).toBe(302)
      expect(await storedClients(url)).toMatchObject([{ id }])
    },
  )
})

describe('concurrently', () => {
  test('fifty first requests fetch it once, and create one client', { tags: 'race' }, async () => {
    const url = home.publish()
    const replies = await Promise.all(Array.from({ length: 50 }, () => authorize(url)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([302]))
    expect([home.visits(url), (await storedClients(url)).length]).toEqual([1, 1])
  })

  test('several that each fetched the document create one client', { tags: 'race' }, async () => {
    const url = home.publish()
    const copy = { url, name: 'Desk', redirect_uris: [callback], scope: 'service', seconds: 60 }
    await Promise.all(
      Array.from({ length: 20 }, () =>
        asOwner('select app.oauth_cache_document($1::jsonb)', [JSON.stringify({ ...copy, id: uuidv7() })]),
      ),
    )
    expect((await storedClients(url)).length).toBe(1)
    expect((await authorize(url)).status).toBe(302)
  })

  test(
    'fifty for a failing host fetch once, and the failure is cached for a minute',
    { tags: 'race' },
    async () => {
      const url = home.publish()
      home.respondWith(url, { status: 503 })
      const replies = await Promise.all(Array.from({ length: 50 }, () => authorize(url)))
      expect(new Set(replies.map((reply) => String(oauthRefusal(reply))))).toEqual(
        new Set(['400,invalid_client']),
      )
      home.respondWith(url, { body: documentOf(url) })
      expect([(await authorize(url)).status, home.visits(url)]).toEqual([400, 1])
      aMinuteLater()
      expect([(await authorize(url)).status, home.visits(url)]).toEqual([302, 2])
    },
  )
})

test('at most five hundred failing hosts are remembered', async () => {
  const requested: string[] = []
  const outbound: Outbound = {
    problem: () => undefined,
    resolveProblem: async () => undefined,
    rawProblem: () => undefined,
    post: () => Promise.reject(new OutboundError('failed')),
    send: async (base) => {
      requested.push(base)
      throw new OutboundError('failed')
    },
  }
  const send = (n: number) => documentAt(outbound, `https://${n}.example.com/x`).catch(() => undefined)
  for (let n = 0; n <= 500; n++) await send(n)
  await send(500)
  await send(1)
  expect(requested.length).toBe(501)
  await send(0)
  expect(requested.length).toBe(502)
})
