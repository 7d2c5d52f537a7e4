import * as z from 'zod'
import { idOut, moment } from '../../kit/fields.ts'

export const ApiKeyScope = z.object({
  id: idOut(),
  name: z.string(),
  organization_id: idOut(),
  project_id: idOut().nullable(),
  read_only: z.boolean(),
  expires_at: moment().nullable(),
}).meta({ id: 'ApiKeyScope', description: 'What the personal access token of this request reaches' })

export const User = z.object({
  id: idOut(),
  email: z.email().meta({ example: 'ada@example.com' }),
  name: z.string().meta({ example: 'Ada Lovelace' }),
  email_verified: z.boolean(),
  created_at: moment(),
  api_key: ApiKeyScope.nullable(),
}).meta({ id: 'User' })
