import { describe, expect, test } from 'vitest'
import type { Fonts } from '../../src/shared/pdf/fonts.ts'
import { linesOf } from '../../src/shared/pdf/paragraphs.ts'
import { directionOf, runsOf, written } from '../../src/shared/pdf/runs.ts'

/** One font for everything but capital letters, which have one of their own, and runes, which have none. */
const fonts: Fonts = {
  files: new Map(),
  nameOf: (character) => (character === 'ᚠ' ? undefined : /[A-Z]/.test(character) ? 'capitals' : 'all'),
}
const visual = (text: string) => runsOf(text, directionOf(text), false, fonts).map((run) => run.text)

describe('a line is put in the order in which it is seen', () => {
  test('left to right, split where the font changes', () => {
    expect(visual('one Two three')).toEqual(['one ', 'T', 'wo three'])
  })

  test('a Hebrew sentence begins at the right, with its numbers left to right', () => {
    expect(visual('אבג 45 דהו')).toEqual(['דהו', ' ', '45', 'אבג '])
  })

  test('brackets of a right-to-left sentence are mirrored', () => {
    expect(visual('אב (גד) הו')).toEqual(['הו', ')גד( ', 'אב '])
    expect(runsOf('אב (cd', 'rtl', false, fonts).map(({ text }) => text)).toEqual(['cd', ')', 'אב '])
  })

  test('signs alone in such a sentence are turned', () => {
    expect(runsOf('ab): cd', 'rtl', false, fonts).map(({ text }) => text)).toEqual(['ab): cd'])
    expect(runsOf('): ab', 'rtl', false, fonts).map(({ text }) => text)).toEqual(['ab', ' :('])
  })

  test('Arabic digits are read from left to right: the font, which turns them, gets them turned', () => {
    expect(visual('٢٠٢٦')).toEqual(['٦٢٠٢'])
    expect(visual('عام ٢٠٢٦')).toEqual(['٦٢٠٢', 'عام '])
  })

  test('an Arabic word within English stays where it is', () => {
    expect(visual('pay مرحبا now')).toEqual(['pay ', 'مرحبا', ' now'])
  })

  test('what no font has becomes a question mark, and what is not seen is left out', () => {
    expect(visual('aᚠb')).toEqual(['a?b'])
    expect(written('a\u0000b\u00ad\u0007c\r\nd\te')).toBe('abc\nd\u00a0e')
  })
})

describe('a paragraph is broken into lines', () => {
  const widthOf = (text: string) => text.length
  const broken = (text: string, width: number) => linesOf(text, width, widthOf)

  test('between words, none too wide', () => {
    expect(broken('the quick brown fox jumps', 10)).toEqual(['the quick', 'brown fox', 'jumps'])
  })
  test('of nothing is one empty line', () => expect(broken('', 10)).toEqual(['']))
  test('anywhere in a word that is too long', () => {
    expect(broken('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
  })
  test('between Chinese characters, but not before a full stop', () => {
    expect(broken('北京示例科。技', 5)).toEqual(['北京示例', '科。技'])
  })
  test('never within a letter of several code points', () => {
    expect(broken('e\u0301e\u0301e\u0301', 3)).toEqual(['e\u0301', 'e\u0301', 'e\u0301'])
  })
})
