import { afterAll, beforeEach, expect, inject } from 'vitest'
import { closeBreakers } from '../../src/platform/limiter.ts'
import { uuidv7 } from '../../src/kit/id.ts'
import { allowAtOnce } from './direct.ts'
import { useDatabase } from './parts.ts'
import { copyTemplate } from './template.ts'

/* A failed limiter is skipped for five seconds; that must not let the next test's requests pass. */
beforeEach(closeBreakers)
beforeEach(({ task }) =>
  allowAtOnce(task.tags?.includes('race') ? Number(process.env.SQL_AT_ONCE ?? 16) : undefined),
)

/**
 * Jobs process every organization at once, including those that wait in the outbox when thousands of SLA clocks follow a
 * policy; plans need a full database, and counters are checked over all of it. Mail is sent by whoever drains the outbox
 * first, so tests that read mail have their own database too, as do those that look for secrets in all tables.
 */
const needsOwnDatabase =
  /\/test\/(?:(?:jobs|plans|counters)\/|\w+\/(?:account|verify|sla-(?:apply|load)|[\w-]*(?:secrets|mails?)\b))/

if (needsOwnDatabase.test(expect.getState().testPath ?? '')) {
  const name = `file_${uuidv7().replaceAll('-', '')}`
  await copyTemplate(inject('parts').ownerUrl, name)
  useDatabase(name)
  afterAll(() => useDatabase(undefined))
}
