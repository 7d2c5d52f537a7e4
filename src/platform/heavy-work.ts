import { Slots } from '../base/slots.ts'
import { tooMany } from '../kit/errors.ts'

/** A computation has its turn no longer than this, as an aborted request does not end it; and waits no longer for one. */
const longestWork = 3000
const longestWait = 6000
/** For how many times as long as a computation took others have the isolate to themselves. */
const rest = 2
const longestRest = 1500
/** How many computations of one group run or wait. */
const most = 2
const retryAfter = 2

let freeAt = 0
/** Of computations, by group. */
const slots = new Slots<string>(longestWait + longestWork)

/**
 * Runs a long computation of the Worker in its turn: one at a time in an isolate, with a rest after each, in which others
 * have the thread. Of each group (an organization, an issuer) one may run and one may wait; the next is 429.
 */
export async function inTurn<T>(group: string, work: () => T | Promise<T>): Promise<T> {
  const [leave, until] = [takeSlot(group), performance.now() + longestWait]
  try {
    while (performance.now() < freeAt) {
      if (performance.now() > until) throw refusal()
      await new Promise((done) => setTimeout(done, 10))
    }
    return await measured(work)
  } finally {
    leave()
  }
}

async function measured<T>(work: () => T | Promise<T>): Promise<T> {
  const begin = performance.now()
  freeAt = begin + longestWork
  try {
    return await work()
  } finally {
    // The clock of an isolate stands still while it computes.
    await new Promise((done) => setTimeout(done))
    const end = performance.now()
    freeAt = end + Math.min(rest * (end - begin), longestRest)
  }
}

/** Refuses with 429 while as many computations of the group run and wait as may: before a round trip to the database. */
export function refuseBusy(group: string): void {
  if (slots.taken().filter((one) => one === group).length >= most) throw refusal()
}

/** Counts a computation of the group, and returns how to end that. 429 as above. */
export function takeSlot(group: string): () => void {
  refuseBusy(group)
  return slots.enter(group)
}

const refusal = () =>
  tooMany('too_many_requests', `too much is computed at once; try again in ${retryAfter} s`, retryAfter)
