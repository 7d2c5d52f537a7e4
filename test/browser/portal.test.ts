import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { arrive, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const press = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('button', { name }).first().click())
const follow = (page: Page, name: string) => arrive(page, page.getByRole('link', { name }).first().click())

/** The portal link that a manager of the demo organization creates for the contact with access. */
async function linkOf(context: BrowserContext): Promise<string> {
  const api = `${service.base}/api/v1`
  const { request } = context
  const data = { email: 'demo@example.com', password: 'demo-organization' }
  await request.post(`${api}/auth/login`, { data })
  const { organizations } = await (await request.get(`${api}/auth/me`)).json()
  const home = `${api}/organizations/${organizations[0].id}`
  await request.patch(home, { data: { accent_color: '#0f766e' } })
  const { items } = await (await request.get(`${home}/portal/accesses`)).json()
  const created = await (
    await request.post(`${home}/portal/accesses/${items[0].id}/links`, { data: {} })
  ).json()
  return `${service.base}/portal/open?token=${created.link_token}`
}

/** The violations that axe finds on a page, in a context with scripts. */
async function axeViolations(page: Page): Promise<string[]> {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  const found = await axe(other)
  await context.close()
  return found
}

async function expectOneLine(page: Page) {
  const tops = await page
    .locator('header nav a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(tops.length).toBe(4)
  expect(new Set(tops).size, 'the navigation is one line').toBe(1)
}

test('without scripts, on a phone, a customer gets in, asks, answers with a file, rates, and finds invoices, projects and contracts', async () => {
  const office = await browser.newContext()
  const address = await linkOf(office)
  await office.close()
  const phone = { width: 390, height: 844 }
  const page = await (await browser.newContext({ javaScriptEnabled: false, viewport: phone })).newPage()
  await page.goto(`${service.base}/portal`)
  await inspect(page, 'portal')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(address)
  await inspect(page, 'portal-open')
  await press(page, 'Open the portal')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Tickets')
  await expectOneLine(page)
  await inspect(page, 'portal-tickets')
  expect(await axeViolations(page)).toEqual([])
  await follow(page, 'Ask for help')
  await press(page, 'Send')
  await inspect(page, 'portal-new-problem')
  await page.getByLabel('Subject').fill('The receipt printer cuts too early')
  await page.getByLabel('Your question').fill('- only with *long* receipts\n- since Monday')
  await press(page, 'Send')
  expect(await page.locator('.notice').textContent()).toContain('Your ticket is with us')
  await follow(page, 'Tickets')
  await follow(page, 'The shop shows last week’s prices')
  await page.getByLabel('Your message').fill('Saturday is too late for us.')
  const sample = { name: 'shop.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj\n') }
  await page.getByLabel('File').setInputFiles(sample)
  await press(page, 'Send')
  expect(await page.locator('.thread > li').last().textContent()).toContain('shop.pdf')
  await inspect(page, 'portal-ticket')
  expect(await axeViolations(page)).toEqual([])
  await follow(page, 'Tickets')
  await follow(page, 'The map shows our old opening hours')
  await inspect(page, 'portal-solved')
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('5, good').check()
  await press(page, 'Rate')
  expect(await page.locator('main').textContent()).toContain('You rated it 5 of 5.')
  await follow(page, 'Invoices')
  await inspect(page, 'portal-invoices')
  expect(await axeViolations(page)).toEqual([])
  await arrive(page, page.locator('.rows a').first().click())
  await inspect(page, 'portal-invoice')
  expect(await axeViolations(page)).toEqual([])
  for (const kind of ['Project', 'Contract']) {
    await follow(page, `${kind}s`)
    await inspect(page, `portal-${kind.toLowerCase()}s`)
    expect(await axeViolations(page)).toEqual([])
    await arrive(page, page.locator('.rows a').first().click())
    await inspect(page, `portal-${kind.toLowerCase()}`)
    expect(await axeViolations(page)).toEqual([])
  }
  const german = await browser.newContext({
    storageState: await page.context().storageState(),
    locale: 'de-DE',
    viewport: phone,
  })
  const other = await german.newPage()
  await other.goto(`${service.base}/portal/tickets`)
  expect(await other.getByRole('link', { name: 'Hilfe anfragen' }).count()).toBe(1)
  await expectOneLine(other)
  await inspect(other, 'portal-german')
  expect(await axe(other)).toEqual([])
  await german.close()
  await press(page, 'Sign out')
  expect(await page.locator('main').textContent()).toContain('You are signed out.')
})
