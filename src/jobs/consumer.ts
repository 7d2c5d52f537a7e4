import type { Storage } from '../shared/files/storage.ts'
import type { Statement } from '../kit/sql.ts'
import type { Database } from '../kit/database.ts'

/** One row of the outbox, leased to this run. */
export type Work = {
  id: number
  org_id: string
  topic: string
  payload: Record<string, unknown>
  attempts: number
}

/**
 * What reacts to a topic. It may read in trips of its own first, then gives the statements that do the work; they
 * run as the system in the work's organization, in one batch with the note that it is done. Must be safe to repeat.
 */
export type Consumer = {
  topic: string
  action: string
  /** Runs although its organization is suspended. */
  whenSuspended?: true
  react: (work: Work, database: Database, files: Storage, keys?: string) => Promise<Statement[]>
}
