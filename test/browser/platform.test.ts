import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { arrive, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
let page: Page
const errors: string[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  page = await signedIn('operator@example.com')
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** A page of a person of the demo, in a separate context. */
async function signedIn(email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const one = await context.newPage()
  await one.goto(`${service.base}/login`)
  await one.getByLabel('E-mail address').fill(email)
  await one.getByLabel('Password').fill('demo-organization')
  await arrive(one, one.getByRole('button', { name: 'Sign in', exact: true }).click())
  return one
}
const go = (path: string, where = page) => where.goto(service.base + path)
const press = (name: string | RegExp, where = page) =>
  arrive(where, where.getByRole('button', { name }).click())
/** The reason field of the open form. */
const reason = () => page.locator('details[open]').getByLabel('Reason')
const unfold = (name: string) => page.locator('summary', { hasText: name }).first().click()

test('an operator makes a plan on a page that looks finished', async () => {
  await go('/platform/billing')
  await page.getByText('Make a plan', { exact: true }).click()
  await page.getByLabel('Key', { exact: true }).fill('team_month')
  await page.getByLabel('Name', { exact: true }).fill('Team')
  await page.getByLabel('Price of a seat').fill('9.00')
  await page.getByLabel('Currency').fill('EUR')
  await page.locator('[name=allows_seats]').fill('20')
  await inspect(page, 'platform-plan')
  await press('Create the plan')
  await page.getByText('Saved. Whoever has the plan').waitFor()
  await inspect(page, 'platform-billing')
})

test('an operator sees the figures of the platform, its organizations and its people', async () => {
  await go('/platform')
  expect(await page.getByText('Revenue a month').count()).toBe(1)
  await inspect(page, 'platform')
  await arrive(page, page.getByRole('link', { name: 'Organizations', exact: true }).click())
  await page.getByLabel('Find an organization').fill('aurora')
  await press('Find')
  await inspect(page, 'platform-organizations')
  await go('/platform/users')
  await inspect(page, 'platform-people')
  await go('/platform/users?q=nobody-has-this-name')
  await inspect(page, 'platform-nobody')
})

test('a suspended organization says so to its members, until it is reactivated', async () => {
  await go('/platform/organizations?q=aurora')
  await unfold('Suspend')
  await inspect(page, 'platform-suspending')
  await reason().fill('short but said: invoices')
  await press('Suspend Aurora Studio')
  await inspect(page, 'platform-suspended')
  const dana = await signedIn('demo@example.com')
  expect(await dana.getByText('This organization is suspended').count()).toBe(1)
  await inspect(dana, 'suspended-dashboard')
  await go('/settings/keys', dana)
  await inspect(dana, 'suspended-keys')
  await unfold('Reactivate')
  await reason().fill('the invoices were paid')
  await press('Reactivate Aurora Studio')
  await go('/dashboard', dana)
  expect(await dana.getByText('This organization is suspended').count()).toBe(0)
  await dana.context().close()
})

test('impersonating a person shows a banner until it is stopped', async () => {
  await go('/platform/users?q=demo@example.com')
  await unfold('Impersonate')
  await reason().fill('short')
  expect(await reason().evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(false)
  await inspect(page, 'platform-reason')
  await reason().fill('ticket 4711: cannot see a project')
  await press('Impersonate Dana Demo')
  await inspect(page, 'platform-link')
  await arrive(page, page.getByRole('link', { name: 'See what Dana Demo sees' }).click())
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  expect(await page.getByRole('complementary', { name: 'Impersonation' }).count()).toBe(1)
  await inspect(page, 'looking')
  const second = await signedIn('operator@example.com')
  await go('/platform', second)
  expect(await second.getByText('Olga Ortiz as Dana Demo').first().isVisible()).toBe(true)
  await inspect(second, 'platform-running')
  await second.context().close()
  await go('/platform')
  expect(errors.splice(0).length).toBe(1)
  await inspect(page, 'looking-closed')
  await arrive(page, page.getByRole('link', { name: 'Stop impersonating' }).click())
  await go('/platform')
  expect(await page.getByRole('complementary').count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Operations')
})

test('people who are not operators get a page that says so', async () => {
  const dana = await signedIn('demo@example.com')
  await go('/platform', dana)
  await inspect(dana, 'platform-refused')
  expect(await dana.getByText('Only operators of the platform may do this.').count()).toBe(1)
  await dana.context().close()
})

test('nothing violated the policy of the pages', () => expect(errors).toEqual([]))
