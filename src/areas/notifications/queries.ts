import { keepAnswer, keptAnswer } from '../../platform/kept-answer.ts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import {
  notificationMutes,
  notificationPreferences,
  notificationReasons,
  notifications,
} from '../../../db/schema/notifications.ts'
import { documents } from '../../../db/schema/documents.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { projects } from '../../../db/schema/projects.ts'
import type { Settings } from '../../base/config.ts'
import {
  comment,
  dueDate,
  entityDocument,
  ofDocument,
  ofTask,
  mine,
  visibleTasks,
  entityTask,
  listedTasks,
  linkedComment,
  readable,
  notSnoozed,
  unreadTotal,
  inbox,
  unread,
} from '../../shared/inbox.ts'
import {
  all,
  answer,
  inOrg,
  json,
  jsonb,
  jsonIf,
  jsonList,
  me,
  one,
  page,
  type Ref,
  ensureFields,
  shape,
  update,
  uuids,
  visible,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { preparedConstant } from '../../platform/prepared-constant.ts'
import { type Target, referencesIn } from '../../kit/targets.ts'
import {
  Notification,
  type NotificationChange,
  type NotificationFilter,
  type PreferencesDraft,
  type ReadAll,
} from './schemas.ts'
import { project } from '../../shared/references.ts'

export const notificationTarget: Target = {
  kind: 'notification',
  noun: 'notification',
  table: notifications,
  notDeleted: readable,
}

const key = sql`p.key || '-' || t.number`
const taskKey = sql`case when ${ofTask} then (select ${key} ${visibleTasks(entityTask)}) end`

const auditPath = sql`(select '/organizations/' || ${organizations.slug} || '/audit' from ${organizations}
  where ${organizations.id} = ${notifications.org_id})`
/** The response; links in it follow `settings`. */
const notification = ({ webUrl, baseUrl }: Settings) =>
  shape(Notification, notifications, {
    title: sql`coalesce(case when ${ofTask} then (select left(t.title, 200) ${visibleTasks(entityTask)}) end,
      case when ${ofDocument} then (select left(${documents.title}, 200) ${entityDocument}) end, ${notifications.title})`,
    snippet: sql`coalesce(${notifications.snippet}, (select left(c.body, 300) ${linkedComment}))`,
    actor: person(notifications.actor_id),
    entity: { type: notifications.entity_type, id: notifications.entity_id, key: taskKey },
    project: sql`(select json_build_object('id', p.id, 'key', p.key, 'name', p.name) from ${projects} p
      where p.org_id = ${notifications.org_id} and p.id = ${notifications.project_id})`,
    change: jsonIf(sql`${notifications.reason} = 'status_changed' and ${notifications.data} ? 'to'`, {
      from: sql`${notifications.data} ->> 'from'`,
      to: sql`${notifications.data} ->> 'to'`,
    }),
    comment_id: comment,
    due_date: dueDate,
    tasks: sql`(select coalesce(json_agg(x.task order by x.place), '[]') from (select i.place,
      json_build_object('id', t.id, 'key', ${key}, 'title', t.title, 'reason', i.item ->> 'reason') as task
      ${listedTasks} order by i.place limit 10) x)`,
    url: sql`${webUrl}::text || case ${notifications.entity_type} when 'audit_entry' then ${auditPath}
      when 'api_key' then '/account/keys' when 'api_key_request' then '/settings/keys'
      else coalesce(app.page_of_news(${notifications.reason}, ${notifications.entity_type}, ${notifications.entity_id}),
        app.page_of(${notifications.entity_type}, ${notifications.entity_id})) end`,
    why: {
      text: sql`app.notification_reason_text(${notifications.reason})`,
      turn_off: sql`${`${baseUrl}/api/v1/organizations/`}::text || ${notifications.org_id}
        || '/notification-preferences#' || ${notifications.reason}`,
    },
  })

export const listNotifications = (query: z.output<typeof NotificationFilter>, settings: Settings) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, notification(settings), {
    where: all(
      inOrg(notifications),
      readable,
      notSnoozed,
      query.archived
        ? sql`${notifications.archived_at} is not null`
        : sql`${notifications.archived_at} is null`,
      query.unread !== undefined && (query.unread ? unread : sql`not (${unread})`),
      query.reason && sql`${notifications.reason} = ${query.reason}`,
      query.project_id && sql`${notifications.project_id} = ${query.project_id}`,
      query.since && sql`${notifications.created_at} > ${query.since}::timestamptz`,
    ),
    sorts: { created_at: notifications.created_at },
    materialize: true,
    extra: { unread_count: unreadTotal },
  })

export const unreadCount = answer(
  sql`${preparedConstant(sql`select json_build_object('unread', coalesce(sum(r.n), 0),
    'by_reason', coalesce(json_object_agg(r.reason, r.n order by r.reason), '{}'))
  from (select ${notifications.reason} as reason, count(*) as n from ${notifications}
    where ${all(inbox, unread)} group by 1) r`)}`,
)

const row = (id: Ref) => all(inOrg(notifications), sql`${notifications.id} = ${id}`, mine)

export const getNotification = (id: Ref, settings: Settings) => one(notification(settings), row(id))

export const inFuture = (moment: string) =>
  ensureFields({ 'body.snoozed_until': [sql`${moment}::timestamptz > now()`, 'must be in the future'] })

/** A notification marked unread again stops collecting events if a newer one already does. */
const grouped = (
  id: Ref,
) => sql`case when exists (select from ${notifications} o where o.org_id = (select app.org_id())
  and o.user_id = ${me} and o.id <> ${id} and o.group_key = ${notifications.group_key} and o.read_at is null
  and o.deleted_at is null) then null else ${notifications.group_key} end`

export const changeNotification = (
  id: Ref,
  { read, archived, snoozed_until }: z.output<typeof NotificationChange>,
) => {
  const since = (column: 'read_at' | 'archived_at', isSet: boolean | undefined) =>
    isSet === undefined ? undefined : isSet ? sql`coalesce(${notifications[column]}, now())` : sql`null`
  return update(
    notifications,
    {
      read_at: since('read_at', read),
      archived_at: since('archived_at', archived),
      snoozed_until: snoozed_until === undefined ? undefined : sql`${snoozed_until}::timestamptz`,
      group_key: read === false ? grouped(id) : undefined,
    },
    row(id),
  )
}

/** Marks what was in the person's inbox at that moment. A single audit entry covers all of them. */
export const readAll = ({ before, project_id, reason }: z.output<typeof ReadAll>) => [
  sql`select set_config('app.suppress_audit', 'on', true)`,
  sql`with done as (update ${notifications} set read_at = now(), updated_at = now() where ${all(
    inbox,
    unread,
    sql`${notifications.created_at} <= ${before}::timestamptz`,
    project_id && sql`${notifications.project_id} = ${project_id}`,
    reason && sql`${notifications.reason} = ${reason}`,
  )} returning 1), told as materialized (select count(*) as n from done)
    select ${keepAnswer(json({ updated: sql`n` }))}, app.audit_notifications_read(n) from told`,
  keptAnswer,
]

export const deleteNotification = (id: Ref) =>
  sql`update ${notifications} set deleted_at = now() where ${row(id)}`

const allReasons = JSON.stringify(notificationReasons)
const ofPreferences = all(inOrg(notificationPreferences), sql`${notificationPreferences.user_id} = ${me}`)
const ofMutes = all(inOrg(notificationMutes), sql`${notificationMutes.user_id} = ${me}`)

export const getPreferences = answer(
  json({
    reasons: sql`(select json_object_agg(r.reason, json_build_object('in_app', coalesce(s.in_app, true),
        'email', coalesce(s.email, app.is_mailed_by_default(r.reason))) order by r.place)
      from jsonb_array_elements_text(${allReasons}::jsonb) with ordinality r(reason, place)
      left join (select * from ${notificationPreferences} where ${ofPreferences}) s on s.reason = r.reason)`,
    muted_projects: jsonList(
      { id: projects.id, key: projects.key, name: projects.name },
      sql`from ${projects} where ${all(inOrg(projects), sql`${projects.deleted_at} is null`, visible(projects.id))}
        and exists (select from ${notificationMutes} where ${ofMutes}
          and ${notificationMutes.project_id} = ${projects.id})`,
      sql`${projects.key}`,
    ),
  }),
)

/** Sets all of the caller's preferences: reasons that are absent or at their defaults have no row. */
export const setPreferences = ({ reasons, muted_project_ids }: z.output<typeof PreferencesDraft>) => {
  const muted = [...new Set(muted_project_ids)]
  const switches = Object.entries(reasons).map(([reason, change]) => ({ reason, ...change }))
  return [
    ...ensureFields(referencesIn({ muted_project_ids: project }, { muted_project_ids: muted })),
    sql`select pg_advisory_xact_lock(hashtextextended('notifications:' || app.org_id() || app.user_id(), 0))`,
    sql`with wanted as (select w.reason, w.in_app, w.email
        from (select s.reason, coalesce(s.in_app, true), coalesce(s.email, app.is_mailed_by_default(s.reason))
          from jsonb_to_recordset(${jsonb(switches)}) s(reason text, in_app boolean, email boolean)) w(reason, in_app, email)
        where not w.in_app or w.email <> app.is_mailed_by_default(w.reason)),
      gone as (delete from ${notificationPreferences}
        where ${ofPreferences} and ${notificationPreferences.reason} not in (select reason from wanted)),
      kept as (insert into ${notificationPreferences} as p (reason, in_app, email) select * from wanted
        on conflict (user_id, org_id, reason) do update set in_app = excluded.in_app, email = excluded.email
          where (p.in_app, p.email) <> (excluded.in_app, excluded.email)),
      heard as (delete from ${notificationMutes} where ${ofMutes}
        and ${notificationMutes.project_id} <> all (${uuids(muted)}) and app.can_see_project(${notificationMutes.project_id}))
      insert into ${notificationMutes} (project_id) select unnest(${uuids(muted)}) on conflict do nothing`,
    getPreferences,
  ]
}
