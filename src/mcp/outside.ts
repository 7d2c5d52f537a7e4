import { randomBytes } from 'node:crypto'
import { isObject, type Json, OutsideText, type Ref } from './json.ts'

/**
 * Where an answer has texts that strangers may have written: true for always, or what is beside the text then, such as
 * `origin` or `origin,entity.type=ticket`, of which one is enough; `!author` is an author that is null. Unless there is an `origin` beside it, only the database
 * knows who wrote what names an object: `@task`, the task with the `id` or `task_id` beside it; `@line`, the line of an
 * invoice, which may be made of one; `@entity`, the object with the `type` and `id` in `entity`; `@`, that of those beside it. A value may also be an object: `origin of title,filename`
 * says which of its texts.
 */
export type Places = Record<string, true | string>
type Trusted = ReadonlySet<string> | undefined

/** The answer with the texts of strangers marked, and those of objects that are not known to be our own. */
export function markOutside(answer: unknown, places: Places, trusted?: Trusted): unknown {
  return Object.entries(places).reduce(
    (value, [path, when]) => marked(value, path.split('.'), when, trusted),
    answer,
  )
}

function marked(value: unknown, [name, ...rest]: string[], when: true | string, trusted: Trusted): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, [name!, ...rest], when, trusted))
  if (!isObject(value)) return value
  const inner = value[name!]
  if (inner === undefined || inner === null || inner === '') return value
  if (rest.length) return { ...value, [name!]: marked(inner, rest, when, trusted) }
  if (when !== true && when.includes(' of '))
    return { ...value, [name!]: partsMarked(value, inner, when, trusted) }
  const isSure = isOutside(value, when)
  const of = isSure ? undefined : namedBy(value, when)
  if (!isSure && (!of || trusted?.has(of.id))) return value
  const asOutside = (one: unknown) => (typeof one === 'string' ? new OutsideText(one, of) : one)
  return { ...value, [name!]: Array.isArray(inner) ? inner.map(asOutside) : asOutside(inner) }
}

/** A value with the condition of all of it, or of the parts that it names if it is an object. */
function partsMarked(beside: Json, inner: unknown, when: string, trusted: Trusted): unknown {
  const [condition = '', parts = ''] = when.split(' of ')
  const at = (value: unknown) =>
    marked({ ...beside, value }, ['value'], condition, trusted) as { value: unknown }
  if (!isObject(inner)) return at(inner).value
  const changed = parts.split(',').filter((part) => part in inner)
  return { ...inner, ...Object.fromEntries(changed.map((part) => [part, at(inner[part]).value])) }
}

/** The kinds of objects that strangers can write or that repeat what they wrote, also as the audit log calls them. */
const kinds = new Map(
  ['task', 'ticket', 'invoice_line'].flatMap((kind) => [[kind, kind] as const, [`${kind}s`, kind] as const]),
)

/** The object that a text names, if a stranger may have written that. */
function namedBy(beside: Json, when: true | string): Ref | undefined {
  const by = when === true ? undefined : when.split(',').find((one) => one.startsWith('@'))
  if (by === undefined || 'origin' in beside) return undefined
  const { id, kind } = objectOf(by, beside)
  const known = kinds.get(kind as string)
  return typeof id === 'string' && known ? { id, kind: known } : undefined
}
function objectOf(by: string, beside: Json): { id?: unknown; kind?: unknown } {
  if (by === '@task') return { id: beside.id ?? beside.task_id, kind: 'task' }
  if (by === '@line') return { id: beside.id, kind: 'invoice_line' }
  return typed(by === '@' ? beside : beside[by.slice(1)])
}
const typed = (of: unknown) => (isObject(of) ? { id: of.id, kind: of.type } : {})

/** The objects of which only the database knows who wrote them. */
export function refsIn(value: unknown): Ref[] {
  if (value instanceof OutsideText) return value.of ? [value.of] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(refsIn) : []
}

const isOutside = (beside: Json, when: true | string) =>
  when === true || when.split(',').some((one) => isSaid(beside, one))
function isSaid(beside: Json, condition: string): boolean {
  const [path, wanted] = condition.replace(/^!/, '').split('=')
  const found = path!.split('.').reduce<unknown>((of, key) => (isObject(of) ? of[key] : undefined), beside)
  if (condition.startsWith('!')) return found === null
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
