import * as z from 'zod'
import { notificationReasons } from '../../../db/schema/notifications.ts'
import { boolParam, id, idOut, moment, paging, Person } from '../../kit/fields.ts'

const reasons = [...notificationReasons]
const Reason = z.enum(reasons).meta({ id: 'NotificationReason', example: 'assigned' })

export const Notification = z
  .object({
    id: idOut(),
    reason: Reason,
    title: z.string().meta({ example: 'Fix the login' }),
    snippet: z.string().nullable().meta({ description: 'The beginning of what was written' }),
    count: z.int().meta({ description: 'Changes, or tasks, that it is about', example: 1 }),
    actor: Person.nullable().meta({ description: 'Null for automations and the service itself' }),
    actor_type: z.string().nullable().meta({ example: 'user' }),
    entity: z
      .object({ type: z.string(), id: idOut(), key: z.string().nullable() })
      .meta({ id: 'NotificationEntity', description: 'What it is about; tasks have a key' }),
    project: z
      .object({ id: idOut(), key: z.string(), name: z.string() })
      .nullable()
      .meta({ id: 'NotificationProject' }),
    change: z
      .object({ from: z.string(), to: z.string() })
      .nullable()
      .meta({ id: 'NotificationStatusChange', description: 'Of a status: since it was last seen' }),
    comment_id: idOut().nullable(),
    due_date: z.iso.date().nullable(),
    tasks: z
      .array(z.object({ id: idOut(), key: z.string(), title: z.string(), reason: Reason }))
      .meta({ description: 'Of a change of many tasks: the first ten' }),
    url: z.string().nullable().meta({ example: 'https://app.example.com/tasks/WEB-12' }),
    why: z
      .object({ text: z.string(), turn_off: z.string() })
      .meta({ id: 'NotificationWhy', description: 'Why it came, and where that is switched off' }),
    read_at: moment().nullable(),
    archived_at: moment().nullable(),
    snoozed_until: moment().nullable(),
    created_at: moment().meta({ description: 'When it came, or came anew' }),
    updated_at: moment(),
  })
  .meta({ id: 'Notification' })

export const NotificationFilter = z.strictObject({
  unread: boolParam().optional(),
  archived: boolParam().default(false),
  reason: Reason.optional(),
  project_id: id().optional(),
  since: moment().optional().meta({ description: 'Only what came after this moment' }),
  ...paging,
})

const unread = z.int().min(0).meta({ example: 3 })
export const unreadBeside = { unread_count: unread }

export const UnreadCount = z
  .object({
    unread,
    by_reason: z.record(z.string(), z.int()).meta({ example: { assigned: 2, mentioned: 1 } }),
  })
  .meta({ id: 'UnreadNotificationCount' })

export const NotificationChange = z
  .strictObject({
    read: z.boolean(),
    archived: z.boolean(),
    snoozed_until: moment().nullable().meta({ description: 'Hidden until then; null shows it now' }),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'at least one field required' })
  .meta({ id: 'NotificationChange' })

export const ReadAll = z
  .strictObject({
    before: moment().meta({ description: 'created_at of the newest one that was seen' }),
    project_id: id().optional(),
    reason: Reason.optional(),
  })
  .meta({ id: 'NotificationsReadAll' })

export const Updated = z.object({ updated: z.int().min(0) }).meta({ id: 'NotificationsUpdated' })

const Switches = z
  .object({
    in_app: z.boolean(),
    email: z.boolean().meta({
      description: 'Also by e-mail, what is still unread after ten minutes, in one mail; reminders at once',
    }),
  })
  .meta({ id: 'NotificationSwitches' })
const SwitchesDraft = z
  .strictObject({ in_app: z.boolean().optional(), email: z.boolean().optional() })
  .meta({ id: 'NotificationSwitchesDraft' })
const everyReason = <S>(schema: S) =>
  Object.fromEntries(reasons.map((reason) => [reason, schema])) as Record<(typeof reasons)[number], S>

export const Preferences = z
  .object({
    reasons: z.object(everyReason(Switches)),
    muted_projects: z.array(
      z.object({ id: idOut(), key: z.string(), name: z.string() }).meta({ id: 'MutedProject' }),
    ),
  })
  .meta({ id: 'NotificationPreferences' })

export const PreferencesDraft = z
  .strictObject({
    reasons: z
      .strictObject(everyReason(SwitchesDraft.optional()))
      .meta({ description: 'What is left out is as it usually is: in_app on, email off' }),
    muted_project_ids: z
      .array(id())
      .max(200, 'at most 200 projects')
      .meta({ description: 'Of these only mentions and assignments notify' }),
  })
  .meta({ id: 'NotificationPreferencesDraft' })
