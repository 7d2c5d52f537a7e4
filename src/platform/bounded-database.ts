import { Slots } from '../base/slots.ts'
import type { Database } from '../kit/database.ts'
import { Refusal, unavailable } from '../kit/errors.ts'

/** How long a round trip waits for its turn, in milliseconds. */
const longestWait = 1000
/** A request that is cut off does not end its round trip, whose slot is free again after this time. */
const longestRoundTrip = 30_000
/** Of ten round trips one may be repeated, and this many in a row. */
const share = 0.1
const mostRepeats = 10

/** The share of the slots that one organization may have, as its round trips may wait for locks of each other. */
const ofOne = 0.75

/** By organization. */
const slots = new Slots<string>(longestRoundTrip)
let repeats = mostRepeats

/**
 * The database of a request, whose round trips share the slots of the isolate: a burst waits here, where it costs nothing, and
 * not for connections of Postgres. `group` is the organization, if the address names one, which may not have them all. A
 * round trip that has no turn within a second is 503. One that only reads is repeated once where its connection was lost, but not
 * where many are, as then it would only add to the load.
 */
export const bounded = (database: Database, atOnce: number, group = ''): Database => ({
  used: database.used,
  async batch(statements, how) {
    const leave = await takeSlot(atOnce, group)
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

async function takeSlot(atOnce: number, group: string): Promise<() => void> {
  const hasRoom = (taken: string[]) =>
    taken.length < atOnce && (!group || taken.filter((one) => one === group).length < atOnce * ofOne)
  const leave = await slots.wait(group, longestWait, hasRoom)
  if (!leave) throw unavailable('the database has more requests than it can answer; try again')
  return leave
}

/** Whether the way to Postgres failed, and not the query or its time. */
const isLost = (error: unknown) =>
  error instanceof Refusal &&
  error.status === 503 &&
  !(error.cause instanceof DOMException) &&
  /^(?:$|08|53|57P)/.test((error.cause as { code?: string } | undefined)?.code ?? '')
