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
const badge = () => page.locator('.marks .badge').textContent()

/** Calls the API as the signed-in person. */
async function callApi<T>(path: string, data?: object): Promise<T> {
  const at = `${service.base}/api/v1${path}`
  const headers = { origin: service.base }
  const reply = data
    ? await page.context().request.post(at, { data, headers })
    : await page.context().request.get(at)
  expect([path, reply.ok()]).toEqual([path, true])
  return (await reply.json()) as T
}

const text = `# Scope

We deliver a web site to the **town hall**, and look after it.

1. Design
2. Delivery

| Part | Share |
| ---- | ----- |
| Design | 30 % |
| Delivery | 70 % |`

test('without scripts a contract is sent, signed, reached, renewed and terminated, on a desk and on a phone', async () => {
  type Me = { id: string; organizations: { id: string; slug: string }[] }
  const { id: user_id, organizations } = await callApi<Me>('/auth/me')
  const { id: org, slug } = organizations[0]!
  const { number } = await callApi<{ number: string }>(`/organizations/${org}/contracts`, {
    title: 'Web site of the town hall',
    party_kind: 'employee',
    user_id,
    body: text,
    value_minor: 1_250_000,
    start_date: '2026-01-01',
    end_date: '2035-12-31',
    notice_days: 60,
    milestones: [
      { name: 'On signature', percent: '30', due_date: '2026-01-15' },
      { name: 'On delivery', percent: '70' },
    ],
  })
  await page.goto(`${service.base}/organizations/${slug}`)
  await follow('Contracts')
  await follow('drafts')
  await inspect(page, 'contracts')
  expect(await axeViolations()).toEqual([])
  await follow(new RegExp(number))
  await inspect(page, 'contract-draft')
  await page.locator('summary', { hasText: 'Send' }).click()
  await press(/^Send/)
  expect(await badge()).toBe('sent')
  await page.getByLabel('Who signs for us').fill('Ada Lovelace')
  await page.getByLabel('Who signs for them').fill('Grace Hopper')
  await inspect(page, 'contract-sent')
  await press('Record the signature')
  expect(await badge()).toBe('active')
  await press(/Mark as reached/)
  expect(await page.locator('#milestones ~ .rows .badge').allTextContents()).toEqual(['reached', 'pending'])
  expect(await axeViolations()).toEqual([])
  await inspect(page, 'contract-active')
  await page.locator('summary', { hasText: 'Renew' }).click()
  await press('Create the draft')
  expect(await badge()).toBe('draft')
  await follow('The contract before it')
  await page.locator('summary', { hasText: 'Terminate' }).click()
  await press(/^Terminate/)
  expect(await page.locator('#problems').textContent()).toContain('Last day: Must be a day as YYYY-MM-DD.')
  await inspect(page, 'contract-problem')
  await page.getByLabel('Last day', { exact: true }).fill('2030-06-30')
  await page.getByLabel('Reason').fill('The project was given up')
  await press(/^Terminate/)
  expect(await badge()).toBe('terminated')
  expect(await page.locator('#milestones ~ .rows .badge').allTextContents()).toEqual(['reached', 'cancelled'])
})
