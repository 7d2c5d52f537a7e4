import { base64 } from '../../base/base64.ts'
import { digits, escaped, linesAsText, stamp } from '../calendar/lines.ts'
import { localTime, zoneLines } from '../calendar/timezones.ts'
import { headerValue } from './addresses.ts'
import type { MailFile } from './mailer.ts'

type Party = { name: string; email: string }
type Exception = { planned: string; starts: string; ends: string; title: string | null; cancelled: boolean }
/** A meeting for calendars, as a message of RFC 5546. */
export type Entry = {
  method: 'REQUEST' | 'CANCEL'
  id: string
  sequence: number
  changed: string
  title: string
  description: string | null
  url: string | null
  starts: string
  ends: string
  zone: string
  rrule: string | null
  organizer: Party
  attendee: Party
  exceptions: Exception[]
}

/** The file with a meeting that a mail carries, if it is about one. */
export function entriesFor(entry: unknown, product: string, host: string): MailFile[] {
  if (!entry) return []
  const { method } = entry as Entry
  const text = calendarOf(entry as Entry, product, host.split('@').at(-1)!)
  const type = `text/calendar; charset=utf-8; method=${method}`
  return [{ filename: 'invite.ics', type, content: base64(new TextEncoder().encode(text)) }]
}

/** The meeting, with a further event for each occurrence that differs from the recurrence. */
export function calendarOf(entry: Entry, product: string, host: string): string {
  const { method, zone, starts, exceptions } = entry
  const cancelled = exceptions.filter((one) => one.cancelled).map(({ planned }) => local(zone, planned))
  const whole = [
    ...timesOf(zone, starts, entry.ends),
    ...(entry.rrule ? [`RRULE:${ruleOf(entry.rrule, zone)}`] : []),
    ...(cancelled.length ? [`EXDATE;TZID=${zone}:${cancelled.join(',')}`] : []),
  ]
  return linesAsText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(product)}//Calendar//EN`,
    `METHOD:${method}`,
    ...zoneLines(zone, new Date(starts)),
    ...eventOf(entry, host, entry.title, whole),
    ...exceptions
      .filter((one) => !one.cancelled)
      .flatMap((one) =>
        eventOf(entry, host, one.title ?? entry.title, [
          `RECURRENCE-ID;TZID=${zone}:${local(zone, one.planned)}`,
          ...timesOf(zone, one.starts, one.ends),
        ]),
      ),
    'END:VCALENDAR',
  ])
}

const eventOf = (entry: Entry, host: string, title: string, times: string[]) => [
  'BEGIN:VEVENT',
  `UID:${entry.id}@${host}`,
  `DTSTAMP:${stamp(entry.changed)}`,
  `SEQUENCE:${entry.sequence}`,
  ...times,
  `SUMMARY:${escaped(title)}`,
  ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
  ...(entry.url ? [`LOCATION:${escaped(entry.url)}`, `URL:${headerValue(entry.url, 500)}`] : []),
  `STATUS:${entry.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
  `ORGANIZER${partyOf(entry.organizer)}`,
  `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE${partyOf(entry.attendee)}`,
  'END:VEVENT',
]

const partyOf = ({ name, email }: Party) =>
  `;CN="${escaped(name).replaceAll('"', '')}":mailto:${headerValue(email, 254)}`
const local = (zone: string, moment: string) => digits(localTime(zone, new Date(moment)))
const timesOf = (zone: string, starts: string, ends: string) => [
  `DTSTART;TZID=${zone}:${local(zone, starts)}`,
  `DTEND;TZID=${zone}:${local(zone, ends)}`,
]

/** UNTIL is in UTC where times have a zone: a day is until its end. */
function ruleOf(rule: string, zone: string): string {
  const [, day, time] = /UNTIL=(\d{8})(T\d{6})?(?!\d|Z)/.exec(rule) ?? []
  if (!day) return rule
  const at = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  const wall = `${at}T${time ? `${time.slice(1, 3)}:${time.slice(3, 5)}:${time.slice(5)}` : '23:59:59'}`
  const shown = Date.parse(`${localTime(zone, new Date(`${wall}Z`))}Z`)
  const moment = new Date(2 * Date.parse(`${wall}Z`) - shown)
  return rule.replace(/UNTIL=[^;]*/, `UNTIL=${stamp(moment.toISOString())}`)
}
