import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { User } from '../../areas/session/schemas.ts'
import { settingsOf } from '../../kit/config.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { networkOf } from '../../shared/address.ts'
import { refuseForeignOrigin } from '../../shared/origin.ts'
import { type Factors, isWrong, checkFactor, type Used } from '../../shared/second-factor/judging.ts'
import { type Passkey, requestOptions, verifyAssertion } from '../../shared/second-factor/passkeys.ts'
import { PasskeyRequest } from '../../shared/second-factor/schemas.ts'
import { readTicket, signTicket, siteOf, type Ticket } from '../../shared/second-factor/tickets.ts'
import type { Endpoint } from '../endpoint.ts'
import { bodyOf } from './body.ts'
import { cookies, refuseImpersonation } from './cookies.ts'
import { deviceOf } from './devices.ts'
import { type Attempt, locked, opening, recordFailure, refuseLocked, traceOf } from './entering.ts'
import { sendLater } from './mails.ts'
import { PasskeySignIn, SecondStep } from './schemas.ts'

/** Signing in by more than a password, or without one. */
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
    handle: signInWithPasskey,
  },
]

function guard(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
}

type Begun = Attempt & { email: string; factors: Factors }

async function proveSecondFactor(c: Context) {
  guard(c)
  const body = await bodyOf(c, SecondStep)
  if (body.code === undefined && !body.passkey)
    throw invalid('body.code: required: a code of your app or a recovery code, or a passkey as `passkey`')
  const ticket = await readTicket(c.env.JWT_KEYS, 'second_factor', body.ticket, new Date())
  if (!ticket || ticket.network !== networkOf(addressOf(c))) throw ended()
  const [reserved] = await c
    .get('database')
    .batch([sql`select app.begin_second_factor(${forDatabase(ticket)})`])
  if (!reserved) throw ended()
  const begun = JSON.parse(reserved) as Begun
  refuseLocked(begun)
  return finish(c, ticket, begun, await judge(c, ticket, begun, body))
}

const forDatabase = ({ person, proven, device, hash, until }: Ticket) =>
  jsonb({ person, proven, device, hash, until })

async function judge(c: Context, ticket: Ticket, begun: Begun, body: z.output<typeof SecondStep>) {
  const passkey = body.passkey && { response: body.passkey, ticket }
  const keys = c.get('outside')().sealingKeys
  const judged = await checkFactor(begun.factors, { code: body.code, passkey }, keys, Date.now())
  if (!isWrong(judged)) return judged
  await recordFailure(c, begun.email, ticket.device)
  throw begun.last ? locked() : wrong(`body.${judged.field}: ${judged.problem}`)
}

async function finish(c: Context, ticket: Ticket, { email }: Begun, used: Used) {
  const person = { id: ticket.person!, device: ticket.device, methods: [ticket.method!, used.method] }
  // The ticket that a passkey signed here is the one of the sign-in, which is spent by itself.
  const once = { ...used, ticket: undefined }
  const opened = await opening(c, email, person, (account) => [
    traceOf(c),
    sql`select app.second_factor_proven(${forDatabase(ticket)}, ${jsonb(once)}, ${account})`,
  ]).catch(asUnproven)
  if (used.method === 'recovery_code') sendLater(c)
  return opened as Response
}

async function beginPasskeySignIn(c: Context) {
  const site = siteOf(settingsOf(c.env, c.req.url))
  const made = await signTicket(c.env.JWT_KEYS, 'passkey_sign_in', { site }, new Date())
  return c.json({ ...made, options: requestOptions(made.ticket, site) })
}

type Known = { id: string; email: string; passkey: Passkey }

async function signInWithPasskey(c: Context) {
  guard(c)
  const { ticket: text, response } = await bodyOf(c, PasskeySignIn)
  const ticket = await readTicket(c.env.JWT_KEYS, 'passkey_sign_in', text, new Date())
  if (!ticket) throw wrong('this took longer than five minutes; try again')
  const [found] = await c
    .get('database')
    .batch([sql`select app.passkey_of(${response.id})`], { readOnly: true })
  if (!found) throw wrong('this passkey is not known here; sign in with your password')
  const { id, email, passkey } = JSON.parse(found) as Known
  const device = await deviceOf(c, email, new Date())
  const signed = { ticket: text, site: ticket.site, person: id, passkey, verified: true }
  const counter = await verifyAssertion(response, signed)
  if (counter === null) {
    await recordFailure(c, email, device)
    throw wrong('this passkey did not prove who uses it; try again, or sign in with your password')
  }
  const used = { passkey: passkey.id, counter, ticket: ticket.hash, until: ticket.until }
  const opened = await opening(c, email, { id, device, methods: ['passkey'] }, (account) => [
    sql`select app.enter_by_passkey(${jsonb(used)}, ${account})`,
  ]).catch(asUnproven)
  return opened as Response
}

/** What was right when it was judged and is used up by now proves nothing. */
const asUnproven = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 422) throw wrong(error.message)
  throw error.status === 401 ? ended() : error
}
const wrong = (why: string) => new Refusal(401, 'invalid_second_factor', why)
const ended = () =>
  new Refusal(401, 'sign_in_ended', 'this sign-in has ended; begin again with your password')
