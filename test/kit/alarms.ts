import { capsIn, countedEnv, ran } from '../../scripts/stack/caps.ts'
import { Clock } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/base/config.ts'
import { env } from './client.ts'

const mostRetries = 6

/** Storage of a Durable Object as a clock uses it, with an alarm that the test lets go off. */
export function alarmStorage() {
  let alarm: number | null = null
  let shard: number | undefined
  const set: number[] = []
  const retries: number[] = []
  return {
    /** How many milliseconds passed before each further try of an alarm whose handler failed. */
    retries,
    /** The times that the alarm was set to. */
    set,
    getAlarm: async () => alarm,
    setAlarm: async (at: number) => {
      alarm = at
      set.push(at)
    },
    deleteAlarm: async () => {
      alarm = null
    },
    get: async () => shard,
    put: async (_: 'shard', of: number) => {
      shard = of
    },
    /**
     * The alarm goes off, as the platform does it: it is no longer set when its handler starts. A handler that fails is tried six
     * more times, after two seconds and twice as long each time, and then the alarm is dropped; here without the waiting.
     */
    ring: async (clock: Clock, caps = capsIn({})) => {
      for (let attempt = 0; attempt <= mostRetries; attempt++) {
        alarm = null
        if (attempt) retries.push(1000 * 2 ** attempt)
        try {
          return await ran(caps, () => clock.alarm())
        } catch {
          alarm = null
        }
      }
    },
  }
}
type AlarmStorage = ReturnType<typeof alarmStorage>

const reached = (clock: Clock) => ({
  fetch: (input: string | Request, init?: RequestInit) =>
    ran(capsIn({}), () => clock.fetch(new Request(input, init))),
})

/** A binding that leads to this clock, whichever is asked for. */
export const namespaceOf = (clock: Clock) => ({
  idFromName: (name: string) => name,
  get: () => reached(clock),
})

/** A binding with a clock for each name that is asked for, and those that were. */
export function clockNamespace(settings: Partial<Env> = {}) {
  const known = new Map<string, { clock: Clock; alarms: AlarmStorage }>()
  const get = (id: unknown) => {
    const name = String(id)
    if (!known.has(name)) {
      const alarms = alarmStorage()
      known.set(name, { clock: new Clock({ storage: alarms }, countedEnv(env(settings))), alarms })
    }
    return reached(known.get(name)!.clock)
  }
  return { known, namespace: { idFromName: (name: string) => name, get } }
}
