import type { FontFiles } from './fonts.ts'

/** An emoji, which may have several characters, or another character. */
const sign = /\p{RGI_Emoji}|./gsv
const silent = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const ideograph = /\p{Script=Han}/u

/** The files of names, by the first code point of a sign; names of emoji of several characters are in a file of their own. */
export const emojiFile = 'names-emoji.json'
export const namesFile = (point: number) => `names-${point < 0x1_0000 ? 0 : point < 0x1_d000 ? 1 : 2}.json`

/** What stands for what could not be decoded; it looks like a question mark, so no font draws it. */
export const undecoded = '\ufffd'

type Covers = (character: string) => boolean

/** Replaces each sign that no font has by its Unicode name, such as [grinning face]. */
export async function signNamer(
  texts: string[],
  covers: Covers,
  read: FontFiles,
): Promise<(text: string) => string> {
  const lacks = (found: string) => Array.from(found).some((one) => !silent.test(one) && !covers(one))
  const lacking = new Set(texts.flatMap((text) => text.match(sign) ?? []).filter(lacks))
  if (lacking.size === 0) return (text) => text
  const points = [...lacking].flatMap((found) => Array.from(found, (one) => one.codePointAt(0)!))
  const files = new Set(points.map(namesFile))
  if ([...lacking].some((found) => Array.from(found).length > 1)) files.add(emojiFile)
  const names = new Map<string, string>()
  for (const file of files) {
    const known = JSON.parse(new TextDecoder().decode(await read(file))) as Record<string, string>
    for (const [found, name] of Object.entries(known)) names.set(found, name)
  }
  const nameOf = (found: string): string =>
    names.get(found) ??
    (Array.from(found).length > 1
      ? Array.from(found, nameOf).join(', ')
      : `${ideograph.test(found) ? 'CJK unified ideograph ' : ''}${codeOf(found)}`)
  return (text) => text.replace(sign, (found) => (lacks(found) ? `[${nameOf(found)}]` : found))
}

/** A character as Unicode numbers it: U+1F600. */
export const codeOf = (character: string) =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
