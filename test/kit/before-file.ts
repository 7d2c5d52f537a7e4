import { afterAll, beforeEach, expect, inject } from 'vitest'
import { closeBreakers } from '../../src/shared/limiter.ts'
import { uuidv7 } from '../../src/kit/id.ts'
import { useDatabase } from './parts.ts'
import { copyTemplate } from './template.ts'

/* A limiter that one test overran is left alone for five seconds, which must not let the next one's requests pass. */
beforeEach(closeBreakers)

/**
 * Jobs work for every organization at once, plans are judged on a full database, and counters over the whole of it. Mail
 * is sent by whoever drains the outbox first, so tests that read it have theirs to themselves.
 */
const apart = /\/test\/(?:(?:jobs|plans|counters)\/|\w+\/(?:account|verify|secrets|[\w-]*mails?\b))/

if (apart.test(expect.getState().testPath ?? '')) {
  const name = `file_${uuidv7().replaceAll('-', '')}`
  await copyTemplate(inject('parts').ownerUrl, name)
  useDatabase(name)
  afterAll(() => useDatabase(undefined))
}
