import * as z from 'zod'
import { idOut, moment } from '../../kit/fields.ts'

const clientUrl = z
  .string()
  .nullable()
  .meta({ description: 'Where the client publishes its metadata document; null for one that registered' })

export const OauthConsentInfo = z
  .object({
    request_id: idOut(),
    client_name: z.string().meta({ description: 'As the client calls itself; unverified' }),
    client_url: clientUrl,
    redirect_host: z.string(),
    scope: z.string().meta({ example: 'service' }),
    resource: z
      .string()
      .nullable()
      .meta({ description: 'What the tokens are for, as the client named it (RFC 8707)' }),
    expires_at: moment(),
  })
  .meta({ id: 'OauthConsentInfo' })

export const OauthConsentChoice = z.strictObject({ approve: z.boolean() }).meta({ id: 'OauthConsentChoice' })
export const OauthConsentDecision = z.object({ redirect_to: z.string() }).meta({ id: 'OauthConsentDecision' })

export const OauthAuthorization = z
  .object({
    id: idOut(),
    client_id: idOut(),
    client_name: z.string().nullable(),
    client_url: clientUrl,
    scope: z.string(),
    authorized_at: moment(),
    last_used_at: moment().nullable(),
  })
  .meta({ id: 'OauthAuthorization', description: 'One approved consent: the family of all its tokens' })
