import core from 'axe-core'
import type { Page } from 'playwright-core'

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

type Violation = { id: string; nodes: { target: string[] }[] }
type Axe = { run(where: Document, how: object): Promise<{ violations: Violation[] }> }

/** What axe finds wrong with the page: on a desk and on a phone, in light and, as far as colours go, in dark. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = []
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(core.source)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      const how = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
      const violations = await page.evaluate(
        async (asked) => (await (globalThis as unknown as { axe: Axe }).axe.run(document, asked)).violations,
        how,
      )
      for (const { id, nodes } of violations)
        found.push(
          `${size.width} ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        )
    }
  await page.setViewportSize(sizes[0]!)
  return found
}
