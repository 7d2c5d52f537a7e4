import { sql } from 'drizzle-orm'
import * as z from 'zod'

/** What an answer says of mail that was asked for and is not sent, as a field of its schema. */
export const unsentWarnings = z.array(z.string()).meta({
  description: 'Who is not mailed the link, and why: at most five an hour go to one address',
  'x-receipt': true,
})

/** The warnings of the mails that this transaction did not send. */
export const unsent = sql`coalesce(nullif(current_setting('app.unsent', true), '')::json, '[]')`
