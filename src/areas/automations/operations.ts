import { sql } from 'drizzle-orm'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, rejectStale } from '../../kit/sql.ts'
import { actions, limits, placeholders, triggers } from './catalog.ts'
import { describeParts } from './params.ts'
import * as queries from './queries.ts'
import {
  AutomationCatalog,
  AutomationChange,
  AutomationDraft,
  AutomationRun,
  AutomationTest,
  RunFilter,
  TestResult,
} from './schemas.ts'

const catalog = {
  triggers: describeParts(triggers),
  actions: describeParts(actions),
  placeholders: placeholders.map((name) => `{{${name}}}`),
  conditions:
    'of automations of tasks: a filter over them as getFilterSchema shows it, without @me; {} for none',
  limits,
}

export default area('automations', 'Automations', { automation_id: queries.automation.target }, [
  queries.automation.list('listAutomations', 'List automations and how they do', {
    role: 'member',
    tool: 'list_automations',
    filter: queries.filter,
    sort: 'rank,created_at',
  }),
  write({
    id: 'createAutomation',
    summary: 'Create an automation: when something happens to a task, ticket, deal or lead, do something',
    at: 'POST /automations',
    role: 'admin',
    tool: 'create_automation',
    audit: 'automation.created',
    body: AutomationDraft,
    returns: queries.SavedAutomation,
    status: 201,
    details: [
      'It acts in its own name, in its project or in all of the organization, and never beyond what a manager may.',
      'The trigger says what it is for: tasks (in a project_id, with conditions), tickets, deals or leads, which the params of',
      'the trigger narrow. An event of a ticket is its creation, another status, priority or assignee, a reply, a rating or an',
      'SLA warning or breach; of a deal its creation, another stage, or that it is won or lost; of a lead its creation, another',
      'status or its conversion. It counts whatever causes it: the API, the portal, mail or another automation.',
      'getAutomationCatalog lists triggers and actions with their parameters.',
    ].join(' '),
    example: {
      body: {
        name: 'Tag what is urgent',
        project_id: '{project_id}',
        trigger: { event: 'task.updated', params: { fields: ['priority'] } },
        conditions: { field: 'priority', op: 'eq', value: 'urgent' },
        action: { type: 'add_tag', params: { tag_id: '{tag_id}' } },
      },
    },
    run: ({ body, id }) => {
      const automationId = id()
      return [...queries.addAutomation(automationId, body), queries.getSaved(automationId)]
    },
  }),
  read({
    id: 'getAutomationCatalog',
    summary: 'Tell what automations can listen to and do, with parameters',
    at: 'GET /automations/catalog',
    role: 'member',
    returns: AutomationCatalog,
    run: () => answer(sql`${JSON.stringify(catalog)}::json`),
  }),
  queries.automation.find('getAutomation', 'Get an automation with its statistics of 30 days', {
    role: 'member',
    tool: 'get_automation',
  }),
  write({
    id: 'updateAutomation',
    summary: 'Change an automation, or turn it on or off',
    at: 'PATCH /automations/{automation_id}',
    role: 'admin',
    tool: 'update_automation',
    audit: 'automation.updated',
    body: AutomationChange,
    returns: queries.SavedAutomation,
    example: { body: { name: 'Tag what is really urgent' } },
    run: ({ params: { automation_id }, body: { version, ...change } }) => [
      ...rejectStale('automations', automation_id, version, change),
      ...queries.validateChange(automation_id, change),
      queries.changeAutomation(automation_id, change),
      queries.getSaved(automation_id),
    ],
  }),
  queries.automation.remove('deleteAutomation', 'Delete an automation', {
    role: 'admin',
    tool: 'delete_automation',
    run: ({ params: { automation_id } }) => queries.deleteAutomation(automation_id),
  }),
  write({
    id: 'testAutomation',
    summary:
      'Try an automation on a task, ticket, deal or lead: explains what it would do, and changes nothing',
    at: 'POST /automations/{automation_id}/test',
    role: 'admin',
    tool: 'test_automation',
    audit: 'automation.tested',
    body: AutomationTest,
    returns: TestResult,
    example: { body: { task_id: '{task_id}' } },
    locks: (_, body) => queries.lockForTest(body),
    preload: ({ params: { automation_id } }) => queries.storedRule(automation_id),
    run: ({ params: { automation_id }, body, preloaded }) =>
      queries.testAutomation(automation_id, body, preloaded),
  }),
  read({
    id: 'listAutomationRuns',
    summary: 'List what an automation did, newest first',
    at: 'GET /automations/{automation_id}/runs',
    role: 'member',
    tool: 'list_automation_runs',
    query: RunFilter,
    returns: pageOf(AutomationRun),
    run: ({ params: { automation_id }, query }) => queries.listRuns(automation_id, query),
  }),
])
