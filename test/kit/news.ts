import { sql } from 'drizzle-orm'
import { asOwner, type Caller, type Json } from './client.ts'
import { enteredDatabase } from './inbox.ts'
import type { Workspace } from './makers.ts'

/** What somebody is told for reasons of people, the latest first. */
export async function news(ws: Workspace, who: Caller): Promise<string[]> {
  const { items } = await who.ok('GET', `${ws.base}/notifications?limit=100`)
  return items
    .filter(({ reason }: Json) => /^(leave|hours|hr|timesheet|payslip)_/.test(reason))
    .map(({ reason, title, snippet }: Json) => [reason, title, snippet].filter(Boolean).join(' | '))
}
export const clearNews = (ws: Workspace) =>
  asOwner('delete from notifications where org_id = $1', [ws.org.id])
/** Erases what the law no longer keeps. */
export const ended = (ws: Workspace) =>
  enteredDatabase(ws.org.id).batch([sql`select app.daily_retention(${ws.org.id}, 1000)`])
/** What the morning of the organization brings. */
export const morning = (ws: Workspace) => enteredDatabase(ws.org.id).batch([sql`select app.run_people_day()`])
