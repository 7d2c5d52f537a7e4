import { beforeAll, describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { override, plan } from '../kit/billing.ts'
import { asOwner, call, type Caller, env, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { actions, join, project as makeProject, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { modern, oauthTokenOf } from '../mcp/rpc.ts'

await ownDatabase()
const said = ({ status, body }: Json) => [status, body?.error?.message]
let olga: Caller
beforeAll(async () => {
  olga = await operator()
  await plan(olga, 'free', { features: { seats: 50 } })
})

const runJobs = () => drain(openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 30_000))
const seats = (ws: Json, most: number | null) => override(olga, ws.org.id, 'seats', most)
/** An owner with three members, of whom Carl joined last. */
async function shop() {
  const ws = await workspace()
  const project = await makeProject(ws)
  const ann = await join(ws, 'admin', 'Ann')
  const bob = await join(ws, 'manager', 'Bob')
  const carl = await join(ws, 'member', 'Carl')
  return { ...ws, project, ann, bob, carl }
}
/** As if the plan had had too few seats for so many days more. */
async function later(ws: Json, days: number) {
  await asOwner(
    'update organization_members set viewer_from = viewer_from - make_interval(days => $2) where org_id = $1',
    [ws.org.id, days],
  )
  await asOwner(
    `update outbox set available_at = now() where org_id = $1 and topic = 'billing' and done_at is null`,
    [ws.org.id],
  )
  await runJobs()
}
const titlesOf = async (ws: Json, who: Caller) =>
  (
    await asOwner(
      `select title from notifications where org_id = $1 and user_id = $2 and reason = 'security'
        order by created_at, id`,
      [ws.org.id, who.id],
    )
  ).map(({ title }: Json) => (title as string).replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY'))
const writes = (ws: Json, who: Caller) =>
  who.call('POST', `${ws.base}/projects/${ws.project.key}/tasks`, { title: 'One more' })
const why = (taken: number, most: number) => [
  403,
  `plan limit seats reached: ${taken} of ${most}; you act as a viewer until an owner changes the plan, removes members or chooses others, under Plan and usage`,
]

describe('members beyond the seats of the plan', () => {
  test('stay what they are for 30 days, then those who joined last act as viewers, and are told why', async () => {
    const ws = await shop()
    await seats(ws, 2)
    expect((await writes(ws, ws.carl)).status).toBe(201)
    await later(ws, 29)
    expect((await writes(ws, ws.carl)).status).toBe(201)
    await later(ws, 1)
    for (const who of [ws.bob, ws.carl]) expect(said(await writes(ws, who))).toEqual(why(4, 2))
    expect((await writes(ws, ws.ann)).status).toBe(201)
    expect((await ws.carl.call('GET', `${ws.base}/projects`)).status).toBe(200)
    // What their own role would refuse too says so.
    expect(said(await ws.carl.call('GET', `${ws.base}/billing`))).toEqual([
      403,
      'needs the role admin or above',
    ])
    const me = await ws.bob.ok('GET', '/api/v1/auth/me')
    expect(me.organizations[0]).toMatchObject({ role: 'viewer', viewer_since: expect.any(String) })
    const { items } = await ws.owner.ok('GET', `${ws.base}/members?sort=joined_at`)
    expect(items.map(({ role, viewer_from }: Json) => [role, viewer_from !== null])).toEqual([
      ['owner', false],
      ['admin', false],
      ['manager', true],
      ['member', true],
    ])
  })

  test('act as viewers with keys, applications and links to files too', async () => {
    const ws = await shop()
    const { token } = await ws.ann.ok('POST', `${ws.base}/api-keys`, { name: 'laptop' })
    const key = { headers: { authorization: `Bearer ${token}` } }
    const draft = { ...key, body: { title: 'By a key' } }
    const byKey = () => call('POST', `${ws.base}/projects/${ws.project.key}/tasks`, draft)
    expect((await byKey()).status).toBe(201)
    await seats(ws, 1)
    await later(ws, 30)
    expect(said(await byKey())).toEqual(why(4, 1))
    for (const credential of [token, await oauthTokenOf(ws.bob)]) {
      const { body } = await modern(
        'tools/call',
        { name: 'create_issue', arguments: { project_id: ws.project.key, title: 'By an assistant' } },
        { token: credential },
      )
      expect(JSON.stringify(body)).toContain('plan limit seats reached: 4 of 1; you act as a viewer')
    }
    const [{ rank }] = await asOwner(
      `select current_setting('app.rank') as rank
        from (select app.enter_link($1::uuid, $2::uuid, 10, '{}') offset 0) e`,
      [ws.org.id, ws.ann.id],
    )
    expect(rank).toBe('10')
  })

  test('lose the streams that are open when it begins', async () => {
    const ws = await shop()
    await seats(ws, 3)
    const noted = async () =>
      (
        await asOwner(
          `select current_setting('app.live', true) as said from (select app.settle_seats()
            from (select app.enter_system($1::uuid, '', 'a test') offset 0) e offset 0) d`,
          [ws.org.id],
        )
      )[0].said
    expect(await noted()).not.toContain(`/!${ws.carl.id}`)
    await later(ws, 30)
    expect(await noted()).toContain(`${ws.org.id}/!${ws.carl.id}`)
  })

  test('hear of it at once, 7 days and 1 day before, and when it begins, and so do owners', async () => {
    const ws = await shop()
    await seats(ws, 3)
    for (const days of [0, 23, 0, 6, 0, 1, 0]) await later(ws, days)
    expect(await titlesOf(ws, ws.carl)).toEqual([
      ...Array(3).fill('From DAY you act as a viewer, as the plan has fewer seats than members'),
      'You act as a viewer now, as the plan has fewer seats than members',
    ])
    const ofOwner = await titlesOf(ws, ws.owner)
    expect(ofOwner.filter((title) => title.startsWith('The plan'))).toEqual([
      ...Array(3).fill('The plan has too few seats, 4 of 3; from DAY those listed under Plan act as viewers'),
      'The plan has too few seats, 4 of 3; those listed under Plan act as viewers now',
    ])
    expect([await titlesOf(ws, ws.bob), await titlesOf(ws, ws.ann)]).toEqual([[], []])
  })

  test('act with their own role again as soon as there are seats, or fewer members', async () => {
    const ws = await shop()
    await seats(ws, 2)
    await later(ws, 30)
    await ws.owner.ok('DELETE', `${ws.base}/members/${ws.carl.id}`)
    expect(said(await writes(ws, ws.bob))).toEqual(why(3, 2))
    await ws.owner.ok('PATCH', `${ws.base}/members/${ws.ann.id}`, { role: 'viewer' })
    expect((await writes(ws, ws.bob)).status).toBe(201)
    expect((await titlesOf(ws, ws.bob)).at(-1)).toBe('You act with your own role again')
    await seats(ws, 1)
    await later(ws, 30)
    expect(said(await writes(ws, ws.bob))).toEqual(why(2, 1))
    await seats(ws, 2)
    expect((await writes(ws, ws.bob)).status).toBe(201)
  })

  test('are those whom an owner chooses, at once', async () => {
    const ws = await shop()
    const choose = (who: Caller, ...user_ids: string[]) =>
      who.call('PUT', `${ws.base}/billing/viewers`, { user_ids })
    expect(said(await choose(ws.owner, ws.ann.id))).toEqual([
      422,
      'body.user_ids: must be empty, as the plan has seats for all members',
    ])
    await seats(ws, 2)
    expect(said(await choose(ws.ann, ws.bob.id))).toEqual([403, 'needs the role owner or above'])
    expect(said(await choose(ws.owner, ws.ann.id, ws.bob.id, ws.carl.id))).toEqual([
      422,
      'body.user_ids: at most 2, as many as there are seats too few',
    ])
    expect(said(await choose(ws.owner, ws.owner.id))).toEqual([
      422,
      'body.user_ids[0]: not an active member with a seat, other than an owner',
    ])
    expect((await choose(ws.owner, ws.ann.id)).body.seats.over).toEqual({
      missing: 2,
      viewers_from: expect.any(String),
      viewers: [
        { user_id: ws.ann.id, name: 'Ann', chosen: true },
        { user_id: ws.carl.id, name: 'Carl', chosen: false },
      ],
    })
    await later(ws, 30)
    const outcomes = async () => [
      (await writes(ws, ws.ann)).status,
      (await writes(ws, ws.bob)).status,
      (await writes(ws, ws.carl)).status,
    ]
    expect(await outcomes()).toEqual([403, 201, 403])
    await choose(ws.owner, ws.bob.id, ws.carl.id)
    expect(await outcomes()).toEqual([201, 403, 403])
    expect(await actions(ws)).toContain('billing.viewers_chosen')
    await seats(ws, null)
    expect((await ws.owner.ok('GET', `${ws.base}/billing`)).seats.over).toBe(null)
    // A choice does not outlast what it was made for.
    await seats(ws, 3)
    const { over } = (await ws.owner.ok('GET', `${ws.base}/billing`)).seats
    expect(over.viewers.map(({ name }: Json) => name)).toEqual(['Carl'])
  })

  test('are found when an allowance of an operator ends, and by the daily work', async () => {
    const ws = await shop()
    const [row] = await asOwner(
      `insert into entitlement_overrides (org_id, key, value, reason, expires_at)
        values ($1, 'seats', '9', 'a test', now() + interval '1 hour') returning expires_at`,
      [ws.org.id],
    )
    expect(row).toBeTruthy()
    await plan(olga, 'free', { features: { seats: 3 } })
    const unsettled = async () =>
      (
        await asOwner(
          `select app.has_unsettled_seats($1::uuid) as it from (select set_config('app.org_id', $1::uuid::text, true)) e`,
          [ws.org.id],
        )
      )[0].it
    expect(await unsettled()).toBe(false)
    await asOwner(`update entitlement_overrides set expires_at = now() where org_id = $1`, [ws.org.id])
    expect(await unsettled()).toBe(true)
    await asOwner(`select app.daily_billing($1) from (select app.enter_system($1, '', 'daily')) e`, [
      ws.org.id,
    ])
    await runJobs()
    expect(await unsettled()).toBe(false)
    await plan(olga, 'free', { features: { seats: 50 } })
  })
})
