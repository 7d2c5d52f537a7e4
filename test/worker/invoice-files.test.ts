import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { fontsFrom } from '../../src/shared/pdf/assets.ts'
import type { Env } from '../../src/base/config.ts'
import { cases } from '../invoice-files/cases.ts'

const { ASSETS } = env as Env
const at = new Date('2026-03-01T12:00:00Z')

test.each(Object.keys(cases))('in the edge runtime %s becomes a Factur-X', async (name) => {
  const { facturXOf } = await import('../../src/shared/invoice/factur-x.ts')
  const pdf = await facturXOf(cases[name]!, { font: fontsFrom(ASSETS!), at })
  const text = new TextDecoder('latin1').decode(pdf)
  expect(text.slice(0, 8)).toBe('%PDF-1.7')
  expect(text.trimEnd().slice(-5)).toBe('%%EOF')
  expect(text).toContain('/FontFile2')
  expect(text).toContain('factur-x.xml')
})

test('in the edge runtime an invoice with emoji has their names', async () => {
  const { fontsFor } = await import('../../src/shared/pdf/fonts.ts')
  const { legible } = await fontsFor(['Hi 👨‍👩‍👧 ᚠ'], fontsFrom(ASSETS!))
  expect(legible('Hi 👨‍👩‍👧 ᚠ')).toBe('Hi [family: man, woman, girl] [runic letter fehu feoh fe f]')
})

test('a font that is not deployed is named in the error', async () => {
  await expect(fontsFrom(ASSETS!)('nothing.ttf')).rejects.toThrow('the font file nothing.ttf is not deployed')
})
