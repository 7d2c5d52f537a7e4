import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { override, plan } from '../kit/billing.ts'
import { deliver as send, eventId, subscriptionEvent } from '../kit/billing-events.ts'
import { asOwner, type Caller, env, type Json, person } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { mailTo } from '../kit/mail.ts'
import { join, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()
const deliver = (event: object) => send(event, { STRIPE_SECRET_KEY: '' })
const said = ({ status, body }: Json) => [status, body?.error?.message]
let olga: Caller
beforeAll(async () => {
  olga = await operator()
  await plan(olga, 'free', { features: { seats: 2, vault: false } })
  await plan(olga, 'pro_month', {
    provider_price_id: 'price_900_month',
    features: { seats: 50, vault: true },
  })
})

const full = 'plan limit seats reached: 2 of 2; an owner can change the plan under Plan and usage'

describe('seats', () => {
  const invite = async (ws: Json, role = 'member') => {
    const guest = await person()
    const { accept_url } = await ws.owner.ok('POST', `${ws.base}/invitations`, { email: guest.email, role })
    const token = String(accept_url).split('/').at(-1)
    return { guest, accept: () => guest.call('POST', `/api/v1/invitations/${token}/accept`) }
  }

  test('are counted when an invitation is accepted, and the invitation stays', async () => {
    const ws = await workspace()
    await join(ws, 'member')
    const { accept } = await invite(ws)
    expect(said(await accept())).toEqual([403, full])
    const { items } = await ws.owner.ok('GET', `${ws.base}/invitations`)
    expect(items.map(({ status }: Json) => status)).toEqual(['pending'])
    expect((await (await invite(ws, 'viewer')).accept()).status).toBeLessThan(300)
    await override(olga, ws.org.id, 'seats', 3)
    expect((await accept()).status).toBeLessThan(300)
  })

  test('are not exceeded by those who accept at once', async () => {
    const ws = await workspace()
    const guests = []
    for (let n = 0; n < 5; n++) guests.push(await invite(ws))
    const replies = await Promise.all(guests.map(({ accept }) => accept()))
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(4)
  })

  test('bind whoever becomes more than a viewer, and nobody who leaves or becomes one', async () => {
    const ws = await workspace()
    const [member, viewer] = [await join(ws, 'member'), await join(ws, 'viewer')]
    const set = (who: Caller, role: string) =>
      ws.owner.call('PATCH', `${ws.base}/members/${who.id}`, { role })
    expect(said(await set(viewer, 'member'))).toEqual([403, full])
    await override(olga, ws.org.id, 'seats', 1)
    expect((await set(member, 'manager')).status).toBe(200)
    expect((await set(member, 'viewer')).status).toBe(200)
  })
})

describe('mails', () => {
  test('are no more than the plan allows, however many are asked for at once', async () => {
    const ws = await workspace()
    await override(olga, ws.org.id, 'mails', 3)
    const send = async () =>
      ws.owner.call('POST', `${ws.base}/invitations`, {
        email: `at-once-${(await person()).id}@example.com`,
        role: 'viewer',
      })
    const replies = await Promise.all(Array.from({ length: 8 }, send))
    const refused = replies.filter(({ status }) => status === 403)
    expect([replies.filter(({ status }) => status === 201).length, refused.length]).toEqual([3, 5])
    for (const { body } of refused)
      expect(body.error.message).toMatch(
        /^plan limit mails reached: 3 of 3 until \d{4}-\d\d-\d\d; an owner can change the plan under Plan and usage$/,
      )
    const [{ many }] = await asOwner(
      `select count(*)::int as many from mails where facts->>'sender' = $1 and message = 'invitation'
        and state <> 'dropped'`,
      [ws.org.id],
    )
    expect(many).toBe(3)
  })
})

describe('the vault', () => {
  test('that is not in the plan is read and emptied, and not filled', async () => {
    const ws = await workspace()
    const at = `${ws.base}/vault/credentials`
    const draft = { name: 'Shop', kind: 'password', secret: 'correct horse battery staple' }
    const refused = [
      403,
      'the plan does not include the vault: what is in it can be read and deleted; an owner can change the plan under Plan and usage',
    ]
    expect(said(await ws.owner.call('POST', at, draft))).toEqual(refused)
    const csv = 'name,password\nMail,one'
    expect(said(await ws.owner.call('POST', `${ws.base}/vault/import`, { csv }))).toEqual(refused)
    await override(olga, ws.org.id, 'vault', true)
    const { id } = await ws.owner.ok('POST', at, draft)
    await override(olga, ws.org.id, 'vault', false)
    expect(said(await ws.owner.call('PATCH', `${at}/${id}`, { username: 'shop' }))).toEqual(refused)
    expect((await ws.owner.call('GET', `${at}/${id}`)).status).toBe(200)
    expect((await ws.owner.call('POST', `${at}/${id}/reveal`, { reason: 'to see it' })).status).toBe(200)
    expect((await ws.owner.call('DELETE', `${at}/${id}`)).status).toBe(204)
  })
})

describe('notices', () => {
  const titles = async (org: string) =>
    (await asOwner('select title from notifications where org_id = $1 order by created_at, id', [org])).map(
      ({ title }: Json) => title as string,
    )
  const runJobs = async (org: string) => {
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'billing', '{}')`, [org])
    await drain(openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 30_000))
  }
  const customer = async () => {
    const ws = await workspace()
    await asOwner(
      `insert into billing_customers (org_id, provider, provider_customer_id) values ($1, 'stripe', $2)`,
      [ws.org.id, `cus_${ws.org.id}`],
    )
    return ws
  }
  const now = () => Math.floor(Date.now() / 1000)

  test('of a missing payment come at once, after 7, 12 and 14 days, each once, and none once it is paid', async () => {
    const ws = await customer()
    await join(ws, 'member')
    const bills = `bills-${ws.org.id}@example.com`
    await asOwner('update billing_customers set email = $2 where org_id = $1', [ws.org.id, bills])
    await deliver(subscriptionEvent(ws.org.id, 'active', now() - 100))
    await deliver(subscriptionEvent(ws.org.id, 'past_due', now() - 50))
    await deliver(subscriptionEvent(ws.org.id, 'past_due', now() - 40))
    const first = 'A payment failed; the plan stays for 14 days'
    expect(await titles(ws.org.id)).toEqual([first])
    const since = async (days: number) => {
      await asOwner(
        `update subscriptions set past_due_since = past_due_since - make_interval(days => $2)
        where org_id = $1`,
        [ws.org.id, days],
      )
      await runJobs(ws.org.id)
    }
    await since(7)
    await runJobs(ws.org.id)
    await since(5)
    await since(2)
    expect((await titles(ws.org.id)).slice(1)).toEqual([
      'A payment is missing; the plan ends in 7 days',
      'A payment is missing; the plan ends in 2 days',
      'The free plan counts now, since a payment is missing; nothing was deleted',
    ])
    const [row] = await asOwner('select plan from organizations where id = $1', [ws.org.id])
    expect(row.plan).toBe('free')
    const mails = await asOwner(`select facts->>'left' as left from mails where address = $1 order by id`, [
      bills,
    ])
    expect(mails.map(({ left }: Json) => left)).toEqual(['14', '7', '2', '0'])
    await expect
      .poll(() => mailTo(bills).map(({ subject }) => subject))
      .toEqual(['Ada & Co: a payment is missing'])
    expect(mailTo(bills)[0]!.text).toMatch(/The plan stays until [^;]+; then the free one counts/)
    const facts = async () =>
      (
        await asOwner(
          `select app.mail_facts(m) as said from (select set_config('app.org_id', $1, true)) e, mails m
            where m.address = $2`,
          [ws.org.id, bills],
        )
      ).map(({ said }: Json) => said?.organization ?? null)
    expect(await facts()).toEqual(Array(4).fill('Ada & Co'))
    await asOwner(`update subscriptions set status = 'active' where org_id = $1`, [ws.org.id])
    expect(await facts()).toEqual(Array(4).fill(null))
    const paid = await customer()
    await deliver(subscriptionEvent(paid.org.id, 'past_due', now() - 50))
    await deliver(subscriptionEvent(paid.org.id, 'active', now() - 40))
    await runJobs(paid.org.id)
    expect(await titles(paid.org.id)).toEqual([first])
  })

  test('of the end of a trial come 3 days and 1 day before, and say what is charged', async () => {
    const ws = await customer()
    const trial = (days: number) =>
      deliver(subscriptionEvent(ws.org.id, 'trialing', now(), { trial_end: now() + days * 86_400 - 60 }))
    await trial(10)
    expect(await titles(ws.org.id)).toEqual([])
    await trial(3)
    await asOwner(`update billing_customers set card_brand = 'visa', card_last4 = '4242' where org_id = $1`, [
      ws.org.id,
    ])
    await trial(1)
    expect(await titles(ws.org.id)).toEqual([
      'The trial ends in 3 days; the free plan counts then, and nothing is deleted',
      'The trial ends in 1 day; 18 EUR will be charged',
    ])
  })

  test('of a payment that waits for its confirmation, and of an address of bills whose owner left', async () => {
    const ws = await customer()
    const grace = await join(ws, 'manager', 'Grace Hopper')
    const invoice = { customer: `cus_${ws.org.id}`, status: 'open', total: 900, currency: 'eur', created: 1 }
    const asks = (id: string, status: string) =>
      deliver({
        id: eventId(),
        type: 'invoice.payment_action_required',
        created: now(),
        data: { object: { ...invoice, id, status } },
      })
    await asks(`in_paid_${ws.org.id}`, 'paid')
    for (let n = 0; n < 2; n++) await asks(`in_${ws.org.id}`, 'open')
    expect(await titles(ws.org.id)).toEqual(['A payment waits for your confirmation'])
    await asOwner('update billing_customers set email = upper($2) where org_id = $1', [
      ws.org.id,
      grace.email,
    ])
    const bills = async () => (await titles(ws.org.id)).filter((title) => title.startsWith('Bills'))
    const other = await join(ws, 'viewer')
    await ws.owner.ok('DELETE', `${ws.base}/members/${other.id}`)
    expect(await bills()).toEqual([])
    await ws.owner.ok('DELETE', `${ws.base}/members/${grace.id}`)
    expect(await bills()).toEqual(['Bills go to the address of Grace Hopper, who left'])
  })
})
