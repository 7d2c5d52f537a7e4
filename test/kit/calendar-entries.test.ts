import { expect, test } from 'vitest'
import { calendarOf, type Entry, entriesFor } from '../../src/shared/mail/calendar-entries.ts'

const entry: Entry = {
  method: 'REQUEST',
  id: 'meeting-1',
  sequence: 2,
  changed: '2026-10-01T09:00:00.000Z',
  title: 'Review; of the shop',
  description: 'Two\nlines',
  url: 'https://meet.example.com/room',
  starts: '2026-10-22T08:00:00.000Z',
  ends: '2026-10-22T09:00:00.000Z',
  zone: 'Europe/Madrid',
  rrule: 'FREQ=WEEKLY;UNTIL=20261105',
  organizer: { name: 'Ada "Lovelace"', email: 'ada@example.com' },
  attendee: { name: 'Eve', email: 'eve@example.com' },
  exceptions: [
    {
      planned: '2026-10-29T09:00:00.000Z',
      starts: '2026-10-29T10:00:00.000Z',
      ends: '2026-10-29T11:00:00.000Z',
      title: 'Moved',
      cancelled: false,
    },
    {
      planned: '2026-11-05T09:00:00.000Z',
      starts: '2026-11-05T09:00:00.000Z',
      ends: '2026-11-05T10:00:00.000Z',
      title: null,
      cancelled: true,
    },
  ],
}
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('a meeting in a mail is a request with its zone, its recurrence and what differs from that', () => {
  const lines = linesOf(calendarOf(entry, 'Atlas', 'service.test'))
  expect(lines.filter((line) => line === 'BEGIN:VEVENT').length).toBe(2)
  for (const line of [
    'METHOD:REQUEST',
    'TZID:Europe/Madrid',
    'UID:meeting-1@service.test',
    'SEQUENCE:2',
    'DTSTART;TZID=Europe/Madrid:20261022T100000',
    'DTEND;TZID=Europe/Madrid:20261022T110000',
    'RRULE:FREQ=WEEKLY;UNTIL=20261105T225959Z',
    'EXDATE;TZID=Europe/Madrid:20261105T100000',
    'RECURRENCE-ID;TZID=Europe/Madrid:20261029T100000',
    'DTSTART;TZID=Europe/Madrid:20261029T110000',
    'SUMMARY:Review\\; of the shop',
    'SUMMARY:Moved',
    'ORGANIZER;CN="Ada Lovelace":mailto:ada@example.com',
  ])
    expect(lines).toContain(line)
})

test('a cancelled one says so, and what is about no meeting has no file', () => {
  const lines = linesOf(
    calendarOf({ ...entry, method: 'CANCEL', rrule: null, exceptions: [] }, 'Atlas', 'a.test'),
  )
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']))
  expect(entriesFor(undefined, 'Atlas', 'mail@a.test')).toEqual([])
  const [file] = entriesFor(entry, 'Atlas', 'mail@a.test')
  expect([file!.filename, file!.type]).toEqual(['invite.ics', 'text/calendar; charset=utf-8; method=REQUEST'])
})
