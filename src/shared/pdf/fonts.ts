import { normalized, written } from './runs.ts'
import { signNamer, undecoded } from './signs.ts'

/** Reads a file of the fonts: `index.json`, or one that it names. */
export type FontFiles = (name: string) => Promise<Uint8Array>

/** A font for some characters: `ranges` are the first and last code point of each run of them, in pairs. */
type Slice = { name: string; bold: boolean; ranges: number[] }

export type Fonts = {
  /** The files of the fonts, by the names that `nameOf` gives. */
  files: Map<string, Uint8Array>
  /** The font that writes a character, or undefined if none does; `before` is that of the character before it. */
  nameOf: (character: string, bold: boolean, before?: string) => string | undefined
  /** A text in which the names of signs stand for those that no font has. */
  legible: (text: string) => string
}

/** What names of signs are written with. */
const ofNames = String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, n) => n + 0x20))

/** The fonts that the texts need: regular, and bold where there is one. */
export async function fontsFor(texts: string[], read: FontFiles): Promise<Fonts> {
  const index = JSON.parse(new TextDecoder().decode(await read('index.json'))) as Slice[]
  const sliceOf = new Map<string, Slice | undefined>()
  for (const character of new Set(texts.map(written).join('') + ofNames))
    sliceOf.set(
      character,
      index.find((slice) => covers(slice, character.codePointAt(0)!)),
    )
  const name = await signNamer(texts.map(normalized), isDrawn, read)
  const used = [...new Set(sliceOf.values())].flatMap((slice) => (slice ? namesOf(slice) : []))
  const files = await Promise.all(used.map(async (name) => [name, await read(`${name}.ttf`)] as const))
  const byName = new Map(index.flatMap((slice) => namesOf(slice).map((name) => [name, slice])))
  return { files: new Map(files), nameOf, legible: (text) => written(name(normalized(text))) }

  function isDrawn(character: string) {
    return character !== undecoded && sliceOf.get(character) !== undefined
  }

  function nameOf(character: string, bold: boolean, before?: string) {
    const last = before && !/[\p{L}\p{N}]/u.test(character) ? byName.get(before) : undefined
    if (last && covers(last, character.codePointAt(0)!)) return before
    const slice = sliceOf.get(character)
    return slice && `${slice.name}-${bold && slice.bold ? 700 : 400}`
  }
}

const namesOf = ({ name, bold }: Slice) => (bold ? [`${name}-400`, `${name}-700`] : [`${name}-400`])

/** Whether a code point is in one of the ranges, which are in order. */
function covers({ ranges }: Slice, point: number): boolean {
  let [low, high] = [0, ranges.length / 2 - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (point < ranges[2 * middle]!) high = middle - 1
    else if (point > ranges[2 * middle + 1]!) low = middle + 1
    else return true
  }
  return false
}
