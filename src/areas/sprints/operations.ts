import * as z from 'zod'
import { sprints } from '../../../db/schema/sprints.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { projectTarget } from '../../shared/targets.ts'
import { getDeliveryForecast, getFlowMetrics, getVelocity } from './insight-operations.ts'
import * as queries from './queries.ts'
import {
  BacklogFilter,
  Burndown,
  Report,
  SprintCompleted,
  SprintEmptied,
  SprintEmpty,
  SprintEnd,
  SprintFill,
  SprintFilled,
  SprintStart,
  SprintStarted,
  SprintTask,
  SprintTaskFilter,
  UnitFilter,
} from './schemas.ts'
import { filter, sprint } from './sprint.ts'
import { addToolTasks, removeToolTasks } from './tool-writes.ts'

const lead = { role: 'manager', or: 'lead' } as const

const addTasks = write({
  id: 'addSprintTasks',
  summary: 'Put up to 100 tasks into a sprint',
  at: 'POST /sprints/{sprint_id}/tasks',
  role: 'member',
  tool: 'add_issues_to_sprint',
  audit: 'sprint.tasks_added',
  body: SprintFill,
  returns: SprintFilled,
  details: 'Tasks that cannot go in are skipped with a reason; one task alone is refused.',
  example: { body: { task_ids: ['{task_id}'] } },
  locks: (row, { task_ids }) => queries.lockSprint(row, task_ids),
  run: ({ params: { sprint_id }, body }) => queries.fillSprint(sprint_id, body),
})
const removeTasks = write({
  id: 'removeSprintTasks',
  summary: 'Take tasks out of a sprint, back to the backlog',
  at: 'POST /sprints/{sprint_id}/tasks/remove',
  role: 'member',
  tool: 'remove_issues_from_sprint',
  audit: 'sprint.tasks_removed',
  body: SprintEmpty,
  returns: SprintEmptied,
  setup: ['addSprintTasks'],
  example: { body: { task_ids: ['{task_id}'] } },
  locks: (row, { task_ids }) => queries.lockSprint(row, task_ids),
  run: ({ params: { sprint_id }, body }) => queries.emptySprint(sprint_id, body.task_ids),
})

export default area(
  'sprints',
  'Sprints',
  { project_id: projectTarget, sprint_id: sprint.target },
  [
    sprint.list('listSprints', 'List the sprints of a project, the newest first', {
      role: 'viewer',
      tool: 'list_sprints',
      filter,
      sorts: { number: sprints.number, start_date: sprints.start_date },
      sort: '-number',
    }),
    sprint.create('createSprint', 'Plan a sprint', {
      ...lead,
      tool: 'create_sprint',
      details:
        'Without a name it is called Sprint and its number. Planned and active sprints do not overlap.',
      example: { name: 'Sprint 4', start_date: '2026-11-23', end_date: '2026-12-04' },
      run: ({ params: { project_id }, body, id }) => queries.planSprint(project_id, id(), body),
    }),
    sprint.find('getSprint', 'Get a sprint with its totals and days', { role: 'viewer', tool: 'get_sprint' }),
    sprint.change('updateSprint', 'Change a sprint', {
      ...lead,
      tool: 'update_sprint',
      details: 'An active sprint keeps its start_date; a completed one keeps all but its name and goal.',
      example: { goal: 'The first pages are live' },
      locks: (row) => queries.lockSprint(row),
      run: ({ params: { sprint_id }, body: { version, ...change } }) =>
        queries.changeSprint(sprint_id, version, change),
    }),
    sprint.remove('deleteSprint', 'Drop a planned sprint; its tasks go to the backlog', {
      ...lead,
      tool: 'delete_sprint',
      locks: (row) => queries.lockSprint(row, [], true),
      run: ({ params: { sprint_id } }) => queries.dropSprint(sprint_id),
    }),
    write({
      id: 'startSprint',
      summary: 'Start a planned sprint and freeze its commitment',
      at: 'POST /sprints/{sprint_id}/start',
      ...lead,
      tool: 'start_sprint',
      audit: 'sprint.started',
      body: SprintStart,
      returns: SprintStarted,
      details: 'Warns where the commitment is more than the capacity or the median velocity.',
      example: { body: { end_date: '2026-12-04' } },
      locks: (row) => queries.lockSprint(row),
      run: ({ params: { sprint_id }, body }) => queries.startSprint(sprint_id, body),
    }),
    write({
      id: 'completeSprint',
      summary: 'Complete the active sprint and move its open tasks',
      at: 'POST /sprints/{sprint_id}/complete',
      ...lead,
      tool: 'complete_sprint',
      audit: 'sprint.completed',
      body: SprintEnd,
      returns: SprintCompleted,
      details: 'Report and burndown are frozen. Finished tasks stay, subtasks too.',
      setup: ['startSprint'],
      example: { body: { move_incomplete_to: 'backlog' } },
      locks: (row) => queries.lockSprint(row, [], true),
      run: ({ params: { sprint_id }, body }) => queries.completeSprint(sprint_id, body.move_incomplete_to),
    }),
    read({
      id: 'listSprintTasks',
      summary: 'List the tasks of a sprint, by rank',
      at: 'GET /sprints/{sprint_id}/tasks',
      role: 'viewer',
      query: SprintTaskFilter,
      returns: pageOf(SprintTask),
      run: ({ params: { sprint_id }, query }) => queries.listTasks(sprint_id, query),
    }),
    addTasks,
    removeTasks,
    read({
      id: 'listBacklog',
      summary: 'List the open tasks of a project that are in no sprint, by rank',
      at: 'GET /projects/{project_id}/backlog',
      role: 'viewer',
      tool: 'list_backlog',
      query: BacklogFilter,
      returns: pageOf(SprintTask, {
        points: z.number().describe('Story points of all that the filters let through'),
      }),
      details: 'A task that was reopened after its sprint ended is here again.',
      run: ({ params: { project_id }, query }) => queries.listBacklog(project_id, query),
    }),
    read({
      id: 'getSprintBurndown',
      summary: 'Get the burndown of a sprint, day by day',
      at: 'GET /sprints/{sprint_id}/burndown',
      role: 'viewer',
      tool: 'get_sprint_burndown',
      query: UnitFilter,
      returns: Burndown,
      details: 'Days of the time zone of the project; scope_changes has the last 200. Frozen at completion.',
      run: ({ params: { sprint_id }, query: { unit } }) => queries.burndown(sprint_id, unit),
    }),
    read({
      id: 'getSprintReport',
      summary: 'Tell what happened in a sprint',
      at: 'GET /sprints/{sprint_id}/report',
      role: 'viewer',
      heavy: true,
      returns: Report,
      details: 'Frozen at completion. Tasks that were done before they came in are completed_outside.',
      run: ({ params: { sprint_id } }) => queries.report(sprint_id),
    }),
    getVelocity,
    getFlowMetrics,
    getDeliveryForecast,
  ],
  [addToolTasks, removeToolTasks],
)
