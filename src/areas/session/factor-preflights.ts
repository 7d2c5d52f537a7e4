import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { conflict, invalid } from '../../kit/errors.ts'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { recoveryHash } from '../../shared/second-factor/recovery-codes.ts'
import {
  type StoredTotp,
  newSecret,
  openSecret,
  sealSecret,
  stepOf,
} from '../../shared/second-factor/totp.ts'
import type { TotpConfirmation } from './factor-schemas.ts'

const noCompensation = async () => undefined

/** A new secret, sealed for its user. */
export async function newTotp(_body: unknown, { sealingKeys }: Outside, person: string) {
  const id = uuidv7()
  return { id, sealed: JSON.stringify(await sealSecret(sealingKeys(), person, id, newSecret())) }
}

/** Checks the code against the secret that awaits confirmation; returns its time step. */
export const confirmation = {
  authorize: () => [sql`select app.unconfirmed_totp()`],
  perform: async (
    { code }: z.output<typeof TotpConfirmation>,
    _org: string,
    { sealingKeys }: Outside,
    result: string | null,
  ): Promise<PreflightResult> => {
    if (!result) throw conflict('no authenticator app waits to be confirmed; begin to set one up')
    const totp = JSON.parse(result) as StoredTotp
    const step = stepOf(await openSecret(sealingKeys(), totp), code.replaceAll(/\s/g, ''), Date.now())
    if (step === null)
      throw invalid(
        'body.code: is wrong; type the one that your app shows now, and check the clock of its device',
      )
    return { values: { id: totp.id, person: totp.person, step: String(step) }, compensate: noCompensation }
  },
}

/** The stored hashes of recovery codes, for the person from the preflight. */
export const hashesOf = (preflightResult: PreflightResult | undefined, codes: string[]) => {
  const hashes = codes.map((code) => recoveryHash(preflightResult!.values.person!, code))
  return sql`${`{${hashes.join(',')}}`}::text[]`
}
