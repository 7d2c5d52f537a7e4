import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { act, automationSetup, on, rule, runs } from '../kit/automations.ts'
import { override } from '../kit/billing.ts'
import { asOwner, call, type Caller, type Json, type Reply } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { client, issued } from '../kit/invoices.ts'
import { mailTo } from '../kit/mail.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { usedOf, answerIn } from '../kit/metering.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { mailDesk } from '../kit/ticket-mail.ts'
import { keyOf, modern, oauthTokenOf } from '../mcp/rpc.ts'

await ownDatabase()
let olga: Caller
beforeAll(async () => {
  olga = await operator()
})

const said = ({ status, body }: Reply) => [status, body?.error?.message]
/** As if the service had counted them. */
const count = (ws: Workspace, meter: string, quantity: number) =>
  answerIn(
    ws,
    sql`select app.count_usage(${JSON.stringify([{ source: 'service', event_id: uuidv7(), meter, quantity }])}::jsonb)`,
  )
const reached = async (ws: Workspace, meter: string, used: number, most = used) => {
  const { period } = await ws.owner.ok('GET', `${ws.base}/metering/summary`)
  const next = new Date(Date.parse(period.last_day) + 864e5).toISOString().slice(0, 10)
  return `plan limit ${meter} reached: ${used} of ${most} until ${next}; an owner can change the plan under Plan and usage`
}
/** What a tool answers: whether it refused, and its text. */
const toolOf = async (name: string, token: string): Promise<[refused: boolean, text: string]> => {
  const { body } = await modern('tools/call', { name, arguments: {} }, { token, query: '?tools=all' })
  return [Boolean(body.result.isError), body.result.content[0].text]
}
const noted = async (ws: Workspace) =>
  (await asOwner<{ used_up: Json }>('select used_up from organizations where id = $1', [ws.org.id]))[0]!
    .used_up

describe('mails', () => {
  test('beyond the limit: an invoice is not sent, with the reason, and no link is left behind', async () => {
    const ws = await workspace()
    const email = `accounts-${uuidv7()}@wayne.test`
    const buyer = await client(ws, { name: 'Wayne', email })
    const one = await issued(ws, { client_id: buyer.id })
    const send = (body: object = {}) => ws.owner.call('POST', `${ws.base}/invoices/${one.id}/send`, body)
    await override(olga, ws.org.id, 'mails', 1)
    expect((await send()).body.mailed_to).toBe(email)
    expect(said(await send())).toEqual([403, await reached(ws, 'mails', 1)])
    const links = await asOwner('select 1 from invoice_links where invoice_id = $1', [one.id])
    expect([links.length, mailTo(email).length]).toEqual([1, 1])
    await override(olga, ws.org.id, 'mails', 2)
    expect((await send()).status).toBe(201)
    expect((await usedOf(ws, 'mails')).used).toBe(2)
  })

  test('that a reply to a ticket would be stay in the conversation, and agents read why', async () => {
    const { supportDesk } = await mailDesk()
    const { ws, contact } = supportDesk
    const { id } = await supportDesk.create()
    const before = mailTo(contact.email).length
    await override(olga, ws.org.id, 'mails', 0)
    await supportDesk.addMessage(id)
    const [message] = (await supportDesk.messages(id)).toReversed()
    expect(message!.deliveries).toMatchObject([{ state: 'failed', reason: await reached(ws, 'mails', 0) }])
    expect(mailTo(contact.email)).toHaveLength(before)
  })

  test('of an account are sent whatever the plan says', async () => {
    const ws = await workspace()
    await override(olga, ws.org.id, 'mails', 0)
    await call('POST', '/api/v1/auth/password/forgot', { body: { email: ws.owner.email } })
    expect(mailTo(ws.owner.email)).toHaveLength(1)
  })
})

test('automations run up to the limit, and each later run says why it did nothing', async () => {
  const { ws, home, patch, get } = await automationSetup()
  const one = await rule(ws, {
    project_id: home.id,
    ...on('task.status_changed'),
    ...act('set_priority', { priority: 'high' }),
  })
  await override(olga, ws.org.id, 'automation_runs', 1)
  await patch({ status: 'in_progress' })
  expect((await runs(ws, one)).map(({ status }) => status)).toEqual(['succeeded'])
  await patch({ status: 'todo', priority: 'low' })
  const [, later] = await runs(ws, one)
  expect([later!.status, later!.error]).toEqual(['throttled', await reached(ws, 'automation_runs', 1)])
  expect((await get()).priority).toBe('low')
  expect((await usedOf(ws, 'automation_runs')).used).toBe(1)
})

describe('requests', () => {
  test('of keys and applications are refused at the limit; people go on, and reading why is free', async () => {
    const ws = await workspace()
    const { token } = await keyOf(ws)
    const tokens = [token, await oauthTokenOf(ws.owner)]
    const get = (credential: string, path = '/projects') =>
      call('GET', ws.base + path, { headers: { authorization: `Bearer ${credential}` } })
    await override(olga, ws.org.id, 'requests', 1000)
    await count(ws, 'requests', 900)
    for (const one of tokens) expect((await get(one)).status).toBe(200)
    await count(ws, 'requests', 200)
    const why = await reached(ws, 'requests', 1000)
    for (const one of tokens) {
      expect(said(await get(one))).toEqual([403, why])
      expect((await get(one, '/billing/entitlements')).body.requests.remaining).toBe(0)
    }
    await ws.owner.ok('GET', `${ws.base}/projects`)
    expect((await toolOf('list_projects', token))[0]).toBe(false)
    await override(olga, ws.org.id, 'requests', 2000)
    for (const one of tokens) expect((await get(one)).status).toBe(200)
  })

  test('of tools are refused by themselves, in a sentence that an assistant can pass on', async () => {
    const ws = await workspace()
    const { token } = await keyOf(ws)
    await override(olga, ws.org.id, 'tool_calls', 10)
    await count(ws, 'tool_calls', 10)
    expect(await toolOf('list_projects', token)).toEqual([
      true,
      expect.stringContaining(await reached(ws, 'tool_calls', 10)),
    ])
    expect((await toolOf('get_entitlements', token))[0]).toBe(false)
    const rest = await call('GET', `${ws.base}/projects`, { headers: { authorization: `Bearer ${token}` } })
    expect(rest.status).toBe(200)
  })

  test('are judged again within the hour, so that a limit that rose elsewhere is heard of', async () => {
    const ws = await workspace()
    const { token } = await keyOf(ws)
    await override(olga, ws.org.id, 'requests', 10)
    await count(ws, 'requests', 10)
    const { requests } = await noted(ws)
    expect(Date.parse(requests.until) - Date.now()).toBeLessThanOrEqual(3_600_000)
    await asOwner(
      `update organizations set used_up = jsonb_set(used_up, '{requests,until}', to_jsonb(now() - interval '1 second'))
        where id = $1`,
      [ws.org.id],
    )
    const one = await call('GET', `${ws.base}/projects`, { headers: { authorization: `Bearer ${token}` } })
    expect(one.status).toBe(200)
    await count(ws, 'requests', 1)
    expect(Date.parse((await noted(ws)).requests.until)).toBeGreaterThan(Date.now())
    await asOwner(`select set_config('app.org_id', $1, false)`, [ws.org.id])
    await override(olga, ws.org.id, 'requests', null)
    expect(await noted(ws)).toBe(null)
  })
})
