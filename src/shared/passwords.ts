import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { type Cost, derive } from './scrypt.ts'

/** scrypt with N=2^14, r=8, p=5 (OWASP Password Storage Cheat Sheet), as a PHC string. */
const current: Cost = { ln: 14, r: 8, p: 5, length: 32 }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await keyOf(password, salt, current)
  return `$scrypt$ln=${current.ln},r=${current.r},p=${current.p}$${encode(salt)}$${encode(key)}`
}

/** Whether the password matches, and whether it should be rehashed because the cost has changed. */
export async function checkPassword(
  password: string,
  phc: string,
): Promise<{ fits: boolean; stale: boolean }> {
  const parsed = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!parsed) return { fits: false, stale: false }
  const [, ln, r, p, salt, key] = parsed
  const expected = Buffer.from(key!, 'base64')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p), length: expected.length }
  const derived = await keyOf(password, Buffer.from(salt!, 'base64'), cost)
  const stale = cost.ln !== current.ln || cost.r !== current.r || cost.p !== current.p
  return { fits: timingSafeEqual(derived, expected), stale }
}

/**
 * The hash of no password: compared with if the address is unknown, so that it takes as long as for a known one, and
 * stored for an account that has no password until one is chosen by mail.
 */
export const dummyHash =
  '$scrypt$ln=14,r=8,p=5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const keyOf = (password: string, salt: Buffer, cost: Cost) =>
  oneAtATime(() => derive(password.normalize('NFKC'), salt, cost))

/** Until when the isolate hashes for one request at most: an aborted request does not free it earlier. */
let busyUntil = 0
const maxHashMillis = 2000

/**
 * One hash at a time: each blocks the thread of the isolate for a fifth of a second, and other requests run between two
 * of them.
 */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  while (performance.now() < busyUntil) await new Promise((done) => setTimeout(done, 5))
  busyUntil = performance.now() + maxHashMillis
  try {
    return await work()
  } finally {
    busyUntil = 0
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The passwords that attackers try first (of 8 characters and more). */
const commonPasswords = new Set(
  `password password1 password12 password123 12345678 123456789 1234567890 11111111 00000000 qwertyuiop qwerty123
  qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx iloveyou sunshine princess football baseball welcome1 welcome123 admin123
  administrator letmein1 superman trustno1 passw0rd p@ssw0rd p@ssword abcd1234 abc12345 a1b2c3d4 asdfghjkl zxcvbnm1
  87654321 987654321 88888888 66666666 12341234 11223344 changeme changeit default1 computer internet whatever starwars
  michelle jennifer elizabeth jonathan liverpool chocolate butterfly`.split(/\s+/),
)
const isCommon = (password: string) => commonPasswords.has(password.toLowerCase())

/** A password to set. */
export const newPassword = () =>
  z
    .string()
    .min(8, 'at least 8 characters')
    .max(128, 'at most 128 characters')
    .refine((password) => !isCommon(password), 'is one of the passwords that are guessed first')
    .meta({ description: '8 to 128 characters', example: 'correct horse battery' })

/** A password to check. */
export const knownPassword = () =>
  z
    .string()
    .min(1, 'required')
    .max(1000, 'at most 1000 characters')
    .meta({ example: 'correct horse battery' })
