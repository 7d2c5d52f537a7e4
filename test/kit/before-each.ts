import { beforeEach } from 'vitest'
import { closeBreakers } from '../../src/platform/limiter.ts'
import { allowAtOnce } from './direct.ts'
import { showFailures } from './failures.ts'

/* A status of 500 says nothing; the log line of the failure does. */
beforeEach(showFailures)

/* A failed limiter is skipped for five seconds; that must not let the next test's requests pass. */
beforeEach(closeBreakers)
beforeEach(({ task }) =>
  allowAtOnce(task.tags?.includes('race') ? Number(process.env.SQL_AT_ONCE ?? 16) : undefined),
)
