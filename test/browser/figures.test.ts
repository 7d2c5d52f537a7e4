import type { Browser, Page } from 'playwright-core'
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

const press = (page: Page, name: string) =>
  arrive(page, page.getByRole('button', { name, exact: true }).click())

test('without scripts somebody starts with ready figures, and puts one together step by step', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${service.base}/login`)
  await page.getByLabel('E-mail address').fill('demo@example.com')
  await page.getByLabel('Password').fill('demo-organization')
  await press(page, 'Sign in')
  await page.goto(`${service.base}/organizations/aurora-studio`)
  await arrive(page, page.getByRole('link', { name: 'Figures' }).first().click())
  await inspect(page, 'figures')
  await press(page, 'Start with money')
  await inspect(page, 'figures-money')
  await page.goBack()
  await page.goto(`${service.base}/organizations/aurora-studio/figures`)
  await press(page, 'Start with delivery')
  const seen = await browser.newContext({ storageState: await context.storageState() })
  const other = await seen.newPage()
  await other.goto(page.url())
  expect(await axe(other)).toEqual([])
  expect(await page.locator('.figures-grid > section').count()).toBe(6)
  expect(await page.locator('.figures-grid svg').count()).toBeGreaterThan(1)
  await inspect(page, 'figures-delivery')
  await arrive(page, page.getByRole('link', { name: 'Add a figure' }).click())
  await page.getByLabel('What', { exact: true }).selectOption('time_entries')
  await press(page, 'Next')
  await page.getByLabel('By', { exact: true }).selectOption('project')
  await page.getByLabel('Drawn as').selectOption('pie')
  await press(page, 'Show')
  expect(await page.locator('#preview ~ div svg path').count()).toBeGreaterThan(0)
  await inspect(page, 'figures-editor')
  await page.getByLabel('Title').fill('Hours by project')
  await press(page, 'Add to the dashboard')
  expect(await page.locator('.figures-grid > section').count()).toBe(7)
})
