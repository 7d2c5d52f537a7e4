import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { jsonb } from '../kit/sql.ts'
import type { Storage } from '../shared/files/storage.ts'
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
    await database.batch([
      sql`select app.schedule(${org_id}::uuid, 'organization.leftovers',
      ${jsonb({ folder })}, now() + interval '15 minutes')`,
    ])
    await eraseFiles(files, folder)
    await untilDone(database, sql`select app.purge_organization_step(${org_id}::uuid, ${rows})::text`)
    return eraseObjects(org_id, database, files)
  },
}

async function eraseFiles(files: Storage, folder: string) {
  for (const prefix of [exportsOf(folder), importsOf(folder), importedFilesOf(folder)])
    await eraseUnder(files, prefix)
}

/** Erases what was still being stored while an organization was erased, such as by an import that was thrown away as it ran. */
export const organizationLeftovers: Consumer = {
  topic: 'organization.leftovers',
  inSteps: true,
  whenSuspended: true,
  action: 'organization.erased',
  async react({ org_id, payload }, database, files) {
    const [isThere] = await database.batch([
      sql`select (exists (select from organizations where id = ${org_id}::uuid))::text`,
    ])
    // The folder has the place of the organization in its name, which is not known any more.
    if (isThere === 'false') await eraseFiles(files, String(payload.folder))
    return []
  },
}
