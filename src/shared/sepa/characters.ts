import transliterate from '@sindresorhus/transliterate'

/** Characters with an equivalent among those that SEPA allows. */
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
 * A text in the characters that every SEPA bank accepts (EPC217-08), truncated. Letters with diacritics and of other
 * alphabets are transliterated; characters without an equivalent become a full stop.
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

/** A reference: also without slashes where the rules forbid them, at its ends and doubled. */
export const sepaReference = (text: string, length: number) =>
  sepaText(text, length)
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
