import { inject } from 'vitest'

let ownDatabase: string | undefined

/** Switches this file to its own database; undefined switches back to that of the worker. */
export const useDatabase = (name: string | undefined) => {
  ownDatabase = name
}

/**
 * The services that `test/setup.ts` started, with the database of this worker: jobs that process all organizations,
 * such as the outbox, do not interfere with the tests of another worker.
 */
export function parts() {
  const database = ownDatabase ?? `worker_${process.env.VITEST_POOL_ID}`
  if (found?.database !== database) found = { database, parts: partsOf(database) }
  return found.parts
}

/** Each call asks for the parts, which `inject` copies. */
let found: { database: string; parts: ReturnType<typeof partsOf> } | undefined

function partsOf(database: string) {
  const { databaseUrl, ownerUrl, ...shared } = inject('parts')
  const withDatabase = (url: string) => Object.assign(new URL(url), { pathname: database }).href
  return { ...shared, databaseUrl: withDatabase(databaseUrl), ownerUrl: withDatabase(ownerUrl) }
}
