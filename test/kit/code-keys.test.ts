import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { codeAt, type CodeKey, codeKeyOf, storedKey } from '../../src/shared/second-factor/code-keys.ts'

const base32 = (text: string) => Secret.fromUTF8(text).base32
const digits10 = '1234567890'
const at = (key: string, seconds: number) => codeAt(codeKeyOf(key) as CodeKey, seconds * 1000)

describe('a one-time code', () => {
  /** RFC 6238, appendix B: the seed of each algorithm is as long as its hash. */
  const seeds = {
    SHA1: digits10.repeat(2),
    SHA256: `${digits10.repeat(3)}12`,
    SHA512: `${digits10.repeat(6)}1234`,
  }
  const vectors: [seconds: number, sha1: string, sha256: string, sha512: string][] = [
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ]
  test.each(vectors)('at %i is what RFC 6238 says, by each algorithm', (seconds, ...codes) => {
    const keys = Object.entries(seeds).map(
      ([algorithm, seed]) => `otpauth://totp/x?secret=${base32(seed)}&algorithm=${algorithm}&digits=8`,
    )
    expect(keys.map((key) => at(key, seconds).code)).toEqual(codes)
  })

  test('is cut from the hash of the counter as RFC 4226 says', () => {
    const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
    const key = base32(digits10.repeat(2))
    expect(codes.map((_, counter) => at(key, counter * 30).code)).toEqual(codes)
  })

  const key = 'mzxw 6ytb oi7d emrt'
  test.each([
    [1795597199, '325070'],
    [1795597200, '798888'],
    [1795597229, '798888'],
    [1795597230, '509955'],
    [1795597500, '003231'],
  ])('of a key in groups and lower case is a text with its zeros: at %i it is %s', (seconds, code) => {
    expect(at(key, seconds).code).toBe(code)
  })

  test('has the digits, the period and the algorithm of its address, and is that of Steam', () => {
    const address = (more: string) => `otpauth://totp/Shop:ada?secret=MZXW6YTBOI7DEMRT${more}`
    expect([
      at(address('&algorithm=SHA256&digits=8&period=60'), 1795597200).code,
      at(address('&algorithm=SHA512'), 1795597200).code,
      at('steam://MZXW6YTBOI7DEMRT', 1795597200).code,
      at(address('&encoder=steam&digits=5'), 1795597200).code,
    ]).toEqual(['46630671', '785196', 'GXFJ3', 'GXFJ3'])
  })

  test('is valid until the next one', () => {
    expect(at(key, 1795597200).validUntil).toEqual(new Date('2026-11-25T09:00:30Z'))
    expect(at(key, 1795597229).validUntil).toEqual(new Date('2026-11-25T09:00:30Z'))
    const minute = 'otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&period=60'
    expect(at(minute, 1795597200).validUntil).toEqual(new Date('2026-11-25T09:01:00Z'))
  })
})

describe('a key for one-time codes', () => {
  test('is stored in one form where it is bare, and as it is where it is an address', () => {
    const forms = ['mzxw 6ytb oi7d emrt', ' MZXW-6YTB-OI7D-EMRT ', 'MZXW6YTBOI7DEMRT====']
    expect(new Set(forms.map(storedKey))).toEqual(new Set(['MZXW6YTBOI7DEMRT']))
    const address = 'otpauth://totp/Shop:ada?secret=mzxw6ytboi7demrt&issuer=Shop'
    expect(storedKey(` ${address}\n`)).toBe(address)
    expect(codeKeyOf(address)).toMatchObject({ secret: 'MZXW6YTBOI7DEMRT', digits: 6, period: 30 })
  })

  const notKey = /^must be a key in base32, of letters A to Z and digits 2 to 7, or an address that begins/
  test.each<[key: string, problem: string | RegExp]>([
    ['', notKey],
    ['MZXW6YTBOI7DEMR1', notKey],
    ['https://example.com/?secret=MZXW6YTBOI7DEMRT', notKey],
    ['otpauth://other/x?secret=MZXW6YTBOI7DEMRT', notKey],
    ['steam://', notKey],
    ['MZXW6YTBOI7DEMR', 'is too short: a key has 80 bits or more, which are 16 signs'],
    ['steam://MZXW6YTB', 'is too short: a key has 80 bits or more, which are 16 signs'],
    ['MZXW6YTBOI7DEMRTA', 'is not whole: copy all signs of the key'],
    ['otpauth://totp/x?issuer=Shop', 'has no secret in its address; copy all of it'],
    [
      'otpauth://hotp/x?secret=MZXW6YTBOI7DEMRT&counter=1',
      'counts each code (hotp), which people cannot share; ask for a key that goes by the time (totp)',
    ],
    [
      'otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&algorithm=MD5',
      'must use the algorithm SHA1, SHA256 or SHA512',
    ],
    ['otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&digits=5', 'must give codes of 6 to 8 digits'],
    ['otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&digits=9', 'must give codes of 6 to 8 digits'],
    ['otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&period=14', 'must give a new code each 15 to 120 seconds'],
    ['otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&period=121', 'must give a new code each 15 to 120 seconds'],
    ['otpauth://totp/x?secret=MZXW6YTBOI7DEMRT&period=1e2', 'must give a new code each 15 to 120 seconds'],
  ])('is refused as %s', (key, problem) => {
    if (typeof problem === 'string') expect(codeKeyOf(key)).toBe(problem)
    else expect(codeKeyOf(key)).toMatch(problem)
  })
})
