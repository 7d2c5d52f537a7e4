const weekday = String.raw`(?:MO|TU|WE|TH|FR|SA|SU)`
const list = (item: string) => new RegExp(`^${item}(?:,${item})*$`)
const weekdays = list(weekday)
const monthDays = list(String.raw`-?(?:[1-9]|[12]\d|3[01])`)

const always = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^[2-9]\d{7}(?:T\d{6}Z?)?$/,
  WKST: weekdays,
  BYMONTH: list(String.raw`(?:[1-9]|1[0-2])`),
}

/**
 * The parts of an RFC 5545 rule for days, by frequency. Those that only narrow a shorter frequency (a day of
 * the month in a daily rule) are left out: such a rule may match nothing and cost seconds to find that out.
 */
const parts: Record<string, Record<string, RegExp>> = {
  DAILY: always,
  WEEKLY: { ...always, BYDAY: weekdays },
  MONTHLY: {
    ...always,
    BYDAY: list(`(?:[+-]?[1-5])?${weekday}`),
    BYMONTHDAY: monthDays,
    BYSETPOS: list('-?[1-9]'),
  },
  YEARLY: {
    ...always,
    BYDAY: list(String.raw`(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?${weekday}`),
    BYMONTHDAY: monthDays,
    BYSETPOS: list(String.raw`-?[1-9]\d{0,2}`),
  },
}

/**
 * True for a recurrence rule of days: each part known and given once, FREQ among them, not both COUNT and
 * UNTIL.
 */
export function isRule(rule: string): boolean {
  const given = rule.split(';').map((part): [string, string] => {
    const at = part.indexOf('=')
    return [part.slice(0, at), part.slice(at + 1)]
  })
  const values = new Map(given)
  const known = parts[values.get('FREQ') ?? '']
  return (
    values.size === given.length &&
    !(values.has('COUNT') && values.has('UNTIL')) &&
    given.every(([name, value]) => known?.[name]?.test(value) ?? false)
  )
}
