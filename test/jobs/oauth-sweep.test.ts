import { describe, expect, test } from 'vitest'
import { asOwner, person } from '../kit/client.ts'
import { authorize, client, connected, decide, oauthRefusal, request } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const sweep = () =>
  asOwner(`select app.delete_old_rows(p.part, 1000) from (select part from app.daily_parts()
    where part ^@ 'oauth_' order by part desc) p`)

describe('the daily sweep', () => {
  const exists = async (id: string) =>
    (await asOwner('select 1 from oauth_clients where id = $1', [id])).length === 1
  const age = (id: string, by: string) =>
    asOwner(`update oauth_clients set created_at = now() - $2::interval where id = $1`, [id, by])

  test('deletes clients that nobody used within a day, and no others', async () => {
    const [unused, recent, waiting, denied] = await Promise.all([client(), client(), client(), client()])
    const grant = await connected()
    await request(waiting)
    await decide(await person(), await request(denied), false)
    for (const id of [unused, waiting, denied, grant.client]) await age(id, '25 hours')
    await age(recent, '23 hours')
    await sweep()
    expect(await Promise.all([unused, recent, waiting, denied, grant.client].map(exists))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    expect(oauthRefusal(await authorize(unused))).toEqual([400, 'invalid_client'])
  })

  test('deletes expired requests, but no code that can still revoke its tokens', async () => {
    const grant = await connected()
    const expired = await request(grant.client)
    await asOwner(`update oauth_requests set expires_at = now() - interval '2 days' where client_id = $1`, [
      grant.client,
    ])
    await sweep()
    const remaining = await asOwner('select id from oauth_requests where client_id = $1', [grant.client])
    expect([remaining.length, remaining.some(({ id }) => id === expired)]).toEqual([1, false])
    await asOwner(
      `update oauth_tokens set expires_at = now() - interval '2 days' where authorization_id = $1`,
      [grant.id],
    )
    await sweep()
    expect(await asOwner('select id from oauth_requests where client_id = $1', [grant.client])).toEqual([])
  })
})
