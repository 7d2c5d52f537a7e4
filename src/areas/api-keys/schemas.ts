import * as z from 'zod'
import { boolParam, id, idOut, moment, paging, text } from '../../kit/fields.ts'

export const ApiKey = z
  .object({
    id: idOut(),
    name: z.string().meta({ example: 'CI' }),
    hint: z.string().meta({ description: 'What the token begins and ends with', example: 'svc_live_…x9Qk' }),
    project: z
      .object({ id: idOut(), key: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The only project that the key reaches; null for the whole organization' }),
    read_only: z.boolean(),
    created_by: z.object({ user_id: idOut(), name: z.string() }),
    created_at: moment(),
    last_used_at: moment().nullable(),
    expires_at: moment().nullable(),
    revoked_at: moment().nullable(),
  })
  .meta({ id: 'ApiKey' })

export const ApiKeyIssued = ApiKey.extend({
  token: z.string().nullable().meta({
    description: 'Shown once; null where a repeated Idempotency-Key is answered',
    example: 'svc_live_…',
  }),
}).meta({ id: 'ApiKeyIssued' })

export const ApiKeyDraft = z
  .strictObject({
    name: text(80).meta({ example: 'CI' }),
    project_id: id().nullable().optional(),
    read_only: z.boolean().optional(),
    expires_at: moment().nullable().optional(),
  })
  .meta({ id: 'ApiKeyDraft' })

export const ApiKeyFilter = z.strictObject({
  revoked: boolParam().optional().meta({ description: 'List revoked keys too' }),
  ...paging,
})
