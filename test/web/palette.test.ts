import { expect, test } from 'vitest'
import { dark, light } from '../../src/web/kit/palette.ts'
import { style } from '../../src/web/kit/style.ts'

type Name = keyof typeof light

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (color: string) => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const text: [Name, Name[]][] = [
  ['text', ['ground', 'surface', 'code', 'accentSoft', 'dangerSoft', 'warnSoft', 'goodSoft']],
  ['muted', ['ground', 'surface', 'code', 'accentSoft', 'goodSoft']],
  ['accent', ['ground', 'surface', 'accentSoft', 'goodSoft', 'warnSoft']],
  ['danger', ['surface', 'dangerSoft']],
  ['warn', ['surface', 'warnSoft']],
  ['good', ['surface', 'goodSoft']],
  ['onAccent', ['accent']],
  ['onDanger', ['danger']],
]
/** Edges of inputs and buttons, and the ring of the focus (success criterion 1.4.11). */
const shapes: [Name, Name[]][] = [
  ['edge', ['ground', 'surface']],
  ['accent', ['ground', 'surface', 'code']],
]

const cases = (pairs: [Name, Name[]][]) =>
  pairs.flatMap(([front, backs]) => backs.map((back) => [front, back] as const))

test('contrast is computed as in the standard', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

for (const [name, palette] of Object.entries({ light, dark })) {
  test.each(cases(text))(`${name}: text of colour %s on %s has a contrast of 4.5 or more`, (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5)
  })
  test.each(cases(shapes))(
    `${name}: shapes of colour %s on %s have a contrast of 3 or more`,
    (front, back) => {
      expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(3)
    },
  )
}

test('every colour of the stylesheet comes from the palette', () => {
  const used = [...style.matchAll(/var\(--(\w+)\)/g)].map(([, name]) => name!)
  expect(Object.keys(light)).toEqual(expect.arrayContaining(used))
  const beyondTheVariables = style.replace(/:root\{[^}]*\}/g, '')
  expect(beyondTheVariables.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull()
})

test('the stylesheet loads nothing', () => {
  expect(style).not.toMatch(/url\(|@import|@font-face/)
})
