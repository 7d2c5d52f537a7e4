import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
const errors: string[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** A browser of its own in which the person of the demo is signed in. */
async function signedIn(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arriveOn(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  return { context, page }
}
const isLive = (url: string) => new URL(url).pathname.endsWith('/live')
const board = (page: Page) => page.goto(`${service.base}/projects/WEB?org=aurora-studio`)
/** Opens a page, and waits until its stream is open. */
async function openHearing(page: Page, path: string) {
  const heard = page.waitForResponse((one) => isLive(one.url()) && one.ok())
  await page.goto(service.base + path)
  await heard
}
const lane = (page: Page, name: string) =>
  page.locator('.lane').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) })
const keysIn = (page: Page, name: string) => lane(page, name).locator('.tile .mono').allTextContents()
/** That it was not loaded again. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { isSame: true }))
const isSame = (page: Page) => page.evaluate(() => (globalThis as { isSame?: boolean }).isSame ?? false)
const soon = { timeout: 30_000 }

test('what one browser moves on the board, another sees without loading the page again', async () => {
  const [{ page: one }, { page: other }] = [await signedIn(), await signedIn()]
  await board(one)
  await openHearing(other, '/projects/WEB?org=aurora-studio')
  await mark(other)
  const [key] = await keysIn(one, 'To do')
  const tile = one.locator('.tile').filter({ has: one.locator('.mono', { hasText: new RegExp(`^${key}$`) }) })
  await tile.locator('.grip').focus()
  const moved = one.waitForResponse((answer) => answer.url().includes('/move'))
  await one.keyboard.press('ArrowRight')
  expect((await moved).ok()).toBe(true)
  await expect.poll(() => keysIn(other, 'In progress'), soon).toContain(key)
  expect(await keysIn(other, 'To do')).not.toContain(key)
  expect(await isSame(other)).toBe(true)
}, 120_000)

test('what is typed stays while the rest of the page follows, and sending it overwrites nothing unseen', async () => {
  const [{ page: one }, { page: other }] = [await signedIn(), await signedIn()]
  await board(one)
  const [key] = await keysIn(one, 'To do')
  const path = `/tasks/${key}?org=aurora-studio`
  await openHearing(other, path)
  await mark(other)
  await other.getByLabel('New comment').fill('Half a thought')
  await other.getByText('Edit', { exact: true }).click()
  await other.locator('#text-title').fill('What I want')
  await one.goto(service.base + path)
  await one.getByText('Edit', { exact: true }).click()
  await one.locator('#text-title').fill('What they wanted')
  await arriveOn(one, one.getByRole('button', { name: 'Save' }).click())
  await one.getByLabel('New comment').fill('Done already')
  await arriveOn(one, one.getByRole('button', { name: 'Comment', exact: true }).click())
  await other.locator('.prose', { hasText: 'Done already' }).waitFor(soon)
  expect(await isSame(other)).toBe(true)
  expect(await other.getByLabel('New comment').inputValue()).toBe('Half a thought')
  expect(await other.locator('#text-title').inputValue()).toBe('What I want')
  await arriveOn(other, other.getByRole('button', { name: 'Save' }).click())
  expect(await other.getByRole('heading', { level: 1 }).textContent()).not.toContain('What I want')
}, 120_000)

test('tabs of a browser share one stream, which another takes over', async () => {
  const { context, page } = await signedIn()
  const streams: string[] = []
  context.on('request', (request) => isLive(request.url()) && streams.push(request.url()))
  await openHearing(page, '/projects/WEB?org=aurora-studio')
  const second = await context.newPage()
  await board(second)
  await mark(second)
  await second.waitForTimeout(500)
  expect(streams).toHaveLength(1)
  const heard = second.waitForResponse((one) => isLive(one.url()) && one.ok())
  await page.close()
  await heard
  expect(streams).toHaveLength(2)
  expect(await isSame(second)).toBe(true)
  // Chromium writes the refusal of the test before to the console.
  expect(errors.filter((text) => !text.includes('the server responded with a status of 409'))).toEqual([])
}, 120_000)
