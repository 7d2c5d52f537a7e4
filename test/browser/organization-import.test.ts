import { expect, test } from 'vitest'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { running, signIn } from './running.ts'
import { arrive } from './service.ts'

const here = running()

test(
  'an owner exports an organization and imports it as a new one, by clicking alone',
  { timeout: 300_000 },
  async () => {
    const { base } = here.service
    const page = await (await here.browser.newContext()).newPage()
    await signIn(page, here.service)
    await page.goto(`${base}/organizations/aurora-studio/export?new=yes`)
    await arrive(page, page.getByRole('button', { name: 'Begin the export' }).click())
    const everything = page.getByText('Download everything')
    const isReady = async () => {
      await page.reload()
      return everything.count()
    }
    await expect.poll(isReady, { timeout: 90_000, interval: 1000 }).toBe(1)
    const downloading = page.waitForEvent('download')
    await everything.click()
    const file = await (await downloading).path()
    await arrive(page, page.getByRole('link', { name: 'import the file' }).click())
    const chooser = page.getByLabel('File of the export')
    await chooser.setInputFiles({
      name: 'a.tar',
      mimeType: 'application/x-tar',
      buffer: Buffer.alloc(600, 'x'),
    })
    await page.getByText('This is no export of an organization').waitFor()
    await chooser.setInputFiles(file)
    await page.getByText('Aurora Studio', { exact: true }).first().waitFor()
    await inspect(page, 'organization-import-chosen')
    expect(await axe(page)).toEqual([])

    // One part does not arrive: choosing the file again sends what is missing.
    await page.route('**/parts/2', async (route) =>
      route.fulfill({ status: 422, json: { error: { message: 'not as the manifest says' } } }),
    )
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText(/Part 2, .* was refused: not as the manifest says/).waitFor()
    await page.unroute('**/parts/2')
    await page.reload()
    await inspect(page, 'organization-import-list')
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Aurora Studio' }).click()
    await page.getByText('Choose the same file again').waitFor()
    await inspect(page, 'organization-import-missing')
    await chooser.setInputFiles(file)
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('button', { name: 'Start the import' }).waitFor({ timeout: 60_000 })
    await inspect(page, 'organization-import-ready')
    expect(await axe(page)).toEqual([])
    await arrive(page, page.getByRole('button', { name: 'Start the import' }).click())
    await inspect(page, 'organization-import-running')
    await page.getByText('It is imported').waitFor({ timeout: 180_000 })
    await inspect(page, 'organization-import-done')
    expect(await axe(page)).toEqual([])
    await arrive(
      page,
      page
        .getByRole('link', { name: /^Invite / })
        .first()
        .click(),
    )
    await expect.poll(async () => page.getByLabel('E-mail address').inputValue()).toContain('@')
  },
)
