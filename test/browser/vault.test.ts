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
  await page.goto(`${here.service.base}/organizations/aurora-studio/vault/log`)
  await inspect(page, 'vault-log')
})

test('without scripts a code is shown with the time that it is valid, and with them it goes when it is over', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/vault?new=yes`)
  await page.getByLabel('Name', { exact: true }).fill('Registrar')
  await page.getByLabel(/^Key for one-time codes/).fill('mzxw 6ytb oi7d emrt')
  await arrive(page, page.getByRole('button', { name: 'Create credential' }).click())
  expect((await page.content()).toLowerCase()).not.toContain('mzxw')
  await inspect(page, 'vault-codes')
  const address = page.url()
  await arrive(page, page.getByRole('button', { name: 'Show the one-time code' }).click())
  expect(await page.locator('#code').innerText()).toMatch(/^\d{6}$/)
  expect(await page.getByText(/^Valid for \d+ seconds?, until \d\d:\d\d:\d\d\.$/).count()).toBe(1)
  await inspect(page, 'vault-code')
  expect(await axeOn(here.browser, page)).toEqual([])
  const scripted = await here.browser.newPage()
  await signIn(scripted, here.service)
  await scripted.goto(address)
  await arrive(scripted, scripted.getByRole('button', { name: 'Show the one-time code' }).click())
  await scripted.getByText('It is over. Show the one that is valid now.').waitFor({ timeout: 35_000 })
  expect(await scripted.locator('#code').count()).toBe(0)
})

test('without scripts the file of a password manager is imported, and said what became of each row', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/vault`)
  await page.getByText('Import from a password manager').click()
  const rows = [
    'Mail,https://mail.example.com,ada,quiet-harbour-42,,',
    'Shop,not an address,ada,quiet-harbour-43,,',
  ]
  const csv = ['name,url,username,password,notes,totp', ...rows].join('\n')
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await inspect(page, 'vault-import')
  await arrive(page, page.getByRole('button', { name: 'Import the file' }).click())
  expect(await page.getByText('1 credential created, 0 there already, 1 row left out.').count()).toBe(1)
  expect(await page.content()).not.toContain('quiet-harbour')
  await inspect(page, 'vault-imported')
  expect(await axeOn(here.browser, page)).toEqual([])
})
