const weekday = String.raw`(?:MO|TU|WE|TH|FR|SA|SU)`
const list = (item: string) => new RegExp(`^${item}(?:,${item})*$`)
const weekdays = list(weekday)
const monthDays = list(String.raw`-?(?:[1-9]|[12]\d|3[01])`)
const hours = { BYHOUR: list(String.raw`(?:1?\d|2[0-3])`) }

const commonParts = {
  FREQ: /^(?:HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^[2-9]\d{7}(?:T\d{6}Z?)?$/,
  WKST: new RegExp(`^${weekday}$`),
  BYMONTH: list(String.raw`(?:[1-9]|1[0-2])`),
}

type Parts = Record<string, Record<string, RegExp>>
/**
 * The parts of an RFC 5545 rule for days, by frequency. Those that only narrow a shorter frequency (a day of
 * the month in a daily rule) are left out: such a rule may match nothing, and finding that out takes seconds.
 */
const ofDays: Parts = {
  DAILY: commonParts,
  WEEKLY: { ...commonParts, BYDAY: weekdays },
  MONTHLY: {
    ...commonParts,
    BYDAY: list(`(?:[+-]?[1-5])?${weekday}`),
    BYMONTHDAY: monthDays,
    BYSETPOS: list('-?[1-9]'),
  },
  YEARLY: {
    ...commonParts,
    BYDAY: list(String.raw`(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?${weekday}`),
    BYMONTHDAY: monthDays,
    BYSETPOS: list(String.raw`-?[1-9]\d{0,2}`),
  },
}

/** Those of rules for moments: hours too, and the search for what matches nothing has an end (app.occurrences). */
const ofMoments: Parts = {
  HOURLY: { ...commonParts, ...hours, BYDAY: weekdays },
  DAILY: { ...commonParts, ...hours, BYDAY: weekdays },
  WEEKLY: { ...ofDays.WEEKLY, ...hours },
  MONTHLY: { ...ofDays.MONTHLY, ...hours },
  YEARLY: { ...ofDays.YEARLY, ...hours },
}

/** True for a recurrence rule of days. */
export const isRuleOfDays = (rule: string) => fits(rule, ofDays)
/** True for a recurrence rule of moments, at most one an hour. */
export const isRuleOfMoments = (rule: string) => fits(rule, ofMoments)

/** Each part is known and given once, including FREQ, not both COUNT and UNTIL, and UNTIL is an existing day. */
function fits(rule: string, parts: Parts): boolean {
  const pairs = rule.split(';').map((part): [string, string] => {
    const at = part.indexOf('=')
    return [part.slice(0, at), part.slice(at + 1)]
  })
  const values = new Map(pairs)
  const patterns = parts[values.get('FREQ') ?? '']
  return (
    values.size === pairs.length &&
    !(values.has('COUNT') && values.has('UNTIL')) &&
    pairs.every(([name, value]) => patterns?.[name]?.test(value) ?? false) &&
    isMoment(values.get('UNTIL') ?? '20270101')
  )
}

/** True for `20270131` and `20270131T090000Z` where that day and time exist. */
function isMoment(until: string): boolean {
  const [, day, time = '000000'] = /^(\d{8})(?:T(\d{6})Z?)?$/.exec(until) ?? []
  const text = `${day?.replace(/(..)(..)$/, '-$1-$2')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  const moment = new Date(text)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 19) === text.slice(0, 19)
}

/** The rules of meetings: by days, weeks or months, with an end. */
export const isMeetingRule = (rule: string) =>
  /(?:^|;)(?:COUNT=(?:[1-9]\d?|100)|UNTIL=[^;]+)(?:;|$)/.test(rule) &&
  rule
    .split(';')
    .every((part) => /^(?:FREQ=(?:DAILY|WEEKLY|MONTHLY)|(?:INTERVAL|BYDAY|UNTIL|COUNT)=)/.test(part)) &&
  fits(rule, { ...ofDays, DAILY: { ...ofMoments.DAILY } })
