import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { trueTypeOf } from './woff.ts'

type Source = { name: string; license: string; regular: string; bold?: string }

/** A small subset of a family, which is enough for most papers. */
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
 * The fonts of printed papers, all under the OFL, in the order in which they are tried for a character. The big ones are
 * fetched for papers with Chinese or Japanese (with Chinese glyph forms), or Korean; they have no bold weight.
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
  const licenses = new Set(sources.map(({ license }) => readFileSync(license, 'utf8')))
  write('LICENSES.txt', [...licenses].join('\n\n'))
  write('index.json', JSON.stringify(index))
}

/** The characters a font covers, as first and last code point of each range, in one flat list. */
function coverageOf(font: Buffer): number[] {
  const ranges: number[] = []
  for (const point of (create(font) as Font).characterSet.toSorted((a, b) => a - b))
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point
    else ranges.push(point, point)
  return ranges
}
