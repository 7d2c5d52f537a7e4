import { hexToBytes, bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/kit/errors.ts'
import { sealedTables } from '../../src/shared/sealing/sealed.ts'
import { type Bound, keyringOf, open, rewrap, seal } from '../../src/shared/sealing/sealing.ts'
import { asOwner } from './client.ts'

const ring = (...ids: string[]) =>
  keyringOf(ids.map((id, n) => `${id}:${Buffer.alloc(32, n + 1).toString('base64')}`).join(','))
const bound: Bound = { purpose: 'vault', org: 'o', record: 'r', version: 1 }
const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}

describe('the published vector', () => {
  const kek = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0))
  const keys = keyringOf(`k:${Buffer.from(kek).toString('base64')}`)
  const vector: Bound = {
    purpose: 'vault',
    org: '0193a5c0-0000-7000-8000-000000000001',
    record: '0193a5c0-0000-7000-8000-0000000000c1',
    version: 1,
  }
  const bytes = { dek: 0x11, iv: 0x22, dek_iv: 0x33 }
  const sealed = {
    kek_id: 'k',
    secret_version: 1,
    iv: new Uint8Array(12).fill(bytes.iv),
    dek_iv: new Uint8Array(12).fill(bytes.dek_iv),
    ciphertext: new Uint8Array(hexToBytes('64c4643bf3bbb22f269bad4f65f258dc4162030774d4a62896785c88')),
    wrapped_dek: new Uint8Array(
      hexToBytes(
        '36fdb262e93628b0e26ddfb7538d47f941db152f69ce3ffbdaeacc819989fbb9a2d22aa7ed3417f54f53d57446ee092c',
      ),
    ),
  }

  test('is the result of sealing its secret with its random bytes', async () => {
    const randomBytes = [bytes.dek, bytes.iv, bytes.dek_iv]
    const sealedSecret = await seal(keys, vector, 's3cr3t-päss', (size) =>
      new Uint8Array(size).fill(randomBytes.shift()!),
    )
    expect(bytesToHex(sealedSecret.ciphertext)).toBe(bytesToHex(sealed.ciphertext))
    expect(bytesToHex(sealedSecret.wrapped_dek)).toBe(bytesToHex(sealed.wrapped_dek))
  })

  test('opens to its secret', async () => {
    expect(await open(keys, vector, sealed)).toBe('s3cr3t-päss')
  })

  test('is rejected under another record, organization, version or purpose', async () => {
    const others: Partial<Bound>[] = [
      { record: '0193a5c0-0000-7000-8000-0000000000c2' },
      { org: '0193a5c0-0000-7000-8000-000000000002' },
      { version: 2 },
      { purpose: 'repository:github' },
    ]
    for (const other of others) {
      const refused = await refusal(open(keys, { ...vector, ...other }, sealed))
      expect([refused.status, refused.message]).toEqual([409, expect.not.stringContaining('s3cr3t')])
    }
  })
})

describe('sealing', () => {
  test('gives every version its own key and IV', async () => {
    const keys = ring('a')
    const sealedSecret = await Promise.all(Array.from({ length: 50 }, () => seal(keys, bound, 'same')))
    for (const part of ['iv', 'dek_iv', 'wrapped_dek', 'ciphertext'] as const)
      expect(new Set(sealedSecret.map((item) => bytesToHex(item[part]))).size).toBe(50)
  })

  test('uses the first key, and records its id', async () => {
    const sealedSecret = await seal(ring('new', 'old'), bound, 'x')
    expect(sealedSecret.kek_id).toBe('new')
  })

  test('rejects a secret whose key is missing, with the key’s name', async () => {
    const sealedSecret = await seal(ring('gone'), bound, 'x')
    const refused = await refusal(open(ring('other'), bound, sealedSecret))
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('gone')])
  })

  test('rejects a secret with a changed bit', async () => {
    const keys = ring('a')
    const sealedSecret = await seal(keys, bound, 'secret')
    sealedSecret.ciphertext[0]! ^= 1
    expect((await refusal(open(keys, bound, sealedSecret))).status).toBe(409)
  })

  test('rewraps only the key: the secret opens as before, but only with the new key', async () => {
    const [old, both] = [
      ring('old'),
      keyringOf(`new:${'B'.repeat(43)}=,old:${Buffer.alloc(32, 1).toString('base64')}`),
    ]
    const sealedSecret = await seal(old, bound, 'secret')
    const rewrapped = { ...sealedSecret, ...(await rewrap(both, bound, sealedSecret)) }
    expect([rewrapped.kek_id, bytesToHex(rewrapped.ciphertext)]).toEqual([
      'new',
      bytesToHex(sealedSecret.ciphertext),
    ])
    expect(await open(keyringOf(`new:${'B'.repeat(43)}=`), bound, rewrapped)).toBe('secret')
    expect((await refusal(open(old, bound, rewrapped))).status).toBe(409)
  })

  test('names the setting that is missing or wrong, but none of its keys', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const invalid = [
      undefined,
      '',
      'a',
      'a:short',
      `a:${key},a:${key}`,
      `:${key}`,
      `a:${key}${key}`,
      `a:${key};b:${key}`,
    ]
    for (const setting of invalid) {
      const refused = await refusal((async () => keyringOf(setting))())
      expect([setting, refused.status, refused.message]).toEqual([
        setting,
        409,
        expect.stringContaining('SEALING_KEYS'),
      ])
      expect(refused.message).not.toContain(key)
    }
  })
})

test('every table with sealed columns is in the list for key rotation', async () => {
  const tables = await asOwner<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'wrapped_dek' and c.relkind = 'r' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(sealedTables).toSorted())
})

test('the audit log leaves out every sealed column', async () => {
  const open = await asOwner<{ name: string }>(
    `select a.attname as name from pg_attribute a where a.attrelid = 'repository_connections'::regclass
      and a.attname in ('wrapped_dek', 'dek_iv', 'iv', 'ciphertext', 'token_hint') and not app.is_secret(a.attname)`,
  )
  expect(open).toEqual([])
})
