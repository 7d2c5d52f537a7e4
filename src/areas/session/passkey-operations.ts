import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { pageOf } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { creationOptions, requestOptions } from '../../shared/second-factor/passkeys.ts'
import { newRecoveryCodes } from '../../shared/second-factor/recovery-codes.ts'
import { PasskeyRequest } from '../../shared/second-factor/schemas.ts'
import { signTicket, siteOf } from '../../shared/second-factor/tickets.ts'
import { hashesOf } from './factor-preflights.ts'
import { Passkey, PasskeyAdded, PasskeyDraft, PasskeyName, PasskeySetup, Proof } from './factor-schemas.ts'
import { registration } from './passkey-preflight.ts'
import { guardedProof, provenBy, requireProvenAddress } from '../../shared/second-factor/proof.ts'
import { Paging } from './schemas.ts'

type ProofBody = z.output<typeof Proof>
type Caller = Parameters<typeof creationOptions>[3] & { session: string; proven: string }
const password = 'correct horse battery'

export const passkeyOperations = [
  read({
    id: 'listPasskeys',
    summary: 'List my passkeys, the oldest first',
    at: 'GET ~/auth/passkeys',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    query: Paging,
    returns: pageOf(Passkey),
    run: ({ query: { limit, offset } }) => answer(sql`app.my_passkeys(${limit}, ${offset})`),
  }),
  read({
    id: 'provePasskey',
    summary: 'Get what a passkey has to sign to prove my second factor',
    at: 'GET ~/auth/passkeys/challenge',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    returns: PasskeyRequest,
    details:
      'Its answer goes, with the ticket, as `passkey` to an operation that asks for `code`. It works once, in this session ' +
      'and for five minutes.',
    run: () => answer(sql`app.my_session()`),
    transform: async (result, { outside, settings, now }) => {
      const { person, session, passkeys } = JSON.parse(result) as Caller
      const site = siteOf(settings)
      const signed = await signTicket(outside.linkKeys, 'prove_passkey', { site, person, session }, now)
      return JSON.stringify({ ...signed, options: requestOptions(signed.ticket, site, passkeys) })
    },
  }),
  write({
    id: 'beginPasskey',
    summary: 'Begin to add a passkey',
    at: 'POST ~/auth/passkeys/begin',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: null,
    body: Proof,
    returns: PasskeySetup,
    refuses: [429],
    details:
      'The options are for navigator.credentials.create(); addPasskey takes its answer with the ticket, within five ' +
      'minutes. 409 while your e-mail address is not verified. A wrong password counts as it does for changePassword, ' +
      'and so does a wrong code.',
    example: { body: { password } },
    preflight: guardedProof<ProofBody>(),
    run: ({ preflightResult, outside }) => {
      const { proven, used } = provenBy(preflightResult)
      return [...requireProvenAddress(outside), answer(sql`app.begin_passkey(${proven}, ${used})`)]
    },
    transform: async (result, { outside, settings, now }) => {
      const caller = JSON.parse(result) as Caller
      const { person, session, proven } = caller
      const site = siteOf(settings)
      const signed = await signTicket(outside.linkKeys, 'add_passkey', { site, person, session, proven }, now)
      return JSON.stringify({
        ...signed,
        options: creationOptions(signed.ticket, site, settings.appName, caller),
      })
    },
  }),
  write({
    id: 'addPasskey',
    summary: 'Add the passkey that my browser made',
    at: 'POST ~/auth/passkeys',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.passkey_added',
    body: PasskeyDraft,
    returns: PasskeyAdded,
    status: 201,
    response: { shownOnce: 'recovery_codes' },
    details:
      'It proves the second factor from then on; one that checks who uses it also signs in without a password.',
    example: {
      body: { ticket: '{passkey_ticket}', name: 'Laptop', response: '{passkey_registration}' },
    },
    preflight: registration,
    run: ({ preflightResult, body: { name }, id }) => {
      const { made: registration, ticket } = provenBy(preflightResult)
      const codes = newRecoveryCodes()
      return answer(sql`(select p - 'new_codes' || jsonb_build_object('recovery_codes',
          case when (p->>'new_codes')::boolean then ${jsonb(codes)} end)
        from app.add_passkey(${registration}::jsonb || ${jsonb({ id: id(), name })}, ${ticket}::jsonb,
          ${hashesOf(preflightResult, codes)}) p)`)
    },
  }),
  write({
    id: 'renamePasskey',
    summary: 'Rename one of my passkeys',
    at: 'PATCH ~/auth/passkeys/{passkey_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.passkey_renamed',
    body: PasskeyName,
    returns: Passkey,
    example: { body: { name: 'Phone' } },
    run: ({ params: { passkey_id }, body: { name } }) =>
      answer(sql`app.rename_passkey(${passkey_id}::uuid, ${name})`),
  }),
  write({
    id: 'deletePasskey',
    summary: 'Remove one of my passkeys',
    at: 'DELETE ~/auth/passkeys/{passkey_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.passkey_removed',
    body: Proof,
    status: 204,
    refuses: [429],
    details: 'Recovery codes go with the last factor of an account.',
    example: { body: { password, code: '{guarded_code}' } },
    preflight: guardedProof<ProofBody>(),
    run: ({ params: { passkey_id }, preflightResult }) => {
      const { proven, used } = provenBy(preflightResult)
      return sql`select app.remove_passkey(${passkey_id}::uuid, ${proven}, ${used})`
    },
  }),
]
