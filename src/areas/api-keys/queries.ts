import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { apiKeys } from '../../../db/schema/api-keys.ts'
import { projects } from '../../../db/schema/projects.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  me,
  one,
  page,
  type Ref,
  ensureFields,
  shape,
  update,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { referencesIn, type Target } from '../../kit/targets.ts'
import { project, member } from '../../shared/references.ts'
import { hashOf, keyHint } from '../../base/tokens.ts'
import { ApiKey, type ApiKeyDraft, type ApiKeyFilter, type ApiKeyRequest } from './schemas.ts'

type Draft = z.output<typeof ApiKeyDraft>
type Request = z.output<typeof ApiKeyRequest>

const apiKey = shape(ApiKey, apiKeys, {
  project: sql`(select ${json({ id: projects.id, key: projects.key, name: projects.name })} from ${projects}
    where ${inOrg(projects)} and ${projects.id} = ${apiKeys.project_id})`,
  state: sql`app.api_key_state(${apiKeys})`,
  user: person(apiKeys.user_id),
  created_by: person(sql`coalesce(${apiKeys.offered_by}, ${apiKeys.user_id})`),
})

export const keyTarget: Target = { kind: 'api_key', noun: 'API key', table: apiKeys, notDeleted: sql`true` }

/** A key requested by a member, answered or not. */
export const requestTarget: Target = {
  kind: 'api_key_request',
  noun: 'request for an API key',
  table: apiKeys,
  notDeleted: sql`${apiKeys.requested_at} is not null`,
}

export const listKeys = ({ revoked, ...query }: z.output<typeof ApiKeyFilter>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, apiKey, {
    where: all(inOrg(apiKeys), !revoked && sql`${apiKeys.revoked_at} is null`),
    sorts: { created_at: apiKeys.created_at },
  })

export const validateDraft = ({ project_id, expires_at }: Request) =>
  ensureFields({
    ...referencesIn({ project_id: project }, { project_id }),
    'body.expires_at': expires_at != null && [
      sql`${expires_at}::timestamptz > now()`,
      'must be in the future',
    ],
  })

/** Stores the hash of the token and its last four characters; only this response shows it in full. */
export const issue = (id: string, draft: Request, token: string) => [
  insert(apiKeys, { ...keyOf(id, draft), token_hash: hashColumn(token), hint: keyHint(token) }),
  issued(id, token),
]

const keyOf = (id: string, { name, project_id, read_only, expires_at }: Request) => ({
  id,
  name,
  project_id,
  read_only,
  expires_at: sql`${expires_at ?? null}::timestamptz`,
})

const hashColumn = (token: string) => sql`decode(${hashOf(token)}, 'hex')`
const row = (id: Ref) => all(inOrg(apiKeys), sql`${apiKeys.id} = ${id}`)

const issued = (id: string, token: string | null) =>
  sql`select ${json({ ...apiKey.fields, token: sql`${token}::text` })}::text as answer from ${apiKeys}
    where ${row(id)}`

const answerDeadline = sql`now() + interval '14 days'`

/** A key for a member, without a token until the member agrees. */
export const offer = (id: string, draft: Draft) => [
  ...ensureFields(referencesIn({ user_id: member }, draft)),
  insert(apiKeys, {
    ...keyOf(id, draft),
    user_id: sql`app.check_key_offer(${draft.user_id ?? null}::uuid, ${draft.email ?? null},
      ${draft.project_id ?? null}::uuid)`,
    hint: keyHint(),
    offered_by: me,
    answer_until: answerDeadline,
  }),
  sql`select app.notify_of_key_offer(${id}::uuid)`,
  issued(id, null),
]

export const request = (id: string, draft: Request) => [
  sql`select app.check_pending_keys(${me}, 'requested')`,
  insert(apiKeys, {
    ...keyOf(id, draft),
    hint: keyHint(),
    requested_at: sql`now()`,
    answer_until: answerDeadline,
  }),
  sql`select app.notify_of_key_request(${id}::uuid)`,
  one(apiKey, row(id)),
]

export const approve = (id: Ref) => [sql`select app.approve_key_request(${id})`, one(apiKey, row(id))]

export const revoke = (id: Ref) => [
  sql`select app.notify_of_declined_key(${id})`,
  update(apiKeys, { revoked_at: sql`now()` }, all(row(id), sql`${apiKeys.revoked_at} is null`)),
]

/** The caller's own keys span organizations: these functions bypass row-level security. */
export const listMine = ({ revoked, limit, offset }: z.output<typeof ApiKeyFilter>) =>
  answer(sql`app.my_api_keys(${revoked ?? false}, ${limit}, ${offset})`)

export const agree = (id: Ref, token: string) =>
  answer(sql`app.accept_key(${id}::uuid, ${hashColumn(token)}, ${keyHint(token)}, ${token})`)
export const decline = (id: Ref) => sql`select app.decline_key(${id}::uuid)`
export const revokeMine = (id: Ref) => sql`select app.revoke_my_key(${id}::uuid)`
