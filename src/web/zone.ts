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

/** The moment at which a day begins in a zone; the offset is that of the moment, not of midnight in UTC. */
function beginning(zone: string, midnight: number): number {
  const near = midnight - offsetIn(zone, midnight)
  return midnight - offsetIn(zone, near)
}

/** The first and the last moment of a day in a zone; null where it is no day. */
export function dayIn(zone: string, date: string): [from: string, to: string] | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return null
  const midnight = Date.parse(date)
  if (new Date(midnight).toISOString().slice(0, 10) !== date) return null
  const to = beginning(zone, midnight + oneDay) - 1
  return [new Date(beginning(zone, midnight)).toISOString(), new Date(to).toISOString()]
}
