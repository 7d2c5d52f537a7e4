import * as z from 'zod'
import { id, idOut, moment } from '../../kit/fields.ts'

const organization = z.object({
  id: idOut().describe('Identifies it'),
  name: z.string().describe('What the organization is called'),
})
const clientUrl = z
  .string()
  .nullable()
  .meta({ description: 'Where the client publishes its metadata document; null for one that registered' })

export const OauthConsentInfo = z
  .object({
    request_id: idOut().describe('The request that awaits the decision'),
    client_name: z.string().meta({ description: 'As the client calls itself; unverified' }),
    client_url: clientUrl,
    redirect_host: z.string().describe('Where the browser goes when the person has decided'),
    scope: z.string().meta({ description: 'What the application may do', example: 'service' }),
    resource: z
      .string()
      .nullable()
      .meta({ description: 'What the tokens are for, as the client named it (RFC 8707)' }),
    expires_at: moment().describe('Until when it can be decided'),
    organizations: z.array(organization).meta({ description: 'Those of the person, to choose from' }),
  })
  .meta({ id: 'OauthConsentInfo' })

export const OauthConsentChoice = z
  .strictObject({
    approve: z.boolean().describe('true allows, false denies'),
    read_only: z.boolean().optional().meta({ description: 'It may look at everything and change nothing' }),
    organization_ids: z
      .array(id())
      .min(1, 'choose at least one')
      .max(50, 'at most 50')
      .optional()
      .meta({ description: 'The only organizations that it reaches; all without it, also later ones' }),
  })
  .meta({ id: 'OauthConsentChoice' })
export const OauthConsentDecision = z
  .object({ redirect_to: z.string().describe('Where to send the browser') })
  .meta({ id: 'OauthConsentDecision' })

export const OauthAuthorization = z
  .object({
    id: idOut().describe('Identifies it'),
    client_id: idOut().describe('The application, as it is registered'),
    client_name: z.string().nullable().describe('What the application calls itself'),
    client_url: clientUrl,
    scope: z.string().describe('What the application may do'),
    read_only: z.boolean().describe('Whether the application may read and not write'),
    organizations: z
      .array(organization)
      .nullable()
      .meta({ description: 'The only ones that it reaches; null for all' }),
    redirect_host: z.string().nullable().meta({ description: 'Where the person was sent back to' }),
    user_agent: z.string().nullable().meta({ description: 'Of the browser that allowed it' }),
    authorized_at: moment().describe('When the person allowed it'),
    last_used_at: moment().nullable().describe('When it was last used, to the minute; null if never'),
  })
  .meta({ id: 'OauthAuthorization', description: 'One approved consent: the family of all its tokens' })
