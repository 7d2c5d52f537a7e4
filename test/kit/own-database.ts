import { afterAll, inject } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { useDatabase } from './parts.ts'
import { copyTemplate } from './template.ts'

/**
 * Gives a test file a database of its own, for what concerns all organizations at once: jobs and mail (whoever drains the
 * outbox first does everybody's), plans, counters, secrets in any table, functions that a test replaces.
 */
export async function ownDatabase() {
  const name = `file_${uuidv7().replaceAll('-', '')}`
  await copyTemplate(inject('parts').ownerUrl, name)
  useDatabase(name)
  afterAll(() => useDatabase(undefined))
}
