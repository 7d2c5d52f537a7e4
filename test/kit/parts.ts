import { inject } from 'vitest'

/**
 * The parts that `test/setup.ts` started, with the database of this worker: what works for everybody at once, as the
 * outbox does, does not meet what another worker tests.
 */
export function parts() {
  const { databaseUrl, ownerUrl, ...shared } = inject('parts')
  const own = (url: string) =>
    Object.assign(new URL(url), { pathname: `worker_${process.env.VITEST_POOL_ID}` }).href
  return { ...shared, databaseUrl: own(databaseUrl), ownerUrl: own(ownerUrl) }
}
