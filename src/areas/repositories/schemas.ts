import * as z from 'zod'
import { csv, id, idOut, moment, paging, text, intParam } from '../../kit/fields.ts'
import { kinds } from './providers/provider.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

export const providerNames = ['github', 'gitlab', 'gitea'] as const

export const Integration = z
  .object({
    connected: z.boolean().describe('Whether there is a connection, and it works'),
    provider: z.enum(providerNames).nullable().describe('The kind of provider'),
    base_url: z.string().nullable().describe('Where the provider is, if it is your own'),
    account: z.string().nullable().meta({ description: 'Whose token it is' }),
    token_hint: z.string().nullable().meta({ description: 'The last four characters of the token' }),
    scopes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Empty if the provider does not report them' }),
    status: z
      .enum(['active', 'invalid', 'rate_limited'])
      .nullable()
      .describe('Whether the provider accepts the token'),
    last_verified_at: moment().nullable().describe('When the token was last seen to work'),
    last_error: z.string().nullable().describe('Why it stopped working'),
  })
  .meta({ id: 'RepositoryIntegration' })

export const IntegrationDraft = z
  .strictObject({
    provider: z.enum(providerNames).describe('The kind of provider'),
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
    external_id: z.string().meta({ description: 'Its id at the provider', example: '1296269' }),
    full_name: z.string().meta({ description: 'Owner and name, such as acme/site', example: 'ada/engine' }),
    default_branch: z.string().nullable().describe('The branch that others start from'),
    web_url: z.string().nullable().describe('Where people look at it'),
    is_private: z.boolean().nullable().describe('Whether it is not open to everybody'),
  })
  .meta({ id: 'AvailableRepository' })

export const AvailableFilter = z.strictObject({
  q: text(100).optional().describe('Words in the name'),
  ...paging,
})

export const ProjectRepository = z
  .object({
    id: ownId,
    project_id: idOut().describe('The project that it is connected to'),
    external_id: z.string().meta({ description: 'Its id at the provider', example: '1296269' }),
    full_name: z.string().meta({ description: 'Owner and name, such as acme/site', example: 'ada/engine' }),
    default_branch: z.string().nullable().describe('The branch that others start from'),
    web_url: z.string().nullable().describe('Where people look at it'),
    created_by: idOut().describe('Who connected it'),
    created_at: createdAt,
  })
  .meta({ id: 'ProjectRepository' })
export const ProjectRepositories = z
  .object({ items: z.array(ProjectRepository).describe('By name') })
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
      .meta({ description: 'Owner and name, such as acme/site', example: 'ada/engine' }),
  })
  .refine((draft) => (draft.external_id === undefined) !== (draft.full_name === undefined), {
    message: 'send external_id or full_name',
  })
  .meta({ id: 'ProjectRepositoryDraft' })

const query = {
  kinds: csv(z.enum(kinds, { error: `must be of ${kinds.join(', ')}` }))
    .optional()
    .meta({ type: 'string', description: `Of ${kinds.join(', ')}; all unless said` }),
  since: moment().optional().describe('This moment or later'),
  limit: intParam(1, 100)
    .default(50)
    .meta({ type: 'integer', description: 'Items, 1 to 100', example: 50, 'x-brief': '25 if absent' }),
}
export const TaskDevelopmentFilter = z.strictObject(query)
export const DevelopmentFilter = z.strictObject({
  ...query,
  repository_id: id().optional().describe('Only of this repository'),
})

const DevelopmentItem = z
  .object({
    kind: z.enum(kinds).describe('A branch, pull request or commit'),
    repository_id: idOut().describe('The repository that it is in'),
    title: z.string().meta({ description: 'What it is called', 'x-outside': true }),
    author: z
      .string()
      .nullable()
      .meta({ description: 'Who made it, as the provider names them', 'x-outside': true }),
    state: z.string().nullable().meta({ description: 'open, merged or closed' }),
    url: z.string().nullable().describe('Where people look at it'),
    at: moment().nullable().meta({ description: 'Null if the provider does not report it' }),
    task_keys: z
      .array(z.string())
      .meta({ description: 'Keys of the tasks that it names', example: ['WEB-12'] }),
  })
  .meta({
    id: 'DevelopmentItem',
    'x-row': 'kind title* author state at task_keys url*',
  })
export const Development = z
  .object({
    items: z.array(DevelopmentItem).describe('Newest first'),
    cached_at: moment().meta({ description: 'When the oldest part of it was fetched' }),
    expires_at: moment().describe('Until when the answer is kept'),
    stale: z.boolean().meta({ description: 'The provider could not be queried again' }),
    errors: z
      .array(
        z.object({
          repository_id: idOut().describe('The repository'),
          full_name: z.string().describe('Owner and name, such as acme/site'),
          kind: z.enum(kinds).describe('What could not be read'),
          code: z.string().meta({ description: 'A word for programs', example: 'gone' }),
          message: z.string().describe('For people'),
        }),
      )
      .describe('Repositories that could not be read'),
  })
  .meta({ id: 'Development' })

export const TaskDevelopment = Development.extend({
  branch_name: z.string().meta({ example: 'web-12-fix-the-login', description: 'For a new branch' }),
}).meta({ id: 'TaskDevelopment' })

export const Total = {
  truncated: z.boolean().meta({ description: 'There are more than were looked through' }),
}
