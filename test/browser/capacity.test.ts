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

test('without scripts a manager sees who has too much, and plans somebody with a click on a week', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await arrive(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
  await page.goto(`${service.base}/organizations/aurora-studio/people`)
  await arrive(page, page.getByRole('link', { name: 'Capacity' }).first().click())
  expect(await page.locator('td .badge', { hasText: 'over' }).count()).toBeGreaterThan(0)
  await inspect(page, 'capacity')
  const seen = await browser.newContext({ storageState: await context.storageState() })
  const other = await seen.newPage()
  await other.goto(page.url())
  expect(await axe(other)).toEqual([])
  const planned = await page.locator('.rows > li').count()
  await arrive(
    page,
    page
      .getByRole('link', { name: /plan Noor Haddad/ })
      .last()
      .click(),
  )
  expect(await page.locator('#employee_id option:checked').textContent()).toBe('Noor Haddad')
  await page.locator('#project_id').selectOption({ index: 1 })
  await arrive(page, page.getByRole('button', { name: 'Plan', exact: true }).click())
  expect(await page.locator('.rows > li').count()).toBe(planned + 1)
})
