import { afterAll, expect, test } from 'vitest'
import { override, subscribe } from '../kit/billing.ts'
import { paidService } from '../kit/billing-service.ts'
import { asOwner } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { open, submit } from './browse.ts'

await ownDatabase()
const { settings, olga, shop, subscribed, stop } = await paidService()
afterAll(stop)

const at = (ws: { org: { slug: string } }) => `/organizations/${ws.org.slug}/plan`

test('an owner sees the free plan with its limits, and buys another at the provider', async () => {
  const ws = await shop()
  const { headers } = ws.owner
  const page = await open(at(ws), headers, settings)
  for (const said of ['Plan free', '1 of 10', 'Vault', 'Plan pro_month', 'Buy Plan pro_month'])
    expect(page.text).toContain(said)
  const bought = await submit(`${at(ws)}/checkout`, { plan_key: 'pro_month' }, headers, settings)
  expect(bought.text).toContain('https://checkout.stripe.test/c/pay/')
  const back = await open(`${at(ws)}?checkout=cs_test_${ws.org.id}`, headers, settings)
  expect(back.text).toContain('Payment received, being confirmed')
  const confirmed = await submit(
    `${at(ws)}/confirm`,
    { session_id: `cs_test_${ws.org.id}` },
    headers,
    settings,
  )
  expect(confirmed.status).toBe(303)
  const after = await open(`${at(ws)}?checkout=cs_test_${ws.org.id}`, headers, settings)
  expect(after.text).toContain('1 seat paid')
  expect(after.text).not.toContain('being confirmed')
})

test('a change shows what it costs before, and cancelling asks twice and can be taken back', async () => {
  const ws = await subscribed()
  const { headers } = ws.owner
  const preview = await submit(
    `${at(ws)}/preview`,
    { plan_key: 'large_month', preview: 'true' },
    headers,
    settings,
  )
  for (const said of ['If you choose Plan large_month', '€10.50', '€18.00'])
    expect(preview.text).toContain(said)
  const changed = await submit(`${at(ws)}/change`, { plan_key: 'large_month' }, headers, settings)
  expect(changed.status).toBe(303)
  expect((await open(at(ws), headers, settings)).text).toContain('Plan large_month')
  expect((await submit(`${at(ws)}/cancel`, {}, headers, settings)).status).toBe(303)
  const ending = await open(at(ws), headers, settings)
  expect(ending.text).toContain('The subscription ends')
  expect((await submit(`${at(ws)}/resume`, {}, headers, settings)).status).toBe(303)
  expect((await open(at(ws), headers, settings)).text).not.toContain('The subscription ends')
})

test('admins see it without the buttons of owners, and what an operator set without those of the provider', async () => {
  const ws = await shop()
  const admin = await join(ws, 'admin')
  const page = await open(at(ws), admin.headers, settings)
  expect([page.status, page.text.includes('Buy ')]).toEqual([200, false])
  expect((await open(at(ws), (await join(ws, 'member')).headers, settings)).status).toBe(403)
  await subscribe(olga, ws.org.id, 'pro_month')
  const manual = await open(at(ws), ws.owner.headers, { ...settings, BILLING_PROVIDER: 'manual' })
  expect([manual.status, manual.text.includes('5 seats paid'), manual.text.includes('Cancel')]).toEqual([
    200,
    true,
    false,
  ])
  const none = await open(at(ws), ws.owner.headers, { ...settings, BILLING_PROVIDER: '' })
  expect(none.text).toContain('No plan limits anything')
})

test('whoever deletes the organization reads which subscription ends with it', async () => {
  const page = async ({ org, owner }: Awaited<ReturnType<typeof shop>>) =>
    (await open(`/organizations/${org.slug}/deletion`, owner.headers, settings)).text.replaceAll(
      /<[^>]+>/g,
      '',
    )
  expect(await page(await subscribed())).toMatch(
    /The subscription of Plan pro_month ends at once\. What is paid until \d+ \w+ \d{4} is not refunded\./,
  )
  expect(await page(await shop())).not.toContain('The subscription')
})

test('members beyond the seats are listed with the day, owners choose others, and who only views reads why', async () => {
  const ws = await shop()
  await join(ws, 'manager', 'Bob Smith')
  const carl = await join(ws, 'member', 'Carl Jones')
  await override(olga, ws.org.id, 'seats', 2)
  const words = async (path: string, headers: object) =>
    (await open(path, headers as never, settings)).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  const page = await words(at(ws), ws.owner.headers)
  for (const said of ['The plan has 1 seat too few', 'Carl Jones joined last', 'Choose Bob Smith instead'])
    expect(page).toContain(said)
  expect(await words(`/organizations/${ws.org.slug}`, ws.owner.headers)).toMatch(
    /Carl Jones.* May only view from \d+ \w+ \d{4} until the plan has seats for all/,
  )
  expect(await words('/dashboard', carl.headers)).not.toContain('You act as a viewer')
  await asOwner(
    `update organization_members set viewer_from = now() where org_id = $1 and viewer_from is not null`,
    [ws.org.id],
  )
  expect(await words('/dashboard', carl.headers)).toContain('You act as a viewer')
  const [bob] = await asOwner(
    `select user_id from organization_members where org_id = $1 and role = 'manager'`,
    [ws.org.id],
  )
  const chosen = await submit(`${at(ws)}/viewers`, { people: bob.user_id }, ws.owner.headers, settings)
  expect(chosen.status).toBe(303)
  expect(await words('/dashboard', carl.headers)).not.toContain('You act as a viewer')
  const after = await words(at(ws), ws.owner.headers)
  for (const said of ['Bob Smith chosen', 'Take back the choice of Bob Smith', 'Choose Carl Jones instead'])
    expect(after).toContain(said)
})
