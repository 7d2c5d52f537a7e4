import type { Browser } from 'playwright-core'
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

test('without scripts a project is shared by a link, read by another organization, and no more once that ends', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arrive(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  await page.goto(`${service.base}/projects/WEB`)
  await arrive(page, page.getByRole('link', { name: 'Sharing' }).click())
  const form = page.locator('form[action*="/share"]').first()
  await page.getByText('Share with another organization').click()
  await form.getByLabel('What you call them').fill('Byron GmbH')
  await form.getByLabel(/public comments/).check()
  await form.getByLabel(/names of people/).check()
  await inspect(page, 'sharing-form')
  await arrive(page, form.getByRole('button', { name: 'Create link' }).click())
  const link = await page.locator('#link').innerText()
  await inspect(page, 'sharing-link')

  const other = await browser.newContext({ javaScriptEnabled: false })
  const guest = await other.newPage()
  await guest.goto(link)
  await inspect(guest, 'sharing-invitation')
  await arrive(guest, guest.getByRole('link', { name: 'Create an account' }).click())
  await guest.getByLabel('Your name').fill('George Byron')
  await guest.getByLabel('E-mail address').fill('george@byron.example')
  await guest.getByLabel('Password').fill('a long enough password')
  await arrive(guest, guest.getByRole('button', { name: 'Create account' }).click())
  expect(new URL(guest.url()).pathname).toBe(new URL(link).pathname)
  await guest.goto(`${service.base}/dashboard`)
  await guest.getByLabel('Name').fill('Byron GmbH')
  await arrive(guest, guest.getByRole('button', { name: 'Create organization' }).click())
  await guest.goto(link)
  await arrive(guest, guest.getByRole('link', { name: 'Byron GmbH' }).click())
  await inspect(guest, 'sharing-answer')
  await arrive(guest, guest.getByRole('button', { name: 'Accept' }).click())
  await inspect(guest, 'shared-project')
  expect(await guest.locator('.row').count()).toBeGreaterThan(5)
  const seen = await browser.newContext({ storageState: await other.storageState() })
  const checked = await seen.newPage()
  await checked.goto(guest.url())
  expect(await axe(checked)).toEqual([])
  await arrive(guest, guest.locator('.row a').first().click())
  await inspect(guest, 'shared-task')
  await arrive(guest, guest.getByRole('link', { name: 'Shared with us' }).first().click())
  await inspect(guest, 'shared-projects')

  await page.goto(`${service.base}/projects/WEB/sharing`)
  await inspect(page, 'sharing')
  await arrive(page, page.getByRole('link', { name: 'What they see' }).click())
  expect(await page.getByText('read-only').count()).toBe(1)
})
