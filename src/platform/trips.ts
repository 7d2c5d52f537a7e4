import { pause } from '../base/pause.ts'
import type { Database } from '../kit/database.ts'
import { Refusal, unavailable } from '../kit/errors.ts'

/** How long a trip waits for its turn, and how often it looks whether it has come, in milliseconds. */
const longestWait = 1000
const between = 5
/** A request that is cut off does not end its trip, whose place is free again after this time. */
const longestTrip = 30_000
/** Of ten trips one may be repeated, and this many in a row. */
const share = 0.1
const mostRepeats = 10

/** The share of the places that one organization may have, as its trips may wait for locks of each other. */
const ofOne = 0.75

const places = new Set<{ until: number; group: string }>()
let repeats = mostRepeats

/**
 * The database of a request, whose trips share the places of the isolate: a burst waits here, where it costs nothing, and
 * not for connections of Postgres. `group` is the organization, if the address names one, which may not have them all. A
 * trip that has no turn within a second is 503. One that only reads is repeated once where its connection was lost, but not
 * where many are, as then it would only add to the load.
 */
export const bounded = (database: Database, atOnce: number, group = ''): Database => ({
  used: database.used,
  async batch(statements, how) {
    const leave = await takePlace(atOnce, group)
    repeats = Math.min(repeats + share, mostRepeats)
    const began = performance.now()
    try {
      return await database.batch(statements, how).catch((error: unknown) => {
        if (!how?.readOnly || !isLost(error) || repeats < 1) throw error
        repeats--
        return database.batch(statements, how)
      })
    } finally {
      database.used.milliseconds += performance.now() - began
      leave()
    }
  },
})

async function takePlace(atOnce: number, group: string): Promise<() => void> {
  const latest = performance.now() + longestWait
  while (!hasRoom(atOnce, group)) {
    if (performance.now() > latest)
      throw unavailable('the database has more requests than it can answer; try again')
    await pause(between)
  }
  const place = { until: performance.now() + longestTrip, group }
  places.add(place)
  return () => void places.delete(place)
}

function hasRoom(atOnce: number, group: string): boolean {
  const now = performance.now()
  let own = 0
  for (const place of places)
    if (place.until < now) places.delete(place)
    else if (place.group === group) own++
  return places.size < atOnce && (!group || own < atOnce * ofOne)
}

/** Whether the way to Postgres failed, and not the query or its time. */
const isLost = (error: unknown) =>
  error instanceof Refusal &&
  error.status === 503 &&
  !(error.cause instanceof DOMException) &&
  /^(?:$|08|53|57P)/.test((error.cause as { code?: string } | undefined)?.code ?? '')
