import { Places } from '../base/places.ts'
import type { Database } from '../kit/database.ts'
import { Refusal, unavailable } from '../kit/errors.ts'

/** How long a trip waits for its turn, in milliseconds. */
const longestWait = 1000
/** A request that is cut off does not end its trip, whose place is free again after this time. */
const longestTrip = 30_000
/** Of ten trips one may be repeated, and this many in a row. */
const share = 0.1
const mostRepeats = 10

/** The share of the places that one organization may have, as its trips may wait for locks of each other. */
const ofOne = 0.75

/** By organization. */
const places = new Places<string>(longestTrip)
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
  const hasRoom = (taken: string[]) =>
    taken.length < atOnce && (!group || taken.filter((one) => one === group).length < atOnce * ofOne)
  const leave = await places.wait(group, longestWait, hasRoom)
  if (!leave) throw unavailable('the database has more requests than it can answer; try again')
  return leave
}

/** Whether the way to Postgres failed, and not the query or its time. */
const isLost = (error: unknown) =>
  error instanceof Refusal &&
  error.status === 503 &&
  !(error.cause instanceof DOMException) &&
  /^(?:$|08|53|57P)/.test((error.cause as { code?: string } | undefined)?.code ?? '')
