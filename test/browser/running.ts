import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { axe } from './axe.ts'
import { arrive, openBrowser, type Running, startService } from './service.ts'

/** The service and a browser for the tests of a file: started before them, and stopped after. */
export function running(): { readonly service: Running; readonly browser: Browser } {
  let service: Running
  let browser: Browser
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startService(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })
  return {
    get service() {
      return service
    },
    get browser() {
      return browser
    },
  }
}

/** Signs a person of the demo organization in. */
export async function signIn(page: Page, { base }: Running, email = 'demo@example.com') {
  await page.goto(`${base}/login`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('demo-organization')
  await arrive(page, page.getByRole('button', { name: 'Sign in', exact: true }).click())
}

/** What axe, which needs scripts, finds on a page that is shown without them. */
export async function axeOn(browser: Browser, page: Page) {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  const found = await axe(other)
  await context.close()
  return found
}
