import type { clockEvents, hoursKinds, hoursModes } from '../../db/schema/working-hours.ts'

export type HoursEvent = {
  seq: number
  event: (typeof clockEvents)[number]
  /** With the offset of the worker's place. */
  at: string
  mode: (typeof hoursModes)[number]
  hours_kind: (typeof hoursKinds)[number] | null
  is_corrected: boolean
}
/** A time between two moments, in milliseconds. */
type Span = [from: number, to: number]
export type Shift = {
  start: HoursEvent
  /** Null while it is open. */
  end: HoursEvent | null
  work: Span[]
  breaks: Span[]
  /** What was worked until the last event, also while it is open, and whether that began a break. */
  worked: Span[]
  isBreak: boolean
  kind: (typeof hoursKinds)[number]
  events: HoursEvent[]
}

export const dayLength = 86_400_000
export const timeOf = ({ at }: { at: string }) => Date.parse(at)

/** The offset of a moment as written, in milliseconds: `+01:00`, or 0 for `Z`. */
export function offsetOf(at: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(at) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
}

/**
 * The shifts of a worker, from events in the order in which they happened. A clock-in during a shift leaves that one open, and
 * what belongs to no shift is left out.
 */
export function shiftsOf(events: HoursEvent[]): Shift[] {
  const groups: HoursEvent[][] = []
  let isOpen = false
  for (const event of events) {
    if (event.event === 'clock_in') groups.push([event])
    else if (isOpen) groups.at(-1)!.push(event)
    if (event.event === 'clock_in' || event.event === 'clock_out') isOpen = event.event === 'clock_in'
  }
  return groups.map(shiftOf)
}

function shiftOf(events: HoursEvent[]): Shift {
  const [start, last] = [events[0]!, events.at(-1)!]
  const end = last.event === 'clock_out' ? last : null
  const [work, breaks]: [Span[], Span[]] = [[], []]
  let since = timeOf(start)
  let isBreak = false
  for (const event of events.slice(1)) {
    ;(isBreak ? breaks : work).push([since, timeOf(event)])
    since = timeOf(event)
    isBreak = event.event === 'break_start'
  }
  const kind = start.hours_kind ?? end?.hours_kind ?? 'ordinary'
  const worked = joined(work)
  return {
    start,
    end,
    work: end ? worked : [],
    breaks: end ? joined(breaks) : [],
    worked,
    isBreak,
    kind,
    events,
  }
}

/** Spans that follow each other without a gap are one: a second break_start changes nothing. */
const joined = (spans: Span[]): Span[] =>
  spans.reduce<Span[]>((list, [from, to]) => {
    const before = list.at(-1)
    if (before?.[1] === from) before[1] = to
    else list.push([from, to])
    return list
  }, [])

/** How long spans are together, in minutes. */
export const minutesIn = (spans: Span[]) =>
  Math.floor(spans.reduce((sum, [from, to]) => sum + to - from, 0) / 60_000)

/** The local day of a moment, as `2026-11-20`, by the offset that held when the shift began. */
export const dayOf = (time: number, { start }: Shift) =>
  new Date(time + offsetOf(start.at)).toISOString().slice(0, 10)

/** A span cut at the midnights of the place where the shift began, as the seconds of each day. */
export function secondsByDay([from, to]: Span, shift: Shift): [day: string, seconds: number][] {
  const offset = offsetOf(shift.start.at)
  const parts: [string, number][] = []
  for (let at = from; at < to;) {
    const midnight = (Math.floor((at + offset) / dayLength) + 1) * dayLength - offset
    const until = Math.min(midnight, to)
    parts.push([dayOf(at, shift), (until - at) / 1000])
    at = until
  }
  return parts
}
