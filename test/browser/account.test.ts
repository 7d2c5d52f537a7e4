import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, openMail, type Running, startService } from './service.ts'

const password = 'correct horse battery'
const next = 'a pile of wet leaves'
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
const follow = (name: string) => arrive(page.getByRole('link', { name, exact: true }).first().click())
const heading = () => page.getByRole('heading', { level: 1 }).textContent()
const expectErrors = (...statuses: number[]) =>
  expect(errors.splice(0).map((text) => Number(/status of (\d+)/.exec(text)?.[1]))).toEqual(statuses)

/** Opens the link in the latest stored mail to the address with this subject. */
async function followMail(subject: RegExp, address = email) {
  await openMail(page, service, address, subject)
  await arrive(page.getByRole('link', { name: '?token=' }).first().click())
}

async function signIn(typedPassword: string) {
  await go('/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(typedPassword)
  await press('Sign in')
}

test('a person finds the account by their name, and changes the profile', async () => {
  await go('/signup')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await press('Create account')
  await follow('Ada Lovelace')
  expect([path(), await heading()]).toEqual(['/account', 'Account'])
  await page.getByLabel('Your name').fill('Ada King')
  await page.getByLabel('Time zone').selectOption('Europe/Madrid')
  await press('Save profile')
  expect(path()).toBe('/account?done=profile')
  await page.getByRole('link', { name: 'Ada King' }).waitFor()
  expectErrors()
})

test('sees where they are signed in, and signs out there', async () => {
  const other = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': '198.51.100.7' } })
  const there = await other.newPage()
  await there.goto(`${service.base}/login`)
  await there.getByLabel('E-mail address').fill(email)
  await there.getByLabel('Password').fill(password)
  await arriveOn(there, there.getByRole('button', { name: 'Sign in', exact: true }).click())
  await go('/account')
  await inspect(page, 'account')
  await page.getByText('End', { exact: false }).and(page.locator('summary')).first().click()
  await inspect(page, 'account-ending')
  await arrive(page.getByRole('button', { name: /^End Chrome/ }).click())
  expect(path()).toBe('/account?done=session')
  await there.reload()
  expect(there.url()).toContain('/login')
  await other.close()
})

test('shows the error beside the field', async () => {
  await page.getByLabel('Current password').fill('wrong password')
  await page.getByLabel('New password').fill('short')
  await press('Change password')
  expectErrors(422)
  await page.waitForFunction(() => document.activeElement?.id === 'problems')
  await inspect(page, 'account-problems')
})

test('resets a forgotten password by mail', async () => {
  await press('Sign out')
  await signIn('wrong password')
  expectErrors(401)
  await inspect(page, 'login-wrong')
  await follow('Choose a new password by mail')
  await inspect(page, 'forgot')
  await page.getByLabel('E-mail address').fill(email)
  await press('Send the link')
  expect(await heading()).toBe('Check your e-mail')
  await inspect(page, 'forgot-sent')
  await followMail(/new password/i)
  await inspect(page, 'reset')
  await page.getByLabel('New password').fill(next)
  await press('Change password')
  expect(await heading()).toBe('Your password is changed')
  await inspect(page, 'reset-done')
  await signIn(next)
  expect(path()).toBe('/dashboard')
  expectErrors()
})

test('changes the address, confirms it, and undoes the change', async () => {
  await go('/account')
  await page.getByLabel('New e-mail address').fill(`new.${email}`)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(next)
  await press('Send a confirmation e-mail')
  expect(path()).toBe('/account?done=email')
  await followMail(/confirm your new/i, `new.${email}`)
  await inspect(page, 'confirm-address')
  await press('Confirm the address')
  await inspect(page, 'confirm-address-done')
  await followMail(/address for .* was changed/i)
  await inspect(page, 'undo-address')
  await press('Undo the change')
  expect(await heading()).toBe('Your old address is back')
  await inspect(page, 'undo-address-done')
  expectErrors()
  await page.goBack()
  await press('Undo the change')
  expectErrors(404)
  await inspect(page, 'link-ended')
})

test('deletes the account', async () => {
  await followMail(/choose a new password/i)
  await page.getByLabel('New password').fill(password)
  await press('Change password')
  await signIn(password)
  await go('/account')
  await follow('Delete your account')
  await page.getByLabel('Password').fill('wrong password')
  await press('Delete my account')
  expectErrors(422)
  await inspect(page, 'account-delete')
  await page.getByLabel('Password').fill(password)
  await press('Delete my account')
  expect(await heading()).toBe('Your account is deleted')
  await inspect(page, 'account-deleted')
  await go('/account')
  expect(path()).toBe('/login?next=%2Faccount')
  expectErrors()
})
