import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { meetingParticipants as participants } from '../../../db/schema/meetings.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { all, answer, inOrg, jsonb, one, type Ref, shape } from '../../kit/sql.ts'
import type { MailService } from '../../shared/mail/service.ts'
import { unsent } from '../../shared/mail/unsent.ts'
import { hostOnly, textArray } from './queries.ts'
import { Guest, type GuestDraft } from './schemas.ts'

type Delivery = { settings: { webUrl: string }; outside: { mail: MailService; cell: string } }

/** A guest with a link, the only time that its token is told. */
export function add(meeting: Ref, draft: z.output<typeof GuestDraft>, { settings, outside }: Delivery) {
  const token = makeToken('svc_mtg_', outside.cell)
  const hash = sql`decode(${hashOf(token)}, 'hex')`
  const guest = shape(Guest, participants, {
    link: sql`${`${settings.webUrl}/meet/${token}`}::text`,
    warnings: unsent,
  })
  return [
    hostOnly(meeting),
    sql`select app.add_guest(${meeting}, ${jsonb(draft)}, ${hash}, ${outside.mail.missing === null})`,
    one(guest, all(inOrg(participants), sql`${participants.link_hash} = ${hash}`)),
  ]
}

export const meetingOf = (token: Ref) => answer(sql`app.meeting_of_guest(${token})`)
export const join = (token: Ref, name: string | undefined, configured: string[]) =>
  answer(sql`app.join_as_guest(${token}, ${name ?? null}, ${textArray(configured)})`)
