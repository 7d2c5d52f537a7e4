import { create, type Font } from 'fontkit'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { trueTypeOf } from './woff.ts'

/**
 * The fonts of printed papers, all under the OFL, in the order in which they are asked for a character. Each family comes
 * in slices of a few dozen kilobytes, so that a paper fetches and embeds only those that its text needs. Slices
 * with a number have no bold weight.
 */
const families: { family: string; slices?: string[] }[] = [
  { family: 'noto-sans', slices: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext'] },
  { family: 'noto-sans', slices: ['cyrillic', 'cyrillic-ext', 'devanagari'] },
  { family: 'noto-sans-arabic', slices: ['arabic'] },
  { family: 'noto-sans-hebrew', slices: ['hebrew'] },
  { family: 'noto-sans-thai', slices: ['thai'] },
  { family: 'noto-sans-sc' },
  { family: 'nanum-gothic' },
]

const filesOf = (family: string) => `node_modules/@fontsource/${family}/files/`

/** The numbers of a family's slices, as its files say: 7 of `noto-sans-sc-7-400-normal.woff`. */
const numbersOf = (family: string) =>
  readdirSync(filesOf(family))
    .flatMap((file) => new RegExp(`^${family}-(\\d+)-400-normal\\.woff$`).exec(file)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b))

/** What a font can write, as the first and last code point of each run of them, one after the other. */
function coverageOf(file: string): number[] {
  const ranges: number[] = []
  for (const point of (create(readFileSync(file)) as Font).characterSet.toSorted((a, b) => a - b))
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point
    else ranges.push(point, point)
  return ranges
}

/** Writes the fonts and the index of what each can write. */
export function writeFonts(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const index = families.flatMap(({ family, slices }) =>
    (slices ?? numbersOf(family)).map((slice) => {
      const name = `${family}-${slice}`
      for (const weight of slices ? [400, 700] : [400])
        writeFileSync(
          `${folder}/${name}-${weight}.ttf`,
          trueTypeOf(readFileSync(`${filesOf(family)}${name}-${weight}-normal.woff`)),
        )
      return { name, bold: Boolean(slices), ranges: coverageOf(`${folder}/${name}-400.ttf`) }
    }),
  )
  writeFileSync(`${folder}/index.json`, JSON.stringify(index))
}
