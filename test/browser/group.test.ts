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

test('without scripts an owner sees which client is in trouble, and how the group is doing', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arrive(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  await page.goto(`${service.base}/organizations/aurora-studio/clients`)
  await arrive(page, page.getByRole('link', { name: 'Client work' }).first().click())
  await arrive(page, page.getByRole('link', { name: 'twelve months' }).click())
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(2)
  await inspect(page, 'client-work')
  const seen = await browser.newContext({ storageState: await context.storageState() })
  const other = await seen.newPage()
  await other.goto(page.url())
  expect(await axe(other)).toEqual([])
  await arrive(page, page.locator('tbody th a').first().click())
  await inspect(page, 'client-work-of-one')
  await page.goto(`${service.base}/organizations/aurora-studio/settings`)
  await arrive(page, page.getByRole('link', { name: 'Holding' }).first().click())
  await inspect(page, 'holding')
  await other.goto(page.url())
  expect(await axe(other)).toEqual([])
})
