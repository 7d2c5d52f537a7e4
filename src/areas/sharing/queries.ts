import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { organizations } from '../../../db/schema/organizations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { projectShareReads, projectShares } from '../../../db/schema/sharing.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import type { TransformContext } from '../../kit/operation.ts'
import {
  all,
  answer,
  targetId,
  ensureFields,
  inOrg,
  json,
  one,
  page,
  type Ref,
  shape,
  type Statement,
} from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { fileUrl, linkHolder } from '../../shared/files/links.ts'
import { projectTarget } from '../../shared/targets.ts'
import type { MailService } from '../../shared/mail/service.ts'
import { unsent } from '../../shared/mail/unsent.ts'
import { type Incoming, Share, type ShareChange, type ShareDraft, type ShareFilter } from './schemas.ts'

/** A project, which a key of it alone does not open to others. */
export const sharedTarget = {
  ...projectTarget,
  notDeleted: sql`${projectTarget.notDeleted} and (select app.only_project()) is null`,
}
const shares = projectShares
export const shareTarget = {
  ...targetOf(shares, { noun: 'share' }),
  notDeleted: sql`${shares.project_id} = ${targetId('project')}`,
  locksItself: true as const,
}

/** The switches that are set to this, as an array. */
const switches = (include: object, wanted: boolean) =>
  sql`${`{${Object.entries(include)
    .flatMap(([name, isOn]) => (isOn === wanted ? [name] : []))
    .join(',')}}`}::text[]`

const zone = sql`(select o.timezone from ${organizations} o where o.id = ${shares.org_id})`
const status = sql`case when ${shares.status} = 'pending' and ${shares.expires_at} <= now()
  or ${shares.status} = 'accepted' and app.is_past(${shares.access_until}, ${zone}) then 'expired' else ${shares.status} end`
const reads = (
  value: SQL,
) => sql`(select ${value} from (select r.day, r.reads, r.last_at from ${projectShareReads} r
  where r.org_id = ${shares.org_id} and r.share_id = ${shares.id} order by r.day desc limit 30) r)`
const nameOf = (id: typeof shares.accepted_by) => sql`(select u.name from ${users} u where u.id = ${id})`
const share = shape(Share, shares, {
  status,
  organization: sql`case when ${shares.target_org_id} is not null then
    json_build_object('id', ${shares.target_org_id}, 'name', ${shares.target_name}) end`,
  include: sql`app.switches(${shares.include})`,
  accepted_by_name: nameOf(shares.accepted_by),
  last_read_at: reads(sql`app.utc(max(r.last_at))`),
  reads: reads(
    sql`coalesce(json_agg(json_build_object('day', r.day, 'reads', r.reads) order by r.day desc)
      filter (where r.day > app.org_today() - 30), '[]')`,
  ),
})
const row = (id: Ref) => all(inOrg(shares), sql`${shares.id} = ${id}`)

export const outgoing = (project: Ref, { status: wanted, ...query }: z.output<typeof ShareFilter>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, share, {
    where: all(inOrg(shares), sql`${shares.project_id} = ${project}`, wanted && sql`${status} = ${wanted}`),
    sorts: { created_at: shares.created_at },
  })

const notPast = (until: string | null | undefined) =>
  ensureFields({
    'body.access_until': until
      ? [sql`${until}::date >= app.org_today()`, 'must not be in the past']
      : undefined,
  })

type Delivery = { settings: { webUrl: string }; outside: { mail: MailService; cell: string } }
/** A new invitation with its link, the only time that its token is told. */
export function invite(
  id: string,
  project: Ref,
  draft: z.output<typeof ShareDraft>,
  { settings, outside }: Delivery,
) {
  const token = makeToken('svc_shr_', outside.cell)
  const { label, include = {}, invite_email = null, access_until = null, message = null } = draft
  return [
    ...notPast(access_until),
    sql`select app.create_share(${id}::uuid, ${project}::uuid, decode(${hashOf(token)}, 'hex'), ${label}, ${switches(include, true)},
      ${invite_email}, ${access_until}::date, ${message}, ${outside.mail.missing === null})`,
    one(
      {
        ...share,
        answer: json({
          ...share.fields,
          invite_url: sql`${`${settings.webUrl}/shares/${token}`}::text`,
          warnings: unsent,
        }),
      },
      row(id),
    ),
  ]
}

export const change = (id: Ref, { label, include = {}, access_until }: z.output<typeof ShareChange>) => [
  ...notPast(access_until),
  sql`select app.change_share(${id}::uuid, ${label ?? null}, ${switches(include, true)}, ${switches(include, false)},
    ${access_until !== undefined}, ${access_until ?? null}::date)`,
  one(share, row(id)),
]

export const end = (id: Ref) => [sql`select app.end_share(${id}::uuid)`]

const hash = (token: string) => sql`decode(${hashOf(token)}, 'hex')`
export const preview = (token: Ref) => answer(sql`app.share_preview(${token})`)
export const decline = (token: string) => [sql`select app.decline_share(${hash(token)})`]
export const accept = (token: string) => [
  sql`select set_config('app.accepted', app.accept_share(${hash(token)})::text, true)`,
  answer(sql`(${incomingJson(sql`s.id = current_setting('app.accepted')::uuid`)} -> 0)`),
]

type IncomingRow = z.output<typeof Incoming>
const fields = {
  id: sql`s.id`,
  project_name: sql`s.project_name`,
  project_key: sql`s.project_key`,
  organization_name: sql`s.owner_name`,
  status: sql`s.status`,
  is_available: sql`s.available`,
  is_archived: sql`s.is_archived`,
  include: sql`app.switches(s.include)`,
  message: sql`s.message`,
  access_until: sql`s.access_until`,
  expires_at: sql`app.utc(s.expires_at)`,
  accepted_at: sql`app.utc(s.accepted_at)`,
  accepted_by_name: sql`(select u.name from ${users} u where u.id = s.accepted_by)`,
  ended_at: sql`app.utc(s.ended_at)`,
  ended_reason: sql`s.ended_reason`,
  created_at: sql`app.utc(s.created_at)`,
} satisfies Record<keyof IncomingRow, SQL>
const incomingJson = (where: SQL, range = sql``) =>
  sql`(select coalesce(json_agg(x.answer order by x.created_at desc, x.id), '[]') from (select ${json(fields)} as answer,
    s.created_at, s.id from app.incoming_shares() s where ${where} order by s.created_at desc, s.id ${range}) x)`

export const incoming = ({ status: wanted, limit, offset }: z.output<typeof ShareFilter>) => {
  const where = wanted ? sql`s.status = ${wanted}` : sql`true`
  return answer(
    json({
      items: incomingJson(where, sql`limit ${limit} offset ${offset}`),
      total: sql`(select count(*) from app.incoming_shares() s where ${where})`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
    }),
  )
}

/** The share that was entered. */
export const shareId = sql`current_setting('app.share')`
const counted = (value: SQL) => answer(sql`app.merge_json(${value}, json_build_object('share', ${shareId}))`)
export const card = answer(sql`app.shared_card()`)
export const countedCard = counted(sql`app.shared_card()`)
export const document = (id: Ref) => counted(sql`app.shared_document(${id}::uuid)`)
export const task = (name: Ref, paged: { comments_limit: number; comments_offset: number }) =>
  counted(sql`app.shared_task(${name}::text, ${paged.comments_limit}, ${paged.comments_offset})`)

const told = /,"share" ?: ?"([0-9a-f-]{36})"\}$/
/** Counts, after the response, that the other side has read. An answer ends with its share, which is cut off. */
export const countingRead = (text: string, { afterResponse }: TransformContext): string => {
  const [end, share] = told.exec(text.slice(-60))!
  afterResponse(sql`select app.record_shared_read(${share}::uuid)`)
  return `${text.slice(0, -end.length)}}`
}

/** What another organization shows of a project, by the share; or of an own one, what the other side sees. */
export const inShare = (share: Ref, ...read: Statement[]) => [
  sql`select app.enter_share(${share}::uuid)`,
  ...read,
]
export const asSeenBy = (share: Ref) => [sql`select app.enter_share(${share}::uuid, true)`, card]

type Link = { org: string; holder: string; file: string; share: string }
export const fileLink = (share: Ref, file: Ref) => [
  sql`select set_config('app.link', json_build_object('org', app.org_id(), 'holder', ${linkHolder})::text, true)`,
  sql`select app.enter_share(${share}::uuid)`,
  sql`select (current_setting('app.link')::jsonb || jsonb_build_object('file', ${file}::uuid, 'share', ${share}::uuid))::text as answer
    where app.is_shared_file(${file}::uuid)`,
]
export const signedLink = (text: string, context: TransformContext): string => {
  const { org, holder, file, share } = JSON.parse(text) as Link
  const until = new Date(context.now.getTime() + 5 * 60_000).toISOString()
  const claims = { use: 'SHARED' as const, org, file: `${share}/${file}`, user: holder, until }
  return JSON.stringify({ download_url: fileUrl(context, claims), expires_at: until })
}
