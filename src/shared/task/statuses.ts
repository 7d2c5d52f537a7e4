import * as z from 'zod'
import { taskStatuses } from '../../../db/schema/values.ts'
import { csv } from '../../kit/fields.ts'

/** Words for several statuses at once. */
export const taskStatusGroups = {
  open: ['todo', 'in_progress'],
  closed: ['done', 'cancelled'],
} as const satisfies Record<string, readonly (typeof taskStatuses)[number][]>

const groups = Object.keys(taskStatusGroups) as (keyof typeof taskStatusGroups)[]
/** Statuses in a query string; `open` and `closed` stand for those that are and are not over. */
export const taskStatusParam = () => {
  const list = csv(z.enum([...taskStatuses, ...groups]))
  return list
    .transform((words) =>
      words.flatMap((word) => (word in taskStatusGroups ? taskStatusGroups[word as 'open'] : word)),
    )
    .meta({ description: list.meta()?.description })
}
