import { describe, expect, test } from 'vitest'
import { account } from '../kit/accounts.ts'
import { asOwner, call } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const at = '/api/v1/auth/me'

describe('a profile', () => {
  test('has no language or time zone until they are set', async () => {
    const who = await account()
    expect(await who.ok('GET', at)).toMatchObject({ name: 'Ada', locale: null, timezone: null })
  })

  test('changes the fields that are sent; null clears language and time zone', async () => {
    const who = await account()
    const profile = { name: 'Ada King', locale: 'de-AT', timezone: 'Europe/Vienna' }
    expect(await who.ok('PATCH', at, profile)).toMatchObject({ ...profile, email: who.email })
    expect(await who.ok('PATCH', at, { timezone: null })).toMatchObject({ ...profile, timezone: null })
    expect(await who.ok('GET', at)).toMatchObject({ ...profile, timezone: null })
    const entries = await asOwner(
      `select changes from audit_log where actor_user_id = $1 and action = 'account.updated' order by id`,
      [who.id],
    )
    expect(entries.map(({ changes }) => changes)).toEqual([
      {
        name: { from: 'Ada', to: 'Ada King' },
        locale: { from: null, to: 'de-AT' },
        timezone: { from: null, to: 'Europe/Vienna' },
      },
      { timezone: { from: 'Europe/Vienna', to: null } },
    ])
  })

  test.each([
    [{}, 'body: at least one field required'],
    [{ name: '  ' }, 'body.name: must not be empty'],
    [{ name: 'x'.repeat(121) }, 'body.name: at most 120 characters'],
    [{ name: null }, 'body.name: '],
    [{ locale: 'not a language' }, 'body.locale: must be a BCP 47 language tag'],
    [{ timezone: 'Europe/Atlantis' }, 'body.timezone: must be an IANA time zone'],
    [{ email: 'eve@example.com' }, 'body.email: unknown field'],
  ])('rejects %j', async (body, message) => {
    const { status, body: refused } = await (await account()).call('PATCH', at, body)
    expect([status, refused.error.code]).toEqual([422, 'validation_error'])
    expect(refused.error.message).toContain(message)
  })

  test('can be changed only by the person: no key, application, operator or other site', async () => {
    const { owner, base } = await workspace()
    const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'laptop' })
    const { cookie, operator } = await impersonating(owner)
    const responses = [
      await call('PATCH', at, { body: { name: 'Eve' }, headers: { authorization: `Bearer ${token}` } }),
      await (await connected(owner)).app.call('PATCH', at, { name: 'Eve' }),
      await operator.call('PATCH', at, { name: 'Eve' }, { cookie: `${operator.headers.cookie}; ${cookie}` }),
      await owner.call('PATCH', at, { name: 'Eve' }, { 'sec-fetch-site': 'cross-site' }),
    ]
    expect(responses.map(({ status, body }) => [status, body.error.message])).toEqual([
      [403, 'this operation is not open to API keys'],
      [403, 'this operation is not open to connected applications'],
      [403, 'impersonation only reads; end it at /api/v1/auth/impersonation/exit'],
      [403, 'a cross-site request may not act with the session cookie'],
    ])
    expect(await owner.ok('GET', at)).toMatchObject({ name: 'Ada Lovelace' })
  })
})
