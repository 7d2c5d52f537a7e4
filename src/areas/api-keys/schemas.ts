import * as z from 'zod'
import { boolParam, id, idOut, moment, paging } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId, projectKey } from '../../shared/common-fields.ts'

const states = ['requested', 'offered', 'active', 'declined', 'unanswered', 'expired', 'revoked'] as const
const KeyPerson = z.object({
  user_id: idOut().describe('Who it is'),
  name: z.string().describe("The person's name"),
})

export const ApiKey = z
  .object({
    id: ownId,
    name: z.string().meta({ description: 'What it is called', example: 'CI' }),
    hint: z.string().meta({ description: 'What the token begins and ends with', example: 'svc_live_…x9Qk' }),
    project: z
      .object({ id: ownId, key: projectKey, name: z.string().describe('Its name') })
      .nullable()
      .meta({ description: 'The only project that the key reaches; null for the whole organization' }),
    read_only: z.boolean().describe('Whether it may read and not write'),
    state: z.enum(states).meta({
      description:
        'requested by a member; offered to a member, who has yet to agree; only an active one is accepted',
      example: 'active',
    }),
    user: KeyPerson.meta({ description: 'Whose authority it carries' }),
    created_by: KeyPerson.describe('Who created it, or asked for it'),
    created_at: createdAt,
    answer_until: moment()
      .nullable()
      .meta({ description: 'Until when a request or an offer can be answered; null for a key of my own' }),
    last_used_at: moment().nullable().describe('When it was last used, to the minute; null if never'),
    expires_at: moment().nullable().describe('From when on it is not accepted; null for never'),
    revoked_at: moment().nullable().describe('When it was revoked'),
  })
  .meta({ id: 'ApiKey' })

export const ApiKeyIssued = ApiKey.extend({
  token: z.string().nullable().meta({
    description: 'Shown once; null where a repeated Idempotency-Key is answered, and in an offer to a member',
    example: 'svc_live_…',
  }),
}).meta({ id: 'ApiKeyIssued' })

export const ApiKeyRequest = z
  .strictObject({
    name: nameText(80).meta({ description: 'What it is called', example: 'CI' }),
    project_id: id()
      .nullable()
      .optional()
      .describe('The only project that it reaches; the whole organization without one'),
    read_only: z.boolean().optional().describe('Whether it may read and not write'),
    expires_at: moment().nullable().optional().describe('From when on it is not accepted; never unless sent'),
  })
  .meta({ id: 'ApiKeyRequest' })

export const ApiKeyDraft = ApiKeyRequest.extend({
  user_id: id().optional().meta({ description: 'Offers the key to this member; without it, it is my own' }),
  email: email().optional().meta({ description: 'The same, by the address of the member' }),
})
  .refine((body) => !(body.user_id && body.email), {
    message: 'must be left out where user_id names the member',
    path: ['email'],
  })
  .meta({ id: 'ApiKeyDraft' })

/** A key as its own person sees it. */
export const MyApiKey = ApiKey.omit({ user: true })
  .extend({
    organization: z
      .object({ id: ownId, name: z.string().describe('Its name') })
      .describe('The organization that it reaches'),
  })
  .meta({ id: 'MyApiKey' })
export const MyApiKeyIssued = MyApiKey.extend({
  token: z.string().meta({ description: 'Shown once', example: 'svc_live_…' }),
}).meta({ id: 'MyApiKeyIssued' })

export const ApiKeyFilter = z.strictObject({
  revoked: boolParam().optional().meta({ description: 'List revoked keys too' }),
  ...paging,
})
