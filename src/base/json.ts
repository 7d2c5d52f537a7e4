export type Body = { body: unknown; problem?: string }

/** The size limit of bodies, unless an operation or endpoint sets its own. */
export const defaultMaxBytes = 256 * 1024
const [maxDepth, maxTokens, wideTokens] = [40, 50_000, 10_000]
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]

/**
 * A JSON body, or what is wrong with it. `mends`: text that Postgres cannot store is mended instead of
 * refused, for senders who only pass on what others wrote.
 */
export function parseJson(bytes: Uint8Array, contentType: string | undefined, mends = false): Body {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '')) {
    return unreadable('body: send JSON with Content-Type: application/json')
  }
  try {
    const shapeIssue = shapeProblem(bytes)
    if (shapeIssue) return unreadable(shapeIssue)
    const text = new TextDecoder('utf-8', { fatal: !mends }).decode(bytes)
    const body: unknown = JSON.parse(text, mends && forbiddenEscape.test(text) ? mended : undefined)
    const problem = !mends && forbiddenEscape.test(text) ? valueProblem(body, 'body') : undefined
    return problem ? unreadable(problem) : { body }
  } catch {
    return unreadable('body: not valid JSON in UTF-8')
  }
}
const mended = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[\0\p{Surrogate}]/gu, '') : value
const unreadable = (problem: string): Body => ({ body: undefined, problem })

/**
 * What is wrong with the shape of a JSON text, checked on its bytes before it is parsed: no sane body nests
 * past 40 or has so many brackets, commas and strings. Invalid JSON is left to the parser.
 */
export function shapeProblem(bytes: Uint8Array, limit = maxTokens): string | undefined {
  let [depth, tokens] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]! // Brackets are 0x5b and 0x5d, braces 0x20 above them.
    if (byte === quote) at = endOfString(bytes, at + 1)
    else if ((byte & 0xdf) === 0x5b) depth++
    else if ((byte & 0xdf) === 0x5d) depth--
    else if (byte !== comma) continue
    if (depth > maxDepth) return `body: nested too deeply; ${maxDepth} levels at most`
    if (++tokens > limit) return 'body: too many values; send them in several requests'
  }
  return undefined
}

/** True for JSON so wide that parsing it costs more than checking its sender first. */
export const isWide = (bytes: Uint8Array) => bytes.length > wideTokens && !!shapeProblem(bytes, wideTokens)

/** The place of the quote that closes a string. Only one with a backslash before its first quote is read byte by byte. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(quote, from)
  if (bytes[at - 1] !== backslash) return at < 0 ? bytes.length : at
  for (at = from; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++
  return at
}

/** Forbidden characters can only arrive as escapes. */
const forbiddenEscape = /\\u(?:0000|d[89a-f])/i

/** What is wrong with a parsed value: Postgres stores neither NUL nor lone surrogates. */
export function valueProblem(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') {
    const problem = textProblem(value)
    return problem && `${path}: ${problem}`
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`
    const problem = textProblem(key)
      ? `${path}: a field name holds a forbidden character`
      : valueProblem(inner, place)
    if (problem) return problem
  }
  return undefined
}

export const textProblem = (text: string) =>
  text.includes('\0') ? 'must not contain NUL' : text.isWellFormed() ? undefined : 'not valid Unicode'
