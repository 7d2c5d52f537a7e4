import type { Rooms } from '../shared/meetings/rooms.ts'
import type { Billing } from '../shared/billing/provider.ts'
import type { Storage } from '../shared/files/storage.ts'
import type { WebhookSender } from '../shared/webhooks/sender.ts'
import type { Statement } from '../kit/sql.ts'
import type { Database } from '../kit/database.ts'

/** Services that some work calls, as the deployment has them; `wake` has the clock of a shard look at once. */
export type Outward = {
  billing?: Billing
  rooms?: Rooms
  webhooks?: WebhookSender
  wake?: (shard: number) => Promise<void>
  room?: Room
}
/** Whether a job has time and so many calls left in its invocation, and what it called by other ways than these services. */
export type Room = { has(calls: number): boolean; spend(calls: number): void }
/** That of a job without limits. */
export const endless: Room = { has: () => true, spend: () => undefined }

/** One row of the outbox, leased to this run. */
export type Work = {
  id: string
  org_id: string
  /** Of its organization in file storage. */
  folder: string
  topic: string
  payload: Record<string, unknown>
  attempts: number
}

/**
 * The handler of a topic. It may first read in round trips of its own, then returns the statements that do
 * the work; all run as the system in the work's organization, the latter in one batch with marking it done. Must be
 * idempotent.
 */
export type Consumer = {
  topic: string
  action: string
  /** Runs even if its organization is suspended. */
  whenSuspended?: true
  /** Each of its calls keeps what it did, so that it may be stopped before any of them and goes on from there. */
  inSteps?: true
  /** May queue mail, which the same drain sends. */
  mails?: true
  react: (
    work: Work,
    database: Database,
    files: Storage,
    keys?: string,
    outward?: Outward,
  ) => Promise<Statement[]>
}
