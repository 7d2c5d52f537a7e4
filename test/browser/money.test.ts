import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { arrive, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const press = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('button', { name }).first().click())
const follow = (page: Page, name: string) =>
  arrive(page, page.getByRole('link', { name, exact: true }).first().click())
const unfold = (page: Page, text: string) => page.locator('summary', { hasText: text }).first().click()
async function fill(page: Page, values: Record<string, string>) {
  for (const [id, value] of Object.entries(values)) {
    const field = page.locator(`[id="${id}"]`)
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

async function look(page: Page, name: string) {
  await inspect(page, name)
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  expect([name, await axe(other)]).toEqual([name, []])
  await context.close()
}

test('without scripts an owner sets up money, issues an invoice of two lines, is paid, and claims an expense', async () => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${service.base}/signup`)
  await fill(page, { name: 'Ada', email: 'ada@money.example', password: 'correct horse battery' })
  await press(page, 'Create account')
  await page.goto(`${service.base}/dashboard`)
  await page.locator('[name=name]').first().fill('Engines')
  await press(page, /^Create/)
  const org = `${service.base}/organizations/engines`
  const go = (path: string) => page.goto(`${org}/${path}`)

  await go('tax-rates')
  await unfold(page, 'New tax rate')
  await fill(page, { name: 'VAT 21 %', rate: '21', is_default: 'yes' })
  await press(page, 'Create tax rate')
  await follow(page, 'Change VAT 21 %')
  await look(page, 'tax-rates')
  await go('invoice-series')
  await unfold(page, 'New series')
  await fill(page, { name: 'Invoices', code: 'E', doc_kind: 'invoice', prefix: 'E-', first_number: '7' })
  await press(page, 'Create series')
  await look(page, 'invoice-series')
  await go('expense-categories')
  await unfold(page, 'New category')
  await fill(page, { name: 'Travel', account_code: '6290' })
  await press(page, 'Create category')
  await go('clients?new=yes')
  await fill(page, { name: 'Harbor Museum' })
  await press(page, 'Create client')

  await go('invoices')
  await follow(page, 'New invoice')
  await fill(page, {
    client_id: 'Harbor Museum',
    'lines:0:description': 'Design of the hall',
    'lines:0:quantity': '3',
    'lines:0:unit_price': '100',
    'lines:1:description': 'Travel',
    'lines:1:unit_price': 'cheap',
  })
  await press(page, /^Create draft$/)
  expect(await page.locator('#problems').textContent()).toContain('Unit price (2)')
  await look(page, 'invoice-new')
  await fill(page, { 'lines:1:unit_price': '50' })
  await press(page, /^Create draft$/)
  expect(await page.locator('.marks').textContent()).toContain('€423.50')
  await look(page, 'invoice-draft')
  await unfold(page, 'Edit')
  await look(page, 'invoice-edit')
  await page.getByLabel('Remove 2').check()
  await press(page, 'Save')
  expect(await page.locator('.marks').textContent()).toContain('€363.00')
  await unfold(page, 'Issue')
  await press(page, /^Issue/)
  expect(await page.locator('.notice').textContent()).toContain('Missing: legal name')
  await fill(page, {
    'issuer-issuer_name': 'Engines SL',
    'issuer-address_line1': 'Calle 1',
    'issuer-city': 'Madrid',
    'issuer-country': 'es',
    'issuer-issuer_iban': 'ES91 2100 0418 4502 0005 1332',
  })
  await press(page, 'Save issuer')
  await look(page, 'invoicing-ready')
  await follow(page, 'Back to the invoice')
  await unfold(page, 'Issue')
  await press(page, /^Issue/)
  expect(await page.locator('h1').textContent()).toBe('E-0007')
  await unfold(page, 'Record a payment')
  await fill(page, { 'pay-amount_minor': '363.00', 'pay-paid_on': '2026-01-15', 'pay-method': 'card' })
  await press(page, 'Record payment')
  expect(await page.locator('.marks').textContent()).toContain('paid')
  await look(page, 'invoice-paid')

  await go('expenses')
  await follow(page, 'New expense')
  await fill(page, { description: 'Train', expense_date: '2026-01-15', total_minor: '12.10', tax_rate: '21' })
  await fill(page, { category_id: 'Travel' })
  await look(page, 'expense-new')
  await press(page, 'Create expense')
  expect(await page.locator('.pairs').first().textContent()).toContain('€2.10')
  await look(page, 'expense')
}, 240_000)
