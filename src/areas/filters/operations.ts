import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { pageOf } from '../../kit/fields.ts'
import { describeGrammar } from '../../shared/filter/describe.ts'
import { taskGrammar } from '../../shared/filter/task-fields.ts'
import { area, read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { TaskGroup } from '../../shared/task/found.ts'
import { Task } from '../../shared/task/schema.ts'
import * as queries from './queries.ts'
import { FilterGrammar, RunFilter } from './schemas.ts'

const keeper = { role: 'admin', or: 'owner' } as const

export default area('filters', 'Saved filters', { filter_id: queries.savedFilter.target }, [
  queries.savedFilter.list('listSavedFilters', 'List the task filters that I keep and those shared with me', {
    role: 'viewer',
    tool: 'list_saved_filters',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: 'rank',
    materialize: true,
  }),
  queries.savedFilter.create('createSavedFilter', 'Save a task filter', {
    role: 'member',
    tool: 'create_saved_filter',
    example: {
      name: 'My urgent work',
      filter: { field: 'assignee_id', op: 'eq', value: '@me' },
      group_by: 'status',
    },
    run: ({ body, id }) => queries.addFilter(id(), body),
  }),
  read({
    id: 'getFilterSchema',
    summary: 'Show what task filters may contain: fields, operators, tokens, examples',
    at: 'GET /filters/schema',
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'get_filter_schema',
    returns: FilterGrammar,
    run: () => answer(sql`${JSON.stringify(describeGrammar(taskGrammar))}::json`),
  }),
  queries.savedFilter.find('getSavedFilter', 'Get a saved filter', { role: 'viewer' }),
  queries.savedFilter.change('updateSavedFilter', 'Change, share or place a saved filter', {
    ...keeper,
    tool: 'update_saved_filter',
    example: { name: 'My overdue work' },
    run: ({ params: { filter_id }, body: { version, ...change } }) =>
      queries.changeFilter(filter_id, version, change),
  }),
  queries.savedFilter.remove('deleteSavedFilter', 'Delete a saved filter', {
    ...keeper,
    tool: 'delete_saved_filter',
  }),
  read({
    id: 'runSavedFilter',
    summary: 'Find the tasks of a saved filter, as it reads for me',
    at: 'GET /filters/{filter_id}/tasks',
    role: 'viewer',
    heavy: true,
    tool: 'run_saved_filter',
    query: RunFilter,
    returns: pageOf(Task, {
      groups: z.array(TaskGroup).optional().describe('How many tasks have each value of group_by'),
      warnings: z.array(z.string()).describe('What to look at'),
    }),
    details:
      '@me is the caller. What the filter names but no longer exists matches nothing and is in warnings.',
    preload: ({ params: { filter_id } }) => queries.storedFilter(filter_id),
    run: ({ preloaded, query, settings }) => queries.runFilter(preloaded, query, settings.webUrl),
  }),
])
