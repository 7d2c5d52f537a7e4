import { digits, escaped, linesAsText, stamp } from '../../shared/calendar/lines.ts'
import { localTime, zoneLines } from '../../shared/calendar/timezones.ts'

/** An event as the database returns it: all-day with its first and last day, or with two UTC timestamps. */
export type CalendarEvent = {
  id: string
  title: string
  first_day: string | null
  last_day: string | null
  starts: string | null
  ends: string | null
  /** How it recurs, from its first occurrence on; the times are those of the next one. */
  rule?: Rule | null
  cancelled: boolean
  changed: string
  version: number
}
type Rule = { rrule: string; zone: string; starts: string }
export type Calendar = { name: string; events: CalendarEvent[] }

/**
 * A calendar per RFC 5545: CRLF, lines folded at 75 octets, all-day events ending on the day after their
 * last.
 */
export function icalOf({ name, events }: Calendar, product: string, host: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(product)}//Calendar//EN`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zonesOf(events).flatMap(([zone, since]) => zoneLines(zone, since)),
    ...events.flatMap((event) => linesOf(event, host)),
    'END:VCALENDAR',
  ]
  return linesAsText(lines)
}

const linesOf = (event: CalendarEvent, host: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.id}@${host}`,
  `DTSTAMP:${stamp(event.changed)}`,
  `LAST-MODIFIED:${stamp(event.changed)}`,
  `SEQUENCE:${event.version}`,
  ...timesOf(event),
  `SUMMARY:${escaped(event.title)}`,
  `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

/** Daily and longer rules keep their local time; hourly ones count hours, which are the same in every zone. */
const isLocal = ({ rrule, zone }: Rule) => zone !== 'UTC' && !rrule.includes('FREQ=HOURLY')

/** The time zones that events use, each with the first moment it is needed for. */
function zonesOf(events: CalendarEvent[]): [zone: string, since: Date][] {
  const zones = new Map<string, Date>()
  for (const { rule } of events)
    if (rule && isLocal(rule)) {
      const [since, earliest] = [new Date(rule.starts), zones.get(rule.zone)]
      zones.set(rule.zone, earliest && earliest < since ? earliest : since)
    }
  return [...zones]
}

function recurringTimes(rule: Rule, length: number): string[] {
  const last = new Date(Date.parse(rule.starts) + length).toISOString()
  const property = isLocal(rule)
    ? (moment: string) => `;TZID=${rule.zone}:${digits(localTime(rule.zone, new Date(moment)))}`
    : (moment: string) => `:${stamp(moment)}`
  return [`DTSTART${property(rule.starts)}`, `DTEND${property(last)}`, `RRULE:${rule.rrule}`]
}

const timesOf = ({ first_day, last_day, starts, ends, rule }: CalendarEvent) =>
  rule
    ? recurringTimes(rule, Date.parse(ends!) - Date.parse(starts!))
    : first_day
      ? [
          `DTSTART;VALUE=DATE:${digits(first_day)}`,
          `DTEND;VALUE=DATE:${digits(dayAfter(last_day ?? first_day))}`,
          'TRANSP:TRANSPARENT',
        ]
      : [`DTSTART:${stamp(starts!)}`, ...(ends ? [`DTEND:${stamp(ends)}`] : [])]

const dayAfter = (day: string) => new Date(Date.parse(day) + 864e5).toISOString().slice(0, 10)
