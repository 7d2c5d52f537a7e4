import { email } from '../email.ts'
import { oneLine } from './lines.ts'

const valid = email()

/** The one address in a text from outside, by the check of every other address of the service; null for any other text. */
export function addressOf(text: string | null | undefined): string | null {
  const given = (text ?? '').trim()
  const [, bracketed = given] = /^[^<>,;]*<([^<>]*)>$/.exec(given) ?? []
  const parsed = valid.safeParse(bracketed)
  return parsed.success ? parsed.data : null
}

/** The one place where text from outside becomes the value of a header. */
export const headerValue = (text: unknown, maxBytes: number): string => {
  const line = oneLine(text, maxBytes)
  return bytesOf(line) <= maxBytes ? line : oneLine(line, Math.floor(maxBytes / 4))
}

/** Platforms refuse a header with a longer value. */
export const maxHeaderBytes = 2048

/** `References` of a long thread (RFC 5322, 3.6.4): its first id, and as many of the last as fit. */
export function referencesOf(ids: string[]): string {
  const [first = '', ...others] = ids.map((id) => `<${headerValue(id, 300)}>`)
  const last: string[] = []
  let left = maxHeaderBytes - bytesOf(first)
  for (const id of others.toReversed()) {
    left -= bytesOf(id) + 1
    if (left < 0) break
    last.unshift(id)
  }
  return [first, ...last].join(' ')
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length
