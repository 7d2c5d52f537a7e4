import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('without scripts an owner sees which client is in trouble, and how the group is doing', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/clients`)
  await arrive(page, page.getByRole('link', { name: 'Client work' }).first().click())
  await arrive(page, page.getByRole('link', { name: 'twelve months' }).click())
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(2)
  await inspect(page, 'client-work')
  expect(await axeOn(here.browser, page)).toEqual([])
  await arrive(page, page.locator('tbody th a').first().click())
  await inspect(page, 'client-work-of-one')
  await page.goto(`${here.service.base}/organizations/aurora-studio/settings`)
  await arrive(page, page.getByRole('link', { name: 'Holding' }).first().click())
  await inspect(page, 'holding')
  expect(await axeOn(here.browser, page)).toEqual([])
})
