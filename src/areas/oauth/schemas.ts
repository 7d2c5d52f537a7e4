import * as z from 'zod'
import { id, idOut, moment } from '../../kit/fields.ts'

const organization = z.object({ id: idOut(), name: z.string() })
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
    organizations: z.array(organization).meta({ description: 'Those of the person, to choose from' }),
  })
  .meta({ id: 'OauthConsentInfo' })

export const OauthConsentChoice = z
  .strictObject({
    approve: z.boolean(),
    read_only: z.boolean().optional().meta({ description: 'It may look at everything and change nothing' }),
    organization_ids: z
      .array(id())
      .min(1, 'choose at least one')
      .max(50, 'at most 50')
      .optional()
      .meta({ description: 'The only organizations that it reaches; all without it, also later ones' }),
  })
  .meta({ id: 'OauthConsentChoice' })
export const OauthConsentDecision = z.object({ redirect_to: z.string() }).meta({ id: 'OauthConsentDecision' })

export const OauthAuthorization = z
  .object({
    id: idOut(),
    client_id: idOut(),
    client_name: z.string().nullable(),
    client_url: clientUrl,
    scope: z.string(),
    read_only: z.boolean(),
    organizations: z
      .array(organization)
      .nullable()
      .meta({ description: 'The only ones that it reaches; null for all' }),
    redirect_host: z.string().nullable().meta({ description: 'Where the person was sent back to' }),
    user_agent: z.string().nullable().meta({ description: 'Of the browser that allowed it' }),
    authorized_at: moment(),
    last_used_at: moment().nullable(),
  })
  .meta({ id: 'OauthAuthorization', description: 'One approved consent: the family of all its tokens' })
