import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()
const at = (page: string) => `${here.service.base}/organizations/aurora-studio/${page}`

test('without scripts a webhook is set up with headers, tried, paused and its secret replaced', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(at('webhooks?new=yes'))
  await page.getByLabel('Name', { exact: true }).fill('Our CRM')
  await page.getByLabel(/^Address/).fill('https://hooks.example.com/in?key=1')
  await page.getByLabel(/^Headers/).fill('Authorization Bearer')
  await page.getByLabel('deal', { exact: true }).check()
  await page.getByLabel(/^They hold/).selectOption('object')
  await inspect(page, 'webhooks-new')
  await arrive(page, page.getByRole('button', { name: 'Create webhook' }).click())
  expect(await page.getByText('“Authorization Bearer” has to be a name, a colon and a value.').count()).toBe(
    2,
  )
  await page.getByLabel(/^Headers/).fill('Authorization: Bearer of-the-receiver\nX-Team: web')
  await arrive(page, page.getByRole('button', { name: 'Create webhook' }).click())
  expect(await page.content()).toContain('whsec_')
  await inspect(page, 'webhooks-created')
  await page.goto(at('webhooks'))
  await inspect(page, 'webhooks')
  await arrive(page, page.getByRole('link', { name: 'Our CRM' }).first().click())
  expect(await page.content()).not.toContain('of-the-receiver')
  expect(await page.getByText('authorization, x-team').count()).toBe(1)
  await page.getByText('Send a test').first().click()
  await arrive(page, page.getByRole('button', { name: 'Send a test' }).click())
  expect(await page.getByText('The test has not arrived').count()).toBe(1)
  await inspect(page, 'webhook-tried')
  expect(await axeOn(here.browser, page)).toEqual([])
})

test('without scripts a file of tasks is sent, said what it means, looked at and written', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(at('imports?new=yes'))
  const rows = Array.from(
    { length: 30 },
    (_, n) => `A-${n},Move the shelf ${n},${n % 3 ? 'Done' : 'Simmering'},Bo`,
  )
  const buffer = Buffer.from(`Key,Title,Status,Assignee\n${rows.join('\n')}\nA-99,,Done,\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Into the project').selectOption({ index: 1 })
  await inspect(page, 'imports-new')
  await arrive(page, page.getByRole('button', { name: 'Read the file' }).first().click())
  const isRead = async () => {
    await page.reload()
    return (await page.content()).includes('Simmering')
  }
  await expect.poll(isRead, { timeout: 20_000 }).toBe(true)
  await inspect(page, 'import-read')
  expect(await axeOn(here.browser, page)).toEqual([])
  await page.goto(at('imports'))
  await inspect(page, 'imports')
})
