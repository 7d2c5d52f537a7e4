import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()
const org = '/organizations/aurora-studio'

const press = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('button', { name }).first().click())
const follow = (page: Page, name: string | RegExp) =>
  arrive(page, page.getByRole('link', { name }).first().click())
const unfold = (page: Page, text: string) => page.locator('summary', { hasText: text }).first().click()

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await signIn(page, here.service)
  return page
}

/** The violations that axe finds on a page in light and dark, in contexts with scripts; `inspect` checks the phone size. */
async function axeViolations(page: Page, name: string): Promise<string[]> {
  await inspect(page, name)
  const storageState = await page.context().storageState()
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await here.browser.newContext({ storageState, colorScheme })
    const other = await context.newPage()
    await other.goto(page.url())
    found.push(...(await axe(other)))
    await context.close()
  }
  return found
}

test('without scripts an agent finds a due ticket, answers it with a canned response, and resolves it', async () => {
  const page = await signedIn(await here.browser.newContext({ javaScriptEnabled: false }))
  await page.goto(here.service.base + org)
  await follow(page, 'Tickets')
  expect(await page.locator('.rows .badge', { hasText: /left|over/ }).count()).toBeGreaterThan(0)
  expect(await axeViolations(page, 'tickets')).toEqual([])
  await follow(page, 'New ticket')
  await press(page, 'Create ticket')
  expect(await page.locator('#subject-problem').textContent()).toBe('Must not be empty.')
  await page.locator('#subject').fill('The map shows the wrong street')
  await page.locator('#description').fill('Since the **move** in May.')
  await page.locator('#requester_email').fill('visitor@example.com')
  await page.locator('#priority').selectOption('urgent')
  expect(await axeViolations(page, 'ticket-new')).toEqual([])
  await press(page, 'Create ticket')
  const mine = page.url()
  await unfold(page, 'Assign, set status')
  await page.locator('#change-status').selectOption('on hold')
  await page.locator('#change-assignee_user_id').selectOption({ index: 1 })
  await press(page, 'Save')
  await page.locator('#reply-audience').selectOption('internal')
  await page.locator('#reply-body').fill('Ask the surveyors first.')
  await press(page, 'Send')
  await page.locator('#reply-body').fill('Good morning.')
  await page.locator('#reply-canned').selectOption({ index: 1 })
  await press(page, 'Insert')
  expect(await page.locator('#reply-body').inputValue()).toMatch(
    /^Good morning\.\n\nHello visitor|^Good morning\.\n\nHello/,
  )
  await page.locator('#reply-set_status').selectOption('set it to resolved')
  await press(page, 'Send')
  expect(await page.locator('.marks .badge').first().textContent()).toBe('resolved')
  expect(await page.locator('.conversation .internal .badge').textContent()).toContain('internal note')
  await unfold(page, 'History')
  expect(await axeViolations(page, 'ticket')).toEqual([])
  await follow(page, 'Tickets')
  expect(await page.locator(`a[href="${new URL(mine).pathname}"]`).count()).toBe(0)
  await page.locator('#q').fill('wrong street')
  await page.locator('#status').selectOption('all')
  await press(page, 'Show')
  expect(await page.locator(`a[href="${new URL(mine).pathname}"]`).count()).toBe(1)
})
