import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, openMail, type Running, startService } from './service.ts'

const password = 'correct horse battery'
const email = `ada.${Date.now()}@example.com`

let service: Running
let browser: Browser
let context: BrowserContext
let page: Page
const errors: string[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page = await context.newPage()
  // A platform authenticator that reports user verification.
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

let visits = 0
beforeEach(() => context.setExtraHTTPHeaders({ 'cf-connecting-ip': `203.0.113.${++visits}` }))

const go = (path: string) => page.goto(service.base + path)
const path = () => page.url().slice(service.base.length)
const arrive = (action: Promise<unknown>) => arriveOn(page, action)
const press = (name: string) => arrive(page.getByRole('button', { name, exact: true }).click())
const follow = (name: string) => arrive(page.getByRole('link', { name }).first().click())
const heading = () => page.getByRole('heading', { level: 1 }).textContent()
const code = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const expectErrors = (...statuses: number[]) =>
  expect(errors.splice(0).map((text) => Number(/status of (\d+)/.exec(text)?.[1]))).toEqual(statuses)

let secret: string
let codes: string[]

test('a person sets up an authenticator app, and keeps the recovery codes', async () => {
  await go('/signup')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await press('Create account')
  await openMail(page, service, email, /^Confirm/)
  await arrive(page.getByRole('link', { name: '?token=' }).first().click())
  await press('Confirm the address')
  await go('/account')
  await inspect(page, 'account-factor-off')
  await follow('Set up the authenticator app')
  await inspect(page, 'factor-app')
  await page.getByLabel('Password').fill(password)
  await press('Continue')
  expect(await heading()).toBe('Scan this with your app')
  await inspect(page, 'factor-qr')
  secret = (await page.locator('#secret').textContent())!
  await page.getByLabel('Code that the app shows').fill('000000')
  await press('Turn it on')
  await inspect(page, 'factor-qr-wrong')
  expectErrors(422)
  await page.getByLabel('Code that the app shows').fill(code(secret))
  await press('Turn it on')
  expect(await heading()).toBe('Your recovery codes')
  codes = (await page.locator('#codes').textContent())!.trim().split('\n')
  expect(codes).toHaveLength(10)
  await inspect(page, 'factor-codes')
  await follow('I have saved them')
  expect(path()).toBe('/account?done=factor-on')
  await inspect(page, 'account-factor-on')
  expectErrors()
})

async function firstStep() {
  await press('Sign out')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await press('Sign in')
  expect(await heading()).toBe('One more step')
}

test('signs in with the password and a code', async () => {
  await firstStep()
  await inspect(page, 'second-step')
  await page.getByLabel('Code').fill('not a code')
  await press('Sign in')
  expectErrors(401)
  await inspect(page, 'second-step-wrong')
  await page.getByLabel('Code').fill(codes[0]!)
  await press('Sign in')
  expect(path()).toBe('/dashboard')
  expectErrors()
})

test('adds a passkey, and signs in with it after the password', async () => {
  await go('/account/second-factor/passkey')
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Code of your second factor').fill(codes[1]!)
  await press('Continue')
  expect(await heading()).toBe('Create the passkey')
  await inspect(page, 'passkey-make')
  await page.getByLabel('Name of the passkey').fill('Laptop')
  await press('Create a passkey')
  expect(path()).toBe('/account?done=passkey-added')
  await inspect(page, 'account-passkey')
  await firstStep()
  await inspect(page, 'second-step-passkey')
  await press('Use a passkey')
  expect(path()).toBe('/dashboard')
  expectErrors()
})

test('signs in with only the passkey', async () => {
  await press('Sign out')
  await inspect(page, 'login-passkey')
  await press('Sign in with a passkey')
  expect(path()).toBe('/dashboard')
  await go('/account')
  expect(await page.getByText('with a passkey').count()).toBe(1)
  expectErrors()
})

test('requires a second factor in an organization, which shuts others out', async () => {
  await go('/dashboard')
  await page.getByLabel('Name').fill('Analytical Engines')
  await press('Create organization')
  await go('/organizations/analytical-engines/settings')
  await press('Require a second factor')
  await inspect(page, 'organization-guarded')
  await go('/account')
  await follow('Remove Laptop')
  await page.getByLabel('Password').fill(password)
  await inspect(page, 'passkey-remove')
  await press('Use a passkey instead of a code')
  expect(path()).toBe('/account?done=passkey-removed')
  await go('/account/second-factor/off')
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Code of your second factor').fill(codes[2]!)
  await press('Turn it off')
  expect(path()).toBe('/account?done=factor-off')
  await inspect(page, 'account-factor-required')
  await go('/dashboard')
  await inspect(page, 'dashboard-guarded')
  expectErrors()
  await go('/organizations/analytical-engines')
  expect(await heading()).toBe('A second factor is needed')
  await inspect(page, 'organization-shut')
  await follow('Go to your account')
  expect(path()).toBe('/account')
  expectErrors(403)
})
