import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { credentialAccessLog, credentialDenials, credentials } from '../../../db/schema/vault.ts'
import { id, idOut, moment, Person, text } from '../../kit/fields.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import {
  all,
  type AnyColumn,
  any,
  contains,
  ensure,
  inOrg,
  insert,
  jsonIf,
  page,
  roleLevel,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { openClient, project } from '../../shared/references.ts'
import { sealingIn, storeSecrets } from './sealing.ts'
import {
  AccessLogEntry,
  type AccessLogFilter,
  CredentialChange,
  CredentialDraft,
  fields,
  Kind,
  type VaultLogFilter,
} from './schemas.ts'

const log = credentialAccessLog
const visibleUrl = sql`regexp_replace(${credentials.url}, '[?#].*', '')`
const nameOf = (user: typeof credentials.last_revealed_by) =>
  sql`(select u.name from users u where u.id = ${user})`

/** What looks as if a secret were in a field that is not sealed. */
const secretLike =
  '-----BEGIN |AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20}|github_pat_|glpat-|sk_(live|test)_|xox[abp]-|svc_[a-z]+_[A-Za-z0-9]{30}'
const warnings = sql`array(select f.name || ': looks_like_secret' from (values ('notes', ${credentials.notes}),
    ('url', ${credentials.url}), ('username', ${credentials.username}), ('tags', array_to_string(${credentials.tags}, ' ')))
    f(name, value) where f.value ~ ${secretLike})`

export const credential = resource(credentials, {
  noun: 'credential',
  name: 'Credential',
  row: 'id name* kind username* min_role has_secret expires_at',
  at: '/vault/credentials',
  item: '/vault/credentials/{credential_id}',
  fields,
  required: [],
  draft: CredentialDraft,
  change: CredentialChange,
  refers: { client_id: openClient, project_id: project },
  permits: ({ min_role }) =>
    min_role === undefined
      ? []
      : [
          ensure(
            sql`${roleLevel} >= app.level_of(${min_role})`,
            'WM403',
            'min_role above your own role would hide it from you',
          ),
        ],
  shown: {
    url: [z.string().nullable().describe('Where it is used, without its query'), visibleUrl],
    has_secret: [
      z.boolean().describe('Whether a secret was entered'),
      sql`${credentials.secret_version} > 0`,
    ],
    secret_version: z.int().describe('How many secrets it has had'),
    has_totp: [z.boolean().describe('Whether it shows one-time codes'), sql`${credentials.totp_version} > 0`],
    rotated_at: moment().nullable().describe('When the secret was last replaced'),
    last_revealed_at: moment().nullable().describe('When the secret was last revealed'),
    created_by: idOut().describe('Who created it'),
  },
  detail: {
    url: [z.string().nullable().describe('Where it is used'), credentials.url],
    versions: [
      z.array(z.int()).describe('The versions of the secret that can be revealed'),
      sql`to_json(app.credential_versions(${credentials.id}, 'secret'))`,
    ],
    totp_versions: [
      z.array(z.int()).describe('The versions of the key for one-time codes that can be revealed'),
      sql`to_json(app.credential_versions(${credentials.id}, 'totp'))`,
    ],
    last_revealed_by: [
      Person.nullable().describe('Who last revealed the secret'),
      jsonIf(sql`${credentials.last_revealed_by} is not null`, {
        user_id: credentials.last_revealed_by,
        name: nameOf(credentials.last_revealed_by),
      }),
    ],
    same_secret_ids: [
      z.array(z.uuid()).describe('Other credentials with the same secret, of those that you see'),
      sql`to_json(app.credentials_with_same_secret(${credentials.id}))`,
    ],
    enter_url: [
      z.string().nullable().meta({
        description: 'The page where a person enters the secret, if there is none yet',
        'x-receipt': true,
      }),
      sql`case when ${credentials.secret_version} = 0 then '/credentials/' || ${credentials.id} end`,
    ],
    warnings: [
      z.array(z.string()).meta({
        description: 'Fields that look as if they had the secret in them, which are not sealed',
        'x-receipt': true,
      }),
      sql`to_json(${warnings})`,
    ],
  },
})

const before = (column: AnyColumn) => (at: string) => sql`${column} < ${at}::timestamptz`
export const filter = {
  q: [
    text(100).meta({ description: 'Part of a name, user name, address or tag', 'x-brief': 'Part of a name' }),
    (needle: string) =>
      any(
        contains(credentials.name, needle),
        contains(credentials.username, needle),
        contains(visibleUrl, needle),
        contains(sql`array_to_string(${credentials.tags}, ' ')`, needle),
      ),
  ],
  kind: [
    Kind.meta({ description: 'Only of this kind', 'x-brief': null }),
    (kind: string) => sql`${credentials.kind} = ${kind}`,
  ],
  client_id: [
    id().describe('Only those of this client'),
    (client: string) => sql`${credentials.client_id} = ${client}`,
  ],
  project_id: [
    id().describe('Only those that this project uses'),
    (of: string) => sql`${credentials.project_id} = ${of}`,
  ],
  tag: [
    text(40).meta({ description: 'Only with this tag', 'x-brief': null }),
    (tag: string) => sql`${tag} = any(${credentials.tags})`,
  ],
  expires_before: [
    moment().meta({ description: 'Only those that end before this moment', 'x-brief': 'End before' }),
    before(credentials.expires_at),
  ],
  rotated_before: [
    moment().meta({ description: 'Only those whose secret is older than this moment', 'x-brief': null }),
    before(credentials.rotated_at),
  ],
  revealed_by: [
    id().meta({
      description:
        'Only those that this person has revealed, or seen codes of, in the last 365 days or since; for admins',
      'x-brief': null,
    }),
    (person: string, { since }) => sql`${credentials.id} in (select ${log.credential_id} from ${log}
      where ${inOrg(log)} and ${log.actor_user_id} = ${person} and ${log.action} in ('revealed', 'code_shown')
      and ${log.created_at} >= coalesce(${since ?? null}::timestamptz, now() - interval '365 days'))`,
  ],
  since: [
    moment().meta({ description: 'With revealed_by: only from this moment on', 'x-brief': null }),
    () => undefined,
  ],
} satisfies Filter

export const sorts = {
  name: sql`app.folded(${credentials.name})`,
  expires_at: credentials.expires_at,
  rotated_at: credentials.rotated_at,
  created_at: credentials.created_at,
}

type Draft = z.output<typeof CredentialDraft>
/** Seen from the role of whoever creates it on, and from admin on by owners. */
export function addCredential(newId: string, body: Draft, preflightResult: PreflightResult | undefined) {
  const { secret: _, totp: __, ...draft } = body
  const sealing = sealingIn(preflightResult)
  const created = sealing?.id ?? newId
  const min_role = draft.min_role ?? sql`app.role_of_level(least(40, ${roleLevel}))`
  return [
    ...credential.references(draft),
    insert(credentials, {
      id: created,
      ...draft,
      min_role,
      ...(sealing?.parts.secret && { secret_version: 1, rotated_at: sql`now()` }),
      ...(sealing?.parts.totp && { totp_version: 1 }),
    }),
    ...storeSecrets(created, sealing),
    credential.get(created),
  ]
}

type Change = Omit<z.output<typeof CredentialChange>, 'version'>
export function changeCredential(
  of: Ref,
  version: number | undefined,
  body: Change,
  preflightResult: PreflightResult | undefined,
) {
  const { secret: _, totp, ...change } = body
  return [
    ...credential.references(change),
    ...storeSecrets(of, sealingIn(preflightResult)),
    ...(totp === null ? [sql`select app.forget_credential_totp(${of}::uuid)`] : []),
    ...credential.apply(of, version, change),
  ]
}

const access = shape(AccessLogEntry, log, {
  attempts: sql`(select ${credentialDenials.attempts} from ${credentialDenials} where ${inOrg(credentialDenials)}
    and ${credentialDenials.id} = ${log.id})`,
  actor: jsonIf(sql`${log.actor_user_id} is not null`, {
    user_id: log.actor_user_id,
    name: sql`coalesce(${log.actor_label}, '')`,
  }),
})

/** What the caller may read of the log, the newest first. */
const logOf = ({ action, user_id, ...query }: z.output<typeof VaultLogFilter>, where?: SQL) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, access, {
    where: all(
      inOrg(log),
      where,
      sql`${roleLevel} >= app.level_of(${log.min_role})`,
      action !== undefined && sql`${log.action} = ${action}`,
      user_id !== undefined && sql`${log.actor_user_id} = ${user_id}`,
    ),
    sorts: { created_at: log.created_at },
  })

/** The log of a credential that the caller may see, or could see before it was deleted. */
export const accessLog = (of: Ref, query: z.output<typeof AccessLogFilter>) => [
  ensure(
    sql`exists (select from ${credentials} where ${credential.row(of)}) or app.has_credential_log(${of}::uuid)`,
    'WM404',
    'credential not found',
  ),
  logOf(query, sql`${log.credential_id} = ${of}::uuid`),
]

/** The log of all credentials, with what is about none of them alone. */
export const vaultLog = (query: z.output<typeof VaultLogFilter>) => logOf(query)
