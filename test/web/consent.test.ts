import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, type Caller, type Json, person, uniqueAddress } from '../kit/client.ts'
import { origin, open, submit, to } from './browse.ts'

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** A pending consent request, and the path of its page. */
async function consentRequest(
  client_name: string | null = 'Desk',
  redirect_uri = 'https://desk.example/back?kept=1',
) {
  const { body: client } = await call('POST', '/api/v1/oauth/register', {
    body: { client_name, redirect_uris: [redirect_uri] },
    headers: uniqueAddress(),
  })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    state: 's 1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const { headers } = await call('GET', `/api/v1/oauth/authorize?${query}`)
  const page = headers.get('location')!.slice(origin.length)
  return { page, rid: page.split('rid=')[1]!, client: client.client_id as string, redirect_uri }
}
const decide = (who: Caller, rid: string, decision: string, headers: Record<string, string> = {}) =>
  submit('/oauth/consent', { request_id: rid, decision }, { ...who.headers, ...headers })

describe('the consent page', () => {
  test('shows who asks, where the response goes, the account and what is granted', async () => {
    const { page } = await consentRequest()
    const ada = await person('Ada Lovelace')
    const { text, status } = await open(page, ada.headers)
    expect(status).toBe(200)
    for (const expected of [
      'Desk',
      'Unverified',
      'desk.example',
      'Ada Lovelace',
      ada.email,
      'See everything that you can see',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('a program on this computer')
  })

  test.each([
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "'; alert(1) //",
    '</title><b>',
    '&lt;b&gt;',
  ])('shows a client that calls itself %s as text', async (name) => {
    const { page } = await consentRequest(name)
    const { headers } = await person()
    const { text } = await open(page, headers)
    const escaped = name
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
    expect(text).toContain(escaped)
    if (escaped !== name) expect(text).not.toContain(name)
  })

  test.each(['http://localhost:4321/back', 'http://127.0.0.1/back'])(
    'warns if the response goes to %s',
    async (uri) => {
      const { page } = await consentRequest('Desk', uri)
      const { headers } = await person()
      expect((await open(page, headers)).text).toContain('This goes to a program on this computer')
    },
  )

  test.each([
    ['http://0x7f.1:81/back', '<strong>127.0.0.1:81</strong>', true],
    ['http://LOCALHOST/back', '<strong>localhost</strong>', true],
    ['https://\u0430pple.example/back', '<strong>xn--pple-43d.example</strong>', false],
  ])('shows the host of %s as a browser reads it', async (uri, shown, local) => {
    const { page, rid } = await consentRequest()
    await asOwner('update oauth_requests set redirect_uri = $2 where id = $1', [rid, uri])
    const { text } = await open(page, (await person()).headers)
    expect([text.includes(shown), text.includes('a program on this computer')]).toEqual([true, local])
  })

  test('does not offer approval if the redirect target cannot be shown', async () => {
    const { page, rid } = await consentRequest()
    await asOwner(`update oauth_requests set redirect_uri = 'nowhere' where id = $1`, [rid])
    const reply = await open(page, (await person()).headers)
    expect([reply.status, reply.text.includes('approve')]).toEqual([400, false])
  })

  test('does not mistake a host that only starts with "localhost" for this computer', async () => {
    const { page } = await consentRequest('Desk', 'https://localhost.evil.example/back')
    const { headers } = await person()
    expect((await open(page, headers)).text).not.toContain('a program on this computer')
  })

  test.each(['', '?rid=', '?rid=nonsense', `?rid=${uuidv7()}`])(
    'is clear about a request that is unknown: %s',
    async (query) => {
      const { headers } = await person()
      const reply = await open(`/oauth/consent${query}`, headers)
      expect([reply.status, reply.text.includes('<h1>This request has ended</h1>')]).toEqual([404, true])
    },
  )

  test('is clear about a request that has expired', async () => {
    const { page, rid } = await consentRequest()
    await asOwner(`update oauth_requests set expires_at = now() - interval '1 second' where id = $1`, [rid])
    const ada = await person()
    for (const reply of [await open(page, ada.headers), await decide(ada, rid, 'approve')]) {
      expect([reply.status, reply.text.includes('<h1>This request has ended</h1>')]).toEqual([404, true])
    }
  })
})

describe('the decision', () => {
  test('to allow sends the browser back with a code that can be exchanged', async () => {
    const { rid, client, redirect_uri } = await consentRequest()
    const ada = await person()
    const reply = await decide(ada, rid, 'approve', { origin: 'null', 'sec-fetch-site': 'same-origin' })
    expect(reply.status).toBe(303)
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    const { kept, state, iss, code } = Object.fromEntries(
      new URL(reply.headers.get('location')!).searchParams,
    )
    expect({ kept, state, iss }).toEqual({ kept: '1', state: 's 1', iss: origin })
    const token = await call('POST', '/api/v1/oauth/token', {
      raw: new URLSearchParams({
        grant_type: 'authorization_code',
        code: code!,
        redirect_uri,
        client_id: client,
        code_verifier: verifier,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(token.status).toBe(200)
    const list = await open('/settings/applications', ada.headers)
    expect(list.text).toMatch(/<p class="title">\s*Desk\s*<\/p>/)
  })

  test('to deny sends it back with access_denied', async () => {
    const { rid } = await consentRequest()
    const reply = await decide(await person(), rid, 'deny')
    expect(Object.fromEntries(new URL(reply.headers.get('location')!).searchParams)).toMatchObject({
      error: 'access_denied',
    })
  })

  test('counts once', async () => {
    const { rid } = await consentRequest()
    const ada = await person()
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await decide(ada, rid, 'approve')).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([303, ...Array<number>(7).fill(404)])
  })

  test('is neither accepted from another site nor guessed', async () => {
    const { rid, page } = await consentRequest()
    const ada = await person()
    expect((await decide(ada, rid, 'approve', { origin: 'https://evil.example' })).status).toBe(403)
    expect(
      (await decide(ada, rid, 'approve', { origin: 'null', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await decide(ada, rid, '')).status).toBe(422)
    expect((await decide(ada, rid, 'yes')).status).toBe(422)
    expect((await open(page, ada.headers)).status).toBe(200)
  })

  test('of a signed-out person is resumed after signing in', async () => {
    const { rid, page } = await consentRequest()
    expect(to(await submit(page, { request_id: rid, decision: 'approve' }))).toEqual([
      303,
      `/login?next=${encodeURIComponent(page)}`,
    ])
  })
})

describe('connected applications', () => {
  test('are disconnected only by their person', async () => {
    const { rid } = await consentRequest()
    const [ada, eve] = [await person(), await person()]
    await decide(ada, rid, 'approve')
    const [{ id }] = await ada.ok('GET', '/api/v1/oauth/authorizations')
    const at = '/settings/applications/disconnect'
    const sent = { authorization_id: id }
    // For a stranger there is no such application: it counts as gone already, and stays.
    await submit(at, sent, eve.headers)
    for (const authorization_id of ['../x', '']) await submit(at, { authorization_id }, ada.headers)
    expect(await ada.ok('GET', '/api/v1/oauth/authorizations')).toHaveLength(1)
    expect((await submit(at, sent, {})).headers.get('location')).toMatch(/^\/login\?next=/)
    expect(to(await submit(at, sent, ada.headers))).toEqual([303, '/settings/applications?done=disconnected'])
    const list = await open('/settings/applications?done=disconnected', ada.headers)
    expect(list.text).toContain('Disconnected. Its access has ended.')
    expect(list.text).toContain('No application is connected')
  })

  test('without a name are listed too, each with its own button to end it', async () => {
    const ada = await person()
    for (const name of ['<b>One</b>', null]) await decide(ada, (await consentRequest(name)).rid, 'approve')
    const { text } = await open('/settings/applications', ada.headers)
    expect(text).toContain('&lt;b&gt;One&lt;/b&gt;')
    expect(text).toContain('Application without a name')
    expect(text.match(/action="\/settings\/applications\/disconnect"/g)).toHaveLength(2)
  })
})

describe('allowing less than everything', () => {
  const granted = async (fields: Record<string, string>) => {
    const ada = await person()
    const orgs: Json[] = []
    for (const name of ['First home', 'Second home'])
      orgs.push(await ada.ok('POST', '/api/v1/organizations', { name }))
    const { page, rid } = await consentRequest()
    const { text } = await open(page, ada.headers)
    const chosen = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name.replace('org_2', `org_${orgs[1].id}`), value]),
    )
    const reply = await submit(
      '/oauth/consent',
      { request_id: rid, decision: 'approve', ...chosen },
      ada.headers,
    )
    const [grant] = await ada.ok('GET', '/api/v1/oauth/authorizations')
    return { text, reply, grant, ada }
  }

  test('is offered: only reading, and only some of several organizations', async () => {
    const { text, grant, ada } = await granted({ access: 'read', reach: 'some', org_2: 'on' })
    for (const expected of [
      'Connect an application?',
      'Only read',
      'Only in these',
      'First home',
      'Second home',
    ])
      expect(text).toContain(expected)
    expect(text.indexOf('desk.example')).toBeLessThan(text.indexOf('Desk <'))
    expect([grant.read_only, grant.organizations.map(({ name }: Json) => name)]).toEqual([
      true,
      ['Second home'],
    ])
    const { text: list } = await open('/settings/applications', ada.headers)
    expect(list).toContain('Only reads in Second home')
    expect(list).toContain('desk.example')
  })

  test('grants everything by default', async () => {
    const { grant } = await granted({ access: 'all', reach: 'all' })
    expect([grant.read_only, grant.organizations]).toEqual([false, null])
  })

  test('of no organization at all is an error, and grants nothing', async () => {
    const { reply, grant } = await granted({ access: 'all', reach: 'some' })
    expect([reply.status, grant]).toEqual([422, undefined])
    expect(reply.text).toContain('tick one at least')
  })
})
