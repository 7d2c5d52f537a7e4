import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  const context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await press('Sign in')
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const arrive = (action: Promise<unknown>) => arriveOn(page, action)
const press = (name: string | RegExp) => arrive(page.getByRole('button', { name }).first().click())
const follow = (name: string | RegExp) => arrive(page.getByRole('link', { name }).first().click())
/** The violations that axe finds on the page, in a context with scripts. */
async function axeViolations() {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  const found = await axe(other)
  await context.close()
  return found
}
test('objectives of a quarter lead to a key result, which is checked in with two clicks', async () => {
  const reply = await page.context().request.get(`${service.base}/api/v1/auth/me`)
  const { organizations } = (await reply.json()) as { organizations: { slug: string }[] }
  await page.goto(`${service.base}/organizations/${organizations[0]!.slug}`)
  await follow('Objectives')
  await inspect(page, 'objectives')
  expect(await axeViolations()).toEqual([])
  await follow('Visitors a month')
  await page.getByLabel('Value').fill('2500')
  await inspect(page, 'key-result')
  expect(await axeViolations()).toEqual([])
  await press('Check in')
  expect(await page.locator('main').textContent()).toContain('2500 of 3000 visitors')
  await follow('Its objective')
  await inspect(page, 'objective')
  expect(await axeViolations()).toEqual([])
})
