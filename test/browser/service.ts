import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page, type Request } from 'playwright-core'
import { expect, inject } from 'vitest'
import { copyFolder } from '../kit/template.ts'
import { dataFolder, type Running, startIn } from './start.ts'

export type { Running }

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a service that was started once and stopped. */
    seeded: string
  }
}

/** The whole service as started by a second `npm start`, with its own copy of the data folder. */
export async function startService(): Promise<Running> {
  const [seeded, folder] = [inject('seeded'), dataFolder()]
  const database = join(seeded, 'postgres')
  cpSync(seeded, folder, { recursive: true, filter: (path) => path !== database })
  await copyFolder(database, join(folder, 'postgres'))
  return startIn(folder)
}

/** The shell is Chromium without a window, which takes a fifth less time for the same tests. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The system's headless Chromium, without any network requests of its own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** Waits until the next page is loaded. What was still under way is in the error where it is not. */
export async function arrive(page: Page, action: Promise<unknown>) {
  const pending = new Set<Request>()
  const begin = (request: Request) => pending.add(request)
  const end = (request: Request) => pending.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    return await Promise.all([page.waitForEvent('load'), action])
  } catch (cause) {
    const urls = [...pending].map((request) => request.url()).join(', ')
    throw new Error(`still at ${page.url()}, waiting for ${urls || 'nothing'}`, { cause })
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

const opened = new Set<string | null>()

/**
 * Opens the newest mail stored for the address with the subject, waiting until there is one that was not opened
 * before: others, such as those of the seeded accounts, can arrive at any time.
 */
export async function openMail(page: Page, { base }: Running, address: string, subject: RegExp) {
  const link = page
    .getByRole('listitem')
    .filter({ has: page.getByText(new RegExp(`(^|\\s)${address.replaceAll('.', '\\.')}[ ,]`)) })
    .getByRole('link', { name: subject })
    .first()
  const hrefOf = async () => ((await link.count()) ? link.getAttribute('href') : null)
  await expect
    .poll(
      async () => {
        await page.goto(`${base}/dev/mail`)
        const href = await hrefOf()
        return href !== null && !opened.has(href)
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  opened.add(await hrefOf())
  await arrive(page, link.click())
}
