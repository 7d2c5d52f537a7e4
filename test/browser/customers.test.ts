import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()
const org = '/organizations/aurora-studio'

const press = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('button', { name }).first().click())
const follow = (page: Page, name: string) => arrive(page, page.getByRole('link', { name }).first().click())
const unfold = (page: Page, text: string) => page.locator('summary', { hasText: text }).first().click()

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await signIn(page, here.service)
  return page
}
/** The violations that axe finds on a page, in a context with scripts. */
async function axeViolations(page: Page): Promise<string[]> {
  const context = await here.browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  const found = await axe(other)
  await context.close()
  return found
}

test('without scripts a lead becomes a client with a deal, which is moved, followed up and won', async () => {
  const page = await signedIn(await here.browser.newContext({ javaScriptEnabled: false }))
  await page.goto(here.service.base + org)
  await follow(page, 'Leads')
  await unfold(page, 'New lead')
  await press(page, 'Create lead')
  expect(await page.locator('#name-problem').textContent()).toBe('Must not be empty.')
  await inspect(page, 'leads-problem')
  await page.locator('#name').fill('Mary Somerville')
  await page.locator('#company_name').fill('Orrery Ltd')
  await page.locator('#estimated_minor').fill('4800')
  await press(page, 'Create lead')
  await unfold(page, 'Convert')
  await inspect(page, 'lead')
  expect(await axeViolations(page)).toEqual([])
  await page.locator('#convert-deal').selectOption({ index: 1 })
  await press(page, /^Convert$/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Orrery Ltd')
  await unfold(page, 'Plan or log')
  await page.locator('#plan-subject').fill('Call about the offer')
  await page.locator('#plan-due_at').fill('2031-03-05')
  await page.locator('#plan-due_at_time').fill('9:30')
  await press(page, 'Save activity')
  await unfold(page, 'Complete')
  await inspect(page, 'deal')
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Outcome').fill('They want it')
  await press(page, 'Done')
  await page.locator('#move-stage_id').selectOption('Negotiation')
  await press(page, /^Move$/)
  await follow(page, 'Deals')
  await inspect(page, 'deals')
  await arrive(page, page.getByRole('link', { name: 'Move Orrery Ltd' }).click())
  await inspect(page, 'deals-move')
  await page.locator('.tile #column_id').selectOption('Qualified')
  await press(page, /^Move$/)
  await follow(page, 'Orrery Ltd')
  await unfold(page, 'Win')
  await press(page, 'Mark as won')
  expect(await page.locator('.marks .badge').first().textContent()).toBe('won')
  await follow(page, 'Orrery Ltd')
  await inspect(page, 'client')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${page.url().split('&')[0]}&other=museum`)
  await arrive(page, page.locator('#merge .rows a').first().click())
  await inspect(page, 'client-merge')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${here.service.base}${org}/clients`)
  await inspect(page, 'clients')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${here.service.base}${org}/leads`)
  await inspect(page, 'leads')
  expect(await axeViolations(page)).toEqual([])
})

test('a deal is dragged into another stage, whose sums follow', async () => {
  const page = await signedIn(await here.browser.newContext({ viewport: { width: 1280, height: 900 } }))
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${here.service.base}${org}/deals`)
  expect(await axe(page)).toEqual([])
  const lane = (name: string) =>
    page.locator('.lane').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) })
  const sums = () => page.locator('.sums').allTextContents()
  const [card, target] = [
    lane('Qualified').locator('.tile').first(),
    lane('Proposal sent').locator('.tile').first(),
  ]
  const title = await card.locator('.title').textContent()
  const [start, end] = [(await card.boundingBox())!, (await target.boundingBox())!]
  const before = await sums()
  await page.mouse.move(start.x + 20, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 40, end.y + 10, { steps: 8 })
  const answer = page.waitForResponse((one) => one.url().includes('/move'))
  await page.mouse.up()
  expect((await answer).status()).toBe(200)
  await expect.poll(sums).not.toEqual(before)
  const now = await sums()
  await page.goto(`${here.service.base}${org}/deals`)
  expect(await lane('Proposal sent').locator('.tile .title').first().textContent()).toBe(title)
  expect([await sums(), errors]).toEqual([now, []])
})
