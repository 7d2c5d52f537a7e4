import type { Consumer } from './consumer.ts'
import { projectPurge } from './purge.ts'
import { recurrence } from './recurrence.ts'

/** What reacts to the outbox, by topic. */
export const consumers: Consumer[] = [projectPurge, recurrence]
