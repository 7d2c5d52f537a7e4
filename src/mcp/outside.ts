import { randomBytes } from 'node:crypto'
import { isObject, type Json, OutsideText } from './json.ts'

/**
 * Where an answer has texts that strangers may have written: true for always, or what is beside the text then, such as
 * `origin` or `origin,entity.type=ticket`, of which one is enough.
 */
export type Places = Record<string, true | string>

/** The answer with the texts of strangers marked. */
export function markOutside(answer: unknown, places: Places): unknown {
  return Object.entries(places).reduce((value, [path, when]) => marked(value, path.split('.'), when), answer)
}

function marked(value: unknown, [name, ...rest]: string[], when: true | string): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, [name!, ...rest], when))
  if (!isObject(value)) return value
  const inner = value[name!]
  if (inner === undefined || inner === null || inner === '') return value
  if (rest.length) return { ...value, [name!]: marked(inner, rest, when) }
  if (!isOutside(value, when)) return value
  const asOutside = (one: unknown) => (typeof one === 'string' ? new OutsideText(one) : one)
  return { ...value, [name!]: Array.isArray(inner) ? inner.map(asOutside) : asOutside(inner) }
}

const isOutside = (beside: Json, when: true | string) =>
  when === true || when.split(',').some((one) => isSaid(beside, one))
function isSaid(beside: Json, condition: string): boolean {
  const [path, wanted] = condition.split('=')
  const found = path!.split('.').reduce<unknown>((of, key) => (isObject(of) ? of[key] : undefined), beside)
  return wanted === undefined ? found !== null && found !== undefined : found === wanted
}

/** A word that nobody can have written into a text, as it is new in each answer. */
export const newWord = () => randomBytes(4).toString('hex').slice(0, 6)
const firstLine = (word: string) => `<<outside ${word}\n`
const lastLine = (word: string) => `\noutside ${word}>>`

/** The answer with each text of a stranger between two lines. */
export function fenced(value: unknown, word: string): unknown {
  if (value instanceof OutsideText) return firstLine(word) + value.text + lastLine(word)
  if (Array.isArray(value)) return value.map((one) => fenced(one, word))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fenced(inner, word)]))
}

/** A text that was cut, with its last line again. */
export const closed = (cut: string, whole: string) => {
  const word = /^<<outside (\w+)\n/.exec(whole)?.[1]
  return word && whole.endsWith(lastLine(word)) && !cut.endsWith(lastLine(word)) ? cut + lastLine(word) : cut
}

/** The JSON pointers of the texts between two lines. */
export function placesIn(value: unknown, word: string, at = ''): string[] {
  if (typeof value === 'string') return value.startsWith(firstLine(word)) ? [at] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, word, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

/** The value without the two lines, for programs. */
export function unfenced(value: unknown, word: string): unknown {
  if (typeof value === 'string')
    return value.startsWith(firstLine(word))
      ? value.slice(firstLine(word).length).replace(lastLine(word), '')
      : value
  if (Array.isArray(value)) return value.map((one) => unfenced(one, word))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unfenced(inner, word)]))
}
