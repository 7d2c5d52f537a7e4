import type * as z from 'zod'
import type { organizationImportSignatures } from '../../../db/schema/organization-imports.ts'
import { invalid } from '../../kit/errors.ts'
import type { Statement } from '../../kit/sql.ts'
import { signedByUs, signerOf } from '../../shared/signatures.ts'
import { Manifest, type OrganizationImportDraft } from './schemas.ts'

type Draft = z.output<typeof OrganizationImportDraft>
type Keys = { linkKeys: string }

/** By whom a manifest is signed, once a signature under a key of this deployment has been checked. */
export function signatureOf(
  signature: string | null | undefined,
  { linkKeys }: Keys,
): (typeof organizationImportSignatures)[number] {
  if (!signature) return 'absent'
  return signerOf(linkKeys, signature) === null ? 'unknown_key' : 'verified'
}

/** A round trip is needed only where a signature under a key of this deployment does not fit: the caller is to be known first. */
export async function unlessSigned(
  { manifest, signature }: Draft,
  _params: unknown,
  outside: Keys,
): Promise<Statement[] | undefined> {
  if (!signature || signatureOf(signature, outside) !== 'verified') return undefined
  const said = Manifest.safeParse(await signedByUs(outside.linkKeys, signature))
  return JSON.stringify(said.data) === JSON.stringify(manifest) ? undefined : []
}

export const refuseSignature = async (): Promise<never> =>
  Promise.reject(invalid('body.signature: is not that of this manifest; send both as they are in the export'))
