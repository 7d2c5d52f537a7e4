import * as z from 'zod'
import { csv, id, idOut, moment, paging, text, intParam } from '../../kit/fields.ts'
import { kinds } from './providers/provider.ts'

export const providerNames = ['github', 'gitlab', 'gitea'] as const

export const Integration = z
  .object({
    connected: z.boolean(),
    provider: z.enum(providerNames).nullable(),
    base_url: z.string().nullable(),
    account: z.string().nullable().meta({ description: 'Whose token it is' }),
    token_hint: z.string().nullable().meta({ description: 'The last four characters of the token' }),
    scopes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Empty if the provider does not report them' }),
    status: z.enum(['active', 'invalid', 'rate_limited']).nullable(),
    last_verified_at: moment().nullable(),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'RepositoryIntegration' })

export const IntegrationDraft = z
  .strictObject({
    provider: z.enum(providerNames),
    token: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]*$/, 'must be printable characters')
      .min(16, 'at least 16 characters')
      .max(500, 'at most 500 characters')
      .meta({ description: 'A personal access token; stored encrypted, never shown again' }),
    base_url: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(300, 'at most 300 characters')
      .transform((given) => given.replace(/\/+$/, ''))
      .nullable()
      .optional()
      .meta({ description: 'The address of your own server, without its API path' }),
  })
  .meta({ id: 'RepositoryIntegrationDraft' })

export const AvailableRepository = z
  .object({
    external_id: z.string().meta({ example: '1296269' }),
    full_name: z.string().meta({ example: 'ada/engine' }),
    default_branch: z.string().nullable(),
    web_url: z.string().nullable(),
    is_private: z.boolean().nullable(),
  })
  .meta({ id: 'AvailableRepository' })

export const AvailableFilter = z.strictObject({ q: text(100).optional(), ...paging })

export const ProjectRepository = z
  .object({
    id: idOut(),
    project_id: idOut(),
    external_id: z.string().meta({ example: '1296269' }),
    full_name: z.string().meta({ example: 'ada/engine' }),
    default_branch: z.string().nullable(),
    web_url: z.string().nullable(),
    created_by: idOut(),
    created_at: moment(),
  })
  .meta({ id: 'ProjectRepository' })
export const ProjectRepositories = z
  .object({ items: z.array(ProjectRepository) })
  .meta({ id: 'ProjectRepositories' })

const fullName = /^[\w.-]+(?:\/[\w.-]+){1,9}$/
/** `.` and `..` would change the path. */
const climbs = (name: string) => name.split('/').some((part) => part === '.' || part === '..')

export const ProjectRepositoryDraft = z
  .strictObject({
    external_id: z
      .string()
      .regex(/^\d{1,20}$/, "must be the provider's number")
      .optional()
      .meta({ description: 'Its number at the provider', example: '1296269' }),
    full_name: z
      .string()
      .max(200, 'at most 200 characters')
      .regex(fullName, 'must be owner/name')
      .refine((name) => !climbs(name), 'must be owner/name')
      .optional()
      .meta({ example: 'ada/engine' }),
  })
  .refine((draft) => (draft.external_id === undefined) !== (draft.full_name === undefined), {
    message: 'send external_id or full_name',
  })
  .meta({ id: 'ProjectRepositoryDraft' })

const query = {
  kinds: csv(z.enum(kinds, { error: `must be of ${kinds.join(', ')}` }))
    .optional()
    .meta({ type: 'string', description: `Of ${kinds.join(', ')}; all unless said` }),
  since: moment().optional(),
  limit: intParam(1, 100).default(50).meta({ type: 'integer', description: 'Items, 1 to 100', example: 50 }),
}
export const TaskDevelopmentFilter = z.strictObject(query)
export const DevelopmentFilter = z.strictObject({ ...query, repository_id: id().optional() })

export const Development = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(kinds),
        repository_id: idOut(),
        title: z.string(),
        author: z.string().nullable(),
        state: z.string().nullable().meta({ description: 'open, merged or closed' }),
        url: z.string().nullable(),
        at: moment().nullable().meta({ description: 'Null if the provider does not report it' }),
        task_keys: z.array(z.string()).meta({ example: ['WEB-12'] }),
      }),
    ),
    cached_at: moment().meta({ description: 'When the oldest part of it was fetched' }),
    expires_at: moment(),
    stale: z.boolean().meta({ description: 'The provider could not be queried again' }),
    errors: z.array(
      z.object({
        repository_id: idOut(),
        full_name: z.string(),
        kind: z.enum(kinds),
        code: z.string().meta({ example: 'gone' }),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'Development' })

export const TaskDevelopment = Development.extend({
  branch_name: z.string().meta({ example: 'web-12-fix-the-login', description: 'For a new branch' }),
}).meta({ id: 'TaskDevelopment' })

export const Total = {
  truncated: z.boolean().meta({ description: 'There are more than were looked through' }),
}
