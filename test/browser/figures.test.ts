import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

const press = (page: Page, name: string) =>
  arrive(page, page.getByRole('button', { name, exact: true }).click())

test('without scripts somebody starts with ready figures, and puts one together step by step', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio`)
  await arrive(page, page.getByRole('link', { name: 'Figures' }).first().click())
  await inspect(page, 'figures')
  await press(page, 'Start with money')
  await inspect(page, 'figures-money')
  await page.goBack()
  await page.goto(`${here.service.base}/organizations/aurora-studio/figures`)
  await press(page, 'Start with delivery')
  expect(await axeOn(here.browser, page)).toEqual([])
  expect(await page.locator('.figures-grid > section').count()).toBe(6)
  expect(await page.locator('.figures-grid svg').count()).toBeGreaterThan(1)
  await inspect(page, 'figures-delivery')

  const first = page.locator('.figures-grid > section').first()
  const many = Number(await first.locator('.big-number').textContent())
  await arrive(page, first.locator('.big-number a').click())
  expect(await axeOn(here.browser, page)).toEqual([])
  expect(await page.locator('ul.rows > li').count()).toBe(Math.min(many, 50))
  await inspect(page, 'figures-rows')
  await page.goBack()

  const bar = page.locator('.figures-grid svg a').first()
  const [, said] = /: (\d+)$/.exec((await bar.locator('title').textContent())!)!
  await bar.focus()
  await arrive(page, page.keyboard.press('Enter'))
  expect(await page.locator('ul.rows > li').count()).toBe(Math.min(Number(said), 50))
  await page.goBack()

  const titles = () => page.locator('.figures-grid h2').allTextContents()
  const [one, two, ...others] = await titles()
  await page.locator('summary', { hasText: 'Arrange' }).click()
  await page.getByLabel('Figure', { exact: true }).selectOption(one!)
  await page.getByLabel('Where to').selectOption('later')
  await press(page, 'Move it')
  expect(await titles()).toEqual([two, one, ...others])
  await page.locator('.figures-grid > section').first().locator('summary', { hasText: 'More' }).click()
  const csv = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).first().click()
  expect((await csv).suggestedFilename()).toBe('figure.csv')

  await page.locator('summary', { hasText: 'Only some of it' }).click()
  await page.getByLabel('Only where').selectOption('priority')
  await page.locator('#is').fill('urgent')
  await press(page, 'Show')
  const open = page.locator('.figures-grid > section', { hasText: one })
  expect(Number(await open.locator('.big-number').textContent())).toBeLessThan(many)
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
