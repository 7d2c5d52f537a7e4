import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Json } from './client.ts'

/** The part of CBOR (RFC 8949) that authenticators use: integers, text, bytes and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type Changes = { origin?: string; rp?: string; verified?: boolean; counter?: number; challenge?: string }
const present = 1
const verifiedUser = 4
const attested = 64

/** A software platform authenticator (WebAuthn level 3) with P-256 keys. */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  origin = 'https://service.test'
  /** Whether it claims to have verified the user. */
  verified = true
  counter = 0
  #handle: string | undefined

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
  }

  get credential() {
    return text(this.id)
  }

  /** The result of `navigator.credentials.create()` for these options. */
  create(options: Json, changes: Changes = {}) {
    this.#handle = options.user.id
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const credentialData = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const authData = Buffer.concat([this.#data(options.rp.id, changes, attested), credentialData])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge, changes),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** The result of `navigator.credentials.get()` for these options. */
  get(options: Json, changes: Changes = {}) {
    this.counter = changes.counter ?? this.counter + 1
    const data = this.#data(options.rpId, { ...changes, counter: this.counter }, 0)
    const client = this.#client('webauthn.get', options.challenge, changes)
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client,
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, this.#key)),
        userHandle: this.#handle,
      },
    }
  }

  #credential() {
    return { id: this.credential, rawId: this.credential, type: 'public-key' as const }
  }

  #client(type: string, expected: string, { challenge = expected, origin = this.origin }: Changes) {
    return text(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
  }

  #data(
    expected: string,
    { rp = expected, verified = this.verified, counter = 0 }: Changes,
    extraFlags: number,
  ) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = present | (verified ? verifiedUser : 0) | extraFlags
    return Buffer.concat([sha256(rp), Buffer.from([flags]), count])
  }
}
