import { read, write } from '../../kit/operation.ts'
import * as queries from './history.ts'
import { Watcher, Watchers, WatcherState } from './watcher-schemas.ts'

export const listWatchers = read({
  id: 'listWatchers',
  summary: 'List who watches a task',
  at: 'GET /tasks/{task_id}/watchers',
  role: 'viewer',
  returns: Watchers,
  run: ({ params: { task_id } }) => queries.watchers(task_id),
})

export const setWatcher = write({
  id: 'setWatcher',
  summary: 'Watch or mute a task',
  at: 'PUT /tasks/{task_id}/watchers/{user_id}',
  role: 'member',
  audit: 'task.watcher_set',
  body: WatcherState,
  returns: Watcher,
  example: { body: { state: 'watching' } },
  run: ({ params: { task_id, user_id }, body: { state } }) => [
    queries.requireWatchRole(user_id),
    ...queries.requireWatchable(task_id, user_id),
    ...queries.watch(task_id, user_id, state),
  ],
})

export const deleteWatcher = write({
  id: 'deleteWatcher',
  summary: 'Stop watching a task',
  at: 'DELETE /tasks/{task_id}/watchers/{user_id}',
  role: 'member',
  audit: 'task.watcher_removed',
  status: 204,
  setup: ['setWatcher'],
  example: {},
  run: ({ params: { task_id, user_id } }) => [
    queries.requireWatchRole(user_id),
    queries.unwatch(task_id, user_id),
  ],
})
