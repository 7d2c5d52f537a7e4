import { sql } from 'drizzle-orm'
import { notFound } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { hashOf, isToken } from '../../base/tokens.ts'
import { bodyOf } from './body.ts'
import { EmailVerification } from './schemas.ts'

/** Verifies an address by the token that was mailed to it; no session is needed. */
export async function verifyAddress(c: Context) {
  const { token } = await bodyOf(c, EmailVerification)
  if (!isToken('svc_mail_', token)) throw notFound('link')
  await c.get('database').batch([sql`select app.verify_address(decode(${hashOf(token)}, 'hex'))`])
  return c.body(null, 204)
}
