import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('without scripts a secret is entered, and shown to whoever says why', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/vault?new=yes`)
  await page.getByLabel('Name', { exact: true }).fill('Database of the shop')
  await page.getByLabel(/^User name/).fill('shop')
  await page.getByLabel(/^Secret/).fill('quiet-harbour-41')
  await inspect(page, 'vault-new')
  await arrive(page, page.getByRole('button', { name: 'Create credential' }).click())
  expect(await page.content()).not.toContain('quiet-harbour-41')
  await page.getByText('Reveal the secret').click()
  await page.getByLabel('Why do you need it?').fill('Moving the shop to a new server')
  await inspect(page, 'vault-credential')
  await arrive(page, page.getByRole('button', { name: 'Reveal', exact: true }).click())
  await page.getByText('Show it').click()
  expect(await page.locator('#secret').innerText()).toBe('quiet-harbour-41')
  await inspect(page, 'vault-revealed')
  await page.goto(page.url().replace('/reveal', ''))
  expect(await page.getByText('“Moving the shop to a new server”').count()).toBe(1)
  expect(await axeOn(here.browser, page)).toEqual([])
  await page.goto(`${here.service.base}/organizations/aurora-studio/vault`)
  await inspect(page, 'vault')
})
