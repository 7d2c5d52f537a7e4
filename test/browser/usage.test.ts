import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('without scripts the usage of each meter is seen, with its days', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/usage`)
  await inspect(page, 'usage')
  await page.getByRole('link', { name: 'Seats' }).click()
  expect(await page.getByRole('heading', { name: 'Seats by day' }).count()).toBe(1)
  await page.getByText('The numbers').click()
  await inspect(page, 'usage-seats')
  expect(await axeOn(here.browser, page)).toEqual([])
})

/** Has an operator allow no more of something than this. */
async function allow(key: string, value: number, organization: string) {
  const context = await here.browser.newContext()
  const page = await context.newPage()
  await signIn(page, here.service, 'operator@example.com')
  const path = `/api/v1/platform/organizations/${organization}/entitlements/${key}`
  const data = { value, reason: 'a limit that is reached' }
  const reply = await context.request.put(here.service.base + path, { data })
  expect(reply.status()).toBeLessThan(300)
  await context.close()
}
const idOf = async (page: Page): Promise<string> => {
  const reply = await page.request.get(`${here.service.base}/api/v1/organizations`)
  const { items } = (await reply.json()) as { items: { id: string; slug: string }[] }
  return items.find(({ slug }) => slug === 'aurora-studio')!.id
}

test('limits that are reached are told where they are looked for, with the way to more, on a phone too', async () => {
  const context = await here.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, here.service)
  const at = (path: string) => page.goto(`${here.service.base}/organizations/aurora-studio/${path}`)
  await at('plan')
  expect(await page.getByText('Used up').count()).toBe(0)
  expect(await page.getByText('No plan limits anything').count()).toBe(1)
  const limits = page.getByRole('region', { name: 'What it includes' })
  expect(await limits.getByText('Seats', { exact: true }).count()).toBe(1)
  await allow('seats', 1, await idOf(page))
  await at('usage')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('heading', { name: 'Used up: Seats' }).waitFor()
  await arrive(page, page.getByRole('main').getByRole('link', { name: 'Plan and usage' }).tap())
  expect(new URL(page.url()).pathname).toBe('/organizations/aurora-studio/plan')
  const told = page.locator('.notice', { hasText: 'Used up: Seats' })
  expect(await told.innerText()).toMatch(/more is refused\. Whoever runs this service can allow more/)
  const row = limits.getByRole('listitem').filter({ hasText: 'Seats' })
  expect(await row.innerText()).toMatch(/at most 1[^]*used up/)
  expect(await page.getByText('No plan limits anything').count()).toBe(0)
  await inspect(page, 'plan-used-up')
  expect(await axe(page)).toEqual([])
  await at('usage')
  await inspect(page, 'usage-used-up')
  expect(await axe(page)).toEqual([])
})
