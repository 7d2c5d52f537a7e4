const oneDay = 24 * 60 * 60 * 1000

/** The offset of a zone from UTC at a moment, in milliseconds. */
function offsetIn(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(at / 1000) * 1000
}

/** The moment at which clocks in a zone show a time, using the offset in force at that moment, not at the same time in UTC. */
function momentAt(zone: string, shown: number): number {
  const estimate = shown - offsetIn(zone, shown)
  return shown - offsetIn(zone, estimate)
}

/** The moment of an hour of a day in a zone; null if the date is invalid. */
export function hourIn(zone: string, date: string, hour: number): string | null {
  return dayIn(zone, date) && new Date(momentAt(zone, Date.parse(date) + hour * 3_600_000)).toISOString()
}

/** The first and last moment of a day in a zone; null if the date is invalid. */
export function dayIn(zone: string, date: string): [from: string, to: string] | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return null
  const midnight = Date.parse(date)
  if (new Date(midnight).toISOString().slice(0, 10) !== date) return null
  const to = momentAt(zone, midnight + oneDay) - 1
  return [new Date(momentAt(zone, midnight)).toISOString(), new Date(to).toISOString()]
}

/** The moment of a day at which clocks in a zone show a time such as "14:30"; null if either is invalid. */
export function momentIn(zone: string, date: string, time: string): string | null {
  if (!dayIn(zone, date) || !/^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(time)) return null
  return new Date(momentAt(zone, Date.parse(`${date}T${time.padStart(5, '0')}Z`))).toISOString()
}

/** What clocks in a zone show at a moment: day and time, such as 2026-11-08 and 14:30. */
export function shownIn(zone: string, at: string): [day: string, time: string] {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(at))
  const [day = '', time = ''] = text.split(' ')
  return [day, time]
}
