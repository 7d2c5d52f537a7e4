import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest'
import type { SqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf } from '../../src/base/tokens.ts'
import { asOwner, person, uniqueAddress } from '../kit/client.ts'
import {
  approved,
  authorize,
  client,
  connected,
  decide,
  me,
  post,
  redeem,
  refresh,
  oauthRefusal,
  register,
  request,
  revoke,
} from '../kit/oauth.ts'
import { startGateway } from '../kit/gateways.ts'

const fifty = <T>(attempt: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, n) => attempt(n)))
const winners = <T extends { status: number }>(replies: T[]) => replies.filter(({ status }) => status === 200)

let warn: MockInstance<typeof console.warn>
let error: MockInstance<typeof console.error>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  warn.mockRestore()
  error.mockRestore()
})

describe('fifty concurrent requests', () => {
  test('that redeem one code: one token set, and the replays end it', { tags: 'race' }, async () => {
    const ada = await person()
    const id = await client()
    const code = await approved(ada, id)
    const replies = await fifty(() => redeem(id, code))
    expect(winners(replies).length).toBe(1)
    expect(
      new Set(replies.filter(({ status }) => status !== 200).map((reply) => String(oauthRefusal(reply)))),
    ).toEqual(new Set(['400,invalid_grant']))
    const rows = await asOwner(
      `select t.kind from oauth_tokens t join oauth_authorizations a on a.id = t.authorization_id
      where a.client_id = $1 order by t.kind`,
      [id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['access', 'refresh'])
    expect((await me(winners(replies)[0]!.body.access_token)).status).toBe(401)
  })

  test('that decide one request, half of them to deny: one winner', { tags: 'race' }, async () => {
    const people = await Promise.all([person(), person()])
    const id = await client()
    const rid = await request(id)
    const replies = await fifty((n) => decide(people[n % 2]!, rid, n % 4 < 2))
    expect(winners(replies).length).toBe(1)
    expect(replies.filter(({ status }) => status === 404).length).toBe(49)
    const won = new URL(winners(replies)[0]!.body.redirect_to).searchParams.has('code')
    expect((await asOwner('select 1 from oauth_authorizations where client_id = $1', [id])).length).toBe(
      won ? 1 : 0,
    )
  })

  test('that refresh with one token: one 200, and the reuse ends the family', { tags: 'race' }, async () => {
    const grant = await connected()
    const replies = await fifty(() => refresh(grant.client, grant.refresh))
    expect(winners(replies).length).toBe(1)
    expect(
      replies.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant').length,
    ).toBe(49)
    const { access_token, refresh_token } = winners(replies)[0]!.body
    expect((await me(access_token)).status).toBe(401)
    expect(oauthRefusal(await refresh(grant.client, refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test(
    'that refresh with one token within the grace: fifty times the same response and one successor',
    { tags: 'race' },
    async () => {
      const grant = await connected()
      const replies = await fifty(() =>
        refresh(grant.client, grant.refresh, {}, { OAUTH_REFRESH_GRACE_SECONDS: '30' }),
      )
      expect([winners(replies).length, new Set(replies.map(({ text }) => text)).size]).toEqual([50, 1])
      expect(
        (await asOwner('select 1 from oauth_tokens where authorization_id = $1', [grant.id])).length,
      ).toBe(4)
      expect((await me(replies[0]!.body.access_token)).status).toBe(200)
    },
  )

  test('that refresh and revoke: nothing that was issued remains valid', { tags: 'race' }, async () => {
    const grant = await connected()
    const replies = await fifty(async (n) =>
      n % 2 ? refresh(grant.client, grant.refresh) : revoke(grant.refresh, grant.client),
    )
    const issuedTokens = winners(replies).flatMap(({ body }) =>
      body?.access_token ? [body.access_token as string] : [],
    )
    for (const token of [grant.access, ...issuedTokens]) expect((await me(token)).status).toBe(401)
  })
})

describe('when the database fails', () => {
  let gateway: SqlGateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())
  const grace = { OAUTH_REFRESH_GRACE_SECONDS: '30' }
  const faultyGateway = (kind?: string) => ({
    ...grace,
    SQL_ENDPOINT: gateway.url,
    DB_DEADLINE_MS: kind === 'hang' ? '400' : '5000',
  })
  const outage = [503, 'temporarily_unavailable', '2', 'no-store']
  const statusAndError = (reply: Awaited<ReturnType<typeof redeem>>) => [
    ...oauthRefusal(reply),
    reply.headers.get('retry-after'),
    reply.headers.get('cache-control'),
  ]

  test.each(['refuse', 'hang', 'error500', 'html', 'cut'] as const)(
    '(%s) a refresh is 503 as OAuth JSON, and the token is still usable afterwards',
    async (kind) => {
      const grant = await connected()
      gateway.fault = { kind }
      const failed = await refresh(grant.client, grant.refresh, {}, faultyGateway(kind))
      gateway.fault = null
      expect(statusAndError(failed)).toEqual(outage)
      expect(Object.keys(failed.body)).toEqual(['error', 'error_description'])
      expect(failed.text).not.toMatch(/select|app\.|postgres|sql/i)
      const committed =
        (await asOwner('select 1 from oauth_tokens where authorization_id = $1', [grant.id])).length === 4
      expect(committed).toBe(kind === 'cut')
      const repeated = await refresh(grant.client, grant.refresh, {}, grace)
      expect(repeated.status).toBe(200)
      expect((await me(repeated.body.access_token)).status).toBe(200)
      expect((await refresh(grant.client, repeated.body.refresh_token, {}, grace)).status).toBe(200)
    },
  )

  test('a lost response is repeated within the grace, as it was committed', { tags: 'race' }, async () => {
    const grant = await connected()
    gateway.fault = { kind: 'cut' }
    await refresh(grant.client, grant.refresh, {}, faultyGateway())
    gateway.fault = null
    const successor = async () =>
      (
        await asOwner(
          `select encode(hash, 'hex') as hash from oauth_tokens
      where authorization_id = $1 and kind = 'refresh' and used_at is null`,
          [grant.id],
        )
      ).map(({ hash }) => hash)
    const committed = await successor()
    const { body } = await refresh(grant.client, grant.refresh, {}, grace)
    expect([await successor(), committed]).toEqual([
      [hashOf(body.refresh_token)],
      [hashOf(body.refresh_token)],
    ])
  })

  test.each(['refuse', 'hang', 'error500', 'html'] as const)(
    '(%s) a redemption is 503 and does not burn the code',
    async (kind) => {
      const id = await client()
      const code = await approved(await person(), id)
      gateway.fault = { kind }
      const failed = await redeem(id, code, {}, faultyGateway(kind))
      gateway.fault = null
      expect(statusAndError(failed)).toEqual(outage)
      expect((await redeem(id, code)).status).toBe(200)
    },
  )

  test('registration, authorize and revocation are 503 as OAuth JSON as well', { tags: 'race' }, async () => {
    gateway.fault = { kind: 'error500' }
    const replies = [
      await register({}, uniqueAddress(), faultyGateway()),
      await authorize(uuidv7(), {}, faultyGateway()),
      await post('revoke', { token: 'x' }, faultyGateway()),
    ]
    gateway.fault = null
    expect(replies.map(statusAndError)).toEqual([outage, outage, outage])
    expect(replies.map((reply) => reply.headers.get('location'))).toEqual([null, null, null])
  })
})
