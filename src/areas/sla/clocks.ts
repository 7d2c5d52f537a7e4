import { sql } from 'drizzle-orm'
import { projects } from '../../../db/schema/projects.ts'
import { slaClockEvents, slaClocks, slaOverrides, slaPolicies } from '../../../db/schema/sla.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { tickets } from '../../../db/schema/tickets.ts'
import { csv, id, moment, paging, sorting, userParam } from '../../kit/fields.ts'
import {
  all,
  answer,
  any,
  inOrg,
  json,
  jsonIf,
  jsonList,
  page,
  Prepared,
  type Ref,
  shape,
  visible,
  ensureFields,
} from '../../kit/sql.ts'
import { among, person } from '../../shared/people.ts'
import * as z from 'zod'
import { ClockState, clockTimes, inClockState, Metric } from '../../shared/clocks.ts'
import { SlaClock, SubjectType, TaskSla, type TaskSlaChoice } from './schemas.ts'
import { referencesIn } from '../../kit/targets.ts'
import { that } from '../../shared/references.ts'
import { policy } from './policies.ts'

const clock = shape(SlaClock, slaClocks, {
  ...clockTimes,
  task: jsonIf(sql`${tasks.id} is not null`, {
    id: tasks.id,
    key: sql`${projects.key} || '-' || ${tasks.number}`,
    title: tasks.title,
    status: tasks.status,
    project: { id: projects.id, key: projects.key, name: projects.name },
    priority: tasks.priority,
    assignee: person(tasks.assignee_id),
  }),
  ticket: jsonIf(sql`${tickets.id} is not null`, {
    id: tickets.id,
    number: tickets.number,
    subject: tickets.subject,
    status: sql`app.ticket_status(${tickets})`,
    priority: tickets.priority,
    assignee: person(tickets.assignee_user_id),
  }),
})

/** Clocks with their tasks, projects and tickets. */
const ofSubjects = sql`${slaClocks}
  left join ${tasks} on ${tasks.org_id} = ${slaClocks.org_id} and ${tasks.id} = ${slaClocks.task_id}
  left join ${projects} on ${projects.org_id} = ${tasks.org_id} and ${projects.id} = ${tasks.project_id}
  left join ${tickets} on ${tickets.org_id} = ${slaClocks.org_id} and ${tickets.id} = ${slaClocks.ticket_id}`
/** Clocks of tickets, and of live tasks that the caller can see. */
const isVisible = all(
  inOrg(slaClocks),
  any(
    sql`${tickets.id} is not null`,
    sql`(${tasks.deleted_at} is null and ${projects.id} is not null and ${projects.deleted_at} is null
      and ${visible(tasks.project_id)})`,
  ),
)
const assignee = sql`coalesce(${tasks.assignee_id}, ${tickets.assignee_user_id})`

export const ClockFilter = z.strictObject({
  state: csv(ClockState).optional(),
  subject_type: SubjectType.optional().meta({ description: 'Clocks of tasks or of tickets' }),
  due_before: moment().optional().meta({ description: 'Running, and due before this moment' }),
  policy_id: id().optional().meta({ description: 'Only of this policy' }),
  metric: csv(Metric).optional(),
  project_id: id().optional().meta({ description: 'Of tasks of this project' }),
  ticket_id: id().optional().meta({ description: 'Of this ticket' }),
  assignee_id: csv(userParam())
    .optional()
    .meta({ type: 'string', description: 'Only of these members, separated by commas; `me` and `none` too' }),
  ...paging,
  sort: sorting(['due_at', 'started_at', 'completed_at'], 'due_at'),
})

export const listClocks = (query: z.output<typeof ClockFilter>) =>
  page(query, clock, {
    from: ofSubjects,
    where: all(
      isVisible,
      query.state && inClockState(query.state),
      query.subject_type && sql`${slaClocks.subject_type} = ${query.subject_type}`,
      query.due_before &&
        sql`${slaClocks.state} = 'running' and ${slaClocks.due_at} < ${query.due_before}::timestamptz`,
      query.policy_id && sql`${slaClocks.policy_id} = ${query.policy_id}`,
      query.metric && sql`${slaClocks.metric} in ${query.metric}`,
      query.ticket_id && sql`${slaClocks.ticket_id} = ${query.ticket_id}`,
      query.project_id && sql`${tasks.project_id} = ${query.project_id}`,
      query.assignee_id && among(assignee, query.assignee_id),
    ),
    sorts: {
      due_at: slaClocks.due_at,
      started_at: slaClocks.started_at,
      completed_at: slaClocks.completed_at,
    },
  })

const events = jsonList(
  {
    kind: slaClockEvents.kind,
    at: slaClockEvents.at,
    actor: person(slaClockEvents.actor_id),
    data: sql`${slaClockEvents.data}::json`,
  },
  sql`from (select * from ${slaClockEvents} where ${inOrg(slaClockEvents)} and ${slaClockEvents.clock_id} = ${slaClocks.id}
    order by ${slaClockEvents.id} desc limit 200) ${slaClockEvents}`,
  sql`${slaClockEvents.id} desc`,
)

const taskClock = shape(TaskSla.shape.clocks.element, slaClocks, {
  ...clockTimes,
  due_at_if_resumed: sql`app.utc(case when ${slaClocks.state} = 'paused'
    then app.business_due(app.clock_calendar(${slaClocks}),
    now(), ${slaClocks.target_seconds} - ${slaClocks.consumed_seconds}) end)`,
  events,
})

/** The SLA of a task: how its policy was chosen, and its clocks now. */
export const taskSla = (task: Ref) => {
  const ofTask = (table: typeof slaClocks | typeof slaOverrides) =>
    sql`${inOrg(table)} and ${table.task_id} = ${task}`
  const latestFirst = sql`${slaClocks.created_at} desc, ${slaClocks.id} desc`
  const override = sql`from ${slaOverrides} where ${ofTask(slaOverrides)}`
  const name = sql`(select p.name from sla_policies p where p.org_id = ${slaOverrides.org_id} and p.id = ${slaOverrides.policy_id})`
  const chosenPolicy = sql`(select ${jsonIf(sql`${slaOverrides.policy_id} is not null`, { id: slaOverrides.policy_id, name })} ${override})`
  const response = answer(
    json({
      task_id: sql`${task}::uuid`,
      source: sql`case when exists (select ${override}) then 'by_hand' else 'matched' end`,
      policy: sql`coalesce(${chosenPolicy}, (select ${json(clockTimes.policy)} from ${slaClocks} where ${ofTask(slaClocks)}
        and ${slaClocks.state} <> 'cancelled' order by ${slaClocks.created_at} desc limit 1))`,
      clocks: jsonList(
        taskClock.fields,
        sql`from (select * from ${slaClocks} where ${ofTask(slaClocks)}
          order by ${latestFirst} limit 50) ${slaClocks}`,
        latestFirst,
      ),
    }),
  )
  return new Prepared(response)
}

/** An action on the clock of a task, answered with the SLA of the task. */
const transition = (task: Ref, statement: ReturnType<typeof sql>) => [statement, taskSla(task)]

export const setSla = (task: Ref, { policy_id, automatic }: z.output<typeof TaskSlaChoice>) => [
  ...ensureFields(
    referencesIn(
      { policy_id: that(policy.target, sql`${slaPolicies.applies_to} = 'task'`, 'a policy for tickets') },
      { policy_id },
    ),
  ),
  ...transition(
    task,
    sql`select app.set_task_sla(${task}::uuid, ${policy_id ?? null}::uuid, ${automatic ?? false})`,
  ),
]
export const pauseSla = (task: Ref, reason: string) =>
  transition(task, sql`select app.pause_task_sla(${task}::uuid, ${reason})`)
export const resumeSla = (task: Ref) => transition(task, sql`select app.resume_task_sla(${task}::uuid)`)
