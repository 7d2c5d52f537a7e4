import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'

const here = running()

test('without scripts the usage of each meter is seen, with its days', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/usage`)
  await inspect(page, 'usage')
  await page.getByRole('link', { name: 'Seats' }).click()
  expect(await page.getByRole('heading', { name: 'Seats by day' }).count()).toBe(1)
  await page.getByText('The numbers').click()
  await inspect(page, 'usage-seats')
  expect(await axeOn(here.browser, page)).toEqual([])
})
