import { bytesOfBase64 } from '../../base/base64.ts'
import { conflict } from '../../kit/errors.ts'

/**
 * Envelope encryption. Every version of a secret has its own random 256-bit key (DEK) and a random 96-bit IV; the DEK is
 * wrapped under a key of the deployment (KEK) with the id `kek_id`. Both are AES-256-GCM with a tag of 128 bits, and both
 * are bound to the purpose of the secret, its organization (or person), its record and its version.
 */
export type Sealed = Wrapped & { iv: Bytes; ciphertext: Bytes; secret_version: number }
export type Wrapped = { kek_id: string; wrapped_dek: Bytes; dek_iv: Bytes }
/** What a secret belongs to: a purpose such as `vault`, an organization or a person, the id of its row, and its version. */
export type Bound = { purpose: string; org: string; record: string; version: number }
type Bytes = Uint8Array<ArrayBuffer>
type Random = (bytes: number) => Bytes

/** The keys of SEALING_KEYS by id; the first is current. */
export type Keyring = Map<string, Bytes>

const rings = new Map<string, Keyring>()
const missingKeys = 'SEALING_KEYS is not set for this deployment; secrets cannot be stored without it'
const malformedKeys = 'SEALING_KEYS must be id:base64 pairs, comma separated, each key of 32 bytes'

/** Parses `id:base64,…`. Throws 409 if it is missing or malformed. */
export function keyringOf(setting: string | undefined): Keyring {
  if (!setting) throw conflict(missingKeys)
  let ring = rings.get(setting)
  if (!ring) {
    const pairs = setting.split(',').map((pair) => pairOf(pair.trim()))
    ring = new Map(pairs)
    if (ring.size < pairs.length) throw conflict(malformedKeys)
    rings.set(setting, ring)
  }
  return ring
}

function pairOf(pair: string): [id: string, key: Bytes] {
  const [, id, text = ''] = /^([\w.-]{1,40}):([A-Za-z0-9+/_-]{43}=?)$/.exec(pair) ?? []
  if (!id) throw conflict(malformedKeys)
  return [id, bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'))]
}

/** Seals a secret for its record under the current key. */
export async function seal(keys: Keyring, bound: Bound, secret: string, random: Random = randomBytes) {
  const [kek_id, kek] = [...keys][0]!
  const dek = random(32)
  const iv = random(12)
  const dek_iv = random(12)
  const ciphertext = await encrypt(dek, iv, secretLabel(bound), new TextEncoder().encode(secret))
  const wrapped_dek = await encrypt(kek, dek_iv, keyLabel(bound), dek)
  return { kek_id, wrapped_dek, dek_iv, iv, ciphertext, secret_version: bound.version } satisfies Sealed
}

/** The secret. Throws 409 if its key is missing or it was sealed for another record. */
export async function open(keys: Keyring, bound: Bound, sealed: Sealed): Promise<string> {
  const dek = await unwrap(keys, bound, sealed)
  const bytes = await decrypt(dek, sealed.iv, secretLabel(bound), sealed.ciphertext)
  return new TextDecoder().decode(bytes)
}

/** The same secret's DEK under the current key; the secret itself is not touched. */
export async function rewrap(keys: Keyring, bound: Bound, wrapped: Wrapped): Promise<Wrapped> {
  const dek = await unwrap(keys, bound, wrapped)
  const [kek_id, kek] = [...keys][0]!
  const dek_iv = randomBytes(12)
  return { kek_id, dek_iv, wrapped_dek: await encrypt(kek, dek_iv, keyLabel(bound), dek) }
}

function unwrap(keys: Keyring, bound: Bound, { kek_id, wrapped_dek, dek_iv }: Wrapped): Promise<Bytes> {
  const kek = keys.get(kek_id)
  if (!kek) throw conflict(`the key ${kek_id} that this secret is sealed with is not in SEALING_KEYS`)
  return decrypt(kek, dek_iv, keyLabel(bound), wrapped_dek)
}

const secretLabel = ({ purpose, org, record, version }: Bound) =>
  `svc:${purpose}:v1|${org}|${record}|secret|${version}`
const keyLabel = ({ purpose, org, record, version }: Bound) =>
  `svc:${purpose}:dek:v1|${org}|${record}|${version}`

const randomBytes: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

const gcm = (iv: Bytes, label: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(label),
  tagLength: 128,
})
const keyFor = (key: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use])

async function encrypt(key: Bytes, iv: Bytes, label: string, plain: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt(gcm(iv, label), await keyFor(key, 'encrypt'), plain))
}

async function decrypt(key: Bytes, iv: Bytes, label: string, sealed: Bytes): Promise<Bytes> {
  const imported = await keyFor(key, 'decrypt')
  const plain = await crypto.subtle.decrypt(gcm(iv, label), imported, sealed).catch(() => {
    throw conflict('this secret cannot be opened: its key differs, or it was sealed for another record')
  })
  return new Uint8Array(plain)
}
