import type { Database } from '../kit/database.ts'
import { Refusal } from '../kit/errors.ts'

type Batch = Parameters<Database['batch']>
type Results = (string | null)[]
type Waiting = { statements: Batch[0]; told: (results: Results) => void; failed: (error: unknown) => void }

export type Gathering = {
  /** The database of a request: reads are gathered, and all else goes to its own. */
  share: (own: Database) => Database
  /** Runs a request of those that are gathered. */
  during: <T>(request: () => Promise<T>) => Promise<T>
}

/** What makes the database of a request that is made in process, where its reads are gathered with others. */
export const gatheredFor = new WeakMap<globalThis.Request, Gathering['share']>()

/**
 * Reads of requests that run at the same time go to the database in one trip: as soon as all of them wait for it. Each
 * batch begins by saying who asks and where, so none is seen with the rights of another. If one is refused, each is
 * asked for by itself, unless it is the session that has ended; writes always are.
 */
export function gathering(database: Database): Gathering {
  let running = 0
  let waiting: Waiting[] = []
  const depart = () => {
    if (!waiting.length || waiting.length < running) return
    const leaving = waiting
    waiting = []
    void together(database, leaving)
  }
  return {
    share: (own) => ({
      trips: 0,
      batch: (statements, how) =>
        how?.readOnly && how.deadline === undefined
          ? new Promise((told, failed) => {
              waiting.push({ statements, told, failed })
              // Requests that begin in the same turn are counted first.
              queueMicrotask(depart)
            })
          : own.batch(statements, how),
    }),
    async during(request) {
      running++
      try {
        return await request()
      } finally {
        running--
        depart()
      }
    },
  }
}

async function together(database: Database, batches: Waiting[]) {
  try {
    const results = await database.batch(
      batches.flatMap(({ statements }) => statements),
      { readOnly: true },
    )
    for (const { statements, told } of batches) told(results.splice(0, statements.length))
  } catch (error) {
    const refused = error instanceof Refusal && error.status < 500 && error.status !== 401
    for (const one of batches)
      if (refused && batches.length > 1) void alone(database, one)
      else one.failed(error)
  }
}

const alone = (database: Database, { statements, told, failed }: Waiting) =>
  database.batch(statements, { readOnly: true }).then(told, failed)
