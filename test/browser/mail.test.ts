import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
let page: Page
const errors: string[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'es-ES' })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const go = (path: string) => page.goto(service.base + path)
const heading = () => page.getByRole('heading', { level: 1 }).textContent()
const arrive = (action: Promise<unknown>) => arriveOn(page, action)
const press = (name: string) => arrive(page.getByRole('button', { name }).click())

test(
  'a new person verifies their address by the mail stored in development',
  { timeout: 120_000 },
  async () => {
    expect(service.output).toContain(`${service.base}/dev/mail`)
    await go('/signup')
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
    await press('Create account')
    await arrive(page.getByRole('link', { name: /^Confirm that / }).click())
    await inspect(page, 'verify')

    await expect
      .poll(
        async () => (
          await go('/dev/mail'),
          page.getByRole('link', { name: /^Confirma tu dirección/ }).count()
        ),
      )
      .toBe(1)
    await inspect(page, 'mail-list')
    await arrive(page.getByRole('link', { name: /^Confirma tu dirección/ }).click())
    await inspect(page, 'mail')
    const frame = page.frameLocator('iframe')
    expect(await frame.getByRole('heading').textContent()).toBe('Confirma tu dirección de correo')

    await arrive(page.getByRole('link', { name: /\/verify\?token=/ }).click())
    await inspect(page, 'verify-link')
    await press('Confirm the address')
    expect(await heading()).toBe('Your address is confirmed')
    await inspect(page, 'verified')
    await go('/dashboard')
    expect(await page.getByRole('link', { name: /^Confirm that / }).count()).toBe(0)
    expect(errors).toEqual([])
  },
)
