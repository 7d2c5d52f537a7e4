import { read, write } from '../../kit/operation.ts'
import * as query from './history.ts'
import { Watcher, Watchers, WatcherState } from './schemas.ts'

export const listWatchers = read({
  id: 'listWatchers',
  does: 'List who watches a task',
  at: 'GET /tasks/{task_id}/watchers',
  role: 'viewer',
  returns: Watchers,
  run: ({ params: { task_id } }) => query.watchers(task_id),
})

export const setWatcher = write({
  id: 'setWatcher',
  does: 'Watch or mute a task',
  at: 'PUT /tasks/{task_id}/watchers/{user_id}',
  role: 'member',
  audit: 'task.watcher_set',
  body: WatcherState,
  returns: Watcher,
  example: { body: { state: 'watching' } },
  run: ({ params: { task_id, user_id }, body: { state } }) => [
    query.mayWatchFor(user_id),
    ...query.canWatch(task_id, user_id),
    ...query.watch(task_id, user_id, state),
  ],
})

export const deleteWatcher = write({
  id: 'deleteWatcher',
  does: 'Stop watching a task',
  at: 'DELETE /tasks/{task_id}/watchers/{user_id}',
  role: 'member',
  audit: 'task.watcher_removed',
  status: 204,
  given: ['setWatcher'],
  example: {},
  run: ({ params: { task_id, user_id } }) => [query.mayWatchFor(user_id), query.unwatch(task_id, user_id)],
})
