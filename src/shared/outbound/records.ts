/** Data from outside, read field by field: no field is trusted to exist, to have its type, or to be short or clean. */
export type Item = Record<string, unknown>

export const asRecord = (value: unknown): Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Item) : {}

export const asRecords = (value: unknown): Item[] => (Array.isArray(value) ? value.map(asRecord) : [])

/** A text without NUL and broken characters, truncated; null if there is none. */
export const asText = (value: unknown, maxLength: number): string | null => {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', '').trim() || null
}

/** A link that is safe to follow in a browser. */
export const asLink = (value: unknown): string | null => {
  const url = typeof value === 'string' && value.length <= 500 ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
}

/** A moment as RFC 3339 in UTC. */
export const asMoment = (value: unknown): string | null => {
  const moment = typeof value === 'string' ? new Date(value) : null
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null
}

export const asNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
