import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../scripts/drawing.ts'
import { axe } from './axe.ts'
import { inspect } from './inspect.ts'
import { arrive as arriveOn, openBrowser, type Running, startService } from './service.ts'

let service: Running
let browser: Browser
let context: BrowserContext
let page: Page
const errors: string[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), openBrowser()])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page = await signedIn(context)
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

async function signedIn(where: BrowserContext): Promise<Page> {
  const created = await where.newPage()
  await created.goto(`${service.base}/login`)
  await created.getByLabel('E-mail address').fill('demo@example.com')
  await created.getByLabel('Password').fill('demo-organization')
  await arriveOn(created, created.getByRole('button', { name: 'Sign in', exact: true }).click())
  return created
}
const board = (where = page) => where.goto(`${service.base}/projects/WEB?org=aurora-studio`)
const lane = (name: string, where = page): Locator =>
  where.locator('.lane').filter({ has: where.getByRole('heading', { name: new RegExp(`^${name}`) }) })
const keysIn = (name: string, where = page) => lane(name, where).locator('.tile .mono').allTextContents()
const tile = (key: string, where = page) =>
  where.locator('.tile').filter({ has: where.locator('.mono', { hasText: new RegExp(`^${key}$`) }) })
/** Performs a move, and returns the status of the service's response. */
const statusOf = async (action: Promise<unknown>, where = page): Promise<number> =>
  (await Promise.all([where.waitForResponse((one) => one.url().includes('/move')), action]))[0].status()
const statusText = (where = page) => where.locator('[id$="-status"]').textContent()

async function drag(from: Locator, to: Locator, where = page) {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await where.mouse.move(start.x + 20, start.y + start.height / 2)
  await where.mouse.down()
  await where.mouse.move(end.x + 40, end.y + 10, { steps: 8 })
  await where.mouse.up()
}

describe('a card', () => {
  test('is dragged into another column, and is still there after a reload', async () => {
    await board()
    const [key] = await keysIn('To do')
    const [first] = await keysIn('In progress')
    const numbers = () => page.locator('.number').allTextContents()
    const before = await numbers()
    expect(await statusOf(drag(tile(key!), tile(first!)))).toBe(200)
    await expect.poll(numbers).not.toEqual(before)
    expect((await keysIn('In progress'))[0]).toBe(key)
    const after = await numbers()
    await board()
    expect((await keysIn('In progress'))[0]).toBe(key)
    expect(await numbers()).toEqual(after)
  })

  test('is dragged by touch at its Move link', async () => {
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const where = await signedIn(phone)
    await board(where)
    const [first, second] = await keysIn('To do', where)
    const [start, end] = [
      (await tile(first!, where).locator('.grip').boundingBox())!,
      (await tile(second!, where).boundingBox())!,
    ]
    const client = await phone.newCDPSession(where)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: start.x + 5, y }],
      })
    const moving = async () => {
      await touch('touchStart', start.y + 5)
      for (const part of [0.3, 0.6, 1])
        await touch('touchMove', start.y + (end.y + end.height - start.y) * part)
      await touch('touchEnd')
    }
    expect(await statusOf(moving(), where)).toBe(200)
    expect((await keysIn('To do', where)).slice(0, 2)).toEqual([second, first])
    await phone.close()
  })

  test('is moved with the arrow keys, keeps the focus, and announces its position', async () => {
    await board()
    const [key] = await keysIn('To do')
    const grip = tile(key!).locator('.grip')
    await grip.focus()
    expect(await statusOf(page.keyboard.press('ArrowRight'))).toBe(200)
    expect((await keysIn('In progress'))[0]).toBe(key)
    expect(await statusText()).toContain(`${key}: In progress, 1 of`)
    expect(await statusOf(page.keyboard.press('ArrowDown'))).toBe(200)
    expect((await keysIn('In progress'))[1]).toBe(key)
    expect(await statusOf(page.keyboard.press('ArrowLeft'))).toBe(200)
    expect(await keysIn('To do')).toContain(key)
    expect(await grip.evaluate((one) => one === document.activeElement)).toBe(true)
    await board()
    expect(await keysIn('To do')).toContain(key)
  })

  test('that is moved many times in a row ends up at its last position', async () => {
    await board()
    const [key] = await keysIn('To do')
    await tile(key!).locator('.grip').focus()
    const arrows = ['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowRight']
    let moves = 0
    const saved = page.waitForResponse((one) => one.url().includes('/move') && ++moves === arrows.length)
    for (const arrow of arrows) await page.keyboard.press(arrow)
    await expect.poll(() => keysIn('Done')).toContain(key)
    await saved
    const there = await keysIn('Done')
    expect(there).toContain(key)
    await board()
    expect(await keysIn('Done')).toEqual(there)
  })

  test('that is rejected goes back, and the reason is shown', async () => {
    await board()
    const before = [await keysIn('To do'), await keysIn('Done')]
    await page.route('**/move?*', (route) =>
      route.fulfill({ status: 409, json: { message: 'Column Done holds 3 of at most 2.' } }),
    )
    await tile(before[0]![0]!).locator('.grip').focus()
    await statusOf(page.keyboard.press('ArrowRight'))
    await page.getByText('stays where it was. Column Done holds 3 of at most 2.').waitFor()
    expect([await keysIn('To do'), await keysIn('Done')]).toEqual(before)
    await page.unroute('**/move?*')
    await page.route('**/move?*', (route) => route.abort())
    await tile(before[0]![0]!).locator('.grip').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('The service could not be reached.').waitFor()
    expect(await keysIn('To do')).toEqual(before[0])
    await page.unroute('**/move?*')
    errors.splice(0)
  })

  test('that is dragged and released with Escape goes back without a request', async () => {
    await board()
    const before = await keysIn('To do')
    const moves: string[] = []
    page.on('request', (one) => one.url().includes('/move') && moves.push(one.url()))
    const start = (await tile(before[0]!).boundingBox())!
    await page.mouse.move(start.x + 20, start.y + 20)
    await page.mouse.down()
    await page.mouse.move(start.x + 420, start.y + 60, { steps: 5 })
    expect(await keysIn('To do')).not.toContain(before[0])
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect([await keysIn('To do'), moves]).toEqual([before, []])
    expect(page.url()).toContain('/projects/WEB')
  })

  test('is moved by a form without scripts', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const where = await signedIn(plain)
    await board(where)
    const [key] = await keysIn('To do', where)
    await tile(key!, where)
      .getByRole('link', { name: `Move ${key}` })
      .click()
    await where.getByLabel('Column', { exact: true }).selectOption('In progress')
    await where.getByRole('button', { name: 'Move' }).click()
    expect(await keysIn('In progress', where)).toContain(key)
    await where.locator('.lane').first().getByText('New task').click()
    await where.locator('.lane').first().getByLabel('Title').fill('Made without a script')
    await where.locator('.lane').first().getByRole('button', { name: 'Create task' }).click()
    expect(await lane('To do', where).textContent()).toContain('Made without a script')
    await plain.close()
  })

  test('has a form that looks finished', async () => {
    await board()
    const [key] = await keysIn('To do')
    await page.goto(`${service.base}/projects/WEB?org=aurora-studio&move=${key}`)
    await inspect(page, 'board-move')
    expect(await axe(page)).toEqual([])
  })
})

describe('a file', () => {
  const picture = { name: 'sketch.png', mimeType: 'image/png', buffer: png(40, 30, () => [40, 90, 200]) }

  test('is attached, shown as a thumbnail, downloaded and deleted', async () => {
    await page.goto(`${service.base}/tasks/WEB-2?org=aurora-studio`)
    await page.getByText('Attach a file').click()
    await page.getByLabel('File', { exact: true }).setInputFiles(picture)
    await page.getByLabel('Caption').fill('A sketch')
    await arriveOn(page, page.getByRole('button', { name: 'Attach' }).click())
    const shown = page.locator('img.thumb').last()
    await shown.scrollIntoViewIfNeeded()
    await shown.evaluate((one) => (one as HTMLImageElement).decode())
    expect(await shown.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(40)
    await inspect(page, 'task-files')
    const bytes = await context.request.get(
      service.base + (await page.getByRole('link', { name: 'sketch.png' }).getAttribute('href'))!,
    )
    expect(Buffer.compare(await bytes.body(), picture.buffer)).toBe(0)
    await page.getByText('Delete sketch.png', { exact: false }).first().click()
    await arriveOn(page, page.getByRole('button', { name: 'Delete sketch.png' }).click())
    expect(await page.getByRole('link', { name: 'sketch.png' }).count()).toBe(0)
  })

  test('of another type is rejected with the allowed types', async () => {
    await page.getByText('Attach a file').click()
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') }
    await page.getByLabel('File', { exact: true }).setInputFiles(text)
    await arriveOn(page, page.getByRole('button', { name: 'Attach' }).click())
    expect(await page.getByRole('alert').textContent()).toContain('PNG, JPG, WEBP, GIF or PDF')
    await inspect(page, 'task-file-refused')
    expect(await axe(page)).toEqual([])
    errors.splice(0)
  })
})

test('nothing is written to the console', () => expect(errors).toEqual([]))
