import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Provider, startProvider } from '../kit/provider.ts'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

const password = 'correct horse battery'
let provider: Provider
let service: Running
let browser: Browser
let page: Page

beforeAll(async () => {
  provider = await startProvider()
  Object.assign(process.env, provider.settings, { OUTBOUND_TRUSTED: provider.url })
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  page = await (await browser.newContext()).newPage()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await provider?.stop()
})

const go = (path: string) => page.goto(service.base + path)
const path = () => page.url().slice(service.base.length)
const arrive = (action: Promise<unknown>) => arriveOn(page, action)
const press = (name: string) => arrive(page.getByRole('button', { name, exact: true }).click())
const follow = (name: string) => arrive(page.getByRole('link', { name, exact: true }).first().click())

test('a person signs in through Google in the edge runtime, and gets to the requested page', async () => {
  provider.person = { subject: '4711', email: 'grace@example.com', name: 'Grace Hopper' }
  await go('/login?next=/inbox')
  await inspect(page, 'login-providers')
  await follow('Continue with Google')
  expect(path()).toBe('/inbox')
  await go('/account')
  await inspect(page, 'account-without-password')
  await go('/account/export')
  await page.getByLabel('Password').fill('none')
  await press('Request the file')
  await inspect(page, 'export-without-password')
})

test('links GitHub, and unlinks Google', async () => {
  await go('/account/sign-in')
  await inspect(page, 'ways')
  await follow('Link GitHub')
  await inspect(page, 'ways-link')
  await press('Link GitHub')
  await inspect(page, 'ways-leave')
  await follow('Continue to GitHub')
  expect(path()).toBe('/account/sign-in?done=linked')
  await follow('Unlink Google')
  await press('Unlink Google')
  expect(path()).toBe('/account/sign-in?done=unlinked')
  await inspect(page, 'ways-unlinked')
})

test('sees what went wrong', async () => {
  await go('/login/google/callback?error=access_denied&state=x')
  await inspect(page, 'provider-denied')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are not signed in')
})

test('requests the file of their own data, and downloads it', async () => {
  await page.context().clearCookies()
  await go('/signup')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await press('Create account')
  await go('/account/export')
  await page.getByLabel('Password').fill(password)
  await inspect(page, 'export')
  await press('Request the file')
  expect(path()).toBe('/account?done=export')
  const link = page.getByRole('link', { name: 'Download' })
  await expect.poll(async () => (await go('/account'), link.count()), { timeout: 30_000 }).toBe(1)
  await inspect(page, 'account-export')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^my-data-[\d-]+\.json$/)
})
