import { kindsTaking } from '../../../db/schema/kinds.ts'
import { ticketStatuses } from '../../../db/schema/tickets.ts'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { roleLevels } from '../../kit/operation.ts'
import type { Param, Part, Parts } from './params.ts'
import { records } from './records.ts'

const namedIn = (kind: string, names: readonly string[]) => names.map((name) => `${kind}.${name}`)
const ofTasks = ['key', 'title', 'status', 'priority', 'type', 'assignee', 'due_date']
/** The placeholders of templates; their values come from `app.facts_of`, and for tasks from actions.sql. */
const placeholdersOf: Record<string, string[]> = {
  task: [...namedIn('task', ofTasks), 'project.name'],
  ...Object.fromEntries(
    Object.entries(records).map(([kind, one]) => [kind, namedIn(kind, one.placeholders)]),
  ),
}
export const placeholders = Object.values(placeholdersOf).flat()

const fields = [
  'title',
  'description',
  'status',
  'priority',
  'type',
  'assignee_id',
  'parent_id',
  'sprint_id',
  'milestone_id',
  'column_id',
  'estimate_points',
  'estimate_minutes',
  'progress_percent',
  'start_date',
  'due_date',
] as const

const status = (does: string): Param => ({ kind: 'choice', values: taskStatuses, does })
const only = (of: 'user' | 'tag' | 'sprint'): Param => ({
  kind: 'id',
  of,
  does: `Only this ${of}; any without it`,
})

/** The triggers of a rule. Conditions are separate, and are evaluated on the task of the event. */
export const triggers = {
  'task.created': { does: 'A task was created', params: {} },
  'task.updated': {
    does: 'Fields of a task changed',
    params: { fields: { kind: 'choices', values: fields, does: 'Only these fields; any without it' } },
  },
  'task.status_changed': {
    does: 'The status of a task changed',
    params: { from: status('Only from this status'), to: status('Only to this status') },
  },
  'task.assigned': { does: 'A task was given to somebody', params: { user_id: only('user') } },
  'task.unassigned': { does: 'A task was taken from its assignee', params: {} },
  'task.commented': { does: 'A task was commented on', params: {} },
  'task.tag_added': { does: 'A tag was put on a task', params: { tag_id: only('tag') } },
  'task.added_to_sprint': { does: 'A task came into a sprint', params: { sprint_id: only('sprint') } },
  'task.blocked': { does: 'A task began to wait for another', params: {} },
  'task.unblocked': { does: 'A task waits for no other any more', params: {} },
  'task.subtasks_completed': { does: 'The last open subtask of a task was closed', params: {} },
  'task.due_soon': {
    does: 'The due date of an open task is near; once for each due date, in the morning',
    params: { days: { kind: 'number', least: 0, most: 30, does: 'Days ahead; 1 without it: tomorrow' } },
  },
  'task.overdue': {
    does: 'An open task is past its due date; once for each due date, in the morning',
    params: {},
  },
  'task.sla_at_risk': { does: 'The time that an SLA policy gives a task is running out', params: {} },
  'task.sla_breached': { does: 'A task is late by its SLA policy', params: {} },
  ...Object.fromEntries(Object.values(records).flatMap((one) => Object.entries(one.triggers))),
} satisfies Parts

const people = (when: string): Param => ({
  kind: 'ids',
  of: 'user',
  most: 50,
  does: 'People',
  when: ['to', when],
})

const title: Param = {
  kind: 'text',
  most: 200,
  template: true,
  required: true,
  does: 'Title with placeholders',
}
const type: Param = { kind: 'choice', values: taskTypes, does: 'Type; task without it' }
const priority: Param = { kind: 'choice', values: priorities, does: 'Priority; medium without it' }
const kinds = kindsTaking('automations')
const tasks: string[] = ['task']
const tickets: string[] = ['ticket']

/** The actions of a rule, with the record types they can act on. */
export const actions = {
  set_status: {
    does: 'Set the status',
    acts_on: tasks,
    params: { status: { ...status('The new status'), required: true } },
  },
  set_priority: {
    does: 'Set the priority',
    acts_on: ['task', 'ticket'],
    params: { priority: { kind: 'choice', values: priorities, required: true, does: 'The new priority' } },
  },
  assign: {
    does: 'Give it to somebody: the assignee of a task or ticket, the owner of a deal or lead',
    acts_on: kinds,
    params: {
      to: {
        kind: 'choice',
        values: ['user', 'reporter', 'project_lead', 'round_robin'],
        task_only: ['reporter', 'project_lead'],
        required: true,
        does: 'A person, who reported it, who leads the project, or several in turn',
      },
      user_id: { kind: 'id', of: 'user', does: 'The person', when: ['to', 'user'] },
      user_ids: people('round_robin'),
    },
  },
  unassign: { does: 'Take it from whoever has it', acts_on: kinds, params: {} },
  add_tag: {
    does: 'Put a tag on the task',
    acts_on: tasks,
    params: { tag_id: { kind: 'id', of: 'tag', required: true, does: 'The tag' } },
  },
  remove_tag: {
    does: 'Take a tag off the task',
    acts_on: tasks,
    params: { tag_id: { kind: 'id', of: 'tag', required: true, does: 'The tag' } },
  },
  add_comment: {
    does: 'Comment on the task',
    acts_on: tasks,
    params: {
      template: {
        kind: 'text',
        most: 2000,
        template: true,
        required: true,
        does: 'Markdown with placeholders',
      },
    },
  },
  move_to_sprint: {
    does: 'Put the task into the sprint that is under way, or back into the backlog',
    acts_on: tasks,
    params: { to: { kind: 'choice', values: ['active', 'backlog'], required: true, does: 'Where to' } },
  },
  set_due_date: {
    does: 'Set the due date',
    acts_on: tasks,
    params: {
      working_days: {
        kind: 'number',
        least: -250,
        most: 250,
        required: true,
        does: 'Working days of the organization from the day that it runs; 0 is that day or the next working day',
      },
    },
  },
  create_subtask: {
    does: 'Create a task under the task',
    acts_on: tasks,
    params: { title, type, priority },
  },
  create_task: {
    does: 'Create a task that names the record; a ticket that has none gets it as its task',
    acts_on: Object.keys(records),
    params: {
      project_id: { kind: 'id', of: 'project', required: true, does: 'Where' },
      title,
      type,
      priority,
      user_id: { kind: 'id', of: 'user', does: 'The assignee' },
    },
  },
  set_ticket_status: {
    does: 'Set the status of the ticket',
    acts_on: tickets,
    params: { status: { kind: 'choice', values: ticketStatuses, required: true, does: 'The new status' } },
  },
  add_ticket_tag: {
    does: 'Put a tag on the ticket',
    acts_on: tickets,
    params: { tag: { kind: 'text', most: 40, required: true, does: 'The tag' } },
  },
  add_ticket_note: {
    does: 'Write an internal note in the ticket, which the customer never sees',
    acts_on: tickets,
    params: {
      template: {
        kind: 'text',
        most: 2000,
        template: true,
        required: true,
        does: 'Markdown with placeholders',
      },
    },
  },
  notify: {
    does: 'Tell people in their inbox',
    acts_on: kinds,
    params: {
      to: {
        kind: 'choice',
        values: ['users', 'roles', 'watchers', 'assignee'],
        task_only: ['watchers'],
        required: true,
        does: 'Certain people, all of a role, who watches the task, or who has it',
      },
      user_ids: people('users'),
      roles: { kind: 'choices', values: Object.keys(roleLevels), does: 'Roles', when: ['to', 'roles'] },
      message: { kind: 'text', most: 200, template: true, does: 'With placeholders; the name without it' },
    },
  },
} satisfies Record<string, Part & { acts_on: readonly string[] }>

/** What the trigger of a rule allows in its action; checked by `app.automation_mismatches`. */
export const constraints = {
  acts_on: Object.fromEntries(
    kinds.map((one) => [
      one,
      Object.entries<Part>(actions).flatMap(([name, { acts_on }]) => (acts_on?.includes(one) ? name : [])),
    ]),
  ),
  task_only: Object.values<Part>(actions).flatMap(({ params }) =>
    Object.values(params).flatMap((param) => ('task_only' in param ? (param.task_only ?? []) : [])),
  ),
  placeholders: placeholdersOf,
}

export const limits = {
  automations: 100,
  runs_per_hour: 100,
  organization_runs_per_hour: 2000,
  chain: 3,
  failures_in_a_row: 10,
  runs_kept_days: 90,
} as const
