import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { pageOf } from '../../kit/fields.ts'
import { describeGrammar } from '../../shared/filter/describe.ts'
import { taskGrammar } from '../../shared/filter/task-fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, rejectStale } from '../../kit/sql.ts'
import { TaskGroup } from '../../shared/task/found.ts'
import { Task } from '../../shared/task/schema.ts'
import * as queries from './queries.ts'
import {
  FilterGrammar,
  RunFilter,
  SavedFilter,
  SavedFilterChange,
  SavedFilterDraft,
  SavedFilterFilter,
} from './schemas.ts'

export default area('filters', 'Saved filters', { filter_id: queries.filterTarget }, [
  read({
    id: 'listSavedFilters',
    summary: 'List the task filters that I keep and those shared with me',
    at: 'GET /filters',
    role: 'viewer',
    tool: 'list_saved_filters',
    query: SavedFilterFilter,
    returns: pageOf(SavedFilter),
    run: ({ query }) => queries.listFilters(query),
  }),
  write({
    id: 'createSavedFilter',
    summary: 'Save a task filter',
    at: 'POST /filters',
    role: 'member',
    tool: 'create_saved_filter',
    audit: 'filter.created',
    body: SavedFilterDraft,
    returns: SavedFilter,
    status: 201,
    refuses: [409],
    example: {
      body: {
        name: 'My urgent work',
        filter: { field: 'assignee_id', op: 'eq', value: '@me' },
        group_by: 'status',
      },
    },
    run: ({ body, id }) => {
      const filterId = id()
      return [...queries.addFilter(filterId, body), queries.getFilter(filterId)]
    },
  }),
  read({
    id: 'getFilterSchema',
    summary: 'Tell what a task filter may ask for: fields, operators, tokens, examples',
    at: 'GET /filters/schema',
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'get_filter_schema',
    returns: FilterGrammar,
    run: () => answer(sql`${JSON.stringify(describeGrammar(taskGrammar))}::json`),
  }),
  read({
    id: 'getSavedFilter',
    summary: 'Get a saved filter',
    at: 'GET /filters/{filter_id}',
    role: 'viewer',
    returns: SavedFilter,
    run: ({ params: { filter_id } }) => queries.getFilter(filter_id),
  }),
  write({
    id: 'updateSavedFilter',
    summary: 'Change, share or place a saved filter',
    at: 'PATCH /filters/{filter_id}',
    role: 'admin',
    or: 'owner',
    tool: 'update_saved_filter',
    audit: 'filter.updated',
    body: SavedFilterChange,
    returns: SavedFilter,
    refuses: [409],
    example: { body: { name: 'My overdue work' } },
    run: ({ params: { filter_id }, body: { version, ...change } }) => [
      ...queries.mayChange(filter_id, change),
      ...rejectStale('saved_filters', filter_id, version, change),
      queries.changeFilter(filter_id, change),
      queries.getFilter(filter_id),
    ],
  }),
  write({
    id: 'deleteSavedFilter',
    summary: 'Delete a saved filter',
    at: 'DELETE /filters/{filter_id}',
    role: 'admin',
    or: 'owner',
    tool: 'delete_saved_filter',
    audit: 'filter.deleted',
    status: 204,
    example: {},
    run: ({ params: { filter_id } }) => queries.deleteFilter(filter_id),
  }),
  read({
    id: 'runSavedFilter',
    summary: 'Find the tasks of a saved filter, as it reads for me',
    at: 'GET /filters/{filter_id}/tasks',
    role: 'viewer',
    tool: 'run_saved_filter',
    query: RunFilter,
    returns: pageOf(Task, { groups: z.array(TaskGroup).optional(), warnings: z.array(z.string()) }),
    details:
      '@me is who asks. What the filter names and is no longer there finds nothing and is told in warnings.',
    preload: ({ params: { filter_id } }) => queries.storedFilter(filter_id),
    run: ({ preloaded, query, settings }) => queries.runFilter(preloaded, query, settings.webUrl),
  }),
])
