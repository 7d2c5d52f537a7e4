import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { CompactSign, compactVerify, decodeProtectedHeader } from 'jose'
import { ringOf } from '../base/jwt.ts'
import { hashOf } from '../base/tokens.ts'
import type { Storage } from './files/storage.ts'

/**
 * The head of a chain at a moment; signed and stored outside the database. The audit trail is the chain without a name.
 */
export type Checkpoint = {
  org: string
  chain?: string
  position: number
  hash: string
  entries: number
  at: string
}
/** `unknown`: signed with a key that is no longer in the ring. `wrong`: the signature does not match. */
export type StoredCheckpoint = Checkpoint & { signature: 'valid' | 'unknown' | 'wrong' }

/** Separate keys, so that a checkpoint cannot pass for a session or a link, or vice versa. */
const purpose = utf8ToBytes('audit checkpoints, version 1')
const keyOf = (secret: Uint8Array) => hmac(sha256, secret, purpose)

/** The chain of the invoice register of an issuer. */
export const registerChain = (issuer: string) => `register/${hashOf(issuer).slice(0, 16)}`

/** The log of working hours of an organization. */
export const hoursChain = 'working-hours'

const placeOf = (folder: string, chain?: string) => `${chain || 'audit'}/${folder}`
const newestOf = (folder: string, chain?: string) => `${placeOf(folder, chain)}/newest`
const archivedOf = (folder: string) => `audit/${folder}/archived`
/** The last checkpoint of each day is kept forever. */
const dayOf = (folder: string, { chain, at }: Checkpoint) => `${placeOf(folder, chain)}/${at.slice(0, 10)}`

/** A checkpoint as a compact JWS under the first key of the ring. */
async function signCheckpoint(keys: string, checkpoint: Checkpoint): Promise<string> {
  const [kid, secret] = [...ringOf(keys)][0]!
  return new CompactSign(utf8ToBytes(JSON.stringify(checkpoint)))
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(keyOf(secret))
}

/** A stored checkpoint; null if it cannot be parsed. */
async function readCheckpoint(keys: string, jws: string): Promise<StoredCheckpoint | null> {
  try {
    const checkpoint = JSON.parse(
      atob(jws.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')),
    ) as Checkpoint
    const secret = ringOf(keys).get(decodeProtectedHeader(jws).kid ?? '')
    if (!secret) return { ...checkpoint, signature: 'unknown' }
    const isValid = await compactVerify(jws, keyOf(secret), { algorithms: ['HS256'] }).then(
      () => true,
      () => false,
    )
    return { ...checkpoint, signature: isValid ? 'valid' : 'wrong' }
  } catch {
    return null
  }
}

/** The newest checkpoint of a chain in the folder of its organization, or why there is none. */
export const newestCheckpoint = (files: Storage, keys: string, folder: string, chain?: string) =>
  readStored(newestOf(folder, chain), files, keys)
/** How far the archive of a chain goes, or why that is unknown. */
export const archiveMark = (files: Storage, keys: string, folder: string) =>
  readStored(archivedOf(folder), files, keys)

async function readStored(key: string, files: Storage, keys: string) {
  if (!files.configured) return 'not_configured'
  const stored = await files.find(key).catch(() => 'unreachable' as const)
  if (stored === 'unreachable') return stored
  if (!stored) return 'none_yet'
  return (await readCheckpoint(keys, await new Response(stored).text())) ?? 'unreadable'
}

export async function storeArchiveMark(
  files: Storage,
  keys: string,
  folder: string,
  mark: Checkpoint,
): Promise<void> {
  await files.put(archivedOf(folder), utf8ToBytes(await signCheckpoint(keys, mark)))
}

export async function storeCheckpoint(
  files: Storage,
  keys: string,
  folder: string,
  checkpoint: Checkpoint,
): Promise<void> {
  const bytes = utf8ToBytes(await signCheckpoint(keys, checkpoint))
  await files.put(dayOf(folder, checkpoint), bytes)
  await files.put(newestOf(folder, checkpoint.chain), bytes)
}
