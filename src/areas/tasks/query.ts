import * as z from 'zod'
import { pageOf, sorting } from '../../kit/fields.ts'
import { type Compiled, compileFilter } from '../../shared/filter/compile.ts'
import { taskGrammar, TaskFilterTree } from '../../shared/filter/task-fields.ts'
import { read } from '../../kit/operation.ts'
import { matchAll, filterText, foundTasks, Groupable, TaskGroup } from '../../shared/task/found.ts'
import { sortKeys } from '../../shared/task/page.ts'
import { Task } from './schemas.ts'

export const TaskQuery = z
  .strictObject({
    text: filterText.optional().meta({
      description:
        'The filter in one line: fields, lists with commas, - for not, OR, parentheses, words to find',
      example: 'priority:high assignee:@me -tag:wontfix due<7d "login"',
      'x-brief': 'In one line: status:todo assignee:me -tag:later due<7d OR (login blocked:yes)',
    }),
    sort: sorting(sortKeys, '-updated_at'),
    limit: z
      .int()
      .min(1, 'must be 1 to 200')
      .max(200, 'must be 1 to 200')
      .default(50)
      .meta({ description: 'Tasks on a page, 1 to 200', 'x-brief': '25 if absent' }),
    offset: z
      .int()
      .min(0, 'must be 0 to 1000000')
      .max(1_000_000, 'must be 0 to 1000000')
      .default(0)
      .meta({ description: 'Tasks to skip', 'x-brief': 'To skip' }),
    group_by: Groupable.optional().meta({
      description: 'Also count the whole result by this field; the 500 largest groups are listed',
      'x-brief': 'Also count by this',
    }),
    filter: TaskFilterTree.optional(),
  })
  .refine((body) => !(body.filter && body.text), { message: 'send filter or text, not both' })
  .meta({ id: 'TaskQuery' })

function filterOf({ filter, text }: z.output<typeof TaskQuery>): Compiled {
  if (filter) return compileFilter(filter, taskGrammar.fields)
  return text ? compileFilter(text, taskGrammar.fields, { at: 'body.text', flat: true }) : matchAll
}

export const queryTasks = read({
  id: 'queryTasks',
  summary: 'Find tasks with a filter',
  at: 'POST /tasks/query',
  role: 'viewer',
  heavy: true,
  allowsProjectKeys: true,
  details:
    'The filter is a tree (filter) or one line (text); without either, all tasks. ' +
    'Ids and names that do not exist match nothing and are in warnings.',
  tool: 'query_issues',
  body: TaskQuery,
  example: { body: { text: 'priority:high -tag:wontfix due<7d', group_by: 'status' } },
  returns: pageOf(Task, {
    groups: z.array(TaskGroup).optional().describe('How many tasks have each value of group_by'),
    warnings: z.array(z.string()).describe('What the filter may have meant otherwise'),
  }),
  run: ({ body, settings: { webUrl } }) => foundTasks(body, filterOf(body), webUrl),
})
