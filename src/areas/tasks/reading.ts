import { sql } from 'drizzle-orm'
import { pageOf } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { forMembers, pageOfTasks } from '../../shared/task/page.ts'
import {
  AllTasksFilter,
  HistoryFilter,
  MyWorkFilter,
  SubtaskFilter,
  TaskExpand,
  TaskFilter,
} from './filters.ts'
import * as past from './history.ts'
import * as queries from './queries.ts'
import {
  MyWorkCounters,
  Rollup,
  Task,
  TaskDetail,
  TaskHistoryEntry,
  TaskItem,
  TimeInStatus,
} from './schemas.ts'

export const listTasks = read({
  id: 'listTasks',
  summary: 'List the tasks of a project',
  at: 'GET /projects/{project_id}/tasks',
  role: 'viewer',
  tool: ['list_tasks', 'list_issues'],
  query: TaskFilter,
  returns: pageOf(TaskItem),
  run: ({ params: { project_id }, query, settings }) =>
    pageOfTasks(query, {
      where: queries.inProject(project_id, query),
      total: queries.isUnfiltered(query) ? sql`app.current_task_count(${project_id})` : undefined,
      items: forMembers(settings.webUrl, query.expand),
    }),
})

export const listAllTasks = read({
  id: 'listAllTasks',
  summary: 'List tasks across the projects I can see',
  at: 'GET /tasks',
  role: 'viewer',
  allowsProjectKeys: true,
  query: AllTasksFilter,
  returns: pageOf(TaskItem),
  run: ({ query, settings }) =>
    pageOfTasks(query, {
      where: queries.inProjects(query),
      items: forMembers(settings.webUrl, query.expand),
    }),
})

export const listMyWork = read({
  id: 'listMyWork',
  summary: 'List the tasks assigned to me, across projects',
  at: 'GET /my-work',
  role: 'signed_in',
  allowsProjectKeys: true,
  tool: 'list_my_work',
  query: MyWorkFilter,
  returns: pageOf(Task, { counters: MyWorkCounters }),
  run: ({ query, settings }) => queries.myWork(query, settings.webUrl),
})

export const getTask = read({
  id: 'getTask',
  summary: 'Get a task',
  at: 'GET /tasks/{task_id}',
  role: 'viewer',
  tool: 'get_issue',
  response: { recordsOpened: 'task' },
  query: TaskExpand,
  returns: TaskDetail,
  run: ({ params: { task_id }, query: { expand }, settings }) =>
    queries.getTaskDetail(task_id, settings.webUrl, expand),
})

export const listSubtasks = read({
  id: 'listSubtasks',
  summary: 'List the subtasks of a task',
  at: 'GET /tasks/{task_id}/subtasks',
  role: 'viewer',
  tool: 'list_subtasks',
  query: SubtaskFilter,
  returns: pageOf(Task, { rollup: Rollup.describe('Sums over all subtasks, however deep') }),
  details: 'One level; with tree=true up to five, depth first: each subtask follows its parent.',
  run: ({ params: { task_id }, query, settings }) => queries.subtasks(task_id, query, settings.webUrl),
})

export const getTaskHistory = read({
  id: 'getTaskHistory',
  summary: 'Tell what changed on a task, newest first',
  at: 'GET /tasks/{task_id}/history',
  role: 'viewer',
  tool: 'list_issue_history',
  query: HistoryFilter,
  returns: pageOf(TaskHistoryEntry),
  run: ({ params: { task_id }, query }) => past.history(task_id, query),
})

export const getTimeInStatus = read({
  id: 'getTimeInStatus',
  summary: 'Tell how long a task stood in each status',
  at: 'GET /tasks/{task_id}/time-in-status',
  role: 'viewer',
  returns: TimeInStatus,
  run: ({ params: { task_id } }) => past.timeInStatus(task_id),
})
