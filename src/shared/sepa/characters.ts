import transliterate from '@sindresorhus/transliterate'

/** Signs that have a counterpart among those that SEPA allows. */
const counterparts: [string, string][] = [
  ['&', '+'],
  ['@', '(at)'],
  ['_', '-'],
  ['€', 'EUR'],
  ['"', "'"],
  ['“', "'"],
  ['”', "'"],
  ['„', "'"],
  ['«', "'"],
  ['»', "'"],
]

/**
 * A text in the characters that every bank of SEPA takes (EPC217-08), cut to a length. Letters with marks and of other
 * alphabets are transliterated; what has no counterpart becomes a full stop.
 */
export function sepaText(text: string, length: number): string {
  const latin = transliterate(text.normalize('NFC'), { customReplacements: counterparts })
  return latin
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .trim()
    .slice(0, length)
    .trim()
}

/** A reference: also without slashes where the rules forbid them, at its ends and twice in a row. */
export const sepaReference = (text: string, length: number) =>
  sepaText(text, length)
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
