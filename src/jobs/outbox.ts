import { sql } from 'drizzle-orm'
import type { Database } from '../kit/trip.ts'
import type { Statement } from '../kit/sql.ts'
import { log } from '../kit/log.ts'
import { consumers } from './index.ts'

/** One row of the outbox, leased to this run. */
export type Work = { id: number; org_id: string; topic: string; payload: Record<string, unknown>; attempts: number }

/**
 * What reacts to a topic. It may read in trips of its own first, then gives the statements that do the work; they
 * run as the system in the work's organization, in one batch with the note that it is done. Must be safe to repeat.
 */
export type Consumer = { topic: string; action: string; react: (work: Work, database: Database) => Promise<Statement[]> }

const most = 20

/** Does the due work of the outbox. Gives when more is due (ISO 8601), or null when nothing is left. */
export async function drain(database: Database): Promise<string | null> {
  for (;;) {
    const [taken] = await database.batch([sql`select app.take_outbox(${most})`])
    const { work, next } = JSON.parse(taken!) as { work: Work[]; next: string | null }
    for (const piece of work) await attempt(piece, database)
    if (work.length < most) return work.length ? nextDue(database) : next
  }
}

async function nextDue(database: Database): Promise<string | null> {
  const [due] = await database.batch([sql`select app.next_due()`], { readOnly: true })
  return due ?? null
}

async function attempt(piece: Work, database: Database) {
  const consumer = consumers.find(({ topic }) => topic === piece.topic)
  try {
    if (!consumer) throw new Error(`nothing reacts to ${piece.topic}`)
    const statements = await consumer.react(piece, database)
    const request = `outbox-${piece.id}`
    await database.batch([
      sql`select app.enter_system(${piece.org_id}::uuid, ${consumer.action}, ${request})`, ...statements,
      sql`select app.finish_outbox(${piece.id})`,
    ])
  } catch (error) {
    log('outbox_failed', `outbox-${piece.id}`, error)
    const reason = error instanceof Error ? error.constructor.name : 'unknown'
    await database.batch([sql`select app.fail_outbox(${piece.id}, ${reason})`]).catch(() => undefined)
  }
}
