import { Secret, TOTP } from 'otpauth/slim'

/** What one-time codes are made from; `secret` is base32, `period` seconds. Steam has codes of its own signs. */
export type CodeKey = {
  secret: string
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
  period: number
  isSteam?: true
}
export type Code = { code: string; validUntil: Date }

const notKey =
  'must be a key in base32, of letters A to Z and digits 2 to 7, or an address that begins with otpauth://totp/ or steam://'
const algorithms = new Map([
  ['SHA1', 'SHA1'],
  ['SHA256', 'SHA256'],
  ['SHA512', 'SHA512'],
] as const)
const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/**
 * Reads a key as it is passed on: the address in a QR code (`otpauth://totp/…`), `steam://…`, or bare base32 in groups
 * and lower case. Answers why it is none, without repeating it.
 */
export function codeKeyOf(text: string): CodeKey | string {
  const [, scheme, rest = ''] = /^\s*([a-z][a-z0-9+.-]*):\/\/(.*?)\s*$/is.exec(text) ?? []
  if (!scheme) return withSecret(text, usual)
  if (scheme.toLowerCase() === 'steam') return withSecret(rest, { ...usual, isSteam: true })
  const url = scheme.toLowerCase() === 'otpauth' ? URL.parse(text.trim()) : null
  return url ? ofAddress(url) : notKey
}

/** The same as it is stored: bare keys in one form, so that the same one is known again; addresses as they are. */
export const storedKey = (text: string) => (text.includes('://') ? text.trim() : plain(text))

const plain = (secret: string) => secret.replaceAll(/[\s=-]/g, '').toUpperCase()

function withSecret(text: string, rest: Omit<CodeKey, 'secret'>): CodeKey | string {
  const secret = plain(text)
  if (!/^[A-Z2-7]+$/.test(secret)) return notKey
  if (secret.length < 16) return 'is too short: a key has 80 bits or more, which are 16 signs'
  if ([1, 3, 6].includes(secret.length % 8)) return 'is not whole: copy all signs of the key'
  return { secret, ...rest }
}

function ofAddress({ host, searchParams }: URL): CodeKey | string {
  if (host.toLowerCase() === 'hotp')
    return 'counts each code (hotp), which people cannot share; ask for a key that goes by the time (totp)'
  if (host.toLowerCase() !== 'totp') return notKey
  const named = (searchParams.get('algorithm') ?? usual.algorithm).toUpperCase().replace('-', '')
  const algorithm = algorithms.get(named as 'SHA1')
  if (!algorithm) return 'must use the algorithm SHA1, SHA256 or SHA512'
  const isSteam = searchParams.get('encoder')?.toLowerCase() === 'steam'
  const digits = isSteam ? usual.digits : numberIn(searchParams.get('digits'), usual.digits)
  if (!(digits >= 6 && digits <= 8)) return 'must give codes of 6 to 8 digits'
  const period = numberIn(searchParams.get('period'), usual.period)
  if (!(period >= 15 && period <= 120)) return 'must give a new code each 15 to 120 seconds'
  const secret = searchParams.get('secret')
  if (secret === null) return 'has no secret in its address; copy all of it'
  return withSecret(secret, { algorithm, digits, period, ...(isSteam && { isSteam }) })
}

const numberIn = (text: string | null, usually: number) =>
  text === null ? usually : /^\d+$/.test(text) ? Number(text) : NaN

/** The code at a moment (milliseconds) by RFC 6238, and until when it is the one. */
export function codeAt({ secret, algorithm, digits, period, isSteam }: CodeKey, now: number): Code {
  // Ten digits are all that RFC 4226 cuts out of the hash, before it takes the last ones.
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm,
    digits: isSteam ? 10 : digits,
    period,
  })
  const code = totp.generate({ timestamp: now })
  const validUntil = new Date((TOTP.counter({ period, timestamp: now }) + 1) * period * 1000)
  return { code: isSteam ? steamCode(Number(code)) : code, validUntil }
}

const steamSigns = '23456789BCDFGHJKMNPQRTVWXY'
const steamCode = (number: number) =>
  Array.from({ length: 5 }, (_, place) => steamSigns[Math.floor(number / 26 ** place) % 26]).join('')
