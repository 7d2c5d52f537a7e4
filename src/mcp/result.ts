import type { CallToolResult } from '@modelcontextprotocol/server'
import { internal, Refusal } from '../kit/errors.ts'
import { withoutIds } from '../shared/plain-text.ts'
import { type Presentation, compact } from './compact.ts'
import { closed, fenced, markOutside, newWord, placesIn, refsIn, unfenced } from './outside.ts'

type Json = Record<string, unknown>
/** The size limit of an HTTP response, and how much of it is not the answer of the operation. */
export const maxCharacters = 40_000
const overhead = 600
/** The characters that a value takes as JSON text inside a JSON answer, and those that tell where it has texts of strangers. */
function costOf(value: unknown): number {
  const text = JSON.stringify(value)
  return JSON.stringify(text).length - 2 + perPlace * (text.split('<<outside ').length - 1)
}
const perPlace = 60

/**
 * The response of an operation as a tool result: compact JSON with no more than a model needs, never too long to read. It
 * is sent once, as text: some clients give the model the text, some the structure, and some both. If the client requested
 * structured content, the text is a summary. In texts, what strangers wrote stands between two lines with a word of this
 * answer, and `_meta` tells where that is.
 */
export function finished(text: string | null, how: Presentation): CallToolResult {
  const word = newWord()
  const toResult = (answer: Json): CallToolResult => {
    const about = toldPlaces(placesIn(answer, word))
    if (!how.structured) return { content: [{ type: 'text', text: JSON.stringify(answer) }], ...about }
    const structuredContent = '_meta' in about ? (unfenced(answer, word) as Json) : answer
    return { content: [{ type: 'text', text: summaryOf(answer) }], structuredContent, ...about }
  }
  if (text === null) return toResult({ done: true })
  const answer = fenced(shortOf(text, how), word) as Json
  if (Array.isArray(answer.items)) return toResult(pageOf(answer, answer.items))
  if (how.offset !== undefined && typeof answer.content === 'string')
    return toResult(excerptOf(answer, answer.content, how.offset))
  return toResult(shortened(answer, costOf(answer)))
}
/** What a result shows of an answer, with the texts of strangers marked. */
function shortOf(text: string, how: Presentation): unknown {
  const value: unknown = JSON.parse(text, namedInComments)
  const wrapped = Array.isArray(value) ? { items: value, total: value.length } : (value as Json)
  return compact(markOutside(wrapped, how.outside ?? {}, how.trusted), how)
}

/** The objects that a result names and that strangers may have written, as only the database knows. */
export const namedIn = (text: string | null, how: Presentation) =>
  text !== null && Object.values(how.outside ?? {}).some((when) => when !== true && when.includes('@'))
    ? refsIn(shortOf(text, how))
    : []

/** Where `_meta` tells which texts of an answer strangers wrote, as JSON pointers. */
const outsideKey = 'service/outside'
const toldPlaces = (places: string[]) => (places.length ? { _meta: { [outsideKey]: places } } : {})

/** Comments name people as tools take them, without ids. */
const namedInComments = (key: string, value: unknown) =>
  key === 'body' && typeof value === 'string' ? withoutIds(value) : value

/** A summary of structured content in one line. */
function summaryOf(answer: Json): string {
  const nameOf = (value: unknown) => {
    const { key, name, title, id } = (value ?? {}) as Record<string, string | undefined>
    return key ?? name ?? title ?? id ?? ''
  }
  if (!Array.isArray(answer.items)) return nameOf(answer) || 'Done'
  const names = answer.items.slice(0, 10).map(nameOf).filter(Boolean)
  const count = `${answer.items.length} of ${Number(answer.total ?? answer.items.length)}`
  return [count, names.join(', ')].filter(Boolean).join(': ')
}

/** As many items as fit, and how to get the rest. */
function pageOf(answer: Json, items: unknown[]): Json {
  const offset = Number(answer.offset ?? 0)
  const total = Number(answer.total ?? items.length)
  const room = maxCharacters - overhead - costOf({ ...answer, items: [] })
  const shown: unknown[] = []
  let used = 0
  for (const item of items) {
    used += costOf(item) + 1
    if (used > room) break
    shown.push(item)
  }
  if (items.length && !shown.length) shown.push(shortened(items[0] as Json, used, room))
  const next = offset + shown.length
  const more = total - next
  return {
    ...answer,
    items: shown,
    ...(more > 0 ? { note: `${more} more, call again with offset=${next}` } : {}),
  }
}

/** As much of the text as fits, and where the rest begins, counting characters like the database. */
function excerptOf(answer: Json, content: string, offset: number): Json {
  const room = maxCharacters - overhead - costOf({ ...answer, content: '', next_offset: 1e9 })
  if (costOf(content) <= room) return answer
  let shown = content.slice(0, Math.max(room, 1))
  while (costOf(shown) > room && shown.length > 1)
    shown = shown.slice(0, Math.max(1, Math.floor((shown.length * room) / costOf(shown)) - 1))
  if (/[\uD800-\uDBFF]$/.test(shown)) shown = content.slice(0, shown.length + 1)
  return { ...answer, content: shown, next_offset: offset + Array.from(shown).length }
}

/** The object with its longest texts and lists cut until it fits, each stating how much is omitted. */
function shortened(value: Json, length: number, limit = maxCharacters - overhead): Json {
  if (length <= limit) return value
  const copy = structuredClone(value)
  for (let cost = costOf(copy); cost > limit; cost = costOf(copy)) {
    const { holder, key, size } = longestIn(copy)
    const part = holder?.[key]
    if (!holder || size < 200) break
    holder[key] =
      typeof part === 'string' ? cutText(part, cost - limit) : cutList(part as unknown[], cost - limit, size)
  }
  return copy
}

const cutText = (text: string, over: number) => {
  const keptLength = Math.max(60, text.length - over - 60)
  return closed(
    `${text.slice(0, keptLength).toWellFormed()}… (${text.length - keptLength} more characters)`,
    text,
  )
}
const cutList = (list: unknown[], over: number, size: number) => {
  const keptLength = Math.max(0, Math.floor(list.length * (1 - (over + 60) / size)))
  return keptLength < list.length && list.length > 1
    ? [...list.slice(0, keptLength), `${list.length - keptLength} more are left out`]
    : []
}

type Found = { holder: Json | null; key: string; size: number }
/** The longest text or list anywhere in the object; a list counts only if it contains no longer text. */
function longestIn(value: object): Found {
  let best: Found = { holder: null, key: '', size: 0 }
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && inner.length > best.size)
      best = { holder: value as Json, key, size: inner.length }
    if (typeof inner !== 'object' || inner === null) continue
    const deep = longestIn(inner)
    const own = Array.isArray(inner) ? JSON.stringify(inner).length : 0
    if (deep.size > best.size) best = deep
    if (own / 4 > best.size) best = { holder: value as Json, key, size: own }
  }
  return best
}

const hints: Record<string, string> = {
  validation_error: 'Correct the arguments that the message names, then call again.',
  not_found:
    'Look it up first (list_projects, list_issues, list_members); keys such as WEB-12 work like ids. ' +
    'What the user may not see counts as missing.',
  forbidden:
    'The role or the credential of the user does not allow it; calling again will not help. Tell the user.',
  conflict: 'Read the object again to see its present state, then decide.',
  too_many_requests: 'Wait, then call again.',
  service_unavailable:
    'Wait two seconds. Before you call a writing tool again, look whether it was done: the answer may only be lost.',
  upstream_error: 'Something outside the service failed; tell the user, or try again in a minute.',
  internal_error: 'Call again once; if it fails again, tell the user the request_id.',
}

/** An error as a result that a model can act on. */
export function failed(error: unknown, requestId: string): CallToolResult {
  const { code, message, status } = error instanceof Refusal ? error : internal()
  const hint = hints[code] ?? (status === 409 ? hints.conflict : undefined)
  const readable = message
    .replaceAll(/(^|; )(?:path\.org_id|(?:path|query|body)\.(?=\w))/g, (found, before: string) =>
      found.endsWith('org_id') ? `${before}organization_id` : before,
    )
    .replaceAll(/\bthe operation (\w+)/g, (_, id: string) =>
      id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  return refused({ error: { code, message: readable, ...(hint ? { hint } : {}), request_id: requestId } })
}

/** A refusal; with a word if texts of strangers stand between lines with it. */
export const refused = (answer: Json, word?: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  ...(word === undefined ? {} : toldPlaces(placesIn(answer, word))),
})

/** What was done, and the argument of which the rest of the job failed, so that nobody does the first part again. */
export function halfDone(done: CallToolResult, argument: string, failure: CallToolResult): CallToolResult {
  const answerOf = ({ content }: CallToolResult) => JSON.parse((content[0] as { text: string }).text) as Json
  const { error } = answerOf(failure) as { error: Json }
  const hint = `The rest was done; do not repeat it. Only ${argument} failed.`
  const places = (done._meta?.[outsideKey] ?? []) as string[]
  return {
    ...refused({
      error: { ...error, message: `${argument}: ${String(error.message)}`, hint },
      done: answerOf(done),
    }),
    ...toldPlaces(places.map((place) => `/done${place}`)),
  }
}
