import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { signClaims, verifyClaims } from '../../base/jwt.ts'
import { hashOf } from '../../base/tokens.ts'

/**
 * The cookie `device` proves that accounts have signed in on this device. Failed logins elsewhere neither lock nor slow
 * these accounts here: a device is counted separately (OWASP, "device cookies"). It grants no access by itself.
 */
type Device = { device: string; accounts: string[] }

const lifetime = 400 * 24 * 3600
const maxAccounts = 5
const markOf = (email: string) => hashOf(`device:${email}`).slice(0, 32)

/** The id of this device if the account has signed in on it before. */
export async function deviceOf(c: Context, email: string, now: Date): Promise<string | undefined> {
  const { device, accounts } = await read(c, now)
  return accounts.includes(markOf(email)) ? device : undefined
}

/** Records in the cookie that the account has signed in on this device. */
export async function rememberDevice(c: Context, email: string, secure: boolean, now: Date) {
  const { device, accounts } = await read(c, now)
  const mark = markOf(email)
  const claims: Device = {
    device,
    accounts: [mark, ...accounts.filter((other) => other !== mark)].slice(0, maxAccounts),
  }
  const value = await signClaims(c.env.JWT_KEYS, claims, lifetime, now)
  setCookie(c, 'device', value, { httpOnly: true, sameSite: 'Lax', secure, path: '/', maxAge: lifetime })
}

async function read(c: Context, now: Date): Promise<Device> {
  const cookie = getCookie(c, 'device')
  const claims = cookie ? await verifyClaims(c.env.JWT_KEYS, cookie, ['device', 'accounts'], now) : null
  return (claims as Device | null) ?? { device: uuidv7(), accounts: [] }
}
