import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, recoveryHash } from '../../src/shared/second-factor/recovery-codes.ts'
import { newSecret, stepOf, uriOf } from '../../src/shared/second-factor/totp.ts'

/** RFC 6238, appendix B, for SHA-1: the last six of the eight digits. */
const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

describe('a code of an authenticator app', () => {
  test.each(vectors)('at %i is %s, as RFC 6238 says', (seconds, code) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  test.each([
    [-60, null],
    [-30, 1],
    [0, 1],
    [30, 1],
    [60, null],
  ])('is accepted with a clock that is off by %i seconds: %s', (drift, step) => {
    expect(stepOf(secret, '287082', (45 + drift) * 1000)).toBe(step)
  })

  test('is computed from a random secret of 160 bits', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(newSecret())
  })

  test('is set up by a URI that apps can parse, whatever the names are', () => {
    const uri = new URL(uriOf(secret, 'Ada: & Co?', 'ada+1@example.com'))
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe('/Ada  & Co?:ada+1@example.com')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Ada  & Co?',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  test('are ten, of 80 bits each, without characters that look alike', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  })

  test('match however they are typed, and only for their own person', () => {
    const hash = recoveryHash('a', '10AB-CDEF-GHJK-MNPQ')
    for (const typed of ['10abcdefghjkmnpq', ' lO ab cd ef gh jk mn pq', '1oab-cdef-ghjk-mnpq'])
      expect(recoveryHash('a', typed)).toBe(hash)
    expect(recoveryHash('b', '10AB-CDEF-GHJK-MNPQ')).not.toBe(hash)
  })
})
