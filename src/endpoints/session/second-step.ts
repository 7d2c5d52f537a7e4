import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { User } from '../../areas/session/schemas.ts'
import { settingsOf } from '../../base/config.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { networkOf } from '../../base/network.ts'
import { refuseForeignOrigin } from '../../shared/origin.ts'
import { type Factors, isWrong, checkFactor, type Used } from '../../shared/second-factor/judging.ts'
import { type Passkey, requestOptions, verifyAssertion } from '../../shared/second-factor/passkeys.ts'
import { PasskeyRequest } from '../../shared/second-factor/schemas.ts'
import { readTicket, signTicket, siteOf, type Ticket } from '../../shared/second-factor/tickets.ts'
import type { Endpoint } from '../endpoint.ts'
import { bodyOf } from './body.ts'
import { cookies, refuseImpersonation } from './cookies.ts'
import { deviceOf } from './devices.ts'
import { type Attempt, locked, openSession, recordFailure, refuseLocked, traceOf } from './entering.ts'
import { sendLater } from './mails.ts'
import { PasskeySignIn, SecondStep } from './schemas.ts'

/** Signing in with a second factor, or with a passkey instead of a password. */
export const secondStep: Endpoint[] = [
  {
    id: 'proveSecondFactor',
    summary: 'Finish signing in with the second factor',
    at: 'POST /api/v1/auth/login/second-factor',
    auth: 'none',
    body: SecondStep,
    returns: User,
    status: 200,
    refuses: [401, 403, 409, 422, 503],
    headers: cookies,
    details:
      'A wrong code counts with the failed logins of the account, and the ticket stays good for another; 401 ' +
      '`sign_in_ended` where it is not: begin again with the password.',
    perMinute: 10,
    whileReadOnly: true,
    handle: proveSecondFactor,
  },
  {
    id: 'beginPasskeySignIn',
    summary: 'Get what a passkey has to sign to sign in without a password',
    at: 'GET /api/v1/auth/login/passkey',
    auth: 'none',
    returns: PasskeyRequest,
    status: 200,
    refuses: [503],
    perMinute: 60,
    handle: beginPasskeySignIn,
  },
  {
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey that checked who uses it',
    at: 'POST /api/v1/auth/login/passkey',
    auth: 'none',
    body: PasskeySignIn,
    returns: User,
    status: 200,
    refuses: [401, 403, 422, 503],
    headers: cookies,
    details: 'It is both factors in one: the device, and the finger, face or PIN that unlocked it.',
    perMinute: 10,
    whileReadOnly: true,
    handle: signInWithPasskey,
  },
]

function guard(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
}

type StepAttempt = Attempt & { email: string; factors: Factors }

async function proveSecondFactor(c: Context) {
  guard(c)
  const body = await bodyOf(c, SecondStep)
  if (body.code === undefined && !body.passkey)
    throw invalid('body.code: required: a code of your app or a recovery code, or a passkey as `passkey`')
  const ticket = await readTicket(c.env.JWT_KEYS, 'second_factor', body.ticket, new Date())
  if (!ticket || ticket.network !== networkOf(addressOf(c))) throw signInEnded()
  const [reserved] = await c
    .get('database')
    .batch([sql`select app.begin_second_factor(${forDatabase(ticket)})`])
  if (!reserved) throw signInEnded()
  const attempt = JSON.parse(reserved) as StepAttempt
  refuseLocked(attempt)
  return finish(c, ticket, attempt, await verifyFactor(c, ticket, attempt, body))
}

const forDatabase = ({ person, proven, device, hash, until }: Ticket) =>
  jsonb({ person, proven, device, hash, until })

async function verifyFactor(
  c: Context,
  ticket: Ticket,
  attempt: StepAttempt,
  body: z.output<typeof SecondStep>,
) {
  const passkey = body.passkey && { response: body.passkey, ticket }
  const keys = c.get('outside')().sealingKeys
  const result = await checkFactor(attempt.factors, { code: body.code, passkey }, keys, Date.now())
  if (!isWrong(result)) return result
  await recordFailure(c, attempt.email, ticket.device)
  throw attempt.last ? locked() : invalidFactor(`body.${result.field}: ${result.problem}`)
}

async function finish(c: Context, ticket: Ticket, { email }: StepAttempt, used: Used) {
  const person = { id: ticket.person!, device: ticket.device, methods: [ticket.method!, used.method] }
  // The ticket that a passkey signed here is that of the sign-in, which is used up separately.
  const proof = { ...used, ticket: undefined }
  const opened = await openSession(c, email, person, (account) => [
    traceOf(c),
    sql`select app.complete_second_factor(${forDatabase(ticket)}, ${jsonb(proof)}, ${account})`,
  ]).catch(asInvalidFactor)
  if (used.method === 'recovery_code') sendLater(c)
  return opened as Response
}

async function beginPasskeySignIn(c: Context) {
  const site = siteOf(settingsOf(c.env, c.req.url))
  const signed = await signTicket(c.env.JWT_KEYS, 'passkey_sign_in', { site }, new Date())
  return c.json({ ...signed, options: requestOptions(signed.ticket, site) })
}

type PasskeyOwner = { id: string; email: string; passkey: Passkey }

async function signInWithPasskey(c: Context) {
  guard(c)
  const { ticket: text, response } = await bodyOf(c, PasskeySignIn)
  const ticket = await readTicket(c.env.JWT_KEYS, 'passkey_sign_in', text, new Date())
  if (!ticket) throw invalidFactor('this took longer than five minutes; try again')
  const [found] = await c
    .get('database')
    .batch([sql`select app.find_passkey(${response.id})`], { readOnly: true })
  if (!found) throw invalidFactor('this passkey is not known here; sign in with your password')
  const { id, email, passkey } = JSON.parse(found) as PasskeyOwner
  const device = await deviceOf(c, email, new Date())
  const signed = { ticket: text, site: ticket.site, person: id, passkey, verified: true }
  const counter = await verifyAssertion(response, signed)
  if (counter === null) {
    await recordFailure(c, email, device)
    throw invalidFactor('this passkey did not prove who uses it; try again, or sign in with your password')
  }
  const used = { passkey: passkey.id, counter, ticket: ticket.hash, until: ticket.until }
  const opened = await openSession(c, email, { id, device, methods: ['passkey'] }, (account) => [
    sql`select app.sign_in_by_passkey(${jsonb(used)}, ${account})`,
  ]).catch(asInvalidFactor)
  return opened as Response
}

/** A proof that was valid when verified but has been used up since is refused. */
const asInvalidFactor = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 422) throw invalidFactor(error.message)
  throw error.status === 401 ? signInEnded() : error
}
const invalidFactor = (why: string) => new Refusal(401, 'invalid_second_factor', why)
const signInEnded = () =>
  new Refusal(401, 'sign_in_ended', 'this sign-in has ended; begin again with your password')
