import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const at = (path: string) => `${here.service.base}/organizations/aurora-studio/${path}`
const press = (page: Page, name: string) =>
  arrive(page, page.getByRole('button', { name, exact: true }).first().click())

/** Somebody who is signed in, without scripts. */
async function signedIn(email: string, more: object = {}) {
  const context = await here.browser.newContext({ javaScriptEnabled: false, ...more })
  const page = await context.newPage()
  await signIn(page, here.service, email)
  return { context, page }
}
/** What axe finds on a page, for which it needs scripts. */
async function faults(context: BrowserContext, page: Page) {
  const seen = await here.browser.newContext({ storageState: await context.storageState() })
  const other = await seen.newPage()
  await other.goto(page.url())
  return axe(other)
}

test('a day of work: the clock, the week and its approval, by phone and without scripts', async () => {
  const kai = await signedIn('kai@example.com', phone)
  const { page } = kai
  await page.goto(at('clock'))
  await inspect(page, 'clock-out')
  await press(page, 'Clock in')
  expect(await page.locator('#state').textContent()).toMatch(/^At work since \d\d:\d\d$/)
  await press(page, 'Begin a break')
  expect(await page.locator('#state').textContent()).toMatch(/^On a break since/)
  await press(page, 'End the break')
  await inspect(page, 'clock-in')
  expect(await faults(kai.context, page)).toEqual([])
  await press(page, 'Clock out')
  expect(await page.locator('#today + ul li, .rows li').count()).toBe(4)

  await arrive(page, page.getByRole('link', { name: 'My hours' }).click())
  await arrive(
    page,
    page
      .getByRole('link', { name: /^Change/ })
      .first()
      .click(),
  )
  await page.getByText('What is right', { exact: true }).click()
  await page.locator('[id^=correct-][id$=-time]').fill('23:59')
  await page.locator('[id^=correct-][id$=-reason]').fill('I left later')
  await inspect(page, 'hours')
  expect(await faults(kai.context, page)).toEqual([])

  await page.goto(at('week'))
  await arrive(page, page.getByRole('link', { name: 'previous' }).click())
  await page.getByText('Log time', { exact: true }).click()
  const log = page.locator('form', { has: page.getByRole('button', { name: 'Log', exact: true }) })
  await log.getByLabel('Time', { exact: true }).fill('7:30')
  await log.getByLabel('What was done').fill('Prepared the launch')
  await press(page, 'Log')
  expect(await page.getByText('Prepared the launch').count()).toBe(1)
  await inspect(page, 'week-open')
  await press(page, 'Submit the week')
  expect(await page.getByText('Dana Whitfield is asked to decide.').count()).toBe(1)
  await inspect(page, 'week-submitted')
  expect(await faults(kai.context, page)).toEqual([])

  const dana = await signedIn('demo@example.com')
  const desk = dana.page
  await desk.goto(`${here.service.base}/inbox`)
  await arrive(desk, desk.getByRole('link', { name: 'Timesheet to decide' }).first().click())
  expect(await desk.locator('h1').textContent()).toBe('Week of Kai Moreno')
  await inspect(desk, 'week-to-decide')
  await desk.goto(at('approvals'))
  await inspect(desk, 'approvals')
  expect(await faults(dana.context, desk)).toEqual([])
  const leave = desk.getByRole('listitem').filter({ hasText: 'Kai Moreno: Annual leave' })
  await arrive(desk, leave.getByRole('button', { name: /^Approve/ }).click())
  expect(await leave.count()).toBe(0)
  const week = desk.getByRole('listitem').filter({ has: desk.getByRole('checkbox') })
  expect(await week.count()).toBeGreaterThan(0)
  await press(desk, 'Approve the chosen weeks')
  expect(await week.count()).toBe(0)
  await arrive(desk, desk.getByRole('link', { name: 'weeks not submitted' }).click())
  await inspect(desk, 'weeks-missing')
  await desk.goto(at('absence-calendar'))
  await inspect(desk, 'absence-calendar')
  expect(await faults(dana.context, desk)).toEqual([])

  await page.goto(`${here.service.base}/inbox`)
  await arrive(page, page.getByRole('link', { name: 'Timesheet approved' }).first().click())
  expect(await page.locator('.badge', { hasText: 'approved' }).count()).toBe(1)
})

test('weeks are chosen and approved by keys alone', async () => {
  const { page: worker } = await signedIn('kai@example.com')
  await worker.goto(at('week'))
  const opens = worker.locator('summary', { hasText: 'Submit the week' })
  const submit = worker.getByRole('button', { name: 'Submit the week' })
  do await arrive(worker, worker.getByRole('link', { name: 'previous' }).click())
  while (!(await submit.count()) && !(await opens.count()))
  if (await opens.count()) await opens.click()
  await arrive(worker, submit.first().click())
  const { page } = await signedIn('demo@example.com')
  await page.goto(at('approvals'))
  const box = page.getByRole('checkbox').first()
  await box.focus()
  await page.keyboard.press('Space')
  expect(await box.isChecked()).toBe(false)
  await page.keyboard.press('Space')
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('Tab')
    if (await page.locator('button:focus', { hasText: 'Approve the chosen weeks' }).count()) break
  }
  await arrive(page, page.keyboard.press('Enter'))
  expect(await page.getByText('The weeks are approved.').count()).toBe(1)
})
