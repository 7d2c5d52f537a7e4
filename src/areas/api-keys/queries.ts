import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { apiKeys } from '../../../db/schema/api-keys.ts'
import { projects } from '../../../db/schema/projects.ts'
import { all, inOrg, insert, json, page, type Ref, requireFields, shape, update } from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { projectKnown } from '../../shared/projects.ts'
import { hashOf } from '../../kit/tokens.ts'
import { ApiKey, type ApiKeyDraft, type ApiKeyFilter } from './schemas.ts'

type Draft = z.output<typeof ApiKeyDraft>

const apiKey = shape(ApiKey, apiKeys, {
  project: sql`(select ${json({ id: projects.id, key: projects.key, name: projects.name })} from ${projects}
    where ${inOrg(projects)} and ${projects.id} = ${apiKeys.project_id})`,
  created_by: sql`(select ${json({ user_id: users.id, name: users.name })} from ${users}
    where ${users.id} = ${apiKeys.user_id})`,
})

export const keyTarget: Target = { kind: 'api_key', noun: 'API key', table: apiKeys, live: sql`true` }

export const listKeys = ({ revoked, ...query }: z.output<typeof ApiKeyFilter>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, apiKey, {
    where: all(inOrg(apiKeys), !revoked && sql`${apiKeys.revoked_at} is null`),
    sorts: { created_at: apiKeys.created_at },
  })

export const mayIssue = ({ project_id, expires_at }: Draft) =>
  requireFields({
    ...projectKnown(project_id),
    'body.expires_at': expires_at != null && [
      sql`${expires_at}::timestamptz > now()`,
      'must be in the future',
    ],
  })

/** Stores the hash of the token and its last four characters; only this response shows it in full. */
export const issue = (id: string, { expires_at, ...draft }: Draft, token: string) => [
  insert(apiKeys, {
    id,
    ...draft,
    expires_at: sql`${expires_at ?? null}::timestamptz`,
    token_hash: sql`decode(${hashOf(token)}, 'hex')`,
    hint: `svc_live_…${token.slice(-4)}`,
  }),
  sql`select ${json({ ...apiKey.fields, token: sql`${token}::text` })}::text as answer from ${apiKeys}
    where ${inOrg(apiKeys)} and ${apiKeys.id} = ${id}`,
]

export const revoke = (id: Ref) =>
  update(
    apiKeys,
    { revoked_at: sql`now()` },
    all(inOrg(apiKeys), eq(apiKeys.id, id), sql`${apiKeys.revoked_at} is null`),
  )
