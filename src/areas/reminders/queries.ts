import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { organizations } from '../../../db/schema/organizations.ts'
import { reminders } from '../../../db/schema/reminders.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { linked, mayOpen } from '../../shared/linked.ts'
import {
  all,
  inOrg,
  insert,
  valueList,
  me,
  one,
  page,
  type Ref,
  require,
  requireFields,
  shape,
  update,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import {
  Reminder,
  type ReminderChange,
  ReminderDetail,
  type ReminderDraft,
  type ReminderFilter,
  type ReminderSnooze,
} from './schemas.ts'

/** The caller's own reminders: part of every query, besides the organization. */
const mine = all(inOrg(reminders), sql`${reminders.user_id} = ${me}`)
const live = all(mine, sql`${reminders.deleted_at} is null`)

const computed = {
  entity: linked(reminders.entity_type, reminders.entity_id),
  waiting_for: sql`case when ${reminders.status} = 'scheduled' and ${reminders.next_fire_at} is null
    then ${reminders.relative_to} end`,
}
const reminder = shape(Reminder, reminders, computed)
const detail = shape(ReminderDetail, reminders, {
  ...computed,
  occurrences: sql`app.reminder_moments(${reminders}, 5)`,
})

export const reminderTarget: Target = { kind: 'reminder', noun: 'reminder', table: reminders, live }

export const listReminders = (query: z.output<typeof ReminderFilter>) =>
  page({ ...query, sort: [{ key: 'next_fire_at', descending: false }] }, reminder, {
    where: all(
      live,
      query.status && sql`${reminders.status} in ${valueList(query.status)}`,
      query.from && sql`${reminders.next_fire_at} >= ${query.from}::timestamptz`,
      query.to && sql`${reminders.next_fire_at} <= ${query.to}::timestamptz`,
      query.entity_type && sql`${reminders.entity_type} = ${query.entity_type}`,
      query.entity_id && sql`${reminders.entity_id} = ${query.entity_id}`,
    ),
    sorts: { next_fire_at: reminders.next_fire_at },
  })

const ofReminder = (id: Ref) => all(mine, sql`${reminders.id} = ${id}`)
export const getReminder = (id: Ref) => one(detail, all(live, sql`${reminders.id} = ${id}`))

type Timing = { remind_at?: string | undefined; entity_id?: string | null | undefined }
/** A time may be a minute in the past: clocks differ, and requests take time. */
const inTime = (moment: string | undefined): [SQL, string] | undefined =>
  moment
    ? [
        sql`${moment}::timestamptz between now() - interval '1 minute' and now() + interval '100 years'`,
        'must be in the future, and within a hundred years',
      ]
    : undefined

/** Locks the task that a reminder follows, so that no concurrent change of its dates is missed. */
const hold = (task: SQL) =>
  sql`select 1 from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${task} for share`
export const holdTasks = (row: SQL, { relative_to, offset_minutes, entity_id }: Change) => [
  ...(relative_to || offset_minutes !== undefined
    ? [hold(sql`(select ${reminders.entity_id} from ${reminders} where ${all(mine, row)})`)]
    : []),
  ...(entity_id ? [hold(sql`${entity_id}::uuid`)] : []),
]

const known = ({ remind_at, entity_id }: Timing, type: string) => ({
  'body.remind_at': inTime(remind_at),
  'body.entity_id': entity_id ? mayOpen(type, entity_id) : undefined,
})

const zoneHere = sql`(select ${organizations.timezone} from ${organizations}
  where ${organizations.id} = (select app.org_id()))`
const soon = sql`now() - interval '61 seconds'`
const plan = (id: Ref, since: SQL, revive: boolean) =>
  sql`select app.plan_reminder(${id}::uuid, ${since}, ${revive})`
const at = (moment: string | undefined) => moment && sql`${moment}::timestamptz`

export function addReminder(id: string, draft: z.output<typeof ReminderDraft>) {
  const { entity_id, entity_type = 'task', relative_to, offset_minutes = 0, ...rest } = draft
  return [
    ...(entity_id ? [hold(sql`${entity_id}::uuid`)] : []),
    ...requireFields(known(draft, entity_type)),
    insert(reminders, {
      ...rest,
      id,
      ...(entity_id ? { entity_id, entity_type } : {}),
      ...(relative_to ? { kind: 'relative', relative_to, offset_minutes } : { kind: 'absolute' }),
      remind_at: at(rest.remind_at),
      timezone: rest.timezone ?? zoneHere,
    }),
    plan(id, soon, true),
  ]
}

type Change = Omit<z.output<typeof ReminderChange>, 'version'>
const timing = ['remind_at', 'relative_to', 'offset_minutes', 'entity_id', 'rrule'] as const

/** The columns that a change sets; those it omits are undefined. */
export function changed({ entity_type = 'task', entity_id, ...change }: Change): Record<string, unknown> {
  const { remind_at, relative_to, offset_minutes, ...rest } = change
  const columns = {
    ...rest,
    ...(entity_id === undefined ? {} : { entity_id, entity_type: entity_id && entity_type }),
    ...(rest.status ? { next_fire_at: sql`null`, held_at: sql`null` } : {}),
    ...(offset_minutes === undefined ? {} : { offset_minutes }),
    ...(remind_at
      ? { kind: 'absolute', remind_at: at(remind_at), relative_to: null, offset_minutes: null }
      : {}),
    ...(relative_to
      ? {
          kind: 'relative',
          remind_at: null,
          relative_to,
          offset_minutes: offset_minutes ?? sql`coalesce(${reminders.offset_minutes}, 0)`,
        }
      : {}),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

export function changeReminder(id: Ref, change: Change) {
  const revived = timing.some((field) => change[field] !== undefined)
  return [
    ...requireFields(known(change, change.entity_type ?? 'task')),
    update(reminders, changed(change), ofReminder(id)),
    ...(change.status || !(revived || change.timezone)
      ? []
      : [plan(id, change.remind_at ? soon : sql`now()`, revived)]),
  ]
}

export const deleteReminder = (id: Ref) =>
  sql`update ${reminders} set deleted_at = now() where ${ofReminder(id)}`

export const snoozeReminder = (id: Ref, { minutes, until }: z.output<typeof ReminderSnooze>) => [
  ...requireFields({
    'body.until': until
      ? [
          sql`${until}::timestamptz > now() and ${until}::timestamptz < now() + interval '100 years'`,
          'must be in the future, and within a hundred years',
        ]
      : undefined,
  }),
  require(sql`(select ${reminders.status} in ('scheduled', 'fired') from ${reminders} where ${ofReminder(id)})`, 'WM409', 'the reminder is over; give it another time'),
  sql`update ${reminders} set status = 'scheduled', held_at = null, snooze_count = ${reminders.snooze_count} + 1,
      next_fire_at = ${until ? at(until) : sql`now() + make_interval(mins => ${minutes})`} where ${ofReminder(id)}`,
]

export const completeReminder = (id: Ref) => sql`select app.complete_reminder(${id}::uuid)`
