import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json, person } from '../kit/client.ts'
import { documentOf, type ClientSite, startClientSite, storedClients } from '../kit/client-site.ts'
import {
  approved,
  authorize,
  callback,
  client,
  decide,
  locationOf,
  me,
  redeem,
  refresh,
  oauthRefusal,
  request,
  revoke,
} from '../kit/oauth.ts'
import { open } from '../web/browse.ts'

let home: ClientSite
let ada: Caller
beforeAll(async () => {
  home = await startClientSite()
  ada = await person()
})
afterAll(() => home.close())

async function tokensOf(url: string) {
  const { body } = await redeem(url, await approved(ada, url))
  return { access: body.access_token as string, refresh: body.refresh_token as string }
}

describe('a client identified by the URL of its metadata document', () => {
  test('goes from authorize to a refresh without registration; its document is fetched once', async () => {
    const url = home.publish()
    const authorization = await authorize(url)
    expect([authorization.status, authorization.roundTrips, home.visits(url)]).toEqual([302, 2, 1])
    const rid = locationOf(authorization).searchParams.get('rid')!
    expect(await ada.ok('GET', `/api/v1/oauth/consent/${rid}`)).toMatchObject({
      client_name: 'Desk',
      client_url: url,
      redirect_host: 'client.example',
    })
    const { body } = await decide(ada, rid)
    const token = await redeem(url, new URL(body.redirect_to).searchParams.get('code')!)
    expect([token.status, token.roundTrips]).toEqual([200, 1])
    const next = await refresh(url, token.body.refresh_token)
    expect([next.status, next.roundTrips]).toEqual([200, 1])
    expect((await me(next.body.access_token)).body.id).toBe(ada.id)
    const repeated = await authorize(url)
    expect([repeated.status, repeated.roundTrips, home.visits(url)]).toEqual([302, 1, 1])
  })

  test('revokes its tokens by its URL, in one round trip; an unknown URL cannot', async () => {
    const url = home.publish()
    const { access, refresh: token } = await tokensOf(url)
    const stranger = await revoke(token, `${home.url}/clients/unknown.json`)
    expect([...oauthRefusal(stranger), (await me(access)).status]).toEqual([401, 'invalid_client', 200])
    const reply = await revoke(token, url)
    expect([reply.status, reply.roundTrips, (await me(access)).status]).toEqual([200, 1, 401])
  })

  test('is fetched as JSON at exactly its address, without headers of the caller', async () => {
    for (const path of ['/client', '//double/slash', '/a:b/c', '/x?of=1&of=2', '/%C3%BC/']) {
      const url = `${home.url}${path}`
      home.respondWith(url, { headers: { 'content-type': 'application/client+json' }, body: documentOf(url) })
      expect([path, (await authorize(url)).status, home.visits(url)]).toEqual([path, 302, 1])
      const { headers } = home.requests.at(-1)!
      expect([headers.accept, headers.cookie, headers['x-forwarded-for']]).toEqual([
        'application/json',
        undefined,
        undefined,
      ])
    }
  })

  test('keeps its code and tokens from clients of other URLs, and from registered ones', async () => {
    const [url, other, registered] = [home.publish(), home.publish(), await client()]
    const [code, code2] = [await approved(ada, url), await approved(ada, registered)]
    await request(other)
    for (const thief of [other, registered, `${url}?`, url.toUpperCase()])
      expect([thief, (await redeem(thief, code)).status]).not.toEqual([thief, 200])
    expect(oauthRefusal(await redeem(other, code))).toEqual([400, 'invalid_grant'])
    expect(oauthRefusal(await redeem(other, code2))).toEqual([400, 'invalid_grant'])
    expect(oauthRefusal(await redeem(`${url}/x`, code))).toEqual([401, 'invalid_client'])
    const { status, body } = await redeem(url, code)
    expect(status).toBe(200)
    expect(oauthRefusal(await refresh(other, body.refresh_token))).toEqual([400, 'invalid_grant'])
    expect((await refresh(url, body.refresh_token)).status).toBe(200)
  })

  test('is not known by its internal id', async () => {
    const url = home.publish()
    const code = await approved(ada, url)
    const [{ id }] = (await storedClients(url)) as [Json]
    expect(oauthRefusal(await authorize(id))).toEqual([400, 'invalid_client'])
    expect(oauthRefusal(await redeem(id, code))).toEqual([401, 'invalid_client'])
  })

  test('may use a redirect URI of its document and no other', async () => {
    const url = home.publish({ redirect_uris: [callback, `${callback}/two`] })
    expect((await authorize(url, { redirect_uri: `${callback}/two` })).status).toBe(302)
    for (const redirect_uri of [`${callback}/`, 'https://evil.example/callback', 'http://localhost:1/cb']) {
      const reply = await authorize(url, { redirect_uri })
      expect([...oauthRefusal(reply), reply.headers.get('location')]).toEqual([400, 'invalid_request', null])
      expect(reply.body.error_description).toMatch(/^redirect_uri: .*document/)
    }
  })

  test('may choose its loopback port late, which one document for all computers cannot name', async () => {
    const url = home.publish({ redirect_uris: ['http://localhost/callback', 'http://127.0.0.1:33418/'] })
    const statuses = async (...uris: string[]) =>
      Promise.all(uris.map(async (redirect_uri) => (await authorize(url, { redirect_uri })).status))
    expect(await statuses('http://localhost:58135/callback', 'http://127.0.0.1:1/')).toEqual([302, 302])
    expect(
      await statuses(
        'http://localhost:58135/other',
        'http://127.0.0.1:58135/callback',
        'http://localhost.evil.example:1/callback',
      ),
    ).toEqual([400, 400, 400])
  })

  test('is shown with the host of its URL as its home, and with its URL once connected', async () => {
    const url = home.publish({ client_name: '<b>Desk</b>', logo_uri: 'https://logo.example/logo.png' })
    const { host } = new URL(url)
    const rid = await request(url)
    const { text } = await open(`/oauth/consent?rid=${rid}`, ada.headers)
    expect(text).toContain(`<strong>${host}</strong> <span class="badge good">Verified</span>`)
    expect([text.includes('Unverified'), text.includes('logo.example')]).toEqual([false, false])
    expect(text).toContain('&lt;b&gt;Desk&lt;/b&gt;')
    const registered = await request(await client({ client_name: 'Desk' }))
    const other = (await open(`/oauth/consent?rid=${registered}`, ada.headers)).text
    expect([other.includes('Unverified'), other.includes('Its home')]).toEqual([true, false])
    await decide(ada, rid)
    expect((await open('/settings/applications', ada.headers)).text).toContain(url)
    const [newest] = await ada.ok('GET', '/api/v1/oauth/authorizations')
    expect([newest.client_name, newest.client_url]).toEqual(['<b>Desk</b>', url])
  })

  test('without a name is shown with the host of its URL', async () => {
    const url = home.publish({ client_name: undefined })
    const consent = await ada.ok('GET', `/api/v1/oauth/consent/${await request(url)}`)
    expect(consent.client_name).toBe(new URL(url).host)
  })

  test('that nobody used within a day is deleted, and recreated when it is used again', async () => {
    const [unused, used] = [home.publish(), home.publish()]
    await tokensOf(used)
    await request(unused)
    await asOwner(
      'delete from oauth_requests r using oauth_clients c where c.id = r.client_id and document_url = $1',
      [unused],
    )
    for (const url of [unused, used])
      await asOwner(
        `update oauth_clients set created_at = now() - interval '25 hours' where document_url = $1`,
        [url],
      )
    await asOwner(`select app.delete_old_rows('oauth_clients', 1000)`)
    expect([(await storedClients(unused)).length, (await storedClients(used)).length]).toEqual([0, 1])
    expect((await authorize(unused)).status).toBe(302)
  })
})
