import { afterEach, expect, test, vi } from 'vitest'
import { newPair, successorOf } from '../../src/endpoints/oauth/tokens.ts'
import { hashOf } from '../../src/base/tokens.ts'
import { asOwner } from '../kit/client.ts'
import { connected, me, post, redeem, refresh, verifier } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const outputs = ['debug', 'error', 'info', 'log', 'warn'] as const
afterEach(() => vi.restoreAllMocks())

/** A grant with every event: rotated, repeated within the grace, replayed, reused. */
async function grantWithEveryEvent() {
  const grace = { OAUTH_REFRESH_GRACE_SECONDS: '30' }
  const grant = await connected()
  await me(grant.access)
  const { body: second } = await refresh(grant.client, grant.refresh, {}, grace)
  await refresh(grant.client, grant.refresh, {}, grace)
  const { body: third } = await refresh(grant.client, second.refresh_token, {}, grace)
  await refresh(grant.client, grant.refresh, {}, grace)
  await redeem(grant.client, grant.code)
  await refresh(grant.client, third.refresh_token, {}, { SQL_ENDPOINT: 'http://127.0.0.1:1/sql' })
  await post('revoke', { token: third.refresh_token, client_id: grant.client })
  const tokens = [
    grant.code,
    grant.access,
    grant.refresh,
    second.access_token,
    second.refresh_token,
    third.access_token,
    third.refresh_token,
  ]
  return { ...grant, tokens: tokens as string[] }
}

test('no token, code or verifier is in plain text in any table; hashes are', async () => {
  for (const output of outputs) vi.spyOn(console, output).mockImplementation(() => undefined)
  const { tokens } = await grantWithEveryEvent()
  const tables = await asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'oauth_clients',
      'oauth_requests',
      'oauth_authorizations',
      'oauth_tokens',
      'audit_log',
      'idempotency_keys',
    ]),
  )
  const search = tables
    .map(
      ({ name }) =>
        `select '${name}' as name where exists (select from "${name}" t where strpos(t::text, $1) > 0)`,
    )
    .join(' union all ')
  const rowsContaining = async (text: string) =>
    (await asOwner<{ name: string }>(search, [text])).map(({ name }) => name)
  for (const secret of [...tokens, verifier]) {
    expect([await rowsContaining(secret), await rowsContaining(Buffer.from(secret).toString('hex'))]).toEqual(
      [[], []],
    )
  }
  const [code, ...rest] = tokens
  expect(await rowsContaining(hashOf(code!))).toEqual(['oauth_requests'])
  for (const token of rest) expect(await rowsContaining(hashOf(token))).toEqual(['oauth_tokens'])
})

test('no token, code, verifier or hash of one is in what the service logs', async () => {
  const spies = outputs.map((output) => vi.spyOn(console, output).mockImplementation(() => undefined))
  const { tokens } = await grantWithEveryEvent()
  const printed = spies.flatMap((spy) => spy.mock.calls.flat().map(String))
  const events = printed.map((line) => JSON.parse(line).event)
  expect(events).toEqual(
    expect.arrayContaining([
      'oauth_refresh_grace',
      'oauth_refresh_reused',
      'oauth_code_replayed',
      'oauth_failed',
    ]),
  )
  for (const secret of [...tokens, verifier]) {
    expect(printed.filter((line) => line.includes(secret) || line.includes(hashOf(secret)))).toEqual([])
  }
})

test('a successor can be derived from its predecessor only with the server key', () => {
  const { refresh } = newPair('a')
  const successor = successorOf(refresh, 'a:one-secret-of-32-characters-or-more', 'a')
  expect(successorOf(refresh, 'a:one-secret-of-32-characters-or-more,b:older', 'a')).toEqual(successor)
  const others = [
    successorOf(refresh, 'a:other-secret-of-32-characters-or-more', 'a'),
    successorOf(newPair('a').refresh, 'a:one-secret-of-32-characters-or-more', 'a'),
  ]
  const all = [successor, ...others].flatMap((pair) => [pair.access.slice(8), pair.refresh.slice(8)])
  expect(new Set(all).size).toBe(6)
})
