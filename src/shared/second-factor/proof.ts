import { sql } from 'drizzle-orm'
import type { Outside } from '../../base/config.ts'
import { invalid, type Refusal, tooMany } from '../../kit/errors.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { jsonb, me, ensure } from '../../kit/sql.ts'
import type { MailService } from '../mail/service.ts'
import { checkPassword, dummyHash } from '../passwords.ts'
import { type Factors, isWrong, checkFactor, type Used } from './judging.ts'
import type { Assertion } from './passkeys.ts'
import { readTicket } from './tickets.ts'

/** An attempt to prove the caller's password, reserved in the database before it is checked. */
type Attempt = {
  id: string
  email: string
  session: string
  password_hash: string
  /** Signed in within the last ten minutes. */
  fresh: boolean | null
  /** Null where no second factor is on. */
  factors: Factors | null
  /** If it fails, the session is locked. */
  last: boolean
  /** Until when attempts are rejected unchecked, as this one was. */
  locked_until: string | null
  trace: object
}

const maxPerMinute = 10

type Facts = Record<string, string>
type Extra<B> = (body: B, outside: Outside, person: string) => Promise<Facts>
type ProofFields = {
  password?: string | undefined
  code?: string | undefined
  passkey?: { ticket: string; response: Assertion } | undefined
}

const noExtra = async () => ({})

/**
 * The preflight of an operation that requires the caller's password in `field` of its body. Returns the hash that was
 * proven, and the result of `extra`. A wrong password is 422 and counts; ten of them within fifteen minutes lock this session out
 * of further attempts for fifteen.
 */
export const proof = <B extends object>(field: keyof B & string, extra: Extra<B> = noExtra) =>
  preflight<B>(extra, async (body, outside, attempt) => {
    await checkPasswordField(field, String(body[field]), outside, attempt)
    return {}
  })

/**
 * The same for what a stolen password alone must not do: if a second factor is on, the body must prove it too, by
 * `code` or `passkey`. Also returns `used`, for `app.lock_account_with_factor`. A wrong code counts like a wrong
 * password.
 */
export const guardedProof = <B extends ProofFields>(extra: Extra<B> = noExtra) =>
  preflight<B>(extra, (body, outside, attempt) => prove(body, outside, attempt, false))

/** The same where a recent sign-in proves it, too: only what is sent is checked. */
export const provenIfSent = <B extends ProofFields>() => {
  const { authorize, perform } = guardedProof<B>()
  return {
    authorize: ({ password }: B) => (password === undefined ? undefined : authorize()),
    perform,
  }
}

/** The same, but an account without a password can use a sign-in within the last ten minutes instead. */
export const guardedOrFresh = <B extends ProofFields>(extra: Extra<B> = noExtra) =>
  preflight<B>(extra, (body, outside, attempt) => prove(body, outside, attempt, true))

async function prove(
  body: ProofFields,
  outside: Outside,
  attempt: Attempt,
  allowFreshSignIn: boolean,
): Promise<Facts> {
  const { factors, fresh, password_hash } = attempt
  if (attempt.locked_until) throw locked(attempt.locked_until)
  const bySignIn = allowFreshSignIn && password_hash === dummyHash
  if (bySignIn && !fresh) throw notFresh(attempt)
  if (factors && body.code === undefined && !body.passkey) throw secondFactorRequired(attempt)
  if (!bySignIn) await checkPasswordField('password', body.password ?? '', outside, attempt)
  if (!factors) return {}
  return { used: JSON.stringify(await checkSecondFactor(factors, body, outside, attempt)) }
}

const preflight = <B>(
  extra: Extra<B>,
  outcome: (body: B, outside: Outside, attempt: Attempt) => Promise<Facts>,
) => ({
  authorize: () => [sql`select app.begin_proof()`],
  perform: async (
    body: B,
    _org: string,
    outside: Outside,
    reserved: string | null,
  ): Promise<PreflightResult> => {
    const attempt = JSON.parse(reserved!) as Attempt
    const proven = { proven: attempt.password_hash, person: attempt.id }
    const facts = { ...proven, ...(await outcome(body, outside, attempt)) }
    return {
      values: { ...facts, ...(await extra(body, outside, attempt.id)) },
      compensate: async () => undefined,
    }
  },
})

/** The result of the preflight, which always ran: `used` is null if no second factor is on. */
export const provenBy = (preflightResult: PreflightResult | undefined) => {
  const { used, ...facts } = preflightResult?.values ?? {}
  return { ...facts, used: used ? sql`${used}::jsonb` : sql`null::jsonb` } as Record<string, string> & {
    used: ReturnType<typeof sql>
  }
}

async function checkPasswordField(field: string, value: string, outside: Outside, attempt: Attempt) {
  if (attempt.locked_until) throw locked(attempt.locked_until)
  if (attempt.password_hash === dummyHash) throw notCounted(`body.${field}: ${noPassword}`, attempt)
  if (!value) throw notCounted(`body.${field}: required`, attempt)
  const rule = { name: 'proof', key: attempt.session, most: maxPerMinute }
  const { passes, retryAfter } = await outside.limit([rule])
  if (!passes)
    throw tooMany('too_many_requests', `too many requests; try again in ${retryAfter} s`, retryAfter)
  if (!(await checkPassword(value, attempt.password_hash)).fits)
    throw refused(`body.${field}: is wrong; reset the password if you have forgotten it`, attempt)
}

async function checkSecondFactor(
  factors: Factors,
  body: ProofFields,
  outside: Outside,
  attempt: Attempt,
): Promise<Used> {
  const now = new Date()
  const outcome = await checkFactor(
    factors,
    {
      code: body.code,
      passkey: body.passkey && (await ofTicket(body.passkey, factors, outside, attempt, now)),
    },
    outside.sealingKeys,
    now.getTime(),
  )
  if (isWrong(outcome)) throw refused(`body.${outcome.field}: ${outcome.problem}`, attempt)
  return outcome
}

/** A ticket is valid in the session it was issued for. */
async function ofTicket(
  { ticket: text, response }: NonNullable<ProofFields['passkey']>,
  { person }: Factors,
  outside: Outside,
  { session }: Attempt,
  now: Date,
) {
  const ticket = await readTicket(outside.linkKeys, 'prove_passkey', text, now)
  const isOwn = ticket?.person === person && ticket.session === session
  return { response, ticket: isOwn ? ticket : null }
}

const noPassword = 'this account has no password yet; choose one by the mail of “Forgot your password?”'

const secondFactorRequired = (attempt: Attempt) =>
  notCounted(
    'body.code: required, as a second factor is on: a code of your app, a recovery code, or a passkey as `passkey`',
    attempt,
  )
const notFresh = (attempt: Attempt) =>
  notCounted(
    'body.password: this account has none; sign out and in again, then do this within ten minutes',
    attempt,
  )

/** The password was not checked. */
function notCounted(message: string, { email, session }: Attempt): Refusal {
  const refusal = invalid(message)
  refusal.afterResponse.push(sql`select app.release_attempt(${email}, ${session})`)
  return refusal
}

function refused(message: string, { email, session, trace, last }: Attempt): Refusal {
  const refusal = last ? locked() : invalid(message)
  refusal.afterResponse.push(
    sql`select app.trace(${jsonb(trace)})`,
    sql`select app.record_failed_login(${email}, ${session})`,
  )
  return refusal
}

const locked = (until?: string) =>
  tooMany(
    'account_locked',
    'too many wrong passwords; try again in 15 minutes, or reset the password',
    until ? Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)) : 900,
  )

/** Nobody locks an account whose address they have not proven to be theirs, where this deployment can send the link. */
export const requireProvenAddress = ({ mail }: { mail: MailService }) =>
  mail.missing === null
    ? [
        ensure(
          sql`app.is_verified(${me})`,
          'WM409',
          'confirm your e-mail address first; /account sends the link',
        ),
      ]
    : []
