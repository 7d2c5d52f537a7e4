import { isObject, type Json, OutsideText } from './json.ts'

/**
 * How the objects of an answer are shown in brief, by their place in it; `''` is the answer itself. A row is a list of
 * words: a field; `due=due_date` for another name or a place inside; `to=to_name,to` for the first of several; `title*`
 * for all of a text, of which others are cut; `type!task` for nothing if that is its value; `id~number` for nothing if
 * there is a number; `date@` for a day with its name. An object is of the kind if it has all fields of its schema, or those before a bar if there is one;
 * what a list adds is shown, but for `-lane`.
 */
export type Rows = Record<string, string>

/** Longer texts are cut in rows, and longer lists of words; an address leads nowhere unless it is whole. */
const maxText = 100
const maxWords = 5
export const isAddress = (text: string) => /^https?:\/\/\S{1,2000}$/.test(text)

/** Rows inside rows, which stay as they are. */
const rows = new WeakSet<object>()
const isRow = (value: unknown) => isObject(value) && rows.has(value)

/** The answer with its objects in brief, the innermost first. */
export function inRows(answer: unknown, places: Rows): unknown {
  const paths = Object.keys(places).toSorted((a, b) => b.split('.').length - a.split('.').length)
  return paths.reduce((value, path) => {
    const show = (one: Json) => rowOf(one, places[path]!)
    return path === '' ? show(value as Json) : changed(value, path.split('.'), show)
  }, answer)
}

function changed(value: unknown, [name, ...rest]: string[], show: (one: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, [name!, ...rest], show))
  if (!isObject(value) || value[name!] === undefined) return value
  const inner = value[name!]
  const next = rest.length
    ? changed(inner, rest, show)
    : Array.isArray(inner)
      ? inner.map((one) => (isObject(one) ? show(one) : one))
      : isObject(inner)
        ? show(inner)
        : inner
  return { ...value, [name!]: next }
}

function rowOf(object: Json, row: string): Json {
  const shown = row
    .split(' ')
    .filter((word) => word !== '|')
    .map((word): [string, unknown] => {
      const [, name, paths = word, sign, operand = ''] =
        /^(?:(\w+)=)?([\w.,]+)([!~*@])?(\w*)$/.exec(word) ?? []
      const value = paths.split(',').reduce<unknown>((first, path) => first ?? valueAt(object, path), null)
      const isOmitted =
        (sign === '!' && String(value) === operand) || (sign === '~' && Boolean(object[operand]))
      return [
        name ?? paths.split('.').at(-1)!,
        isOmitted ? undefined : said(sign === '@' ? withWeekday(value) : value, sign === '*'),
      ]
    })
  const made = Object.fromEntries(shown.filter(([, value]) => value !== undefined && value !== false))
  rows.add(made)
  return made
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
/** "Fri 2026-12-04", also of a moment in local time: a wrong day is seen by its name. */
const withWeekday = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
    ? `${weekday.format(new Date(value.slice(0, 10)))} ${value}`
    : value

const valueAt = (object: Json, path: string) =>
  path.split('.').reduce<unknown>((of, key) => (isObject(of) ? of[key] : undefined), object)

/** A value in few words: what names an object rather than the object, and nothing for what is empty. */
function said(value: unknown, isWhole: boolean): unknown {
  if (value === undefined || value === null || value === '') return undefined
  if (value instanceof OutsideText) return new OutsideText(said(value.text, isWhole) as string, value.of)
  if (typeof value === 'string')
    return isWhole || value.length <= maxText || isAddress(value) ? value : cut(value)
  if (Array.isArray(value))
    return value.length ? listed(value.map((one) => (isRow(one) ? one : said(one, true)))) : undefined
  if (!isObject(value)) return value
  return (
    value.key ?? value.name ?? value.title ?? value.number ?? (Object.keys(value).length ? value : undefined)
  )
}
const listed = (values: unknown[]) =>
  values.length > maxWords && values.every((one) => typeof one === 'string')
    ? [...values.slice(0, maxWords), `and ${values.length - maxWords} more`]
    : values
const cut = (text: string) => `${text.slice(0, maxText).toWellFormed()}…`
