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

const places = new Set<{ until: number }>()
let repeats = mostRepeats

/**
 * The database of a request, whose trips share the places of the isolate: a burst waits here, where it costs nothing, and
 * not for connections of Postgres. One that has no turn within a second is 503. A trip that only reads is repeated once
 * where its connection was lost, but not where many are, as then it would only add to the load.
 */
export const bounded = (database: Database, atOnce: number): Database => ({
  get trips() {
    return database.trips
  },
  set trips(counted) {
    database.trips = counted
  },
  async batch(statements, how) {
    const leave = await takePlace(atOnce)
    repeats = Math.min(repeats + share, mostRepeats)
    try {
      return await database.batch(statements, how).catch((error: unknown) => {
        if (!how?.readOnly || !isLost(error) || repeats < 1) throw error
        repeats--
        return database.batch(statements, how)
      })
    } finally {
      leave()
    }
  },
})

async function takePlace(atOnce: number): Promise<() => void> {
  const latest = performance.now() + longestWait
  while (!hasRoom(atOnce)) {
    if (performance.now() > latest)
      throw unavailable('the database has more requests than it can answer; try again')
    await pause(between)
  }
  const place = { until: performance.now() + longestTrip }
  places.add(place)
  return () => void places.delete(place)
}

function hasRoom(atOnce: number): boolean {
  if (places.size < atOnce) return true
  const now = performance.now()
  for (const place of places) if (place.until < now) places.delete(place)
  return places.size < atOnce
}

/** Whether the way to Postgres failed, and not the query or its time. */
const isLost = (error: unknown) =>
  error instanceof Refusal &&
  error.status === 503 &&
  !(error.cause instanceof DOMException) &&
  /^(?:$|08|53|57P)/.test((error.cause as { code?: string } | undefined)?.code ?? '')
