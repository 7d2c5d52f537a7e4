import { expect, test } from 'vitest'
import { dark, light } from '../../src/web/kit/palette.ts'
import { accented, contrast, themeOf } from '../../src/web/portal/portal-theme.ts'

/** Colours from the whole RGB cube, including black and white. */
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))

for (const [name, palette] of Object.entries({ light, dark }))
  test(`${name}: text in and on any accent colour has a contrast of 4.5 or more`, () => {
    const faint = colors.filter((color) => {
      const { accent, onAccent, accentSoft } = accented(palette, color)
      const { ground, surface, code, goodSoft, warnSoft, text, muted } = palette
      const pairs = [
        ...[ground, surface, code, goodSoft, warnSoft, accentSoft].map((back) => [accent, back]),
        [onAccent, accent],
        [text, accentSoft],
        [muted, accentSoft],
      ] as [string, string][]
      return pairs.some(([front, back]) => contrast(front, back) < 4.5)
    })
    expect(faint).toEqual([])
  })

test('a colour with enough contrast is unchanged', () => {
  expect(accented(light, '#7a1f5c').accent).toBe('#7a1f5c')
  expect(accented(dark, '#f2a6d8').accent).toBe('#f2a6d8')
})

test('only a colour gets into the stylesheet', () => {
  const plain = themeOf(null)
  for (const color of [undefined, '', '#12', 'red', '#12345g', '#123456;}body{display:none'])
    expect(themeOf(color).text).toBe(plain.text)
  expect(themeOf('#7a1f5c').text).toContain('--accent:#7a1f5c')
  expect(themeOf('#7a1f5c').address).toMatch(/^\/portal\.css\?v=[0-9a-f]{6}&accent=7a1f5c$/)
})
