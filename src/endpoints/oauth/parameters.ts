export type Parameters = Record<string, string>

/**
 * Parameters as RFC 6749 section 3.1 wants them read: one without a value counts as not sent, and the first
 * name that comes twice is told, because that is an error.
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

/** Postgres stores no NUL, and nothing that is sent here may hold one. */
export const hasNul = (text: string | undefined) => text?.includes('\0') ?? false

/** The redirect URI with an answer behind its own query, which is kept as it is (RFC 6749 section 3.1.2). */
export function answerTo(redirectUri: string, answer: Record<string, string | undefined>): string {
  const given = Object.entries(answer).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
