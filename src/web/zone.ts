const oneDay = 24 * 60 * 60 * 1000

/** How far ahead of UTC a zone is at a moment, in milliseconds. */
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
  const there = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return there - Math.floor(at / 1000) * 1000
}

/** The moment at which clocks of a zone show a time; the offset is that of the moment, not of the same time in UTC. */
function beginning(zone: string, shown: number): number {
  const near = shown - offsetIn(zone, shown)
  return shown - offsetIn(zone, near)
}

/** The moment of an hour of a day in a zone; null where it is no day. */
export function hourIn(zone: string, date: string, hour: number): string | null {
  return dayIn(zone, date) && new Date(beginning(zone, Date.parse(date) + hour * 3_600_000)).toISOString()
}

/** The first and the last moment of a day in a zone; null where it is no day. */
export function dayIn(zone: string, date: string): [from: string, to: string] | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return null
  const midnight = Date.parse(date)
  if (new Date(midnight).toISOString().slice(0, 10) !== date) return null
  const to = beginning(zone, midnight + oneDay) - 1
  return [new Date(beginning(zone, midnight)).toISOString(), new Date(to).toISOString()]
}

/** The moment of a day at which clocks of a zone show a time such as "14:30"; null where it is none. */
export function momentIn(zone: string, date: string, time: string): string | null {
  if (!dayIn(zone, date) || !/^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(time)) return null
  return new Date(beginning(zone, Date.parse(`${date}T${time.padStart(5, '0')}Z`))).toISOString()
}
