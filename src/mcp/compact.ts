import type { Arguments } from './call.ts'
import type { Tool } from './catalogue.ts'
import { isObject, type Json, OutsideText } from './json.ts'
import type { Places } from './outside.ts'
import { inRows, isAddress, type Rows } from './rows.ts'

/**
 * How an answer is presented; `structured` if the client requested structured content and the tool has some, `offset` if
 * its content is a section of a text that begins there; `trusted` has the ids of objects that it names and no stranger wrote.
 */
export type Presentation = {
  full: boolean
  write: boolean
  rows?: Rows
  outside?: Places
  trusted?: ReadonlySet<string>
  structured?: boolean
  offset?: number
}
/** Longer texts in a write's answer are shortened: the caller has just sent them. */
const maxText = 400

/**
 * An answer without what costs tokens but does not help a model: the objects in lists reduced to essentials, empty values
 * left out, and only a receipt of what was written. `full` leaves out only the empty values.
 */
export function compact(answer: unknown, { full, write, rows = {} }: Presentation): unknown {
  if (full) return withoutEmpty(answer)
  const short = brief(inRows(answer, rows), false) as Json
  return write ? shortTexts(short) : short
}

/** A reference to a person: the name works wherever the id does. */
const isPerson = (value: Json) => Object.keys(value).sort().join() === 'name,user_id'
const hasKey = ({ key }: Json) => typeof key === 'string' && /^[A-Z][A-Z0-9]+-\d+$/.test(key)

/** The value with names for people, and keys alone where there are any; the id of the answer itself stays. */
function brief(value: unknown, isInside = true): unknown {
  if (Array.isArray(value)) return value.map((one) => brief(one))
  if (!isObject(value)) return value
  if (isPerson(value)) return value.name
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (isInside && name === 'id' && hasKey(value)) return []
      const short = brief(inner)
      return isEmpty(short) ? [] : [[name, short] as const]
    }),
  )
}

const shortTexts = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortText(inner)]))
function shortText(value: unknown): unknown {
  if (value instanceof OutsideText) return new OutsideText(shortText(value.text) as string, value.of)
  return typeof value === 'string' && value.length > maxText && !isAddress(value)
    ? `${value.slice(0, maxText).toWellFormed()}… (${value.length} characters)`
    : value
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) ? false : isObject(value) && Object.keys(value).length === 0)

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const cleaned = withoutEmpty(inner)
      return isEmpty(cleaned) ? [] : [[name, cleaned] as const]
    }),
  )
}

/** Splits off the argument `detail`, which only concerns how the answer is presented. */
export function splitDetail(tool: Tool, sent: Arguments) {
  const { annotations, parts = [] } = tool
  const other = parts.find((part) => part.rows && sent[part.argument] === part.is)
  const { rows = {}, outside = {} } = other ?? tool
  const how = { full: sent.detail === 'full', write: !annotations.readOnlyHint, rows, outside }
  const { detail, ...given } = sent
  if (Object.keys(rows).length) return { given, how }
  // What is shown whole anyway takes it too, as the instructions promise it of all tools.
  return { given: detail === 'full' ? given : sent, how: { ...how, full: false } }
}
