import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { axeOn, running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test('without scripts an owner has everything exported, sees how far it is, and downloads it', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, here.service)
  await page.goto(`${here.service.base}/organizations/aurora-studio/settings`)
  await arrive(page, page.getByRole('link', { name: 'Export everything' }).click())
  await page.goto(`${page.url()}?new=yes`)
  await inspect(page, 'export-new')
  await arrive(page, page.getByRole('button', { name: 'Begin the export' }).click())
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByText('Download everything').count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(1)
  await inspect(page, 'export-ready')
  expect(await axeOn(here.browser, page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByText('Download everything').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^organization-\d{4}-\d\d-\d\d\.tar$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 13).toString()).toBe('manifest.json')
  await page.goto(`${here.service.base}/organizations/aurora-studio/export`)
  await inspect(page, 'exports')
})
