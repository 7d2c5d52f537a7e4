import type { Page, PageScreenshotOptions } from 'playwright-core'
import { expect } from 'vitest'

const folder = 'dist/screenshots'
const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const

/** Takes a screenshot if SCREENSHOTS is set: they are for people to look at, and take a tenth of the time of all tests. */
export async function screenshot(page: Page, name: string, options?: PageScreenshotOptions) {
  if (process.env.SCREENSHOTS) await page.screenshot({ ...options, path: `${folder}/${name}.png` })
}

/** Checks a page's structure, width and contrast in light and dark, at desktop and phone size, with screenshots of each. */
export async function inspect(page: Page, name: string) {
  expect(await page.evaluate(structure), `${name}: structure`).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [device, size] of Object.entries(widths)) {
      await page.setViewportSize(size)
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }))
      expect(scrollWidth, `${name}: no horizontal scrolling at ${size.width}`).toBe(clientWidth)
      expect(await page.evaluate(tooFaint), `${name}: contrast, ${colorScheme}`).toEqual([])
      await screenshot(page, `${name}-${device}-${colorScheme}`, { fullPage: true })
    }
  }
  await page.setViewportSize(widths.desktop)
}

/** What assistive technology would miss; runs in the browser. */
function structure(): string[] {
  const missing: string[] = []
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
  if (all('h1').length !== 1) missing.push(`${all('h1').length} h1`)
  if (all('main').length !== 1) missing.push('main')
  if (!document.title || !document.documentElement.lang) missing.push('title or language')
  if (!document.querySelector('a.skip[href="#main"]')) missing.push('skip link')
  for (const input of all<HTMLInputElement>('input:not([type=hidden]), select')) {
    if (!input.labels?.length) missing.push(`label of ${input.name}`)
    for (const id of (input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)) {
      if (!document.getElementById(id)) missing.push(`description ${id}`)
    }
  }
  for (const one of all('button, a, summary'))
    if (!one.textContent?.trim()) missing.push(`name of ${one.outerHTML}`)
  const ids = all('[id]').map(({ id }) => id)
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) missing.push(`id ${id} twice`)
  return missing
}

/** Texts with too little contrast to their background; runs in the browser. */
function tooFaint(): string[] {
  const parts = (color: string) => (/rgba?\(([^)]*)\)/.exec(color)?.[1] ?? '').split(/[ ,/]+/).map(Number)
  const luminance = (color: string) => {
    const [r, g, b] = parts(color)
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
      number,
      number,
      number,
    ]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)'
    const color = getComputedStyle(element).backgroundColor
    return (parts(color)[3] ?? 1) === 1 ? color : behind(element.parentElement)
  }
  const faint: string[] = []
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!own || !element.getClientRects().length) continue
    const [low, high] = [getComputedStyle(element).color, behind(element)]
      .map(luminance)
      .toSorted((a, b) => a - b) as [number, number]
    if ((high + 0.05) / (low + 0.05) < 4.5)
      faint.push(`${element.tagName}.${element.className}: ${element.textContent}`)
  }
  return faint
}
