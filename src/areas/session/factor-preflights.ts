import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../kit/config.ts'
import { conflict, invalid } from '../../kit/errors.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Preparation } from '../../kit/operation.ts'
import { recoveryHash } from '../../shared/second-factor/recovery-codes.ts'
import { type Kept, newSecret, openSecret, sealSecret, stepOf } from '../../shared/second-factor/totp.ts'
import type { TotpConfirmation } from './factor-schemas.ts'

const undone = async () => undefined

/** A new secret, sealed for the person who will keep it. */
export async function newTotp(_body: unknown, { sealingKeys }: Outside, person: string) {
  const id = uuidv7()
  return { id, sealed: JSON.stringify(await sealSecret(sealingKeys(), person, id, newSecret())) }
}

/** Whether the code is one of the secret that waits for it; gives the step that it was of. */
export const confirmation = {
  authorize: () => [sql`select app.unconfirmed_totp()`],
  perform: async (
    { code }: z.output<typeof TotpConfirmation>,
    _org: string,
    { sealingKeys }: Outside,
    told: string | null,
  ): Promise<Preparation> => {
    if (!told) throw conflict('no authenticator app waits to be confirmed; begin to set one up')
    const kept = JSON.parse(told) as Kept
    const step = stepOf(await openSecret(sealingKeys(), kept), code.replaceAll(/\s/g, ''), Date.now())
    if (step === null)
      throw invalid(
        'body.code: is wrong; type the one that your app shows now, and check the clock of its device',
      )
    return { facts: { id: kept.id, person: kept.person, step: String(step) }, compensate: undone }
  },
}

/** What is stored of recovery codes, for the person whom the preflight found. */
export const hashesOf = (prepared: Preparation | undefined, codes: string[]) => {
  const hashes = codes.map((code) => recoveryHash(prepared!.facts.person!, code))
  return sql`${`{${hashes.join(',')}}`}::text[]`
}
