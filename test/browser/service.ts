import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import { copyFolder } from '../kit/template.ts'
import { dataFolder, type Running, startIn } from './start.ts'

export type { Running }

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a service that has been started once and stopped. */
    seeded: string
  }
}

/** The whole service as `npm start` gives it the second time, in a data folder of its own. */
export async function startService(): Promise<Running> {
  const [seeded, folder] = [inject('seeded'), dataFolder()]
  const database = join(seeded, 'postgres')
  cpSync(seeded, folder, { recursive: true, filter: (path) => path !== database })
  await copyFolder(database, join(folder, 'postgres'))
  return startIn(folder)
}

/** Headless Chromium of the machine, with nothing that asks the network for itself. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
