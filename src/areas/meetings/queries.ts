import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { deals } from '../../../db/schema/deals.ts'
import { meetingParticipants as participants, meetings } from '../../../db/schema/meetings.ts'
import { tickets } from '../../../db/schema/tickets.ts'
import {
  all,
  answer,
  type AnyColumn,
  contains,
  ensure,
  ensureFields,
  inOrg,
  insert,
  json,
  jsonb,
  jsonList,
  me,
  page,
  roleLevel,
  type Ref,
  rejectStale,
  shape,
  type Statement,
  update,
  visible,
} from '../../kit/sql.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import type { MailService } from '../../shared/mail/service.ts'
import { type RoomEntry, tokenSeconds } from '../../shared/meetings/rooms.ts'
import { person } from '../../shared/people.ts'
import { member, openClient, project } from '../../shared/references.ts'
import { taskTarget } from '../../shared/targets.ts'
import { type Filter, Meeting, type MeetingChange, MeetingDetail, type MeetingDraft } from './schemas.ts'

export const meetingTarget = targetOf(meetings, { noun: 'meeting' })
const row = (id: Ref) => all(meetingTarget.notDeleted, sql`${meetings.id} = ${id}`)
const isHost = sql`${meetings.host_user_id} = ${me}`
const takesPart = sql`(${isHost} or ${me} = any(${meetings.attendee_ids}))`
const mayChange = sql`app.can_change_meeting(${meetings})`

/** The occurrence `c.o` of each meeting that these are about: the one that it is at, or the next. */
const withOccurrence = (which: SQL, order: SQL) => sql`${meetings} cross join lateral (select x as o
  from meeting_occurrences x where x.org_id = ${meetings.org_id} and x.meeting_id = ${meetings.id} and ${which}
  order by ${order} limit 1) c`
const nearest = sql`x.status in ('cancelled', 'ended') or x.ends_at <= now(),
  abs(extract(epoch from x.starts_at - now())), x.id`
const current = withOccurrence(sql`true`, nearest)
const status = sql`app.meeting_status(c.o, ${meetings.provider})`

const opened = (column: AnyColumn, table: SQL) =>
  sql`(select x.id from ${table} x where x.org_id = ${meetings.org_id} and x.id = ${column})`
/** What it is about, where the reader may open that. */
const links = {
  project_id: sql`case when ${visible(meetings.project_id)} then ${meetings.project_id} end`,
  task_id: sql`(select x.id from tasks x where x.org_id = ${meetings.org_id} and x.id = ${meetings.task_id}
    and app.can_see_project(x.project_id))`,
  client_id: opened(meetings.client_id, sql`clients`),
  deal_id: opened(meetings.deal_id, sql`deals`),
  ticket_id: opened(meetings.ticket_id, sql`tickets`),
}

const summary = {
  ...links,
  title: sql`coalesce((c.o).title, ${meetings.title})`,
  starts_at: sql`app.utc((c.o).starts_at)`,
  ends_at: sql`app.utc((c.o).ends_at)`,
  status,
  host: person(meetings.host_user_id),
  participant_count: sql`(select count(*) from ${participants} where ${inOrg(participants)}
    and ${participants.meeting_id} = ${meetings.id})`,
  my_response: sql`(select ${participants.response} from ${participants} where ${inOrg(participants)}
    and ${participants.meeting_id} = ${meetings.id} and ${participants.user_id} = ${me})`,
  page: sql`'/meetings/' || ${meetings.id}`,
}
const summaryShape = shape(Meeting, meetings, summary)

const outside = sql`p.user_id is null and p.email is not null`
const ofMeeting = (condition: SQL) => sql`from meeting_participants p where p.org_id = ${meetings.org_id}
  and p.meeting_id = ${meetings.id} and ${condition}`
const detailShape = shape(MeetingDetail, meetings, {
  ...summary,
  participants: jsonList(
    {
      id: sql`p.id`,
      user_id: sql`p.user_id`,
      contact_id: sql`p.contact_id`,
      email: sql`p.email`,
      name: sql`p.name`,
      role: sql`p.role`,
      response: sql`p.response`,
    },
    ofMeeting(sql`true`),
    sql`p.role <> 'host', p.id`,
  ),
  occurrences: jsonList(
    {
      id: sql`x.id`,
      starts_at: sql`app.utc(x.starts_at)`,
      ends_at: sql`app.utc(x.ends_at)`,
      title: sql`coalesce(x.title, ${meetings.title})`,
      status: sql`app.meeting_status(x, ${meetings.provider})`,
    },
    sql`from meeting_occurrences x where x.org_id = ${meetings.org_id} and x.meeting_id = ${meetings.id}`,
    sql`x.starts_at, x.id`,
  ),
  may_change: mayChange,
  external_url: sql`case when ${takesPart} then ${meetings.external_url} end`,
  told_by_mail: sql`(select coalesce(json_agg(p.name order by p.id), '[]') ${ofMeeting(outside)})`,
  warnings: sql`to_json(array(select 'mail is not configured: tell those without an account yourself'
    where current_setting('app.mail_off', true) = 'on' and exists (select ${ofMeeting(outside)})
    union all select jsonb_array_elements_text(nullif(current_setting('app.meeting_unsent', true), '')::jsonb)))`,
})

export const getMeeting = (id: Ref): Statement =>
  sql`select ${detailShape.answer}::text as answer from ${current} where ${row(id)}`

export function listMeetings({ sort, limit, offset, ...query }: z.output<typeof Filter>) {
  const { from, to, mine, next, status: statuses, q } = query
  const which = all(
    from !== undefined && sql`x.ends_at > ${from}::timestamptz`,
    to !== undefined && sql`x.starts_at < ${to}::timestamptz`,
    next === true && sql`x.status in ('scheduled', 'live') and x.ends_at > now()`,
  )
  const about = (['project_id', 'task_id', 'client_id', 'deal_id', 'ticket_id'] as const).map(
    (field) =>
      query[field] !== undefined && sql`${meetings[field]} = ${query[field]} and ${links[field]} is not null`,
  )
  return page({ limit, offset, sort, ...query }, summaryShape, {
    from: withOccurrence(
      which,
      from === undefined ? nearest : sql`x.status = 'cancelled', x.starts_at, x.id`,
    ),
    where: all(
      meetingTarget.notDeleted,
      mine !== undefined && sql`${takesPart} = ${mine}`,
      statuses && sql`${status} in ${statuses}`,
      q !== undefined && contains(meetings.title, q),
      ...about,
    ),
    sorts: {
      starts_at: sql`(c.o).starts_at`,
      title: sql`app.folded(${meetings.title})`,
      created_at: meetings.created_at,
    },
  })
}

const refers = {
  project_id: project,
  task_id: taskTarget,
  client_id: openClient,
  deal_id: targetOf(deals, { noun: 'deal' }),
  ticket_id: targetOf(tickets, { noun: 'ticket' }),
  host_user_id: member,
}
/** Whether the deployment sends mail, for the warnings of the answer. */
const knowing = (mail: MailService) =>
  sql`select set_config('app.mail_off', ${mail.missing === null ? 'off' : 'on'}, true)`
const hostedBy = (host: string | undefined) =>
  host === undefined
    ? []
    : [
        ensure(
          sql`${host}::uuid = ${me} or ${roleLevel} >= 30`,
          'WM403',
          'another host needs the role manager or above',
        ),
      ]
const requireRoom = (provider: string | undefined, configured: string[]) =>
  (provider === 'jitsi' || provider === 'livekit') && !configured.includes(provider)
    ? [
        ensure(
          sql`false`,
          'WM409',
          `${provider} is not set up in this service; choose internal or external, or ask whoever runs it`,
        ),
      ]
    : []

type Services = { mail: MailService; rooms: { configured: string[] } }

export function addMeeting(id: string, body: z.output<typeof MeetingDraft>, { mail, rooms }: Services) {
  const { participants: invited = [], provider, ...draft } = body
  return [
    knowing(mail),
    ...hostedBy(draft.host_user_id),
    ...ensureFields(referencesIn(refers, body)),
    sql`select app.ensure_fields(app.meeting_time_problems(${draft.starts_at}, ${draft.ends_at}, true))`,
    ...requireRoom(provider, rooms.configured),
    insert(meetings, {
      time_zone: sql`app.own_zone()`,
      ...draft,
      id,
      provider: provider ?? rooms.configured[0] ?? 'internal',
    }),
    sql`select app.plan_meeting(${id})`,
    sql`select app.set_host(${id})`,
    sql`select app.set_participants(${id}, ${jsonb(invited)})`,
    getMeeting(id),
  ]
}

export const hostOnly = (id: Ref) =>
  ensure(
    sql`exists (select from ${meetings} where ${row(id)} and ${mayChange})`,
    'WM403',
    'only the host or a manager may do this',
  )

export function changeMeeting(id: Ref, body: z.output<typeof MeetingChange>, { mail, rooms }: Services) {
  const {
    version,
    scope,
    occurrence,
    participants: invited,
    title,
    starts_at,
    ends_at,
    recurrence,
    ...rest
  } = body
  const change = { title, ...rest, ...(starts_at || ends_at ? { starts_at, ends_at } : {}) }
  const externalUrl = rest.provider && rest.provider !== 'external' ? null : rest.external_url
  const renamed = sql`case when ${meetings.recurrence} is null or ${scope ?? 'this'} = 'all' then ${title ?? ''}
    else ${meetings.title} end`
  return [
    knowing(mail),
    hostOnly(id),
    ...ensureFields(referencesIn(refers, body)),
    ...rejectStale('meetings', id, version, change),
    ...requireRoom(rest.provider, rooms.configured),
    sql`select app.move_meeting(${id}, ${jsonb({ title, starts_at, ends_at, scope, occurrence })})`,
    update(
      meetings,
      { ...rest, external_url: externalUrl, title: title === undefined ? undefined : renamed },
      row(id),
    ),
    ...(recurrence === undefined ? [] : [sql`select app.change_recurrence(${id}, ${recurrence})`]),
    ...(rest.host_user_id ? [sql`select app.set_host(${id})`] : []),
    sql`select app.ask_participants_again(${id}) where current_setting('app.meeting_moved', true) = 'on'`,
    ...(invited ? [sql`select app.set_participants(${id}, ${jsonb(invited)})`] : []),
    getMeeting(id),
  ]
}

export const cancelMeeting = (id: Ref, scope = 'this', occurrence: string | undefined) => [
  hostOnly(id),
  sql`select app.cancel_meeting(${id}, ${scope}, ${occurrence ?? null}::date)`,
]

export const respond = (id: Ref, response: string) => [
  sql`select app.respond_to_meeting(${id}, ${response})`,
  getMeeting(id),
]

export const removeParticipant = (id: Ref, participant: Ref) => [
  hostOnly(id),
  sql`select app.remove_participant(${id}, ${participant})`,
]

export const textArray = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${jsonb(values)}))`
export const join = (id: Ref, configured: string[]) =>
  answer(sql`app.join_meeting(${id}, ${textArray(configured)})`)

type Joined = RoomEntry & { provider: string; url: string | null }
/** Signs the token once the caller is let in; it is stored nowhere. */
export async function signPass(text: string, { outside, now }: TransformContext): Promise<string> {
  const { provider, url, ...joining } = JSON.parse(text) as Joined
  if (provider === 'external')
    return JSON.stringify({ url, token: null, expires_at: null, role: joining.role })
  const pass = await outside.rooms.pass(provider, joining, now)
  const expires = new Date((Math.floor(now.getTime() / 1000) + tokenSeconds) * 1000)
  return JSON.stringify({ ...pass, expires_at: expires.toISOString(), role: joining.role })
}

export const end = (id: Ref) => [sql`select app.end_meeting(${id})`, getMeeting(id)]

const presence = sql`app.meeting_presence(array(select x.id from meeting_occurrences x
  where x.org_id = (select app.org_id()) and x.meeting_id = ${meetings.id})) p`
const seen = sql`(${mayChange} or p.identity = ${me}::text)`
export const attendance = (id: Ref): Statement =>
  sql`select ${json({
    items: jsonList(
      {
        occurrence_id: sql`p.occurrence_id`,
        user_id: sql`(select u.user_id from meeting_participants u where u.org_id = ${meetings.org_id}
          and u.meeting_id = ${meetings.id} and u.user_id::text = p.identity)`,
        name: sql`p.name`,
        joined_at: sql`app.utc(p.first_at)`,
        left_at: sql`app.utc(p.last_at)`,
        seconds: sql`p.seconds`,
      },
      sql`from ${presence} where ${seen}`,
      sql`p.first_at, p.identity`,
    ),
    total_minutes: sql`(select coalesce(sum(round(t.s / 60.0)), 0)::int from (select sum(p.seconds) as s
      from ${presence} where ${seen} group by p.occurrence_id) t)`,
  })}::text as answer from ${meetings} where ${row(id)}`
