import { sql } from 'drizzle-orm'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, rejectStale } from '../../kit/sql.ts'
import { actions, limits, placeholders, triggers } from './catalog.ts'
import { describeParts } from './params.ts'
import * as queries from './queries.ts'
import {
  Automation,
  AutomationCatalog,
  AutomationChange,
  AutomationDetail,
  AutomationDraft,
  AutomationFilter,
  AutomationRun,
  AutomationTest,
  RunFilter,
  SavedAutomation,
  TestResult,
} from './schemas.ts'

const catalog = {
  triggers: describeParts(triggers),
  actions: describeParts(actions),
  placeholders: placeholders.map((name) => `{{${name}}}`),
  conditions: 'a filter over tasks as getFilterSchema tells it, without @me; {} for none',
  limits,
}

export default area('automations', 'Automations', { automation_id: queries.automationTarget }, [
  read({
    id: 'listAutomations',
    summary: 'List automations and how they do',
    at: 'GET /automations',
    role: 'member',
    tool: 'list_automations',
    query: AutomationFilter,
    returns: pageOf(Automation),
    run: ({ query }) => queries.listAutomations(query),
  }),
  write({
    id: 'createAutomation',
    summary: 'Create an automation: when something happens to a task, do something',
    at: 'POST /automations',
    role: 'admin',
    tool: 'create_automation',
    audit: 'automation.created',
    body: AutomationDraft,
    returns: SavedAutomation,
    status: 201,
    refuses: [409],
    details: [
      'It acts in its own name, in its project or in all of the organization, and never beyond what a manager may.',
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
  read({
    id: 'getAutomation',
    summary: 'Get an automation with its statistics of 30 days',
    at: 'GET /automations/{automation_id}',
    role: 'member',
    tool: 'get_automation',
    returns: AutomationDetail,
    run: ({ params: { automation_id } }) => queries.getAutomation(automation_id),
  }),
  write({
    id: 'updateAutomation',
    summary: 'Change an automation, or turn it on or off',
    at: 'PATCH /automations/{automation_id}',
    role: 'admin',
    tool: 'update_automation',
    audit: 'automation.updated',
    body: AutomationChange,
    returns: SavedAutomation,
    refuses: [409],
    example: { body: { name: 'Tag what is really urgent' } },
    run: ({ params: { automation_id }, body: { version, ...change } }) => [
      ...rejectStale('automations', automation_id, version, change),
      ...queries.mayChange(automation_id, change),
      queries.changeAutomation(automation_id, change),
      queries.getSaved(automation_id),
    ],
  }),
  write({
    id: 'deleteAutomation',
    summary: 'Delete an automation',
    at: 'DELETE /automations/{automation_id}',
    role: 'admin',
    tool: 'delete_automation',
    audit: 'automation.deleted',
    status: 204,
    example: {},
    run: ({ params: { automation_id } }) => queries.deleteAutomation(automation_id),
  }),
  write({
    id: 'testAutomation',
    summary: 'Try an automation on a task: explains what it would do, and changes nothing',
    at: 'POST /automations/{automation_id}/test',
    role: 'admin',
    tool: 'test_automation',
    audit: 'automation.tested',
    body: AutomationTest,
    returns: TestResult,
    example: { body: { task_id: '{task_id}' } },
    locks: (_, { task_id }) => queries.holdForTest(task_id),
    preload: ({ params: { automation_id } }) => queries.storedRule(automation_id),
    run: ({ params: { automation_id }, body: { task_id }, preloaded }) =>
      queries.testAutomation(automation_id, task_id, preloaded),
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
