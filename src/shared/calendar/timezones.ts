const hour = 3600_000
const twoYears = 2 * 366 * 24 * hour

/** A moment as local time in a zone: 2026-11-21T10:00:00. */
export function localTime(zone: string, moment: Date): string {
  const cached = formats.get(zone)
  const format =
    cached ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  if (!cached) formats.set(zone, format)
  return format.format(moment).replace(' ', 'T')
}
/** Creating a formatter costs more than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that the local time of a zone is ahead of UTC. */
const offsetAt = (zone: string, moment: number) => {
  const seconds = moment - (moment % 1000)
  return Date.parse(`${localTime(zone, new Date(seconds))}Z`) - seconds
}

type Change = { at: number; from: number; to: number }

/** When the offset of a zone changes between two moments, found to the second. */
function changesOf(zone: string, since: number, until: number): Change[] {
  const changes: Change[] = []
  const step = 24 * hour * 7
  for (let at = since; at < until; at += step) {
    const [from, to] = [offsetAt(zone, at), offsetAt(zone, at + step)]
    if (from === to) continue
    let [low, high] = [at, at + step]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (offsetAt(zone, middle) === from) low = middle
      else high = middle
    }
    changes.push({ at: high, from, to })
  }
  return changes
}

/**
 * A time zone per RFC 5545, 3.6.5: its initial offset and each change until two years from now, because
 * calendars may not know the zones of the IANA database by name.
 */
export function zoneLines(zone: string, since: Date, now = new Date()): string[] {
  const first = Math.floor(since.getTime() / 1000) * 1000
  const changes = changesOf(zone, first, Math.max(first, now.getTime()) + twoYears)
  const standardOffset = Math.min(offsetAt(zone, first), ...changes.map(({ to }) => to))
  const start = offsetAt(zone, first)
  const all = [{ at: first - 48 * hour, from: start, to: start }, ...changes]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...all.flatMap(({ at, from, to }) => {
      const kind = to > standardOffset ? 'DAYLIGHT' : 'STANDARD'
      const begins = new Date(at + from).toISOString().slice(0, 19).replace(/[-:]/g, '')
      return [
        `BEGIN:${kind}`,
        `DTSTART:${begins}`,
        `TZOFFSETFROM:${signed(from)}`,
        `TZOFFSETTO:${signed(to)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

/** An offset as +0100; seconds only where a zone has them. */
function signed(offset: number): string {
  const seconds = Math.abs(offset) / 1000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts.map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${shown[0]}${shown[1]}${parts[2] ? shown[2] : ''}`
}
