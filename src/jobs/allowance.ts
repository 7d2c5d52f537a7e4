import type { Env } from '../base/config.ts'
import type { Database, Use } from '../kit/database.ts'
import { pagesOf, type Storage } from '../shared/files/storage.ts'
import type { MailService } from '../shared/mail/service.ts'
import type { Outward, Room } from './consumer.ts'

declare module '../base/config.ts' {
  interface Env {
    /** How many calls of other services the platform lets one invocation make; 1000 unless set. */
    SUBREQUESTS?: string
    /** How many milliseconds the platform lets work go on after a response; 30000 unless set. */
    AFTER_RESPONSE_MS?: string
  }
}

/** What jobs may do in one invocation: calls of other services, and time. */
export type Limits = { calls?: number; milliseconds?: number }

/** Half of what the platform allows: the rest is for the request itself, for live streams, and for what is repeated. */
const share = 0.5
const alarmMilliseconds = 120_000

export const callsOf = ({ SUBREQUESTS }: Env) => Math.floor(Number(SUBREQUESTS ?? 1000) * share)
/** What follows the response of a request that began at a time. */
export const limitsAfterResponse = (env: Env, began: number): Limits => ({
  calls: callsOf(env),
  milliseconds: Number(env.AFTER_RESPONSE_MS ?? 30_000) * share - (Date.now() - began),
})
/** What an alarm or the daily run does. */
export const limitsOfAlarm = (env: Env): Limits => ({ calls: callsOf(env), milliseconds: alarmMilliseconds })

/** A request to another host is three calls, as its name is looked up by two. */
export const callsOutside = 3
/** What a job must have room for to begin, with marking it done. */
export const callsOfJob = 8
/** A run tells the clock twice, and leases a job at least. */
export const callsToClock = 2
export const callsOfRun = callsToClock + 1 + callsOfJob

/** Thrown instead of a call for which there is no room: the job is given back, and the next invocation takes it up. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
}

/** What an invocation has left. Calls are counted in the `used` of its database, from now on. */
export class Allowance {
  readonly #used: Use
  readonly #calls: number
  readonly #most: number
  readonly #until: number
  constructor(used: Use, { calls = Infinity, milliseconds = Infinity }: Limits = {}) {
    this.#used = used
    this.#calls = calls
    this.#most = used.roundTrips + used.calls + calls
    this.#until = Date.now() + milliseconds
  }

  get left(): number {
    return this.#most - this.#used.roundTrips - this.#used.calls
  }

  /** Whether nothing was called yet but for leasing a job: what has no room now never has. */
  get isFresh(): boolean {
    return this.#calls - this.left <= 1
  }

  get isOver(): boolean {
    return Date.now() >= this.#until
  }

  /** Whether there are time and so many calls left. */
  has(calls = 1): boolean {
    return !this.isOver && this.left >= calls
  }

  spend(calls = 1): void {
    this.#used.calls += calls
  }
}

/** What a job calls, where each call is counted and the last one is left for marking the job done. */
export function servicesWithin(
  allowance: Allowance,
  { database, files, outward }: { database: Database; files: Storage; outward: Outward },
  isInSteps: boolean,
) {
  const ensureRoom = (calls = 1) => {
    if (allowance.left <= calls || (isInSteps && allowance.isOver)) throw new Unfinished('no room is left')
  }
  const take = (calls = 1) => {
    ensureRoom(calls)
    allowance.spend(calls)
  }
  const counted: Database = {
    used: database.used,
    async batch(statements, how) {
      ensureRoom()
      return database.batch(statements, how)
    },
  }
  const room = {
    has: (calls: number) => allowance.has(calls + 1),
    spend: (calls: number) => allowance.spend(calls),
  }
  return {
    database: counted,
    files: countedFiles(files, take),
    outward: countedOutward(outward, take, room),
  }
}

function countedOutward(outward: Outward, take: (calls?: number) => void, room: Room): Outward {
  const { billing, rooms, wake } = outward
  const outside = () => take(callsOutside)
  return {
    ...outward,
    ...(billing && { billing: { ...billing, call: after(outside, (...given) => billing.call(...given)) } }),
    ...(rooms && { rooms: { ...rooms, putOut: after(outside, (...given) => rooms.putOut(...given)) } }),
    ...(wake && { wake: after(take, wake) }),
    room,
  }
}

const after =
  <A extends unknown[], T>(first: () => void, call: (...given: A) => Promise<T>) =>
  async (...given: A): Promise<T> => {
    first()
    return call(...given)
  }

/** File storage of which each call is counted first. */
export function countedFiles(files: Storage, count: () => void): Storage {
  const page = after(count, (...given: Parameters<Storage['page']>) => files.page(...given))
  return {
    configured: files.configured,
    put: after(count, (...given) => files.put(...given)),
    stream: after(count, (...given) => files.stream(...given)),
    get: after(count, (...given) => files.get(...given)),
    find: after(count, (...given) => files.find(...given)),
    head: after(count, (...given) => files.head(...given)),
    delete: after(count, (...given) => files.delete(...given)),
    page,
    older: pagesOf(page),
  }
}

/** A mail service whose mails are counted. */
export const countedMail = (service: MailService, allowance: Allowance): MailService =>
  service.missing === null
    ? {
        ...service,
        mailer: {
          repeatable: service.mailer.repeatable,
          send: after(
            () => allowance.spend(callsOutside),
            (mail) => service.mailer.send(mail),
          ),
        },
      }
    : service
