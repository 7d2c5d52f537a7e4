import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('without scripts a meeting is planned, answered and cancelled', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/meetings`)
  await page.getByText('New meeting').click()
  await page.locator('#title').fill('Weekly review')
  await page.locator('#starts_at').fill('2099-10-22')
  await page.locator('#starts_at_time').fill('10:00')
  await page.locator('#ends_at').fill('2099-10-22')
  await page.locator('#ends_at_time').fill('11:00')
  await page.getByLabel(/^Repeats/).selectOption('WEEKLY')
  await page.getByLabel(/^Who/).fill('max@customer.example')
  await inspect(page, 'meetings-new')
  await arrive(page, page.getByRole('button', { name: 'Plan it' }).click())
  expect(await page.getByText('every week, 10 times').count()).toBe(1)
  expect(await page.locator('section:has(#people) ul.rows > li').count()).toBe(2)
  expect(await axeOn(here.browser, page)).toEqual([])
  await inspect(page, 'meetings-one')
  await page.goto(`${here.service.base}/organizations/aurora-studio/meetings`)
  expect(await page.getByRole('link', { name: 'Weekly review' }).count()).toBe(1)
  await inspect(page, 'meetings')
})
