import { sql } from 'drizzle-orm'
import type { Outside } from '../../kit/config.ts'
import { invalid, type Refusal, tooMany } from '../../kit/errors.ts'
import type { Preparation } from '../../kit/operation.ts'
import { jsonb } from '../../kit/sql.ts'
import { checkPassword, dummyHash } from '../../shared/passwords.ts'
import { type Factors, isWrong, judgeFactor, type Used } from '../../shared/second-factor/judging.ts'
import type { Assertion } from '../../shared/second-factor/passkeys.ts'
import { readTicket } from '../../shared/second-factor/tickets.ts'

/** An attempt to prove the caller's password, reserved in the database before it is judged. */
type Attempt = {
  id: string
  email: string
  session: string
  password_hash: string
  /** Signed in within the last ten minutes. */
  fresh: boolean | null
  /** Null where no second factor is on. */
  factors: Factors | null
  /** It is the one that locks if it fails. */
  last: boolean
  /** Until when no attempt is judged; this one was not. */
  locked_until: string | null
  trace: object
}

const mostAMinute = 10

type Facts = Record<string, string>
type More<B> = (body: B, outside: Outside, person: string) => Promise<Facts>
type Guarded = {
  password?: string | undefined
  code?: string | undefined
  passkey?: { ticket: string; response: Assertion } | undefined
}

const nothing = async () => ({})

/**
 * The preflight of an operation that the caller's password proves, which is `field` of its body: it gives the hash that
 * was proven, and `more`. A wrong password is 422 and counts; ten of them within fifteen minutes lock this session out
 * of further attempts for fifteen.
 */
export const proof = <B extends object>(field: keyof B & string, more: More<B> = nothing) =>
  preflight<B>(more, async (body, outside, attempt) => {
    await judge(field, String(body[field]), outside, attempt)
    return {}
  })

/**
 * The same for what a stolen password alone must not do: where a second factor is on, the body has to prove it too, by
 * `code` or `passkey`. Gives `used` besides, for `app.hold_guarded`. A wrong code counts as a wrong password does.
 */
export const guardedProof = <B extends Guarded>(more: More<B> = nothing) =>
  preflight<B>(more, (body, outside, attempt) => guard(body, outside, attempt, false))

/** The same where an account that has no password may show a sign-in of the last ten minutes in its place. */
export const guardedOrFresh = <B extends Guarded>(more: More<B> = nothing) =>
  preflight<B>(more, (body, outside, attempt) => guard(body, outside, attempt, true))

async function guard(body: Guarded, outside: Outside, attempt: Attempt, orFresh: boolean): Promise<Facts> {
  const { factors, fresh, password_hash } = attempt
  if (attempt.locked_until) throw locked(attempt.locked_until)
  const freshly = orFresh && password_hash === dummyHash
  if (freshly && !fresh) throw stale(attempt)
  if (factors && body.code === undefined && !body.passkey) throw unproven(attempt)
  if (!freshly) await judge('password', body.password ?? '', outside, attempt)
  if (!factors) return {}
  return { used: JSON.stringify(await judgeSecond(factors, body, outside, attempt)) }
}

const preflight = <B>(
  more: More<B>,
  judged: (body: B, outside: Outside, attempt: Attempt) => Promise<Facts>,
) => ({
  authorize: () => [sql`select app.begin_proof()`],
  perform: async (body: B, _org: string, outside: Outside, reserved: string | null): Promise<Preparation> => {
    const attempt = JSON.parse(reserved!) as Attempt
    const proven = { proven: attempt.password_hash, person: attempt.id }
    const facts = { ...proven, ...(await judged(body, outside, attempt)) }
    return {
      facts: { ...facts, ...(await more(body, outside, attempt.id)) },
      compensate: async () => undefined,
    }
  },
})

/** What the preflight gave, which always ran: `used` is null where no second factor is on. */
export const provenBy = (prepared: Preparation | undefined) => {
  const { used, ...facts } = prepared?.facts ?? {}
  return { ...facts, used: used ? sql`${used}::jsonb` : sql`null::jsonb` } as Record<string, string> & {
    used: ReturnType<typeof sql>
  }
}

async function judge(field: string, given: string, outside: Outside, attempt: Attempt) {
  if (attempt.locked_until) throw locked(attempt.locked_until)
  if (attempt.password_hash === dummyHash) throw notCounted(`body.${field}: ${noPassword}`, attempt)
  if (!given) throw notCounted(`body.${field}: required`, attempt)
  const rule = { name: 'proof', key: attempt.session, most: mostAMinute }
  const { passes, retryAfter } = await outside.limit([rule])
  if (!passes)
    throw tooMany('too_many_requests', `too many requests; try again in ${retryAfter} s`, retryAfter)
  if (!(await checkPassword(given, attempt.password_hash)).fits)
    throw refused(`body.${field}: is wrong; reset the password if you have forgotten it`, attempt)
}

async function judgeSecond(
  factors: Factors,
  body: Guarded,
  outside: Outside,
  attempt: Attempt,
): Promise<Used> {
  const now = new Date()
  const judged = await judgeFactor(
    factors,
    {
      code: body.code,
      passkey: body.passkey && (await ofTicket(body.passkey, factors, outside, attempt, now)),
    },
    outside.sealingKeys,
    now.getTime(),
  )
  if (isWrong(judged)) throw refused(`body.${judged.field}: ${judged.problem}`, attempt)
  return judged
}

/** A ticket counts in the session that it was made for. */
async function ofTicket(
  { ticket: text, response }: NonNullable<Guarded['passkey']>,
  { person }: Factors,
  outside: Outside,
  { session }: Attempt,
  now: Date,
) {
  const ticket = await readTicket(outside.linkKeys, 'prove_passkey', text, now)
  const own = ticket?.person === person && ticket.session === session
  return { response, ticket: own ? ticket : null }
}

const noPassword = 'this account has no password yet; choose one by the mail of “Forgot your password?”'

const unproven = (attempt: Attempt) =>
  notCounted(
    'body.code: required, as a second factor is on: a code of your app, a recovery code, or a passkey as `passkey`',
    attempt,
  )
const stale = (attempt: Attempt) =>
  notCounted(
    'body.password: this account has none; sign out and in again, then do this within ten minutes',
    attempt,
  )

/** The password was not even looked at. */
function notCounted(why: string, { email, session }: Attempt): Refusal {
  const refusal = invalid(why)
  refusal.afterResponse.push(sql`select app.return_attempt(${email}, ${session})`)
  return refusal
}

function refused(why: string, { email, session, trace, last }: Attempt): Refusal {
  const refusal = last ? locked() : invalid(why)
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
