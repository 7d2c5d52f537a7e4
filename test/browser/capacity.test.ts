import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('without scripts a manager sees who has too much, and plans somebody with a click on a week', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/people`)
  await arrive(page, page.getByRole('link', { name: 'Capacity' }).first().click())
  expect(await page.locator('td .badge', { hasText: 'over' }).count()).toBeGreaterThan(0)
  await inspect(page, 'capacity')
  expect(await axeOn(here.browser, page)).toEqual([])
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
