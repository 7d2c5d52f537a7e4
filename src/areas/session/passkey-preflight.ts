import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { invalid } from '../../kit/errors.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { verifyRegistration } from '../../shared/second-factor/passkeys.ts'
import { readTicket } from '../../shared/second-factor/tickets.ts'
import type { PasskeyDraft } from './factor-schemas.ts'

/** Verifies the response of an authenticator to the ticket, which belongs to the caller's session. */
export const registration = {
  authorize: () => [sql`select app.my_session()`],
  perform: async (
    draft: z.output<typeof PasskeyDraft>,
    _org: string,
    { linkKeys }: Outside,
    result: string | null,
  ): Promise<PreflightResult> => {
    const { person, session } = JSON.parse(result!) as { person: string; session: string }
    const ticket = await readTicket(linkKeys, 'add_passkey', draft.ticket, new Date())
    if (ticket?.person !== person || ticket.session !== session)
      throw invalid('body.ticket: has expired, or is of another session; begin again')
    const made = await verifyRegistration(draft.response, ticket.text, ticket.site)
    if (!made) throw invalid('body.response: does not hold; begin again')
    const { hash, until, proven } = ticket
    const facts = { person, made: JSON.stringify(made), ticket: JSON.stringify({ hash, until, proven }) }
    return { values: facts, compensate: async () => undefined }
  },
}
