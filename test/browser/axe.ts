import core from 'axe-core'
import type { Page } from 'playwright-core'

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

type Violation = { id: string; nodes: { target: string[] }[] }
type Axe = { run(where: Document, options: object): Promise<{ violations: Violation[] }> }

/** The accessibility violations that axe finds at desktop and phone size, in light mode and, for contrast, in dark mode. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = []
  // Evaluated by the debugger, which the content security policy does not restrict.
  await page.evaluate(core.source)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      const options = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
      const violations = await page.evaluate(
        async (options) =>
          (await (globalThis as unknown as { axe: Axe }).axe.run(document, options)).violations,
        options,
      )
      for (const { id, nodes } of violations)
        found.push(
          `${size.width} ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        )
    }
  await page.setViewportSize(sizes[0]!)
  return found
}
