import type { Consumer } from './outbox.ts'

/** What reacts to the outbox, by topic. */
export const consumers: Consumer[] = []
