import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
let context: BrowserContext
let page: Page
const errors: string[] = []
/** The pages of the demo organization that the crawler visited, by path. */
const visited = new Map<string, string>()

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arriveOn(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const maxPages = 250
/** How many pages of a kind are visited. */
const maxOfKind = 4
/** The maximum size of a page with its stylesheet and script, uncompressed. */
const maxBytes = 64_000
/** Pages that differ only in their object are of one kind. */
const kindOf = (path: string) =>
  path
    .replace(/^\/(tasks|projects|documents|organizations|dev\/mail)\/[^/]+/, '/$1/…')
    .replace(/\/[\w-]{36}/, '/…')
    .replace(/\/\d{4}-\d\d-\d\d$/, '/…')
const sizeOf = async (path: string) => (await (await context.request.get(service.base + path)).body()).length
const links = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href]')].map(
      (one) => new URL(one.getAttribute('href')!, location.href).href,
    ),
  )

test('no link is dead, and every page has links onward', async () => {
  const queue = [`${service.base}/dashboard`]
  const known = new Set(queue)
  const dead: string[] = []
  const sizes: [path: string, bytes: number][] = []
  const shared = (await sizeOf('/web.css')) + (await sizeOf('/web.js'))
  const drawings = await sizeOf('/charts.css')
  const kinds = new Map<string, number>()
  for (let next = queue.shift(); next && visited.size < maxPages; next = queue.shift()) {
    const kind = kindOf(new URL(next).pathname)
    const before = kinds.get(kind) ?? 0
    if (before === maxOfKind) continue
    kinds.set(kind, before + 1)
    if (new URL(next).pathname.includes('/files/')) {
      const bytes = await context.request.get(next)
      if (!bytes.ok()) dead.push(`${next}: ${bytes.status()}`)
      continue
    }
    const answer = await page.goto(next)
    const type = answer?.headers()['content-type'] ?? ''
    const path = new URL(next).pathname
    if (!answer?.ok() || !type.includes('text/html')) dead.push(`${next}: ${answer?.status()} ${type}`)
    if (path.startsWith('/docs')) continue
    visited.set(path, next)
    const body = await answer!.body()
    sizes.push([path, body.length + shared + (body.includes('/charts.css') ? drawings : 0)])
    const found = await links()
    if (found.filter((one) => one !== next && !one.includes('#')).length < 2)
      dead.push(`${next} leads nowhere`)
    for (const one of found.map((href) => href.split('#')[0]!))
      if (one.startsWith(service.base) && !one.includes('/api/') && !known.has(one)) {
        known.add(one)
        queue.push(one)
      }
  }
  const largest = sizes.toSorted(([, one], [, other]) => other - one)
  console.log(
    `${visited.size} pages, ${known.size} links; the heaviest: ${JSON.stringify(largest.slice(0, 3))}`,
  )
  expect(dead).toEqual([])
  expect(errors).toEqual([])
  expect(largest.filter(([, bytes]) => bytes > maxBytes)).toEqual([])
  expect([...new Set([...visited.keys()].map(kindOf))]).toEqual(
    expect.arrayContaining([
      '/dashboard',
      '/inbox',
      '/inbox/preferences',
      '/organizations/…',
      '/organizations/…/audit',
      '/organizations/…/deals',
      '/deals/…',
      '/organizations/…/leads',
      '/organizations/…/clients',
      '/clients/…',
      '/organizations/…/expenses',
      '/expenses/…',
      '/organizations/…/invoices',
      '/organizations/…/invoicing',
      '/invoices/…',
      '/organizations/…/roadmap',
      '/organizations/…/settings',
      '/projects/…',
      '/projects/…/roadmap',
      '/organizations/…/contracts',
      '/organizations/…/pipelines',
      '/organizations/…/tags',
      '/organizations/…/mailboxes',
      '/organizations/…/assignment-rules',
      '/organizations/…/service-levels',
      '/organizations/…/canned-responses',
      '/organizations/…/tax-rates',
      '/organizations/…/invoice-series',
      '/organizations/…/expense-categories',
      '/organizations/…/suppliers',
      '/organizations/…/tickets',
      '/organizations/…/mails',
      '/projects/…/sprints',
      '/projects/…/settings',
      '/tasks/…',
      '/documents/…',
    ]),
  )
}, 240_000)

test('axe finds nothing on any kind of page, on a desk and on a phone, in light and in dark', async () => {
  const kinds = new Map([...visited].map(([path, address]) => [kindOf(path), address]))
  const found: string[] = []
  for (const [kind, address] of kinds) {
    await page.goto(address)
    found.push(...(await axe(page)).map((one) => `${kind}: ${one}`))
  }
  expect(found).toEqual([])
}, 400_000)

test.each([
  ['project', '/projects/…'],
  ['project-roadmap', '/projects/…/roadmap'],
  ['task', '/tasks/…'],
  ['document', '/documents/…'],
  ['inbox', '/inbox'],
  ['preferences', '/inbox/preferences'],
  ['organization', '/organizations/…'],
  ['roadmap', '/organizations/…/roadmap'],
  ['settings', '/organizations/…/settings'],
  ['invoicing', '/organizations/…/invoicing'],
  ['audit', '/organizations/…/audit'],
  ['pipelines', '/organizations/…/pipelines'],
  ['tags', '/organizations/…/tags'],
  ['assignment-rules', '/organizations/…/assignment-rules'],
  ['service-levels', '/organizations/…/service-levels'],
  ['sprints', '/projects/…/sprints'],
  ['project-settings', '/projects/…/settings'],
  ['dashboard', '/dashboard'],
])('the page of a %s looks finished', async (name, kind) => {
  await page.goto([...visited].find(([path]) => kindOf(path) === kind)![1])
  await inspect(page, name)
})

test('no axis is lettered smaller than 12 pixels on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const kind of ['/organizations/…/roadmap', '/dashboard']) {
    await page.goto([...visited].find(([path]) => kindOf(path) === kind)![1])
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll<SVGTextElement>('main svg text')].map((one) => {
        const scale = one.getScreenCTM()!.a
        return Number.parseFloat(getComputedStyle(one).fontSize) * scale
      }),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a task is edited and commented on without leaving its page', async () => {
  await page.goto([...visited].find(([path]) => kindOf(path) === '/tasks/…')![1])
  await page.getByText('Edit', { exact: true }).click()
  await inspect(page, 'task-edit')
  await page.locator('#text-title').fill('A better title')
  await arriveOn(page, page.getByRole('button', { name: 'Save' }).click())
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A better title')
  expect(await page.getByRole('status').textContent()).toContain('Saved.')
  await page.getByLabel('New comment').fill('That is **better**.')
  await arriveOn(page, page.getByRole('button', { name: 'Comment', exact: true }).click())
  expect(await page.locator('.prose strong').last().textContent()).toBe('better')
  await inspect(page, 'task-commented')
})

test('what was typed into a form survives the end of the session, for the same person', async () => {
  const at = [...visited].find(([path]) => kindOf(path) === '/tasks/…')![1]
  const signIn = async (email: string, password: string) => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await arriveOn(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
    expect(page.url()).toBe(at)
  }
  const demo = ['demo@example.com', 'demo-organization'] as const
  await page.goto(at)
  await page.getByLabel('New comment').fill('Half an hour of thoughts.')
  await context.clearCookies()
  await arriveOn(page, page.getByRole('button', { name: 'Comment', exact: true }).click())
  expect(new URL(page.url()).pathname).toBe('/login')
  await signIn(...demo)
  expect(await page.getByLabel('New comment').inputValue()).toBe('Half an hour of thoughts.')
  await page.reload()
  expect(await page.getByLabel('New comment').inputValue()).toBe('')

  await page.getByLabel('New comment').fill('For my eyes only.')
  await context.clearCookies()
  await arriveOn(page, page.getByRole('button', { name: 'Comment', exact: true }).click())
  await signIn('kai@example.com', 'demo-organization')
  expect(await page.getByLabel('New comment').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('my eyes')
  await context.clearCookies()
  await page.goto(`${service.base}/login?next=${encodeURIComponent(at.slice(service.base.length))}`)
  await signIn(...demo)
})

test('keys lead to the search and to what can be created, not while typing, and can be turned off', async () => {
  await page.goto([...visited].find(([path]) => kindOf(path) === '/dashboard')![1])
  const focused = () => page.evaluate(() => document.activeElement?.id ?? '')
  const isOpen = () => page.locator('details.create').evaluate((one) => (one as HTMLDetailsElement).open)
  await page.keyboard.press('/')
  expect(await focused()).toBe('find')
  await page.keyboard.type('c/')
  expect([await page.locator('#find').inputValue(), await isOpen()]).toEqual(['c/', false])
  await page.locator('h1').click()
  await page.keyboard.press('c')
  expect(await isOpen()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Turn off keys' }).click()
  await page.locator('h1').click()
  await page.keyboard.press('/')
  expect(await focused()).not.toBe('find')
  await page.getByRole('button', { name: 'Turn on keys' }).click()
})
