import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('people in figures, first steps, types to begin with, birthdays, and a kiosk', async () => {
  const context = await here.browser.newContext()
  const page = await context.newPage()
  const at = (path: string) => page.goto(`${here.service.base}/organizations/aurora-studio/${path}`)
  const seen = async (name: string) => {
    await inspect(page, name)
    expect(await axe(page)).toEqual([])
  }
  await signIn(page, here.service)
  await at('people-report')
  await seen('people-report')
  await at('first-steps')
  await seen('first-steps')
  await at('leave-types')
  await seen('leave-presets')
  await at('workforce-settings')
  await page.getByLabel('People may clock at kiosks').selectOption('yes')
  await page.getByLabel('Birthdays of people who agree are shown').selectOption('yes')
  await arrive(page, page.getByRole('button', { name: 'Save', exact: true }).first().click())
  await at('absence-calendar')
  await seen('birthdays')
  await at('kiosks?new=yes')
  await page.getByLabel('Name', { exact: true }).fill('Entrance')
  await arrive(page, page.getByRole('button', { name: 'Add kiosk', exact: true }).click())
  await seen('kiosks')
  const url = await page.locator('#kiosk').evaluate((it) => (it as HTMLInputElement).value || it.textContent)
  await page.goto(url.trim().replace(/^https?:\/\/[^/]+/, here.service.base))
  await seen('kiosk')
  await page.getByLabel('Number', { exact: true }).fill('0001')
  await page.getByLabel('PIN', { exact: true }).fill('8305')
  await arrive(page, page.getByRole('button', { name: 'Record it', exact: true }).click())
  expect(await page.locator('main').textContent()).toContain('The number or the PIN is wrong')
  await seen('kiosk-refused')
})

test('the clock keeps what is pressed without network, and records it in its order', async () => {
  const context = await here.browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await signIn(page, here.service, 'kai@example.com')
  await page.goto(`${here.service.base}/organizations/aurora-studio/clock`)
  expect(await page.locator('[data-offline]').isVisible()).toBe(false)
  await context.setOffline(true)
  await page.locator('[data-event=clock-in]').click()
  await page.locator('[data-event=break-start]').click()
  await inspect(page, 'clock-offline')
  expect(await page.locator('[data-offline] [role=status]').textContent()).toMatch(
    /^Clock in at \d\d:\d\d is kept\. Begin a break at \d\d:\d\d is kept\.$/,
  )
  await Promise.all([page.waitForNavigation(), context.setOffline(false)])
  expect(await page.locator('#state').textContent()).toMatch(/^On a break since/)
  expect(await page.locator('[data-offline]').isVisible()).toBe(false)
})

test('the clock opens without network on a device where it was open before, for whoever is signed in there', async () => {
  const context = await here.browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const clock = `${here.service.base}/organizations/aurora-studio/clock`
  await signIn(page, here.service, 'kai@example.com')
  await page.goto(clock)
  const name = await page.locator('#state').textContent()
  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    for (let n = 0; n < 100 && worker.active?.state !== 'activated'; n++)
      await new Promise((done) => setTimeout(done, 50))
  })
  await context.setOffline(true)
  await page.goto(clock)
  expect(await page.locator('h1').textContent()).toBe('Clock')
  expect(await page.content()).not.toMatch(/Kai|data-person/)
  const next = name!.startsWith('On a break')
    ? 'break-end'
    : name!.startsWith('At')
      ? 'clock-out'
      : 'clock-in'
  await page.locator(`[data-event=${next}]`).click()
  await inspect(page, 'clock-opened-offline')
  expect(await page.locator('[role=status]').textContent()).toMatch(/ at \d\d:\d\d is kept\.$/)
  await Promise.all([page.waitForNavigation(), context.setOffline(false)])
  expect(await page.locator('#state').textContent()).not.toBe(name)
  await context.clearCookies()
  await page.goto(`${here.service.base}/login`)
  await context.setOffline(true)
  await page.goto(clock)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
