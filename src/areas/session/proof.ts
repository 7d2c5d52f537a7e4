import { sql } from 'drizzle-orm'
import type { Outside } from '../../kit/config.ts'
import { invalid, type Refusal, tooMany } from '../../kit/errors.ts'
import type { Preparation } from '../../kit/operation.ts'
import { jsonb } from '../../kit/sql.ts'
import { checkPassword } from '../../shared/passwords.ts'

/** An attempt to prove the caller's password, reserved in the database before it is judged. */
type Attempt = {
  email: string
  session: string
  password_hash: string
  /** It is the one that locks if it fails. */
  last: boolean
  /** Until when no attempt is judged; this one was not. */
  locked_until: string | null
  trace: object
}

const mostAMinute = 10

type Facts = Record<string, string>

/**
 * The preflight of an operation that the caller's password proves, which is `field` of its body: it gives the hash that
 * was proven, and `more`. A wrong password is 422 and counts; ten of them within fifteen minutes lock this session out
 * of further attempts for fifteen.
 */
export const proof = <B extends object>(
  field: keyof B & string,
  more: (body: B) => Promise<Facts> = async () => ({}),
) => ({
  authorize: () => [sql`select app.begin_proof()`],
  perform: async (body: B, _org: string, outside: Outside, reserved: string | null): Promise<Preparation> => {
    const attempt = JSON.parse(reserved!) as Attempt
    const proven = await judge(field, String(body[field]), outside, attempt)
    return { facts: { proven, ...(await more(body)) }, compensate: async () => undefined }
  },
})

/** What the preflight gave, which always ran. */
export const provenBy = (prepared: Preparation | undefined): Facts => prepared?.facts ?? {}

async function judge(field: string, given: string, outside: Outside, attempt: Attempt) {
  if (attempt.locked_until) throw locked(attempt.locked_until)
  const rule = { name: 'proof', key: attempt.session, most: mostAMinute }
  const { passes, retryAfter } = await outside.limit([rule])
  if (!passes)
    throw tooMany('too_many_requests', `too many requests; try again in ${retryAfter} s`, retryAfter)
  if (!(await checkPassword(given, attempt.password_hash)).fits) throw refused(field, attempt)
  return attempt.password_hash
}

function refused(field: string, { email, session, trace, last }: Attempt): Refusal {
  const refusal = last
    ? locked()
    : invalid(`body.${field}: is wrong; reset the password if you have forgotten it`)
  refusal.afterResponse.push(
    sql`select app.trace(${jsonb(trace)})`,
    sql`select app.login_failed(${email}, ${session})`,
  )
  return refusal
}

const locked = (until?: string) =>
  tooMany(
    'account_locked',
    'too many wrong passwords; try again in 15 minutes, or reset the password',
    until ? Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)) : 900,
  )
