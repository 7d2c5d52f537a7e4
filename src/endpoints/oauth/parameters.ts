export type Parameters = Record<string, string>

/**
 * Parses parameters per RFC 6749 section 3.1: one without a value counts as not sent, and the first repeated
 * name is reported, because that is an error.
 */
export function parametersOf(encoded: URLSearchParams): { sent: Parameters; repeated: string | undefined } {
  const sent: Parameters = Object.create(null) as Parameters
  const names = new Set<string>()
  let repeated: string | undefined
  for (const [name, value] of encoded) {
    if (names.has(name)) repeated ??= name
    names.add(name)
    if (value !== '') sent[name] ??= value
  }
  return { sent, repeated }
}

/** Postgres cannot store NUL, so no value sent here may contain one. */
export const hasNul = (text: string | undefined) => text?.includes('\0') ?? false

/**
 * The redirect URI with a response appended to its own query, which is kept as is (RFC 6749 section 3.1.2).
 */
export function redirectWith(redirectUri: string, answer: Record<string, string | undefined>): string {
  const present = Object.entries(answer).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(present)}`
}
