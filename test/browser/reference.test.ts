import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Running, startService } from './service.ts'

const screenshots = 'dist/screenshots'

describe('the reference page', () => {
  let service: Running
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true })
    ;[service, browser] = await Promise.all([startService(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  test.each([
    ['desktop, light', { width: 1280, height: 900 }, 'light'],
    ['phone, dark', { width: 390, height: 844 }, 'dark'],
  ] as const)('shows every area from the service alone (%s)', async (name, viewport, colorScheme) => {
    const page = await browser.newPage({ viewport, colorScheme })
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(service.base) && !/^(data|blob):/.test(url)) foreign.push(url)
    })
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${service.base}/docs`)
    await page.getByText('Work management API').first().waitFor()
    const state = viewport.width < 1000 ? 'attached' : 'visible'
    await page.getByText('Session and account').first().waitFor({ state })
    await page.screenshot({ path: `${screenshots}/reference-${name.replace(/\W+/g, '-')}.png` })
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
    await page.close()
  })

  test('is told of on the screen of npm start', () => {
    expect(service.said).toContain(`${service.base}/docs`)
    expect(service.said).toContain('demo@example.com')
  })
})
