import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { automationRuns, automations } from '../schema/automations.ts'
import { clients } from '../schema/clients.ts'
import { documents } from '../schema/documents.ts'
import { projects } from '../schema/projects.ts'
import { milestones } from '../schema/roadmap.ts'
import { liveProject, ofOrganization, projectVisible } from '../schema/scopes.ts'
import { sprints } from '../schema/sprints.ts'
import { tags, taskTags } from '../schema/tags.ts'
import { taskEvents, tasks } from '../schema/tasks.ts'
import { timeEntries } from '../schema/time-entries.ts'
import {
  average,
  choice,
  count,
  day,
  daysBetween,
  distinct,
  flag,
  median,
  member,
  moment,
  ratio,
  type Source,
  sum,
  thing,
  words,
} from './source.ts'

const ofProject = (table: { project_id: AnyPgColumn }) =>
  thing('Project', table.project_id, 'project', projects, projects.name)
const done = sql`${tasks.status} = 'done'`
const isOpen = sql`${tasks.status} in ('todo', 'in_progress')`

const task: Source = {
  label: 'Tasks',
  says: 'Tasks of the projects that I may open, archived ones too',
  role: 'member',
  like: 'listAllTasks',
  from: sql`${tasks}`,
  row: { kind: 'task', id: tasks.id },
  where: sql`${ofOrganization(tasks)} and ${tasks.deleted_at} is null and ${liveProject(tasks)}`,
  measures: {
    count: count('Tasks'),
    open: count('Open tasks', isOpen),
    done: count('Tasks done', done, 'more'),
    overdue: count('Overdue tasks', sql`${isOpen} and ${tasks.due_date} < (select app.org_today())`, 'less'),
    done_share: ratio(
      'Share done',
      sql`count(*) filter (where ${done})`,
      sql`count(*) filter (where ${tasks.status} <> 'cancelled')`,
      'more',
    ),
    points: sum('Points', 'amount', tasks.estimate_points),
    points_done: sum('Points done', 'amount', sql`${tasks.estimate_points} * (${done})::int`, 'more'),
    estimated_seconds: sum('Estimated time', 'seconds', sql`${tasks.estimate_minutes} * 60`),
    spent_seconds: sum('Time spent', 'seconds', sql`${tasks.spent_minutes} * 60`),
    average_cycle_days: average(
      'Average days from start to done',
      'days',
      sql`case when ${done} then ${daysBetween(tasks.started_at, tasks.completed_at)} end`,
      'less',
    ),
    median_lead_days: median(
      'Median days from creation to done',
      'days',
      sql`case when ${done} then ${daysBetween(tasks.created_at, tasks.completed_at)} end`,
      'less',
    ),
  },
  dimensions: {
    project: ofProject(tasks),
    status: choice('Status', tasks.status),
    priority: choice('Priority', tasks.priority),
    type: choice('Type', tasks.type),
    assignee: member('Assignee', tasks.assignee_id),
    reporter: member('Reporter', tasks.reporter_id),
    sprint: thing('Sprint', tasks.sprint_id, 'sprint', sprints, sprints.name),
    milestone: thing('Milestone', tasks.milestone_id, 'milestone', milestones, milestones.name),
    tag: {
      ...thing('Tag', taskTags.tag_id, 'tag', tags, tags.name),
      fans: {
        table: sql`${taskTags}`,
        on: sql`${taskTags.org_id} = ${tasks.org_id} and ${taskTags.task_id} = ${tasks.id}`,
      },
    },
    archived: flag('Archived', sql`(${tasks.archived_at} is not null)`),
  },
  times: {
    created_at: moment('Created', tasks.created_at),
    started_at: moment('Started', tasks.started_at),
    completed_at: moment('Done', tasks.completed_at),
    due_date: day('Due', tasks.due_date),
  },
}

const events: Source = {
  label: 'Activity',
  says: 'What happened to tasks of the projects that I may open',
  role: 'member',
  like: 'getTaskHistory',
  from: sql`${taskEvents}`,
  row: { kind: 'task', id: taskEvents.task_id, says: taskEvents.kind },
  where: sql`${ofOrganization(taskEvents)} and ${liveProject(taskEvents)}`,
  measures: {
    count: count('Changes'),
    tasks: distinct('Tasks changed', taskEvents.task_id),
    people: distinct('People', taskEvents.actor_id),
  },
  dimensions: {
    project: ofProject(taskEvents),
    kind: words('Kind', taskEvents.kind),
    field: words('Field', taskEvents.field),
    actor: member('By', taskEvents.actor_id),
    actor_type: choice('By what', taskEvents.actor_type),
  },
  times: { created_at: moment('When', taskEvents.created_at) },
}

const sprint: Source = {
  label: 'Sprints',
  says: 'Sprints of the projects that I may open',
  role: 'member',
  like: 'listSprints',
  from: sql`${sprints}`,
  row: { kind: 'sprint', id: sprints.id },
  where: sql`${ofOrganization(sprints)} and ${sprints.deleted_at} is null and ${liveProject(sprints)}`,
  measures: {
    count: count('Sprints'),
    committed_points: sum('Points committed', 'amount', sprints.committed_points),
    completed_points: sum('Points completed', 'amount', sprints.completed_points, 'more'),
    completed_share: ratio(
      'Share of points completed',
      sql`sum(${sprints.completed_points})`,
      sql`sum(${sprints.committed_points})`,
      'more',
    ),
  },
  dimensions: { project: ofProject(sprints), state: choice('State', sprints.state) },
  times: { start_date: day('First day', sprints.start_date), end_date: day('Last day', sprints.end_date) },
}

const project: Source = {
  label: 'Projects',
  says: 'Projects that I may open',
  role: 'member',
  like: 'listProjects',
  from: sql`${projects}`,
  row: { kind: 'project', id: projects.id },
  where: sql`${ofOrganization(projects)} and ${projects.deleted_at} is null`,
  measures: {
    count: count('Projects'),
    budget_seconds: sum('Budgeted time', 'seconds', sql`${projects.budget_minutes} * 60`),
  },
  dimensions: {
    status: choice('Status', projects.status),
    client: thing('Client', projects.client_id, 'client', clients, clients.name),
    lead: member('Lead', projects.lead_user_id),
    archived: flag('Archived', sql`(${projects.archived_at} is not null)`),
  },
  times: {
    created_at: moment('Created', projects.created_at),
    start_date: day('Begins', projects.start_date),
    target_date: day('Ends', projects.target_date),
  },
}

/** Of a project that is hidden from the reader, an entry shows its time alone. */
const shownOf = (column: AnyPgColumn) =>
  sql`(case when ${projectVisible(timeEntries.project_id)} then ${column} end)`

const time: Source = {
  label: 'Logged time',
  says: 'My own time; for managers that of everybody',
  role: 'member',
  like: 'listTimeEntries',
  from: sql`${timeEntries}`,
  row: { kind: 'task', id: shownOf(timeEntries.task_id), says: shownOf(timeEntries.description) },
  where: sql`${ofOrganization(timeEntries)}`,
  measures: {
    seconds: sum('Time', 'seconds', timeEntries.duration_seconds),
    billable_seconds: sum(
      'Billable time',
      'seconds',
      sql`${timeEntries.duration_seconds} * (${timeEntries.billable})::int`,
      'more',
    ),
    billable_share: ratio(
      'Share that is billable',
      sql`sum(${timeEntries.duration_seconds}) filter (where ${timeEntries.billable})`,
      sql`sum(${timeEntries.duration_seconds})`,
      'more',
    ),
    entries: count('Entries'),
    people: distinct('People', timeEntries.user_id),
  },
  dimensions: {
    person: member('Person', timeEntries.user_id),
    project: thing('Project', shownOf(timeEntries.project_id), 'project', projects, projects.name),
    client: thing('Client', shownOf(timeEntries.client_id), 'client', clients, clients.name),
    billable: flag('Billable', timeEntries.billable),
  },
  times: { work_date: day('Day', timeEntries.work_date) },
}

const document: Source = {
  label: 'Documents',
  says: 'Documents that I may read',
  role: 'member',
  like: 'listDocuments',
  from: sql`${documents}`,
  row: { kind: 'document', id: documents.id },
  where: sql`${ofOrganization(documents)} and ${documents.deleted_at} is null
    and (${documents.project_id} is null or ${liveProject(documents)})`,
  measures: { count: count('Documents'), words: sum('Words', 'amount', documents.word_count) },
  dimensions: {
    project: ofProject(documents),
    owner: member('Owner', documents.owner_id),
    template: flag('Template', documents.is_template),
    archived: flag('Archived', sql`(${documents.archived_at} is not null)`),
  },
  times: {
    created_at: moment('Created', documents.created_at),
    updated_at: moment('Changed', documents.updated_at),
  },
}

const run: Source = {
  label: 'Automation runs',
  says: 'Runs of automations over what I may open',
  role: 'member',
  like: 'listAutomationRuns',
  from: sql`${automationRuns}`,
  row: {
    kind: 'automation',
    id: automationRuns.automation_id,
    says: sql`(select a.name from automations a where a.org_id = ${automationRuns.org_id} and a.id = ${automationRuns.automation_id})`,
  },
  where: sql`${ofOrganization(automationRuns)}`,
  measures: {
    count: count('Runs'),
    failed: count('Runs that failed', sql`${automationRuns.status} = 'failed'`, 'less'),
    failed_share: ratio(
      'Share that failed',
      sql`count(*) filter (where ${automationRuns.status} = 'failed')`,
      sql`count(*)`,
      'less',
    ),
  },
  dimensions: {
    automation: thing(
      'Automation',
      automationRuns.automation_id,
      'automation',
      automations,
      automations.name,
    ),
    status: choice('Outcome', automationRuns.status),
    record: words('Kind of record', automationRuns.record_kind),
  },
  times: { created_at: moment('When', automationRuns.created_at) },
}

export const work = {
  tasks: task,
  task_events: events,
  sprints: sprint,
  projects: project,
  time_entries: time,
  documents: document,
  automation_runs: run,
}
