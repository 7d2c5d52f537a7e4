import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { look } from './look.ts'
import { openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
let context: BrowserContext
let page: Page
const errors: string[] = []
/** A page of the demo organization of each kind, as the crawler met it. */
const met = new Map<string, string>()

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const most = 80
const links = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href]')].map(
      (one) => new URL(one.getAttribute('href')!, location.href).href,
    ),
  )

test('no link of the pages is dead, and every page leads on', async () => {
  const waiting = [`${service.base}/dashboard`]
  const seen = new Set(waiting)
  const dead: string[] = []
  for (let next = waiting.shift(); next && seen.size < 400 && met.size < most; next = waiting.shift()) {
    const answer = await page.goto(next)
    const type = answer?.headers()['content-type'] ?? ''
    const path = new URL(next).pathname
    if (!answer?.ok() || !type.includes('text/html')) dead.push(`${next}: ${answer?.status()} ${type}`)
    if (path.startsWith('/docs')) continue
    met.set(path, next)
    const found = await links()
    if (found.filter((one) => one !== next && !one.includes('#')).length < 2)
      dead.push(`${next} leads nowhere`)
    for (const one of found.map((href) => href.split('#')[0]!))
      if (one.startsWith(service.base) && !one.includes('/api/') && !seen.has(one)) {
        seen.add(one)
        waiting.push(one)
      }
  }
  expect(dead).toEqual([])
  expect(errors).toEqual([])
  for (const kind of ['/projects/', '/tasks/', '/inbox'])
    expect(
      [...met.keys()].some((path) => path.startsWith(kind)),
      kind,
    ).toBe(true)
}, 120_000)

test.each([
  ['project', '/projects/'],
  ['task', '/tasks/'],
  ['inbox', '/inbox'],
])('the page of a %s looks finished', async (name, start) => {
  await page.goto([...met].find(([path]) => path.startsWith(start))![1])
  await look(page, name)
})

test('a task is edited and talked about without leaving its page', async () => {
  await page.goto([...met].find(([path]) => path.startsWith('/tasks/'))![1])
  await page.getByText('Edit', { exact: true }).click()
  await look(page, 'task-edit')
  await page.getByLabel('Title').fill('A better title')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save' }).click()])
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A better title')
  expect(await page.getByRole('status').textContent()).toContain('Saved.')
  await page.getByLabel('New comment').fill('That is **better**.')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Comment' }).click()])
  expect(await page.locator('.prose strong').last().textContent()).toBe('better')
  await look(page, 'task-commented')
})
