import { readFile } from 'node:fs/promises'
import type { Download } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

const contentOf = async (file: Download) => readFile(await file.path(), 'latin1')

test('without scripts an owner looks through a run, approves it, gets the file for the bank, and pays it', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  const press = (name: string | RegExp) => arrive(page, page.getByRole('button', { name }).first().click())
  await page.goto(`${here.service.base}/organizations/aurora-studio/people`)
  await arrive(page, page.getByRole('link', { name: 'Payroll', exact: true }).click())
  await inspect(page, 'payroll')
  await arrive(
    page,
    page
      .getByRole('listitem')
      .filter({ hasText: 'calculated' })
      .getByRole('link', { name: /^Payroll/ })
      .click(),
  )
  expect(await page.textContent('main')).toContain('has no IBAN')
  await inspect(page, 'payroll-run')
  await arrive(page, page.locator('main .rows').last().getByRole('link', { name: 'Lucía Ferrer' }).click())
  await inspect(page, 'payslip')
  expect(await axeOn(here.browser, page)).toEqual([])
  await page.getByText('Add lines', { exact: true }).click()
  await page.getByLabel('What it is').first().fill('Bonus')
  await page.locator('select[id$="kind"]').first().selectOption('earning')
  await page.getByLabel('Amount').first().fill('250.00')
  await press('Add them')
  expect(await page.textContent('main')).toContain('Bonus')
  await page.goBack()
  await page.goBack()
  await page.reload()
  await page.locator('summary', { hasText: 'Approve' }).first().click()
  await press(/^Approve/)
  expect(await page.textContent('main')).toContain('The run is approved.')
  await page.getByText('File for the bank', { exact: true }).first().click()
  await page.getByLabel('Your account (IBAN)').fill('ES9121000418450200051332')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Make the file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^salaries-\d{4}-\d\d-\d\d\.xml$/)
  const xml = await contentOf(file)
  expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
  const paid = [...xml.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => Number(amount))
  expect(paid).toHaveLength(11)
  const sum = paid.reduce((total, amount) => total + amount, 0).toFixed(2)
  expect(xml).toContain(`<CtrlSum>${sum}</CtrlSum>`)
  await page.reload()
  await inspect(page, 'payroll-approved')
  await page.getByText('Record that it was paid', { exact: true }).click()
  await press('It was paid')
  expect(await page.textContent('main')).toContain('Everybody sees their payslip')
  const [, month] = /Payroll (\w+ \d{4})/.exec((await page.textContent('h1'))!)!

  const worker = await (await here.browser.newContext({ javaScriptEnabled: false })).newPage()
  await signIn(worker, here.service, 'kai@example.com')
  await worker.goto(`${here.service.base}/inbox`)
  const news = worker.getByRole('link', { name: `Your payslip of ${month} is ready` })
  await arrive(worker, news.click())
  expect(await worker.textContent('h1')).toContain('Kai Moreno')
  expect(await worker.textContent('main')).toMatch(/\d %/)
  expect(await worker.textContent('main')).not.toMatch(/\.\d{5,} %/)
  const [slip] = await Promise.all([
    worker.waitForEvent('download'),
    worker.getByRole('link', { name: 'PDF' }).click(),
  ])
  const of = new Date(`1 ${month} UTC`).toISOString().slice(0, 7)
  expect(slip.suggestedFilename()).toBe(`payslip-${of}.pdf`)
  expect((await contentOf(slip)).startsWith('%PDF-')).toBe(true)
})

test('on a phone somebody opens their payslip, and its PDF', async () => {
  const context = await here.browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await signIn(page, here.service, 'kai@example.com')
  await page.goto(`${here.service.base}/organizations/aurora-studio/payslips`)
  await inspect(page, 'my-payslips')
  await arrive(page, page.locator('main .rows a').first().click())
  await inspect(page, 'my-payslip')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^payslip-\d{4}-\d\d\.pdf$/)
})
