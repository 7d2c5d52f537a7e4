import { describe, expect, test } from 'vitest'
import type { Fonts } from '../../src/shared/pdf/fonts.ts'
import { linesOf } from '../../src/shared/pdf/paragraphs.ts'
import { directionOf, runsOf, written } from '../../src/shared/pdf/runs.ts'

/** One font for everything except capital letters, which have their own, and runes, which have none. */
const fonts: Fonts = {
  files: new Map(),
  legible: (text) => text,
  nameOf: (character) => (character === 'ᚠ' ? undefined : /[A-Z]/.test(character) ? 'capitals' : 'all'),
}
const visual = (text: string) => runsOf(text, directionOf(text), false, fonts).map((run) => run.text)

describe('a line is in visual order', () => {
  test('left to right, split where the font changes', () => {
    expect(visual('one Two three')).toEqual(['one ', 'T', 'wo three'])
  })

  test('a Hebrew sentence starts at the right, with its numbers left to right', () => {
    expect(visual('אבג 45 דהו')).toEqual(['דהו', ' ', '45', 'אבג '])
  })

  test('brackets of a right-to-left sentence are mirrored', () => {
    expect(visual('אב (גד) הו')).toEqual(['הו', ')גד( ', 'אב '])
    expect(runsOf('אב (cd', 'rtl', false, fonts).map(({ text }) => text)).toEqual(['cd', ')', 'אב '])
  })

  test('punctuation alone in such a sentence is mirrored', () => {
    expect(runsOf('ab): cd', 'rtl', false, fonts).map(({ text }) => text)).toEqual(['ab): cd'])
    expect(runsOf('): ab', 'rtl', false, fonts).map(({ text }) => text)).toEqual(['ab', ' :('])
  })

  test('Arabic digits read left to right: as the font reverses them, they are passed reversed', () => {
    expect(visual('٢٠٢٦')).toEqual(['٦٢٠٢'])
    expect(visual('عام ٢٠٢٦')).toEqual(['٦٢٠٢', 'عام '])
  })

  test('an Arabic word within English stays where it is', () => {
    expect(visual('pay مرحبا now')).toEqual(['pay ', 'مرحبا', ' now'])
  })

  test('characters without a font become their number, and invisible ones are left out', () => {
    expect(visual('aᚠb')).toEqual(['a[U+16A0]b'])
    expect(written('a\u0000b\u00ad\u0007c\r\nd\te')).toBe('abc\nd\u00a0e')
  })
})

describe('a paragraph is wrapped into lines', () => {
  const widthOf = (text: string) => text.length
  const wrapped = (text: string, width: number) => linesOf(text, width, widthOf)

  test('between words, none too wide', () => {
    expect(wrapped('the quick brown fox jumps', 10)).toEqual(['the quick', 'brown fox', 'jumps'])
  })
  test('of nothing is one empty line', () => expect(wrapped('', 10)).toEqual(['']))
  test('anywhere in a word that is too long', () => {
    expect(wrapped('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
  })
  test('between Chinese characters, but not before a full stop', () => {
    expect(wrapped('北京示例科。技', 5)).toEqual(['北京示例', '科。技'])
  })
  test('never within a grapheme of several code points', () => {
    expect(wrapped('e\u0301e\u0301e\u0301', 3)).toEqual(['e\u0301', 'e\u0301', 'e\u0301'])
  })
})
