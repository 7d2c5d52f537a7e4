import { sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { jsonb } from '../kit/sql.ts'
import type { Storage } from '../shared/files/storage.ts'
import type { Consumer } from './consumer.ts'

/** As many keys as R2 deletes in one call. */
const batchSize = 1000
const dayMillis = 24 * 60 * 60 * 1000

/** Erases the unreferenced objects of an organization: first from storage, then their rows. */
export async function eraseObjects(org: string, database: Database, files: Storage) {
  for (;;) {
    const [result] = await database.batch([sql`select app.unreferenced_objects(${org}::uuid, ${batchSize})`])
    const keys = JSON.parse(result!) as string[]
    if (keys.length === 0) return []
    await files.delete(keys)
    await database.batch([sql`select app.erase_objects(${org}::uuid, ${result}::jsonb)`])
  }
}

export const attachmentErasure: Consumer = {
  topic: 'attachments.erase',
  inSteps: true,
  whenSuspended: true,
  action: 'attachment.erased',
  react: ({ org_id }, database, files) => eraseObjects(org_id, database, files),
}

/** Removes an announced attachment whose bytes never arrived. */
export const attachmentExpiry: Consumer = {
  topic: 'attachment.expired',
  whenSuspended: true,
  action: 'attachment.expired',
  react: async ({ payload }) => [sql`select app.expire_attachment(${String(payload.attachment_id)}::uuid)`],
}

/**
 * Erases what no row names of a page of the objects, if it is older than a day: leftovers of failed writes. The page begins
 * after a key; returns its last key, or null if it is the last page.
 */
export async function eraseOrphans(
  database: Database,
  files: Storage,
  after: string | null = null,
  now = new Date(),
) {
  if (!files.configured) return null
  const { keys, last } = await files.page('org/', new Date(now.getTime() - dayMillis), after)
  if (keys.length === 0) return last
  const [result] = await database.batch([sql`select app.unknown_objects(${jsonb(keys)})`])
  const orphans = JSON.parse(result!) as string[]
  if (orphans.length) await files.delete(orphans)
  return last
}
