import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { eraseObjects } from './attachments.ts'
import type { Consumer } from './consumer.ts'
import { eraseUnder } from './erase-under.ts'
import { exportsOf } from './organization-exports.ts'
import { importedFilesOf, importsOf } from './organization-imports.ts'

const rows = 2000

/** Repeats a step, each time in its own transaction, until it reports that nothing is left. */
async function untilDone(database: Database, step: SQL) {
  for (let hasMore = true; hasMore;) {
    const [remaining] = await database.batch([step])
    hasMore = remaining === 'true'
  }
  return []
}

/** Erases a purged project. */
export const projectPurge: Consumer = {
  topic: 'project.purge',
  inSteps: true,
  whenSuspended: true,
  action: 'project.erased',
  react: ({ payload }, database) =>
    untilDone(
      database,
      sql`select app.purge_project_step(${String(payload.project_id)}::uuid, ${rows})::text`,
    ),
}

/** Erases an organization whose restore period has passed, and its stored files. */
export const organizationPurge: Consumer = {
  topic: 'organization.purge',
  inSteps: true,
  whenSuspended: true,
  action: 'organization.erased',
  async react({ org_id, folder }, database, files) {
    await eraseUnder(files, exportsOf(folder))
    await eraseUnder(files, importsOf(folder))
    await eraseUnder(files, importedFilesOf(folder))
    await untilDone(database, sql`select app.purge_organization_step(${org_id}::uuid, ${rows})::text`)
    return eraseObjects(org_id, database, files)
  },
}
