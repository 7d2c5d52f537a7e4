import bidiFactory from 'bidi-js'
import type { Fonts } from './fonts.ts'
import { codeOf } from './signs.ts'

/**
 * A piece of a line in one font and one direction. `says` is its text before characters are mirrored or reversed. Right to
 * left it is a word, as fonts reverse letters within words only.
 */
export type Run = { text: string; says: string; font: string; rightToLeft: boolean }
type Direction = 'ltr' | 'rtl'

const bidi = bidiFactory()
const mayBeRightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/** Normalizes text: composed, with spaces and line breaks that fonts have. */
export const normalized = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\u2000-\u200a\u202f\u205f]/g, '\u00a0')

/** Normalized text without invisible characters. */
export const written = (text: string) =>
  normalized(text).replace(/[^\P{Cc}\n]|[\u00ad\ufeff\p{Variation_Selector}]/gu, '')

/** The direction of a text, which is that of its first letter. */
export const directionOf = (text: string): Direction =>
  mayBeRightToLeft.test(text) && bidi.getEmbeddingLevels(text).paragraphs[0]!.level % 2 ? 'rtl' : 'ltr'

/** The runs of a line from left to right, by the Unicode bidirectional algorithm. */
export function runsOf(line: string, direction: Direction, bold: boolean, fonts: Fonts): Run[] {
  if (direction === 'ltr' && !mayBeRightToLeft.test(line))
    return logicalRuns(line, undefined, bold, fonts).map(({ run }) => run)
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  return reordered(logicalRuns(line, levels, bold, fonts)).map(({ run }) => run)
}

type LeveledRun = { run: Run; level: number }

function logicalRuns(
  line: string,
  levels: Uint8Array | undefined,
  bold: boolean,
  fonts: Fonts,
): LeveledRun[] {
  const runs: LeveledRun[] = []
  let at = 0
  for (const character of line) {
    const level = levels?.[at] ?? 0
    at += character.length
    const last = runs.at(-1)
    const covering = fonts.nameOf(character, bold, last?.run.font)
    if (!covering && /\p{Default_Ignorable_Code_Point}/u.test(character)) continue
    const font = covering ?? fonts.nameOf('?', bold)!
    const text = covering ? mirrored(character, level) : `[${codeOf(character)}]`
    const ended = level % 2 === 1 && last?.run.text.endsWith(' ')
    if (last?.level === level && last.run.font === font && !ended) {
      last.run.text += text
      last.run.says += character
    } else runs.push({ level, run: { text, says: character, font, rightToLeft: level % 2 === 1 } })
  }
  return runs.map(({ run, level }) => ({ level, run: turned(run) }))
}

const mirrored = (character: string, level: number) =>
  level % 2 ? (bidi.getMirroredCharacter(character) ?? character) : character

/**
 * The font reverses text with letters or digits of these scripts, and nothing else. Punctuation alone in a right-to-left
 * text is therefore reversed here, and so are Arabic digits, which are read from left to right: the font reverses them back.
 */
const turnedByFont = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

function turned(run: Run): Run {
  const byFont = turnedByFont.test(run.text)
  if (run.rightToLeft === byFont) return run
  return { ...run, text: Array.from(run.text).toReversed().join(''), rightToLeft: false }
}

/** Rule L2: from the highest level down to the lowest odd one, what has that level or more is reversed. */
function reordered(runs: LeveledRun[]): LeveledRun[] {
  const result = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let from = 0; from < result.length; from++) {
      let to = from
      while (to < result.length && result[to]!.level >= level) to++
      if (to > from) result.splice(from, to - from, ...result.slice(from, to).toReversed())
      from = to
    }
  return result
}
