import { lockDependencies } from '../../shared/task/locks.ts'
import { area, read, write } from '../../kit/operation.ts'
import { projectTarget } from '../../shared/targets.ts'
import * as queries from './queries.ts'
import {
  Dependencies,
  Dependency,
  DependencyChange,
  DependencyDraft,
  DependencyGraph,
  GraphFilter,
  Way,
  WayFilter,
} from './schemas.ts'

const targets = {
  task_id: queries.endTarget,
  dependency_id: queries.dependencyTarget,
  project_id: projectTarget,
}

const operations = [
  read({
    id: 'listTaskDependencies',
    summary: 'List what a task blocks, waits for and relates to, with the chain and critical path to it',
    at: 'GET /tasks/{task_id}/dependencies',
    role: 'viewer',
    tool: 'list_issue_dependencies',
    returns: Dependencies,
    run: ({ params: { task_id } }) => queries.dependenciesOf(task_id),
  }),
  write({
    id: 'createTaskDependency',
    summary: 'Say that a task blocks, waits for or relates to another',
    at: 'POST /tasks/{task_id}/dependencies',
    role: 'member',
    tool: 'create_issue_dependency',
    audit: 'dependency.created',
    body: DependencyDraft,
    returns: Dependency,
    status: 201,
    details:
      'Two tasks have one relation at most, in either direction. What would make a task wait for itself, also through ' +
      'parents and subtasks, is refused with the path.',
    example: { body: { task_id: '{other_task_id}', type: 'blocked_by' } },
    locks: () => lockDependencies,
    run: ({ params: { task_id }, body, id }) => {
      const dependencyId = id()
      return [
        queries.addDependency(task_id, dependencyId, body),
        queries.getDependency(task_id, dependencyId),
      ]
    },
  }),
  write({
    id: 'updateTaskDependency',
    summary: 'Change the lag or the note of a dependency',
    at: 'PATCH /tasks/{task_id}/dependencies/{dependency_id}',
    role: 'member',
    audit: 'dependency.updated',
    body: DependencyChange,
    returns: Dependency,
    example: { body: { note: 'The design first' } },
    run: ({ params: { task_id, dependency_id }, body }) => [
      ...queries.requireBothTasks(dependency_id),
      ...queries.changeDependency(dependency_id, body),
      queries.getDependency(task_id, dependency_id),
    ],
  }),
  write({
    id: 'deleteTaskDependency',
    summary: 'Remove a dependency',
    at: 'DELETE /tasks/{task_id}/dependencies/{dependency_id}',
    role: 'member',
    tool: 'delete_issue_dependency',
    audit: 'dependency.deleted',
    status: 204,
    example: {},
    run: ({ params: { dependency_id } }) => [
      ...queries.requireBothTasks(dependency_id),
      queries.removeDependency(dependency_id),
    ],
  }),
  read({
    id: 'getDependencyGraph',
    summary: 'Tell the order of work in a project: levels, critical path and what is blocked',
    at: 'GET /projects/{project_id}/dependencies',
    role: 'viewer',
    query: GraphFilter,
    heavy: true,
    returns: DependencyGraph,
    details:
      'Nodes are the tasks with a dependency. A task takes the days from its start to its due day, both counted; else ' +
      'its estimate at 8 hours a day; else one day. The critical path is the longest chain, lag days added.',
    run: ({ params: { project_id }, query }) => queries.graphOf(project_id, query),
  }),
]

export default area('dependencies', 'Dependencies', targets, operations, [
  read({
    id: 'getDependencyGraph',
    summary: 'Tell what the open tasks of a project, or of a milestone, wait for',
    at: 'GET /projects/{project_id}/dependencies',
    role: 'viewer',
    insteadOf: ['list_issue_dependencies', 'task_id'],
    query: WayFilter,
    heavy: true,
    returns: Way,
    run: ({ params: { project_id }, query }) => queries.criticalPathOf(project_id, query),
  }),
])
