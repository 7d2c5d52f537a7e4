import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

type Violation = { id: string; nodes: { target: string[] }[] }

/** What axe finds wrong with the page: on a desk and on a phone, in light and in dark. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      // Evaluated by the debugger, which the policy of the page does not bind.
      await page.evaluate(source)
      const { violations } = await page.evaluate(
        () => (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run(),
      )
      for (const { id, nodes } of violations)
        found.push(`${size.width} ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
  await page.setViewportSize(sizes[0]!)
  return found
}
