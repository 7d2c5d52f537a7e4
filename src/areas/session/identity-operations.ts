import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { moment } from '../../kit/fields.ts'
import { area, read, type TransformContext, write } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { dummyHash, knownPassword } from '../../shared/passwords.ts'
import { signTicket, siteOf } from '../../shared/second-factor/tickets.ts'
import { guardedOrFresh, provenBy } from '../../shared/second-factor/proof.ts'
import { secondFactor } from '../../shared/second-factor/schemas.ts'
import { SignInProvider } from './schemas.ts'
import { ownId } from '../../shared/common-fields.ts'

const Identity = z
  .object({
    id: ownId,
    provider: SignInProvider.describe('Where the person signs in'),
    address: z.string().nullable().meta({ description: 'The address there when it was linked' }),
    linked_at: moment().describe('When it was linked'),
    last_used_at: moment().nullable().describe('When it was last used, to the minute; null if never'),
  })
  .meta({ id: 'Identity' })
const Identities = z
  .object({
    items: z.array(Identity).describe('All that are linked'),
    has_password: z.boolean().describe('Whether one can sign in with a password'),
    providers: z
      .array(SignInProvider)
      .meta({ description: 'Those that this deployment signs people in through' }),
  })
  .meta({ id: 'Identities' })

const IdentityProof = z
  .strictObject({
    password: knownPassword().optional().describe('The password in use, if there is one'),
    ...secondFactor,
  })
  .meta({ id: 'IdentityProof' })
const LinkTicket = z
  .object({
    ticket: z
      .string()
      .describe('Says to the next request what this one proved; it works once, for a few minutes'),
    expires_at: moment().describe('Until when the identity can be linked'),
  })
  .meta({ id: 'LinkTicket', description: 'For beginProviderSignIn' })

const withProviders = (result: string, { outside }: TransformContext) =>
  JSON.stringify({ ...JSON.parse(result), providers: outside.providers.map(({ name }) => name) })

/** A ticket is valid in the session that requested it. */
async function ticketOf(result: string, { outside, settings, now }: TransformContext) {
  const caller = JSON.parse(result) as { person: string; session: string }
  const site = siteOf(settings)
  return JSON.stringify(await signTicket(outside.linkKeys, 'link_identity', { site, ...caller }, now))
}

const proof =
  'A wrong password counts as it does for changePassword. Without a password, the sign-in must be of the last ten minutes.'

export default area('identities', 'Session and account', {}, [
  read({
    id: 'listIdentities',
    summary: 'List the providers that sign me in',
    at: 'GET ~/auth/identities',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    returns: Identities,
    transform: withProviders,
    run: () => answer(sql`app.my_identities(${dummyHash})`),
  }),
  write({
    id: 'linkIdentity',
    summary: 'Get a ticket to link a provider with my account',
    at: 'POST ~/auth/identities/link',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: null,
    body: IdentityProof,
    returns: LinkTicket,
    refuses: [429],
    details: `beginProviderSignIn takes it, within five minutes. ${proof}`,
    example: { body: { password: 'correct horse battery' } },
    preflight: guardedOrFresh<z.output<typeof IdentityProof>>(),
    transform: ticketOf,
    run: ({ preflightResult }) => {
      const { proven, used } = provenBy(preflightResult)
      return answer(sql`app.begin_identity_link(${proven}, ${used})`)
    },
  }),
  write({
    id: 'unlinkIdentity',
    summary: 'Unlink a provider: it no longer signs me in',
    at: 'POST ~/auth/identities/{identity_id}/unlink',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.identity_unlinked',
    body: IdentityProof,
    status: 204,
    refuses: [429],
    details: `409 where it is the only way in. ${proof}`,
    example: { body: { password: 'correct horse battery' } },
    preflight: guardedOrFresh<z.output<typeof IdentityProof>>(),
    run: ({ params: { identity_id }, preflightResult, outside }) => {
      const { proven, used } = provenBy(preflightResult)
      const open = `{${outside.providers.map(({ issuer }) => JSON.stringify(issuer)).join(',')}}`
      return sql`select app.unlink_identity(${identity_id}::uuid, ${proven}, ${used}, ${dummyHash}, ${open}::text[])`
    },
  }),
])
