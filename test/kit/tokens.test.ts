import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from '../../src/base/id.ts'
import { checkPassword, dummyHash, hashPassword } from '../../src/shared/passwords.ts'
import { derive } from '../../src/shared/scrypt.ts'
import { cellOf, hashOf, isToken, makeToken, tokenKinds, tokenOf } from '../../src/base/tokens.ts'

test.each(tokenKinds)(
  '%s tokens have the letter of their cell and 36 base-62 characters, the last 6 of them a checksum',
  (kind) => {
    const token = makeToken(kind, 'a')
    expect(token).toMatch(new RegExp(`^${kind}a[0-9A-Za-z]{36}$`))
    expect(isToken(kind, token)).toBe(true)
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const sum = token
      .slice(-6)
      .split('')
      .reduce((total, digit) => total * 62 + digits.indexOf(digit), 0)
    expect(sum).toBe(crc32(token.slice(0, -6)))
  },
)

test('a token with one changed character, another prefix or another length is rejected', () => {
  const token = makeToken('svc_live_', 'a')
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(isToken('svc_live_', token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
  }
  expect(isToken('svc_oat_', token)).toBe(false)
  expect(isToken('svc_live_', `${token}A`)).toBe(false)
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a token says which cell issued it, and the earliest, which have no letter, stay valid', () => {
  for (const cell of ['a', 'k', 'z']) expect(cellOf(makeToken('svc_inb_', cell))).toBe(cell)
  const earliest = tokenOf('svc_live_', '', 'x'.repeat(30))
  expect([earliest.length, isToken('svc_live_', earliest), cellOf(earliest)]).toEqual([45, true, null])
  const otherwise = tokenOf('svc_live_', 'B', 'x'.repeat(30))
  expect([isToken('svc_live_', otherwise), cellOf(otherwise)]).toEqual([false, null])
})

test('ids are UUIDs of version 7, contain their time and sort by it', () => {
  const [earlier, later] = [uuidv7(1_000_000_000_000), uuidv7(1_000_000_000_001)]
  expect(isUuid(earlier)).toBe(true)
  expect(earlier[14]).toBe('7')
  expect(Number.parseInt(earlier.replaceAll('-', '').slice(0, 12), 16)).toBe(1_000_000_000_000)
  expect(earlier < later).toBe(true)
})

test('a password matches only its own hash, in any Unicode normalization form', async () => {
  const phc = await hashPassword('caf\u00e9 corner')
  expect(phc).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await checkPassword('cafe\u0301 corner', phc)).toEqual({ fits: true, stale: false })
  expect((await checkPassword('cafe corner', phc)).fits).toBe(false)
  expect((await checkPassword('', dummyHash)).fits).toBe(false)
  expect((await checkPassword('x', 'not a hash')).fits).toBe(false)
})

test.each([
  [
    'password',
    'NaCl',
    { ln: 10, r: 8, p: 16, length: 64 },
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e773',
  ],
  [
    'pleaseletmein',
    'SodiumChloride',
    { ln: 14, r: 8, p: 1, length: 64 },
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f',
  ],
])('the key of %s is that of RFC 7914', async (password, salt, cost, begins) => {
  const key = await derive(password, Buffer.from(salt), cost)
  expect([key.length, key.toString('hex').startsWith(begins)]).toEqual([64, true])
})
