import * as z from 'zod'
import { notificationReasons } from '../../../db/schema/notifications.ts'
import { boolParam, id, idOut, moment, paging, Person } from '../../kit/fields.ts'
import { ownId, projectKey, taskKey, taskTitle, updatedAt } from '../../shared/common-fields.ts'

const reasons = [...notificationReasons]
const Reason = z.enum(reasons).meta({ id: 'NotificationReason', example: 'assigned' })

export const Notification = z
  .object({
    id: ownId,
    reason: Reason.describe('Why you are told'),
    title: z.string().meta({
      description: 'What it is about, in a line',
      example: 'Fix the login',
      'x-outside': 'entity.type=ticket,@entity',
    }),
    snippet: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of what was written', 'x-outside': 'entity.type=ticket,@entity' }),
    count: z.int().meta({ description: 'Changes, or tasks, that it is about', example: 1 }),
    actor: Person.nullable().meta({ description: 'Null for automations and the service itself' }),
    actor_type: z.string().nullable().meta({
      description: 'What acted: a person, a key, an application, an automation or the service',
      example: 'user',
    }),
    entity: z
      .object({
        type: z.string().describe('The kind of object'),
        id: ownId,
        key: z.string().nullable().describe('Its key, if it has one'),
      })
      .meta({ id: 'NotificationEntity', description: 'What it is about; tasks have a key' }),
    project: z
      .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
      .nullable()
      .meta({ id: 'NotificationProject', description: 'The project that it is about' }),
    change: z
      .object({ from: z.string().describe('The status before'), to: z.string().describe('The status after') })
      .nullable()
      .meta({ id: 'NotificationStatusChange', description: 'Of a status: since it was last seen' }),
    comment_id: idOut().nullable().describe('The comment that it is about'),
    due_date: z.iso.date().nullable().describe('The due date that it is about'),
    tasks: z
      .array(
        z.object({ id: ownId, key: taskKey, title: taskTitle, reason: Reason.describe('Why you are told') }),
      )
      .meta({ description: 'Of a change of many tasks: the first ten' }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'The page to open', example: 'https://app.example.com/tasks/WEB-12' }),
    why: z
      .object({
        text: z.string().describe('Why you are told, in a sentence'),
        turn_off: z.string().describe('How to get no more of these'),
      })
      .meta({ id: 'NotificationWhy', description: 'Why it came, and where that is switched off' }),
    read_at: moment().nullable().describe('When it was read; null while unread'),
    archived_at: moment().nullable().describe('When it was archived'),
    snoozed_until: moment().nullable().describe('Hidden until then'),
    created_at: moment().meta({ description: 'When it came, or came anew' }),
    updated_at: updatedAt,
  })
  .meta({
    id: 'Notification',
    'x-row': 'id reason title* snippet count!1 actor about=entity created_at read_at',
  })

export const NotificationFilter = z.strictObject({
  unread: boolParam().optional().describe('Only unread ones'),
  archived: boolParam().default(false).describe('The archived ones instead'),
  reason: Reason.optional().describe('Only for this reason'),
  project_id: id().optional().describe('Only of this project'),
  since: moment().optional().meta({ description: 'Only what came after this moment' }),
  ...paging,
})

const unread = z.int().min(0).meta({ example: 3 })
export const unreadBeside = { unread_count: unread.describe('How many are unread') }

export const UnreadCount = z
  .object({
    unread: unread.describe('Unread notifications'),
    by_reason: z
      .record(z.string(), z.int())
      .meta({ description: 'Unread notifications by reason', example: { assigned: 2, mentioned: 1 } }),
  })
  .meta({ id: 'UnreadNotificationCount' })

export const NotificationChange = z
  .strictObject({
    read: z.boolean().describe('Whether it is read'),
    archived: z.boolean().meta({ description: 'Whether it is archived', 'x-brief': 'true archives' }),
    snoozed_until: moment().nullable().meta({ description: 'Hidden until then; null shows it now' }),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'at least one field required' })
  .meta({ id: 'NotificationChange' })

export const ReadAll = z
  .strictObject({
    before: moment().meta({ description: 'created_at of the newest one that was seen' }),
    project_id: id().optional().describe('Only those of this project'),
    reason: Reason.optional().describe('Only those for this reason'),
  })
  .meta({ id: 'NotificationsReadAll' })

export const Updated = z
  .object({ updated: z.int().min(0).describe('How many were changed') })
  .meta({ id: 'NotificationsUpdated' })

const Switches = z
  .object({
    in_app: z.boolean().describe('Whether you are told in the inbox'),
    email: z.boolean().meta({
      description: 'Also by e-mail, what is still unread after ten minutes, in one mail; reminders at once',
    }),
  })
  .meta({ id: 'NotificationSwitches' })
const SwitchesDraft = z
  .strictObject({
    in_app: z.boolean().optional().describe('Whether you are told in the inbox'),
    email: z.boolean().optional().describe('Whether you are told by mail'),
  })
  .meta({ id: 'NotificationSwitchesDraft' })
/** What each reason to be told is. */
const whenTold: Record<(typeof reasons)[number], string> = {
  mentioned: 'When I am mentioned',
  assigned: 'When a task is given to me',
  unassigned: 'When a task is no longer mine',
  replied: 'When somebody answers my comment',
  commented: 'When somebody comments on what I watch',
  status_changed: 'When what I watch changes its status',
  due_soon: 'When my task is due soon',
  overdue: 'When my task is late',
  blocked: 'When my task has to wait',
  unblocked: 'When my task waits for nothing any more',
  sprint_started: 'When a sprint with my tasks begins',
  sprint_completed: 'When a sprint with my tasks ends',
  document_updated: 'When a document that I watch changes',
  document_commented: 'When somebody comments on a document that I watch',
  invited: 'When somebody invites me',
  share_request: 'When somebody asks to share',
  approval: 'When something awaits my approval',
  automation: 'When an automation tells me something',
  reminder: 'When a reminder is due',
  security: 'When somebody becomes an admin, makes a key that may write, exports, or connects a provider',
  system: 'What the service itself has to say',
  leave_asked: 'When I am asked to decide leave',
  leave_decided: 'When my leave is decided',
  leave_changed: 'When leave of mine, or that I decided, changes',
  timesheet_asked: 'When I am asked to decide a timesheet, or one is missing',
  timesheet_decided: 'When my timesheet is decided, or to be submitted',
  hours_correction: 'When working hours of mine or of my team need an answer',
  payslip_ready: 'When my payslip is ready',
  hr_task: 'When people of my team come, go or move, or my own data change',
  meeting: 'When I am invited to a meeting, or it is moved or cancelled',
  objective: 'When an objective becomes mine, falls behind, waits for a check-in, or ends below mine',
}
const everyReason = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(reasons.map((reason) => [reason, schema.describe(whenTold[reason])])) as Record<
    (typeof reasons)[number],
    S
  >

export const Preferences = z
  .object({
    reasons: z.object(everyReason(Switches)).describe('For each reason, where to be told'),
    muted_projects: z
      .array(
        z
          .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
          .meta({ id: 'MutedProject' }),
      )
      .describe('Projects that you hear nothing of'),
  })
  .meta({ id: 'NotificationPreferences' })

export const PreferencesDraft = z
  .strictObject({
    reasons: z.strictObject(everyReason(SwitchesDraft.optional())).meta({
      description:
        'What is left out is as it usually is: in_app on, email off but for security, leave_decided and payslip_ready',
    }),
    muted_project_ids: z
      .array(id())
      .max(200, 'at most 200 projects')
      .meta({ description: 'Of these only mentions and assignments notify' }),
  })
  .meta({ id: 'NotificationPreferencesDraft' })
