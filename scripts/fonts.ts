import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { emojiFile, namesFile, undecoded } from '../src/shared/pdf/signs.ts'
import { trueTypeOf } from './woff.ts'

type Source = { name: string; license: string; regular: string; bold?: string }

/** A small subset of a family, which is enough for most documents. */
const slice = (family: string, part: string): Source => {
  const folder = `node_modules/@fontsource/${family}`
  const file = (weight: number) => `${folder}/files/${family}-${part}-${weight}-normal.woff`
  return { name: `${family}-${part}`, license: `${folder}/LICENSE`, regular: file(400), bold: file(700) }
}

const fullFont = (name: string, regular: string): Source => ({
  name,
  license: `node_modules/@expo-google-fonts/${name}/LICENSE_FONT`,
  regular: `node_modules/@expo-google-fonts/${name}/400Regular/${regular}_400Regular.ttf`,
})

/**
 * The fonts of printed documents, all under the OFL, in the order in which they are tried for a character. The big ones are
 * fetched for documents with Chinese or Japanese (with Chinese glyph forms), or Korean; they have no bold weight.
 */
const sources: Source[] = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext'].map((part) => slice('noto-sans', part)),
  ...['cyrillic', 'cyrillic-ext', 'devanagari'].map((part) => slice('noto-sans', part)),
  slice('noto-sans-arabic', 'arabic'),
  slice('noto-sans-hebrew', 'hebrew'),
  slice('noto-sans-thai', 'thai'),
  fullFont('noto-sans-sc', 'NotoSansSC'),
  fullFont('nanum-gothic', 'NanumGothic'),
]

/** A font with padding: fontkit reads the metrics of an empty glyph even if the file ends with it. */
const read = (file: string) => Buffer.concat([trueTypeOf(readFileSync(file)), Buffer.alloc(16)])

/** Writes the fonts and the index of the characters each covers. */
export function writeFonts(write: (name: string, content: string | Buffer) => void): void {
  const index = sources.map(({ name, regular, bold }) => {
    const font = read(regular)
    write(`${name}-400.ttf`, font)
    if (bold) write(`${name}-700.ttf`, read(bold))
    return { name, bold: Boolean(bold), ranges: coverageOf(font) }
  })
  for (const [name, names] of namesOf(index)) write(name, JSON.stringify(names))
  const licenses = new Set(sources.map(({ license }) => readFileSync(license, 'utf8')))
  write('LICENSES.txt', [...licenses].join('\n\n'))
  write('index.json', JSON.stringify(index))
}

/** The names of signs that no font covers, by the file for them: see `sign-names.ts`. */
function namesOf(index: { ranges: number[] }[]): Map<string, Record<string, string>> {
  const covered = new Set<number>()
  for (const { ranges } of index)
    for (let at = 0; at < ranges.length; at += 2)
      for (let point = ranges[at]!; point <= ranges[at + 1]!; point++) covered.add(point)
  covered.delete(undecoded.codePointAt(0)!)
  const files = new Map<string, Record<string, string>>()
  let [words, last]: [string[], number] = [[], 0]
  for (const line of readFileSync(new URL('sign-names.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')) {
    const [code = '', same, ...others] = line.split(' ')
    const points = code ? code.split('-').map((point) => parseInt(point, 16)) : [last + 1]
    words = [...words.slice(0, Number(same)), ...others]
    last = points[0]!
    if (points.length === 1 && covered.has(last)) continue
    const file = points.length === 1 ? namesFile(last) : emojiFile
    const names = files.get(file) ?? {}
    names[String.fromCodePoint(...points)] = words.join(' ')
    files.set(file, names)
  }
  return files
}

/** The characters a font covers, as first and last code point of each range, in one flat list. */
function coverageOf(font: Buffer): number[] {
  const ranges: number[] = []
  for (const point of (create(font) as Font).characterSet.toSorted((a, b) => a - b))
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point
    else ranges.push(point, point)
  return ranges
}
