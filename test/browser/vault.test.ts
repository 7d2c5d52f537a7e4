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

test('without scripts a secret is entered, and shown to whoever says why', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arrive(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  await page.goto(`${service.base}/organizations/aurora-studio/vault?new=yes`)
  await page.getByLabel('Name', { exact: true }).fill('Database of the shop')
  await page.getByLabel(/^User name/).fill('shop')
  await page.getByLabel(/^Secret/).fill('quiet-harbour-41')
  await inspect(page, 'vault-new')
  await arrive(page, page.getByRole('button', { name: 'Create credential' }).click())
  expect(await page.content()).not.toContain('quiet-harbour-41')
  await page.getByText('Reveal the secret').click()
  await page.getByLabel('Why do you need it?').fill('Moving the shop to a new server')
  await inspect(page, 'vault-credential')
  await arrive(page, page.getByRole('button', { name: 'Reveal', exact: true }).click())
  await page.getByText('Show it').click()
  expect(await page.locator('#secret').innerText()).toBe('quiet-harbour-41')
  await inspect(page, 'vault-revealed')
  await page.goto(page.url().replace('/reveal', ''))
  expect(await page.getByText('“Moving the shop to a new server”').count()).toBe(1)
  const seen = await browser.newContext({ storageState: await context.storageState() })
  const other = await seen.newPage()
  await other.goto(page.url())
  expect(await axe(other)).toEqual([])
  await page.goto(`${service.base}/organizations/aurora-studio/vault`)
  await inspect(page, 'vault')
})
