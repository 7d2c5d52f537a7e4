import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()
const org = () => `${here.service.base}/organizations/aurora-studio`

async function personWith(email: string, more: object = {}) {
  const page = await (await here.browser.newContext({ javaScriptEnabled: false, ...more })).newPage()
  await signIn(page, here.service, email)
  return page
}
const press = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('button', { name }).first().click())
const said = (page: Page) => page.locator('main').innerText()

test('a correction of working hours counts once both have agreed, and the log holds', async () => {
  const kai = await personWith('kai@example.com', { viewport: { width: 390, height: 844 } })
  await kai.goto(`${org()}/clock`)
  await press(kai, /^Clock in$/)
  await press(kai, /^Clock out$/)
  await kai.goto(`${org()}/hours`)
  const change = kai.getByRole('link', { name: /^Change.*Clock in/ }).first()
  await arrive(kai, change.click())
  await kai.getByText('What is right', { exact: true }).click()
  await kai.locator('[id^=correct-][id$=-time]').fill('00:00')
  await kai.locator('[id^=correct-][id$=-reason]').fill('I came at midnight')
  await press(kai, 'Ask to correct it')
  expect(await said(kai)).toContain('Your side agrees. It counts once the other side agrees too.')
  expect(await said(kai)).toContain('waits for an answer')
  expect(await said(kai)).not.toMatch(/00:00 to \d\d:\d\d/)

  const dana = await personWith('demo@example.com')
  await dana.goto(`${here.service.base}/inbox`)
  const news = dana.getByRole('link', { name: 'A correction of working hours waits for your answer' })
  await arrive(dana, news.first().click())
  expect(await said(dana)).toContain('“I came at midnight”')
  await inspect(dana, 'correction-to-answer')
  expect(await axeOn(here.browser, dana)).toEqual([])
  await press(dana, /^Agree/)
  expect(await said(dana)).toContain('The correction counts now.')
  expect(await said(dana)).toMatch(/00:00 to \d\d:\d\d/)

  await kai.goto(`${here.service.base}/inbox`)
  const answer = kai.getByRole('link', { name: 'A correction of working hours was answered' })
  await arrive(kai, answer.first().click())
  expect(await said(kai)).toMatch(/00:00 to \d\d:\d\d/)

  await arrive(dana, dana.getByRole('link', { name: 'Log of everybody' }).click())
  await press(dana, 'Check the log')
  expect(await said(dana)).toContain('The log holds')
  await inspect(dana, 'hours-log')
  expect(await axeOn(here.browser, dana)).toEqual([])
})

test('days off of the organization, balances and the end of an employment, by who looks after people', async () => {
  const page = await personWith('demo@example.com')
  await page.goto(`${org()}/holidays`)
  await page.locator('summary', { hasText: 'Add a day off' }).click()
  await inspect(page, 'holidays')
  expect(await axeOn(here.browser, page)).toEqual([])
  await page.goto(`${org()}/people`)
  await arrive(page, page.getByRole('link', { name: 'Kai Moreno' }).first().click())
  await page.locator('summary', { hasText: 'Correct the balance' }).click()
  await page.locator('#adjust-amount').fill('-99')
  await page.locator('#adjust-note').fill('By mistake')
  await press(page, 'Correct it')
  expect(await said(page)).toContain('the balance may not be overdrawn')
  await inspect(page, 'balance-refused')
  await page.locator('summary', { hasText: 'End the employment' }).click()
  await page
    .locator('#end-termination_date')
    .fill(new Date(Date.now() + 3 * 864e5).toISOString().slice(0, 10))
  await press(page, 'End it')
  expect(await said(page)).toContain('Development will have no manager.')
  await inspect(page, 'employment-ended')
  expect(await axeOn(here.browser, page)).toEqual([])
})
