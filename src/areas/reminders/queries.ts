import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { organizations } from '../../../db/schema/organizations.ts'
import { reminders } from '../../../db/schema/reminders.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { Linkable, Linked, linked, openable } from '../../shared/linked.ts'
import { inOrg, insert, type Ref, ensure, ensureFields } from '../../kit/sql.ts'
import { csv, id as idParam, moment } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { referencesIn } from '../../kit/targets.ts'
import { Relative, ReminderChange, ReminderDraft, type ReminderSnooze, shown, Status } from './schemas.ts'

export const reminder = resource(reminders, {
  noun: 'reminder',
  name: 'Reminder',
  row: 'id title* status next=next_fire_at relative_to offset_minutes rrule about=entity',
  at: '/reminders',
  item: '/reminders/{reminder_id}',
  fields: {},
  required: [],
  draft: ReminderDraft,
  change: ReminderChange,
  shown: {
    ...shown,
    entity: [Linked, linked(reminders.entity_type, reminders.entity_id)],
    waiting_for: [
      Relative.nullable().meta({ description: 'The day of its task that would give it a moment' }),
      sql`case when ${reminders.status} = 'scheduled' and ${reminders.next_fire_at} is null
        then ${reminders.relative_to} end`,
    ],
  },
  detail: {
    occurrences: [
      z.array(moment()).meta({ description: 'The next five' }),
      sql`app.reminder_times(${reminders}, 5)`,
    ],
  },
})

export const filter = {
  status: [csv(Status), (statuses: string[]) => sql`${reminders.status} in ${statuses}`],
  from: [
    moment().meta({ description: 'Fires at this moment or later' }),
    (from: string) => sql`${reminders.next_fire_at} >= ${from}::timestamptz`,
  ],
  to: [
    moment().meta({ description: 'Fires at this moment or earlier' }),
    (to: string) => sql`${reminders.next_fire_at} <= ${to}::timestamptz`,
  ],
  entity_type: [
    Linkable.describe('Only about this kind of object'),
    (type: string) => sql`${reminders.entity_type} = ${type}`,
  ],
  entity_id: [
    idParam().describe('Only about this object'),
    (entity: string) => sql`${reminders.entity_id} = ${entity}`,
  ],
} satisfies Filter

type Timing = { remind_at?: string | undefined; entity_id?: string | null | undefined }
/** Allows a minute in the past: clocks differ, and requests take time. */
const inFuture = (moment: string | undefined): [SQL, string] | undefined =>
  moment
    ? [
        sql`${moment}::timestamptz between now() - interval '1 minute' and now() + interval '100 years'`,
        'must be in the future, and within a hundred years',
      ]
    : undefined

/** Locks the task that a reminder follows, so that no concurrent change of its dates is missed. */
const lockTask = (task: SQL) =>
  sql`select 1 from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${task} for share`
export const lockTasks = (row: SQL, { relative_to, offset_minutes, entity_id }: Change) => [
  ...(relative_to || offset_minutes !== undefined
    ? [lockTask(sql`(select ${reminders.entity_id} from ${reminders} where ${inOrg(reminders)} and ${row})`)]
    : []),
  ...(entity_id ? [lockTask(sql`${entity_id}::uuid`)] : []),
]

const rulesFor = (sent: Timing, type: string) => ({
  'body.remind_at': inFuture(sent.remind_at),
  ...referencesIn({ entity_id: openable(type) }, sent),
})

const orgTimezone = sql`(select ${organizations.timezone} from ${organizations}
  where ${organizations.id} = (select app.org_id()))`
const justPassed = sql`now() - interval '61 seconds'`
const plan = (id: Ref, after: SQL, reactivate: boolean) =>
  sql`select app.schedule_reminder(${id}::uuid, ${after}, ${reactivate})`
const at = (moment: string | undefined) => moment && sql`${moment}::timestamptz`

export function addReminder(id: string, draft: z.output<typeof ReminderDraft>) {
  const { entity_id, entity_type = 'task', relative_to, offset_minutes = 0, ...rest } = draft
  return [
    ...(entity_id ? [lockTask(sql`${entity_id}::uuid`)] : []),
    ...ensureFields(rulesFor(draft, entity_type)),
    insert(reminders, {
      ...rest,
      id,
      ...(entity_id ? { entity_id, entity_type } : {}),
      ...(relative_to ? { kind: 'relative', relative_to, offset_minutes } : { kind: 'absolute' }),
      remind_at: at(rest.remind_at),
      timezone: rest.timezone ?? orgTimezone,
    }),
    plan(id, justPassed, true),
    reminder.get(id),
  ]
}

type Change = Omit<z.output<typeof ReminderChange>, 'version'>
const timing = ['remind_at', 'relative_to', 'offset_minutes', 'entity_id', 'rrule'] as const

/** The columns that a change sets; what it leaves out is undefined. */
function changedColumns({ entity_type = 'task', entity_id, ...change }: Change): Record<string, unknown> {
  const { remind_at, relative_to, offset_minutes, ...rest } = change
  return {
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
}

export function changeReminder(id: Ref, version: number | undefined, change: Change) {
  const rescheduled = timing.some((field) => change[field] !== undefined)
  const mustPlan = !change.status && (rescheduled || change.timezone)
  return [
    ...ensureFields(rulesFor(change, change.entity_type ?? 'task')),
    ...reminder.apply(
      id,
      version,
      changedColumns(change),
      ...(mustPlan ? [plan(id, change.remind_at ? justPassed : sql`now()`, rescheduled)] : []),
    ),
  ]
}

export const snoozeReminder = (id: Ref, { minutes, until }: z.output<typeof ReminderSnooze>) => [
  ...ensureFields({
    'body.until': until
      ? [
          sql`${until}::timestamptz > now() and ${until}::timestamptz < now() + interval '100 years'`,
          'must be in the future, and within a hundred years',
        ]
      : undefined,
  }),
  ensure(
    sql`(select ${reminders.status} in ('scheduled', 'fired') from ${reminders} where ${reminder.row(id)})`,
    'WM409',
    'the reminder is over; give it another time',
  ),
  sql`update ${reminders} set status = 'scheduled', held_at = null, snooze_count = ${reminders.snooze_count} + 1,
      next_fire_at = ${until ? at(until) : sql`now() + make_interval(mins => ${minutes})`} where ${reminder.row(id)}`,
]

export const completeReminder = (id: Ref) => sql`select app.complete_reminder(${id}::uuid)`
