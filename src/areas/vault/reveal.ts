import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { forbidden, notFound, tooMany } from '../../kit/errors.ts'
import type { Preparation, TransformContext } from '../../kit/operation.ts'
import { answer, type Ref } from '../../kit/sql.ts'
import { type Carried, sealedOf } from '../../shared/sealing/sealed.ts'
import { open } from '../../shared/sealing/sealing.ts'
import { provenBy, provenIfSent } from '../../shared/second-factor/proof.ts'
import type { Reveal } from './schemas.ts'
import { boundTo } from './sealing.ts'

type Body = z.output<typeof Reveal>
/** Proves the password, if one is sent; a recent sign-in needs none. */
export const proving = provenIfSent<Body>()

export function reveal(id: Ref, { reason, version }: Body, prepared: Preparation | undefined) {
  const { proven, used } = provenBy(prepared)
  return [
    ...(prepared ? [sql`select app.lock_account_with_factor(${proven}, ${used})`] : []),
    answer(
      sql`app.reveal_credential(${id}::uuid, ${version ?? null}::int, ${reason}, ${prepared !== undefined})`,
    ),
  ]
}

type Refused = { refused: 403 | 404 | 429; why: string; seconds?: number }
type Opening = {
  refused?: undefined
  org: string
  id: string
  secret: Carried | null
  secret_version: number
}

/**
 * Opens the secret once the log has its entry. A refusal comes as an answer, so that its entry was committed. A repeated
 * request is answered without the secret: it would not be in the log.
 */
export async function openRevealed(text: string, { outside }: TransformContext): Promise<string> {
  const found = JSON.parse(text) as Refused | Opening
  if (found.refused !== undefined) throw refusalOf(found)
  const { org, id, secret, secret_version } = found
  const bound = boundTo(org, id, secret_version)
  const opened = secret && (await open(outside.sealingKeys(), bound, sealedOf(secret)))
  return JSON.stringify({ secret: opened, secret_version })
}

const refusalOf = ({ refused, why, seconds }: Refused) => {
  if (refused === 404) return notFound('credential')
  return refused === 403 ? forbidden(why) : tooMany('too_many_requests', why, seconds ?? 60)
}
