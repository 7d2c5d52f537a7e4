import { inOrder } from '../../shared/day-range.ts'
import { area, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { ReminderSnooze } from './schemas.ts'

const mine = { role: 'signed_in' } as const

export default area('reminders', 'Reminders', { reminder_id: queries.reminder.target }, [
  queries.reminder.list('listReminders', 'List my reminders, the next to fire first', {
    ...mine,
    not: ['impersonation'],
    tool: 'list_reminders',
    filter: queries.filter,
    check: (query) => query.refine(...inOrder),
    sort: 'next_fire_at',
  }),
  queries.reminder.create('createReminder', 'Remind me at a moment, or before or after the day of a task', {
    ...mine,
    tool: 'create_reminder',
    details: 'A day is 09:00 in timezone, else in that of the organization.',
    example: {
      title: 'Call the printer',
      entity_id: '{task_id}',
      relative_to: 'due_date',
      offset_minutes: -60,
    },
    run: ({ body, id }) => queries.addReminder(id(), body),
  }),
  queries.reminder.find('getReminder', 'Get a reminder of mine with its next five moments', {
    ...mine,
    not: ['impersonation'],
  }),
  queries.reminder.change('updateReminder', 'Change or dismiss a reminder of mine', {
    ...mine,
    tool: 'update_reminder',
    example: { title: 'Call the other printer' },
    locks: queries.lockTasks,
    run: ({ params: { reminder_id }, body: { version, ...change } }) =>
      queries.changeReminder(reminder_id, version, change),
  }),
  queries.reminder.remove('deleteReminder', 'Delete a reminder of mine', {
    ...mine,
    tool: 'delete_reminder',
  }),
  write({
    id: 'snoozeReminder',
    summary: 'Remind me of it later',
    at: 'POST /reminders/{reminder_id}/snooze',
    role: 'signed_in',
    tool: 'snooze_reminder',
    audit: 'reminder.snoozed',
    body: ReminderSnooze,
    returns: queries.reminder.Detail,
    example: { body: { minutes: 10 } },
    run: ({ params: { reminder_id }, body }) => [
      ...queries.snoozeReminder(reminder_id, body),
      queries.reminder.get(reminder_id),
    ],
  }),
  write({
    id: 'completeReminder',
    summary: 'Tick a reminder off; one with a rule goes on to its next occurrence',
    at: 'POST /reminders/{reminder_id}/complete',
    role: 'signed_in',
    audit: 'reminder.completed',
    returns: queries.reminder.Detail,
    example: {},
    run: ({ params: { reminder_id } }) => [
      queries.completeReminder(reminder_id),
      queries.reminder.get(reminder_id),
    ],
  }),
])
