import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Writes the names of characters and emoji, which documents show where no font has them. Unpack the package unicode-name
 * (`npm pack unicode-name`), and pass its folder; once a year, when there is a new version of Unicode.
 */
const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('usage: npm run sign-names -- <folder of the package unicode-name>')
  process.exit(2)
}
const load = (name: string) => import(pathToFileURL(resolve(join(folder, 'src', name))).href)
const { unicodeName } = (await load('index.js')) as { unicodeName: (sign: string) => string }
const { default: sequences } = (await load('sequence_name.js')) as {
  default: { SEQUENCES: Record<string, string> }
}

/** Their names are numbers, or they are never shown. */
const unnamed =
  /[\p{Cn}\p{Co}\p{Cs}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}\p{Script=Nushu}]/u
const all: string[] = []
for (let point = 0xa1; point < 0x110000; point++) all.push(String.fromCodePoint(point))
const signs = [
  ...all.filter((character) => !unnamed.test(character)),
  ...Object.keys(sequences.SEQUENCES).filter((sequence) => /^\p{RGI_Emoji}$/v.test(sequence)),
]

/** Each line has the code points if they do not follow the last, how many words are those of the last, and the other words. */
let [words, next]: [string[], string] = [[], '']
const lines = signs.map((sign) => {
  const points = Array.from(sign, (character) => character.codePointAt(0)!)
  const named = unicodeName(sign)
    .toLowerCase()
    .replace(/ \(emoji style\)$/, '')
    .split(' ')
  const shared = named.findIndex((word, place) => word !== words[place])
  const same = shared < 0 ? named.length : shared
  const code = points.map((point) => point.toString(16)).join('-')
  const line = [code === next ? '' : code, same, ...named.slice(same)].join(' ')
  words = named
  next = points.length === 1 ? (points[0]! + 1).toString(16) : ''
  return line
})
writeFileSync(new URL('sign-names.txt', import.meta.url), `${lines.join('\n')}\n`)
console.log(`${lines.length} names`)
