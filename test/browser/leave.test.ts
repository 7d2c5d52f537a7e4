import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('leave years, leave to count again and what is kept of a person', async () => {
  const context = await here.browser.newContext()
  const page = await context.newPage()
  const at = (path: string) => page.goto(`${here.service.base}/organizations/aurora-studio/${path}`)
  await signIn(page, here.service)
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
