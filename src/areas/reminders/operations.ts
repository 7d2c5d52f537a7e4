import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { rejectStale } from '../../kit/sql.ts'
import * as queries from './queries.ts'
import {
  Reminder,
  ReminderChange,
  ReminderDetail,
  ReminderDraft,
  ReminderFilter,
  ReminderSnooze,
} from './schemas.ts'

export default area('reminders', 'Reminders', { reminder_id: queries.reminderTarget }, [
  read({
    id: 'listReminders',
    summary: 'List my reminders, the next to fire first',
    at: 'GET /reminders',
    role: 'signed_in',
    not: ['impersonation'],
    tool: 'list_reminders',
    query: ReminderFilter,
    returns: pageOf(Reminder),
    run: ({ query }) => queries.listReminders(query),
  }),
  write({
    id: 'createReminder',
    summary: 'Remind me at a moment, or before or after the day of a task',
    at: 'POST /reminders',
    role: 'signed_in',
    tool: 'create_reminder',
    audit: 'reminder.created',
    body: ReminderDraft,
    returns: ReminderDetail,
    status: 201,
    details: 'A day is 09:00 in timezone, else in that of the organization.',
    example: {
      body: {
        title: 'Call the printer',
        entity_id: '{task_id}',
        relative_to: 'due_date',
        offset_minutes: -60,
      },
    },
    run: ({ body, id }) => {
      const reminderId = id()
      return [...queries.addReminder(reminderId, body), queries.getReminder(reminderId)]
    },
  }),
  read({
    id: 'getReminder',
    summary: 'Get a reminder of mine with its next five moments',
    at: 'GET /reminders/{reminder_id}',
    role: 'signed_in',
    not: ['impersonation'],
    returns: ReminderDetail,
    run: ({ params: { reminder_id } }) => queries.getReminder(reminder_id),
  }),
  write({
    id: 'updateReminder',
    summary: 'Change or dismiss a reminder of mine',
    at: 'PATCH /reminders/{reminder_id}',
    role: 'signed_in',
    tool: 'update_reminder',
    audit: 'reminder.updated',
    body: ReminderChange,
    returns: ReminderDetail,
    refuses: [409],
    example: { body: { title: 'Call the other printer' } },
    locks: queries.holdTasks,
    run: ({ params: { reminder_id }, body: { version, ...change } }) => [
      ...rejectStale('reminders', reminder_id, version, queries.changed(change)),
      ...queries.changeReminder(reminder_id, change),
      queries.getReminder(reminder_id),
    ],
  }),
  write({
    id: 'deleteReminder',
    summary: 'Delete a reminder of mine',
    at: 'DELETE /reminders/{reminder_id}',
    role: 'signed_in',
    tool: 'delete_reminder',
    audit: 'reminder.deleted',
    status: 204,
    example: {},
    run: ({ params: { reminder_id } }) => queries.deleteReminder(reminder_id),
  }),
  write({
    id: 'snoozeReminder',
    summary: 'Remind me of it later',
    at: 'POST /reminders/{reminder_id}/snooze',
    role: 'signed_in',
    tool: 'snooze_reminder',
    audit: 'reminder.snoozed',
    body: ReminderSnooze,
    returns: ReminderDetail,
    refuses: [409],
    example: { body: { minutes: 10 } },
    run: ({ params: { reminder_id }, body }) => [
      ...queries.snoozeReminder(reminder_id, body),
      queries.getReminder(reminder_id),
    ],
  }),
  write({
    id: 'completeReminder',
    summary: 'Tick a reminder off; one with a rule goes on to its next occurrence',
    at: 'POST /reminders/{reminder_id}/complete',
    role: 'signed_in',
    audit: 'reminder.completed',
    returns: ReminderDetail,
    example: {},
    run: ({ params: { reminder_id } }) => [
      queries.completeReminder(reminder_id),
      queries.getReminder(reminder_id),
    ],
  }),
])
