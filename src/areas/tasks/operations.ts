import { area } from '../../kit/operation.ts'
import type { Target } from '../../kit/targets.ts'
import { projectTarget, taskTarget } from '../../shared/targets.ts'
import * as placing from './placing.ts'
import { queryTasks } from './query.ts'
import * as reading from './reading.ts'
import * as watching from './watching.ts'
import { changeFound, createTree } from './tool-writes.ts'
import * as writing from './writing.ts'

const operations = [
  reading.listTasks,
  reading.listAllTasks,
  reading.listMyWork,
  queryTasks,
  writing.createTask,
  writing.createTasks,
  reading.getTask,
  writing.updateTask,
  writing.updateTasks,
  placing.deleteTask,
  placing.restoreTask,
  placing.purgeTask,
  placing.moveTask,
  placing.transferTask,
  placing.duplicateTask,
  reading.listSubtasks,
  reading.getTaskHistory,
  reading.getTimeInStatus,
  watching.listWatchers,
  watching.setWatcher,
  watching.deleteWatcher,
]

/** New tasks lock their project themselves. */
const inProject: Target = { ...projectTarget, locksItself: true }
const targets = { project_id: inProject, task_id: taskTarget }

export default area('tasks', 'Tasks', targets, operations, [createTree, changeFound])
