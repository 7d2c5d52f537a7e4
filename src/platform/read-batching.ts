import { type Database, unused } from '../kit/database.ts'
import { Refusal } from '../kit/errors.ts'

type Batch = Parameters<Database['batch']>
type Results = (string | null)[]
type Pending = { statements: Batch[0]; resolve: (results: Results) => void; reject: (error: unknown) => void }

export type ReadBatcher = {
  /** The database of a request: reads are gathered, everything else uses its own. */
  share: (own: Database) => Database
  /** Runs one of the requests whose reads are gathered. */
  during: <T>(request: () => Promise<T>) => Promise<T>
}

/** The `share` for in-process requests whose reads are gathered. */
export const batchedReads = new WeakMap<globalThis.Request, ReadBatcher['share']>()

/**
 * Reads of concurrent requests share one round trip, as soon as all of the requests wait for the database. Each batch
 * starts by setting its own caller, so none runs with the rights of another. If one is rejected, each is repeated by
 * itself, unless the session has ended; writes are never shared.
 */
export function readBatcher(database: Database): ReadBatcher {
  let running = 0
  let pending: Pending[] = []
  const flush = () => {
    if (!pending.length || pending.length < running) return
    const batch = pending
    pending = []
    void runTogether(database, batch)
  }
  return {
    share: (own) => ({
      used: unused(),
      batch: (statements, how) =>
        how?.readOnly && how.deadline === undefined
          ? new Promise((resolve, reject) => {
              pending.push({ statements, resolve, reject })
              // Requests that start in the same turn are counted first.
              queueMicrotask(flush)
            })
          : own.batch(statements, how),
    }),
    async during(request) {
      running++
      try {
        return await request()
      } finally {
        running--
        flush()
      }
    },
  }
}

async function runTogether(database: Database, batches: Pending[]) {
  try {
    const results = await database.batch(
      batches.flatMap(({ statements }) => statements),
      { readOnly: true },
    )
    for (const { statements, resolve } of batches) resolve(results.splice(0, statements.length))
  } catch (error) {
    const refused = error instanceof Refusal && error.status < 500 && error.status !== 401
    for (const one of batches)
      if (refused && batches.length > 1) void runAlone(database, one)
      else one.reject(error)
  }
}

const runAlone = (database: Database, { statements, resolve, reject }: Pending) =>
  database.batch(statements, { readOnly: true }).then(resolve, reject)
