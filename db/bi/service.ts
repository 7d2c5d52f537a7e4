import { sql } from 'drizzle-orm'
import { clients } from '../schema/clients.ts'
import { ofOrganization } from '../schema/scopes.ts'
import { slaClocks, slaPolicies } from '../schema/sla.ts'
import { tickets, ticketStatuses } from '../schema/tickets.ts'
import {
  average,
  choice,
  count,
  daysBetween,
  median,
  member,
  moment,
  ratio,
  type Source,
  thing,
  words,
} from './source.ts'

const status = sql`app.ticket_status(${tickets})`
const ticket: Source = {
  label: 'Tickets',
  says: 'Tickets of the support desk; merged ones count once',
  role: 'member',
  like: 'listTickets',
  from: sql`${tickets}`,
  row: { kind: 'ticket', id: tickets.id },
  where: sql`${ofOrganization(tickets)} and ${tickets.merged_into_id} is null`,
  measures: {
    count: count('Tickets'),
    open: count('Open tickets', sql`${tickets.status} in ('open', 'pending', 'on_hold')`, 'less'),
    resolved: count('Tickets resolved', sql`${tickets.resolved_at} is not null`, 'more'),
    reopened: count('Tickets reopened', sql`${tickets.reopened_count} > 0`, 'less'),
    median_response_days: median(
      'Median days to the first response',
      'days',
      daysBetween(tickets.created_at, tickets.first_response_at),
      'less',
    ),
    median_resolution_days: median(
      'Median days to the resolution',
      'days',
      daysBetween(tickets.created_at, tickets.resolved_at),
      'less',
    ),
    satisfaction: average('Satisfaction, 1 to 5', 'amount', tickets.csat_score, 'more'),
  },
  dimensions: {
    status: { label: 'Status', kind: 'enum', value: status, values: ticketStatuses },
    priority: choice('Priority', tickets.priority),
    channel: choice('Channel', tickets.channel),
    type: words('Type', tickets.type),
    client: thing('Client', tickets.client_id, 'client', clients, clients.name),
    assignee: member('Assignee', tickets.assignee_user_id),
  },
  times: {
    created_at: moment('Created', tickets.created_at),
    resolved_at: moment('Resolved', tickets.resolved_at),
    closed_at: moment('Closed', tickets.closed_at),
  },
}

const late = sql`(${slaClocks.state} = 'missed' or ${slaClocks.state} = 'running' and ${slaClocks.due_at} < now())`
const clock: Source = {
  label: 'Service levels',
  says: 'Deadlines of tasks and tickets that I may open',
  role: 'member',
  like: 'listSlaClocks',
  from: sql`${slaClocks}`,
  row: {
    kind: sql`${slaClocks.subject_type}`,
    id: sql`coalesce(${slaClocks.task_id}, ${slaClocks.ticket_id})`,
    says: slaClocks.metric,
  },
  where: sql`${ofOrganization(slaClocks)} and (${slaClocks.task_id} is null or exists (select from tasks t
    join projects p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
    where t.org_id = ${slaClocks.org_id} and t.id = ${slaClocks.task_id} and t.deleted_at is null))`,
  measures: {
    count: count('Deadlines'),
    met: count('Met', sql`${slaClocks.state} = 'met'`, 'more'),
    missed: count('Missed', sql`${slaClocks.state} = 'missed'`, 'less'),
    late: count('Missed, or late now', late, 'less'),
    met_share: ratio(
      'Share met',
      sql`count(*) filter (where ${slaClocks.state} = 'met')`,
      sql`count(*) filter (where ${slaClocks.state} in ('met', 'missed'))`,
      'more',
    ),
  },
  dimensions: {
    metric: choice('Deadline', slaClocks.metric),
    state: choice('State', slaClocks.state),
    subject: words('Of', slaClocks.subject_type),
    policy: thing('Policy', slaClocks.policy_id, 'sla_policy', slaPolicies, slaPolicies.name),
  },
  times: {
    started_at: moment('Started', slaClocks.started_at),
    due_at: moment('Due', slaClocks.due_at),
    completed_at: moment('Ended', slaClocks.completed_at),
  },
}

export const service = { tickets: ticket, sla_clocks: clock }
