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

test('leave years, leave to count again and what is kept of a person', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const at = (path: string) => page.goto(`${service.base}/organizations/aurora-studio/${path}`)
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arrive(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  await at('leave-types')
  await page.locator('summary', { hasText: 'Change when leave years begin' }).click()
  await inspect(page, 'leave-types')
  expect(await axe(page)).toEqual([])
  await arrive(page, page.getByRole('link', { name: 'Leave to count again' }).click())
  await inspect(page, 'leave-recounts')
  expect(await axe(page)).toEqual([])
  await at('people')
  await arrive(page, page.locator('.rows .title a').first().click())
  await page.locator('summary', { hasText: 'Enter leave' }).click()
  await inspect(page, 'person-leave')
  expect(await axe(page)).toEqual([])
})
