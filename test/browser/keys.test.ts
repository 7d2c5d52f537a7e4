import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { arrive, openBrowser, type Running, startService } from './service.ts'

const password = 'correct horse battery'
let service: Running
let browser: Browser
let admin: Page
let member: Page

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  admin = await signedUp('Ada Lovelace', '203.0.113.7')
  member = await signedUp('Grace Hopper', '203.0.113.8')
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** Signs up a person in a separate browser context. */
async function signedUp(name: string, address: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': address } })
  const page = await context.newPage()
  await page.goto(`${service.base}/signup`)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail address').fill(emailOf(name))
  await page.getByLabel('Password').fill(password)
  await press(page, 'Create account')
  return page
}
const emailOf = (name: string) => `${name.split(' ')[0]!.toLowerCase()}@example.com`
const press = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('button', { name, exact: true }).click())
const post = async (page: Page, path: string, data: object) =>
  (
    await page.request.post(`${service.base}/api/v1${path}`, { data, headers: { origin: service.base } })
  ).json()

test('a member requests a key, an admin offers it with one click, and only the member sees its token', async () => {
  const org = await post(admin, '/organizations', { name: 'Ada & Co' })
  const invited = { email: emailOf('Grace Hopper'), role: 'member' }
  const { accept_url } = await post(admin, `/organizations/${org.id}/invitations`, invited)
  await member.goto(accept_url)
  await press(member, /^(?:Join|Accept)/)
  await member.goto(`${service.base}/connect`)
  await inspect(member, 'connect')
  await arrive(member, member.getByRole('link', { name: 'ask for a key', exact: true }).click())
  await member.getByLabel('Name').fill('My laptop')
  await inspect(member, 'my-keys-ask')
  await press(member, 'Ask for the key')
  await inspect(member, 'my-keys-asked')
  await admin.goto(`${service.base}/inbox`)
  await arrive(admin, admin.getByRole('link', { name: 'Request for the API key “My laptop”' }).click())
  await inspect(admin, 'keys-request')
  await press(admin, 'Offer it My laptop, for Grace Hopper')
  await inspect(admin, 'keys-offered')
  await member.goto(`${service.base}/account/keys`)
  await inspect(member, 'my-keys-offer')
  await press(member, 'Agree to My laptop')
  const token = await member.locator('#token').textContent()
  expect(token).toMatch(/^svc_live_\w{37}$/)
  await inspect(member, 'my-keys-token')
  const { status } = await fetch(`${service.base}/api/v1/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(status).toBe(200)
})
