import { sql } from 'drizzle-orm'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { taskTarget } from '../../shared/targets.ts'
import { addCalendar, calendar, changeCalendar, dropCalendar } from './calendars.ts'
import * as clocks from './clocks.ts'
import {
  addPolicy,
  Application,
  changePolicy,
  dropPolicy,
  policy,
  policyFilter,
  Removal,
} from './policies.ts'
import { ReportFilter, SlaReport } from './report-schemas.ts'
import { SlaClock, SlaPause, SlaPolicyChange, TaskSla, TaskSlaChoice } from './schemas.ts'

const targets = { policy_id: policy.target, calendar_id: calendar.target, task_id: taskTarget }
const hours = (count: number) => ({ resolution_minutes: 60 * count })
const onTask = { role: 'manager', returns: TaskSla } as const

export default area('sla', 'Service levels', targets, [
  policy.list('listSlaPolicies', 'List SLA policies in the order in which they are matched', {
    role: 'member',
    tool: 'list_sla_policies',
    filter: policyFilter,
    sort: 'position',
  }),
  policy.create(
    'createSlaPolicy',
    'Create an SLA policy: how soon tasks are to be done, or tickets answered and resolved',
    {
      role: 'admin',
      tool: 'create_sla_policy',
      details:
        'It gives clocks to what is created from now on, or gets another priority, type, project, client or tag. That of a task ' +
        'runs from its creation; done meets it, cancelled cancels it.',
      example: {
        name: 'Gold',
        targets: { low: hours(24), medium: hours(16), high: hours(8), urgent: hours(4) },
      },
      run: ({ body, id }) => addPolicy(id(), body),
    },
  ),
  policy.find('getSlaPolicy', 'Get an SLA policy', { role: 'member' }),
  write({
    id: 'updateSlaPolicy',
    summary: 'Change an SLA policy; clocks that run keep what they began with, unless apply_to_open',
    at: 'PATCH /sla/policies/{policy_id}',
    role: 'admin',
    tool: 'update_sla_policy',
    audit: 'sla_policy.updated',
    query: Application,
    body: SlaPolicyChange,
    returns: policy.Detail,
    example: { body: { warn_percent: 75 } },
    run: ({ params: { policy_id }, query: { apply_to_open }, body: { version, ...change } }) =>
      changePolicy(policy_id, version, change, apply_to_open),
  }),
  write({
    id: 'deleteSlaPolicy',
    summary: 'Delete an SLA policy; its clocks go on, or are cancelled',
    at: 'DELETE /sla/policies/{policy_id}',
    role: 'admin',
    tool: 'delete_sla_policy',
    audit: 'sla_policy.deleted',
    query: Removal,
    status: 204,
    example: { query: 'clocks=cancel' },
    run: ({ params: { policy_id }, query }) => dropPolicy(policy_id, query.clocks === 'cancel'),
  }),
  calendar.list('listBusinessCalendars', 'List calendars of working time', { role: 'member', sort: 'name' }),
  calendar.create('createBusinessCalendar', 'Create a calendar of working time', {
    role: 'admin',
    example: {
      name: 'Office hours',
      time_zone: 'Europe/Madrid',
      week: { 1: [[540, 1020]], 2: [[540, 1020]] },
    },
    run: ({ body, id }) => addCalendar(id(), body),
  }),
  calendar.change('updateBusinessCalendar', 'Change a calendar; the clocks that run on it are due anew', {
    role: 'admin',
    example: { exceptions: { '2026-12-24': [] } },
    run: ({ params: { calendar_id }, body: { version, ...change } }) =>
      changeCalendar(calendar_id, version, change),
  }),
  write({
    id: 'deleteBusinessCalendar',
    summary: 'Delete a calendar that no policy and no clock follows',
    at: 'DELETE /sla/calendars/{calendar_id}',
    role: 'admin',
    audit: 'business_calendar.deleted',
    status: 204,
    example: {},
    run: ({ params: { calendar_id } }) => dropCalendar(calendar_id),
  }),
  read({
    id: 'getTaskSla',
    summary: 'Get the clocks of a task: when it is due, what is left, and what happened to them',
    at: 'GET /tasks/{task_id}/sla',
    role: 'member',
    tool: 'get_task_sla',
    returns: TaskSla,
    run: ({ params: { task_id } }) => clocks.taskSla(task_id),
  }),
  write({
    id: 'setTaskSla',
    summary: 'Choose the policy of a task by hand, or none, or again the one that matches',
    at: 'PUT /tasks/{task_id}/sla',
    ...onTask,
    audit: 'task.sla_set',
    body: TaskSlaChoice,
    example: { body: { policy_id: '{policy_id}' } },
    run: ({ params: { task_id }, body }) => clocks.setSla(task_id, body),
  }),
  write({
    id: 'pauseTaskSla',
    summary: 'Pause the clock of a task, until it is resumed or the task ends',
    at: 'POST /tasks/{task_id}/sla/pause',
    ...onTask,
    audit: 'task.sla_paused',
    body: SlaPause,
    example: { body: { reason: 'Waiting for the customer' } },
    setup: ['setTaskSla'],
    run: ({ params: { task_id }, body: { reason } }) => clocks.pauseSla(task_id, reason),
  }),
  write({
    id: 'resumeTaskSla',
    summary: 'Resume the clock of a task that was paused by hand',
    at: 'POST /tasks/{task_id}/sla/resume',
    ...onTask,
    audit: 'task.sla_resumed',
    example: {},
    setup: ['setTaskSla', 'pauseTaskSla'],
    run: ({ params: { task_id } }) => clocks.resumeSla(task_id),
  }),
  read({
    id: 'listSlaClocks',
    summary: 'List clocks, those that are due first at the top',
    at: 'GET /sla/clocks',
    role: 'member',
    tool: 'list_sla_clocks',
    query: clocks.ClockFilter,
    returns: pageOf(SlaClock),
    run: ({ query }) => clocks.listClocks(query),
  }),
  read({
    id: 'getSlaReport',
    summary: 'Tell how many clocks were met and missed, and how long they took',
    at: 'GET /sla/report',
    role: 'member',
    details: 'By the day on which they ended, in the organization’s time zone. At most 400 days.',
    query: ReportFilter,
    returns: SlaReport,
    heavy: true,
    example: { query: 'from=2026-01-01&to=2026-03-31' },
    run: ({ query: { from, to, group_by, subject_type, metric } }) =>
      answer(
        sql`app.sla_report(${from}::date, ${to}::date, ${group_by}, ${subject_type ?? null}::text, ${metric})`,
      ),
  }),
])
