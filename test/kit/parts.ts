import { inject } from 'vitest'

let ownDatabase: string | undefined

/** From now on this file works in a database of its own; undefined leads back to that of the worker. */
export const useDatabase = (name: string | undefined) => {
  ownDatabase = name
}

/**
 * The parts that `test/setup.ts` started, with the database of this worker: what works for everybody at once, as the
 * outbox does, does not meet what another worker tests.
 */
export function parts() {
  const { databaseUrl, ownerUrl, ...shared } = inject('parts')
  const database = ownDatabase ?? `worker_${process.env.VITEST_POOL_ID}`
  const own = (url: string) => Object.assign(new URL(url), { pathname: database }).href
  return { ...shared, databaseUrl: own(databaseUrl), ownerUrl: own(ownerUrl) }
}
