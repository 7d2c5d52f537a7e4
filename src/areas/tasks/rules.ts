const weekday = String.raw`(?:MO|TU|WE|TH|FR|SA|SU)`
const nth = String.raw`[+-]?[1-9]\d?`
const list = (item: string) => new RegExp(`^${item}(?:,${item})*$`)

/** The parts of an RFC 5545 rule that make sense for days; BYHOUR and finer have none to act on. */
const parts: Record<string, RegExp> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  WKST: list(weekday),
  BYDAY: list(`(?:${nth})?${weekday}`),
  BYMONTHDAY: list(String.raw`-?(?:[1-9]|[12]\d|3[01])`),
  BYMONTH: list(String.raw`(?:[1-9]|1[0-2])`),
  BYSETPOS: list(String.raw`-?[1-9]\d{0,2}`),
}

/** True for a recurrence rule of days: each part known and given once, FREQ among them, not both COUNT and UNTIL. */
export function isRule(rule: string): boolean {
  const given = rule.split(';').map((part): [string, string] => {
    const at = part.indexOf('=')
    return [part.slice(0, at), part.slice(at + 1)]
  })
  const names = new Set(given.map(([name]) => name))
  return names.size === given.length && names.has('FREQ') && !(names.has('COUNT') && names.has('UNTIL'))
    && given.every(([name, value]) => parts[name]?.test(value) ?? false)
}
