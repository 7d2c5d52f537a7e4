import { ordered } from '../../shared/day-range.ts'
import { area, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { Completion } from './schemas.ts'

const { activity } = queries
const member = { role: 'member' } as const

export default area('crm-activities', 'CRM activities', { activity_id: activity.target }, [
  activity.list('listCrmActivities', 'List calls, meetings, e-mails, tasks and notes about customers', {
    ...member,
    tool: 'list_crm_activities',
    filter: queries.filter,
    check: (query) => query.refine(...ordered('due_from', 'due_to')),
    sorts: queries.sorts,
    sort: 'due_at',
  }),
  activity.create('createCrmActivity', 'Plan or log an activity about a client, deal or lead', {
    ...member,
    tool: 'create_crm_activity',
    details: 'It is about a client, a deal or a lead at least. Send done_at for what is done already.',
    example: { subject: 'Call about the offer', type: 'call', client_id: '{client_id}' },
    run: ({ body, id }) => queries.addActivity(id(), body),
  }),
  activity.change('updateCrmActivity', 'Change an activity', {
    ...member,
    tool: 'update_crm_activity',
    example: { duration_minutes: 30 },
    run: ({ params: { activity_id }, body: { version, ...change } }) =>
      queries.changeActivity(activity_id, version, change),
  }),
  activity.remove('deleteCrmActivity', 'Delete an activity', { ...member, tool: 'delete_crm_activity' }),
  write({
    id: 'completeCrmActivity',
    summary: 'Complete an activity, and plan the next one',
    at: 'POST /crm/activities/{activity_id}/complete',
    ...member,
    audit: 'crm_activity.completed',
    body: Completion,
    returns: queries.ActivityCompleted,
    example: { body: { outcome: 'They want an offer', follow_up: { due_at: '2026-12-18T09:00:00Z' } } },
    run: ({ params: { activity_id }, body, id }) => queries.completeActivity(activity_id, id(), body),
  }),
])
