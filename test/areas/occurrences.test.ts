import fc from 'fast-check'
import * as imported from 'rrule'
import { describe, expect, test } from 'vitest'
import { nextOccurrence, type Recurring } from '../../src/jobs/recurrence-dates.ts'
import { asOwner } from '../kit/client.ts'

// oxlint-disable-next-line import/namespace -- the default exists in Node only
const { rrulestr } = ('default' in imported ? imported.default : imported) as typeof imported

const run = async (rule: string, start: string, zone: string, after: string, most = 5) =>
  (
    await asOwner<{ at: Date }>('select app.occurrences($1, $2, $3, $4, $5) as at', [
      rule,
      start,
      zone,
      after,
      most,
    ])
  ).map(({ at }) => at.toISOString().replace('.000Z', 'Z'))

/** The occurrences of a rule from its start on. */
const from = (rule: string, start: string, zone: string, most = 5) =>
  run(rule, start, zone, '2000-01-01T00:00:00Z', most)

const at = async (message: string, zone: string) => {
  const [row] = await asOwner<{ at: Date }>('select app.from_local_time($1, $2) as at', [message, zone])
  return row!.at.toISOString().replace('.000Z', 'Z')
}

describe('a local time', () => {
  test.each([
    [
      'on an ordinary day is what the clock shows',
      '2027-01-15 09:00',
      'Europe/Madrid',
      '2027-01-15T08:00:00Z',
    ],
    [
      'that clocks skip in spring is an hour later',
      '2027-03-28 02:30',
      'Europe/Madrid',
      '2027-03-28T01:30:00Z',
    ],
    ['on that day, but later, is summer time', '2027-03-28 09:00', 'Europe/Madrid', '2027-03-28T07:00:00Z'],
    ['that occurs twice in autumn is the first', '2027-10-31 02:30', 'Europe/Madrid', '2027-10-31T00:30:00Z'],
    ['on that day, but later, is winter time', '2027-10-31 09:00', 'Europe/Madrid', '2027-10-31T08:00:00Z'],
    [
      'that occurs twice in America is the first',
      '2027-11-07 01:30',
      'America/New_York',
      '2027-11-07T05:30:00Z',
    ],
    [
      'within a skipped half hour is half an hour later',
      '2027-10-03 02:15',
      'Australia/Lord_Howe',
      '2027-10-02T15:45:00Z',
    ],
    [
      'within a repeated half hour is the first',
      '2027-04-04 01:45',
      'Australia/Lord_Howe',
      '2027-04-03T14:45:00Z',
    ],
    [
      'of a day that a whole country skipped is that of the next',
      '2011-12-30 09:00',
      'Pacific/Apia',
      '2011-12-30T19:00:00Z',
    ],
  ])('%s', async (_, message, zone, expected) => {
    expect(await at(message, zone)).toBe(expected)
  })
})

describe('a rule', () => {
  test('keeps nine o’clock when clocks change', async () => {
    expect(await from('FREQ=DAILY', '2027-03-27T08:00:00Z', 'Europe/Madrid', 3)).toEqual([
      '2027-03-27T08:00:00Z',
      '2027-03-28T07:00:00Z',
      '2027-03-29T07:00:00Z',
    ])
    expect(await from('FREQ=WEEKLY', '2027-10-28T07:00:00Z', 'Europe/Madrid', 2)).toEqual([
      '2027-10-28T07:00:00Z',
      '2027-11-04T08:00:00Z',
    ])
  })

  test('fires once on the day without its hour and once on the day that has it twice', async () => {
    expect(await from('FREQ=DAILY', '2027-03-27T01:30:00Z', 'Europe/Madrid', 3)).toEqual([
      '2027-03-27T01:30:00Z',
      '2027-03-28T01:30:00Z',
      '2027-03-29T00:30:00Z',
    ])
    expect(await from('FREQ=DAILY', '2027-10-30T00:30:00Z', 'Europe/Madrid', 3)).toEqual([
      '2027-10-30T00:30:00Z',
      '2027-10-31T00:30:00Z',
      '2027-11-01T01:30:00Z',
    ])
  })

  test('that starts in the second of two equal hours starts there', async () => {
    expect(await from('FREQ=DAILY', '2027-10-31T01:30:00Z', 'Europe/Madrid', 2)).toEqual([
      '2027-10-31T01:30:00Z',
      '2027-11-01T01:30:00Z',
    ])
  })

  test('of hours counts elapsed hours, and uses the local clock for what it leaves out', async () => {
    expect(await from('FREQ=HOURLY;INTERVAL=2', '2027-10-30T23:30:00Z', 'Europe/Madrid', 3)).toEqual([
      '2027-10-30T23:30:00Z',
      '2027-10-31T01:30:00Z',
      '2027-10-31T03:30:00Z',
    ])
    const office = 'FREQ=HOURLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,10'
    expect(await from(office, '2027-03-26T08:00:00Z', 'Europe/Madrid', 4)).toEqual([
      '2027-03-26T08:00:00Z',
      '2027-03-26T09:00:00Z',
      '2027-03-29T07:00:00Z',
      '2027-03-29T08:00:00Z',
    ])
  })

  test('ends with COUNT and UNTIL, whose day is the reminder’s local one', async () => {
    expect(await from('FREQ=DAILY;COUNT=2', '2027-01-01T09:00:00Z', 'UTC')).toHaveLength(2)
    expect(await from('FREQ=DAILY;UNTIL=20270102', '2027-01-01T23:30:00Z', 'America/New_York')).toHaveLength(
      2,
    )
    expect(await from('FREQ=DAILY;UNTIL=20270102T090000Z', '2027-01-01T09:00:00Z', 'UTC')).toHaveLength(2)
    expect(await from('FREQ=DAILY;UNTIL=20270102T085959Z', '2027-01-01T09:00:00Z', 'UTC')).toHaveLength(1)
    expect(await run('FREQ=DAILY;COUNT=3', '2027-01-01T09:00:00Z', 'UTC', '2027-01-03T09:00:00Z')).toEqual([])
  })

  test('that matches nothing is given up', async () => {
    for (const rule of [
      'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO',
      'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=9',
      'FREQ=HOURLY;INTERVAL=2;BYHOUR=8',
      'FREQ=DAILY;INTERVAL=7;BYDAY=TU;BYMONTH=3',
      'FREQ=YEARLY;BYDAY=53MO;BYMONTH=2',
      'FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=4;BYSETPOS=1',
    ]) {
      const began = performance.now()
      expect(await from(rule, '2027-01-01T09:00:00Z', 'UTC', 1)).toEqual([])
      expect([rule, performance.now() - began < 700]).toEqual([rule, true])
    }
  })

  test.each([
    ['FREQ=MONTHLY', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=30', '2027-01-30', ['2027-01-30', '2027-02-28', '2027-03-30']],
    ['FREQ=YEARLY', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2027-01-01', ['2027-02-28', '2028-02-29']],
    ['FREQ=MONTHLY;BYMONTHDAY=-31', '2027-01-01', ['2027-01-01', '2027-03-01', '2027-05-01']],
  ])(
    '%s from %s takes the last day of a month for a day it lacks, as tasks do',
    async (rule, start, days) => {
      const found = await from(rule, `${start}T09:00:00Z`, 'UTC', days.length)
      expect(found).toEqual(days.map((day) => `${day}T09:00:00Z`))
      const following = (of: string, after: string) => {
        const next = rrulestr(`DTSTART:${after.replaceAll('-', '')}T000000Z\nRRULE:${of}`).after(
          new Date(after),
        )
        return next && next.toISOString().slice(0, 10)
      }
      let task = {
        rrule: rule,
        due_date: start,
        start_date: null,
        recurrence_mode: null,
        completed_day: start,
      } as Recurring
      for (const day of days.filter((one) => one !== start)) {
        task = { ...task, ...nextOccurrence(task, following)! }
        expect(task.due_date).toBe(day)
      }
    },
  )
})

/**
 * Rules of every type that the service accepts, in local time without a zone, where the library is correct.
 */
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const upTo = (n: number) => Array.from({ length: n }, (_, place) => place + 1)
/** Days by name, or by number: the library does not support a mixture. */
const ordinals = (n: number) =>
  fc.oneof(
    some(days),
    some(days.flatMap((day) => upTo(n).flatMap((nth) => [`${nth}${day}`, `-${nth}${day}`]))),
  )
const part = <T>(name: string, values: fc.Arbitrary<T[]>) =>
  fc.option(values).map((overrides) => (overrides ? `;${name}=${overrides.join(',')}` : ''))
/**
 * The library returns a time twice if two positions match it, and for -2 of a single time returns that one.
 */
const one = (name: string, values: number[]) =>
  fc.constantFrom('', ...values.map((value) => `;${name}=${value}`))
/** The library skips a month that lacks a day; the service takes the last one instead. */
const monthDays = some([...upTo(28), ...upTo(31).map((one) => -one)])
const common = [
  fc.integer({ min: 1, max: 5 }).map((n) => (n === 1 ? '' : `;INTERVAL=${n}`)),
  fc.option(fc.integer({ min: 1, max: 12 })).map((n) => (n ? `;COUNT=${n}` : '')),
  part('BYMONTH', some(upTo(12))),
  // In the order of the day: the library uses hours as they are given.
  part('BYHOUR', fc.subarray([0, 9, 14, 23], { minLength: 1 })),
  fc.constantFrom('', ';WKST=SU', ';WKST=WE'),
]
const ruleOf = (freq: string, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...common, ...parts).map((all) => `FREQ=${freq}${all.join('')}`)
const rules = fc.oneof(
  // The library never returns if no hour of an interval is in BYHOUR.
  ruleOf('HOURLY', part('BYDAY', some(days))).map((rule) =>
    rule.includes('BYHOUR') ? rule.replace(/;INTERVAL=\d/, '') : rule,
  ),
  ruleOf('DAILY', part('BYDAY', some(days))),
  ruleOf('WEEKLY', part('BYDAY', some(days))),
  ruleOf('MONTHLY', part('BYDAY', ordinals(5)), part('BYMONTHDAY', monthDays), one('BYSETPOS', [1, -1])),
  ruleOf('YEARLY', part('BYDAY', ordinals(53)), part('BYMONTHDAY', monthDays), one('BYSETPOS', [1, 2, -1])),
)

/** The library searches up to the year 9999; the calendar repeats every 400 years. */
const later = (moment: string) => String(Number(moment.slice(0, 4)) + 7600) + moment.slice(4)
const earlier = (moment: string) => String(Number(moment.slice(0, 4)) - 7600) + moment.slice(4)

test('rules mean what RFC 5545 says, like the library of recurring tasks', { timeout: 120_000 }, async () => {
  const starts = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
    .filter((day) => day.getUTCDate() <= 28)
  await fc.assert(
    fc.asyncProperty(rules, starts, fc.integer({ min: -10, max: 400 }), async (rule, day, ahead) => {
      const start = `${day.toISOString().slice(0, 14)}00:00Z`
      const after = new Date(Date.parse(start) + ahead * 864e5)
      const result = rrulestr(`DTSTART:${later(start).replace(/[-:]/g, '')}\nRRULE:${rule}`)
      const horizon = new Date(after.getTime() + (rule.includes('HOURLY') ? 4 : 40) * 365 * 864e5)
      const all: string[] = []
      const between = [after, horizon].map((moment) => new Date(later(moment.toISOString()))) as [Date, Date]
      result.between(...between, false, (moment) => {
        all.push(earlier(moment.toISOString().replace('.000Z', 'Z')))
        return all.length < 6
      })
      const found = await run(rule, start, 'UTC', after.toISOString(), 6)
      expect([rule, start, found.filter((at) => Date.parse(at) < horizon.getTime())]).toEqual([
        rule,
        start,
        all,
      ])
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60), seed: 4711 },
  )
})
