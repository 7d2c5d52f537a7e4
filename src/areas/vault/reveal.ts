import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { conflict, forbidden, notFound, tooMany } from '../../kit/errors.ts'
import { isUuid } from '../../base/id.ts'
import type { PreflightResult, TransformContext } from '../../kit/operation.ts'
import { answer, type Ref } from '../../kit/sql.ts'
import { type Carried, sealedOf } from '../../shared/sealing/sealed.ts'
import { open } from '../../shared/sealing/sealing.ts'
import { provenBy, provenIfSent } from '../../shared/second-factor/proof.ts'
import { codeAt, codeKeyOf } from '../../shared/second-factor/code-keys.ts'
import type { Reveal, ShowCode } from './schemas.ts'
import { boundTo, type Part } from './sealing.ts'

type Proof = { password?: string | undefined; code?: string | undefined }
/** Proves the password, if one is sent; a recent sign-in needs none. */
export const proving = provenIfSent<Proof>()

type Shown = {
  part: Part
  action: 'revealed' | 'code_shown'
  version?: number | undefined
  reason?: string | undefined
}
/** Answers with a part of a credential, sealed, in the field that a repeated request is answered without. */
function take(
  id: Ref,
  { part, action, version, reason }: Shown,
  preflightResult: PreflightResult | undefined,
) {
  const { proven, used } = provenBy(preflightResult)
  const named = action === 'revealed' ? 'secret' : 'code'
  return [
    ...(preflightResult ? [sql`select app.lock_account_with_factor(${proven}, ${used})`] : []),
    answer(
      sql`app.take_credential_secret(${id}::uuid, ${part}, ${version ?? null}::int, ${reason ?? null}::text,
        ${preflightResult !== undefined}, ${action}, ${named})`,
    ),
  ]
}

export const reveal = (
  id: Ref,
  { part = 'secret', version, reason }: z.output<typeof Reveal>,
  preflightResult: PreflightResult | undefined,
) => take(id, { part, action: 'revealed', version, reason }, preflightResult)

export const showCode = (
  id: Ref,
  { reason }: z.output<typeof ShowCode>,
  preflightResult: PreflightResult | undefined,
) => take(id, { part: 'totp', action: 'code_shown', reason }, preflightResult)

/** That somebody asked who is refused before they get here, such as an operator in the name of the reader. */
export const noteDenial = (id: string | undefined) =>
  sql`select app.note_denied_reveal(${isUuid(id ?? '') ? id : null}::uuid)`

type Refused = { refused: 403 | 404 | 429; why: string; seconds?: number }
type Taken = {
  refused?: undefined
  org: string
  id: string
  part: Part
  secret_version: number
  /** What was sealed, under the name of what is answered; null in a repeated answer. */
  secret?: Carried | null
  code?: Carried | null
}

/**
 * What was taken, once the log has its entry. A refusal comes as an answer, so that its entry was committed. A repeated
 * request is answered without the secret: it would not be in the log.
 */
function takenIn(text: string): Taken {
  const found = JSON.parse(text) as Refused | Taken
  if (found.refused !== undefined) throw refusalOf(found)
  return found
}

const opened = ({ org, id, part, secret_version }: Taken, sealed: Carried, { outside }: TransformContext) =>
  open(outside.sealingKeys(), boundTo(org, id, part, secret_version), sealedOf(sealed))

export async function openRevealed(text: string, context: TransformContext): Promise<string> {
  const taken = takenIn(text)
  const secret = taken.secret ? await opened(taken, taken.secret, context) : null
  return JSON.stringify({ secret, secret_version: taken.secret_version })
}

/** The code of this moment; the key itself stays here. */
export async function openCode(text: string, context: TransformContext): Promise<string> {
  const taken = takenIn(text)
  if (!taken.code) return JSON.stringify({ code: null, valid_until: null })
  const key = codeKeyOf(await opened(taken, taken.code, context))
  if (typeof key === 'string') throw conflict('this key for one-time codes cannot be read; enter it again')
  const { code, validUntil } = codeAt(key, context.now.getTime())
  return JSON.stringify({ code, valid_until: validUntil })
}

const refusalOf = ({ refused, why, seconds }: Refused) => {
  if (refused === 404) return notFound('credential')
  return refused === 403 ? forbidden(why) : tooMany('too_many_requests', why, seconds ?? 60)
}
