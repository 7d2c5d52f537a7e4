import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { savedFilters } from '../../../db/schema/filters.ts'
import { sortOf } from '../../kit/fields.ts'
import { compileFilter } from '../../shared/filter/compile.ts'
import { taskGrammar } from '../../shared/filter/task-fields.ts'
import { answer, insert, json, me, roleLevel, type Ref, ensure, ensureFields } from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { person } from '../../shared/people.ts'
import { id as idParam, Person } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { filterVisibilities } from '../../../db/schema/filters.ts'
import { shared as sharedFilters } from '../../../db/schema/scopes.ts'
import { openProject } from '../../shared/projects.ts'
import { project as projectReference } from '../../shared/references.ts'
import { foundTasks, matchNone } from '../../shared/task/found.ts'
import { type RunFilter, SavedFilterChange, SavedFilterDraft, shown, Stored } from './schemas.ts'

export const savedFilter = resource(savedFilters, {
  noun: 'filter',
  name: 'SavedFilter',
  row: 'id name* description visibility owner group_by',
  at: '/filters',
  item: '/filters/{filter_id}',
  fields: {},
  required: [],
  draft: SavedFilterDraft,
  change: SavedFilterChange,
  shown: { ...shown, owner: [Person.describe('Whose filter it is'), person(savedFilters.owner_id)] },
  target: {
    kind: 'filter',
    noun: 'filter',
    table: savedFilters,
    notDeleted: sql`${savedFilters.deleted_at} is null and ${sharedFilters.condition(savedFilters)}
      and (${savedFilters.project_id} is null or ${openProject(savedFilters.project_id)})`,
    owner: savedFilters.owner_id,
  },
})

export const filter = {
  project_id: [
    idParam().describe('Only of this project; `none` for those of no project'),
    (project: string) => sql`${savedFilters.project_id} = ${project}`,
  ],
  visibility: [
    z.enum(filterVisibilities).describe('Only private ones, or only shared ones'),
    (visibility: string) => sql`${savedFilters.visibility} = ${visibility}`,
  ],
} satisfies Filter

export const sorts = {
  rank: sql`(case when ${savedFilters.owner_id} = ${me} then 'a' else 'b' end || ${savedFilters.rank})`,
  name: sql`app.folded(${savedFilters.name})`,
  created_at: savedFilters.created_at,
  updated_at: savedFilters.updated_at,
}

type Rule = [holds: SQL, why: string] | undefined

/** Only managers can share with the entire organization. */
const requireSharing = (visibility: string | undefined) =>
  visibility === 'organization'
    ? [
        ensure(
          sql`${roleLevel} >= 30`,
          'WM403',
          'sharing with the organization needs the role manager or above',
        ),
      ]
    : []

const refers = { project_id: projectReference }

export const addFilter = (id: string, { text, filter, ...draft }: z.output<typeof SavedFilterDraft>) => [
  ...requireSharing(draft.visibility),
  ...ensureFields(referencesIn(refers, draft)),
  insert(savedFilters, {
    ...draft,
    id,
    filter: filter ?? text,
    rank: sql`app.filter_rank(${me}, null, null, null)`,
  }),
  savedFilter.get(id),
]

const storedColumn = (id: Ref, column: 'owner_id' | 'project_id' | 'visibility') =>
  sql`(select f.${sql.identifier(column)} from ${savedFilters} f where f.org_id = (select app.org_id()) and f.id = ${id})`

const neighbour = (id: Ref, other: string | undefined): Rule =>
  other
    ? [
        sql`exists (select from ${savedFilters} where ${savedFilter.visible} and ${savedFilters.id} = ${other}
          and ${savedFilters.id} <> ${id} and ${savedFilters.owner_id} = ${storedColumn(id, 'owner_id')})`,
        'no other filter of the same owner',
      ]
    : undefined

const validateChange = (id: Ref, change: Omit<z.output<typeof SavedFilterChange>, 'version'>) => {
  const { visibility, project_id, before_id, after_id } = change
  const newVisibility = visibility ?? null
  const project = project_id === undefined ? storedColumn(id, 'project_id') : sql`${project_id}::uuid`
  return [
    ...requireSharing(visibility),
    ...ensureFields({
      ...referencesIn(refers, change),
      'body.visibility': [
        sql`coalesce(${newVisibility}, ${storedColumn(id, 'visibility')}) <> 'project' or ${project} is not null`,
        'sharing with a project needs a project_id',
      ],
      'body.before_id': neighbour(id, before_id),
      'body.after_id': neighbour(id, after_id),
    }),
  ]
}

type Change = Omit<z.output<typeof SavedFilterChange>, 'version'>

export const changeFilter = (id: Ref, version: number | undefined, change: Change) => {
  const { text, filter: tree = text, before_id, after_id, ...rest } = change
  const rank =
    before_id || after_id
      ? sql`app.filter_rank(${storedColumn(id, 'owner_id')}, ${id}::uuid, ${before_id ?? null}::uuid, ${after_id ?? null}::uuid)`
      : undefined
  const filterColumns = tree && { filter: tree, grammar_version: 1 }
  return [
    ...validateChange(id, change),
    ...savedFilter.apply(id, version, { ...rest, ...filterColumns, rank }),
  ]
}

export const storedFilter = (id: Ref) =>
  answer(
    sql`(select ${json({
      filter: savedFilters.filter,
      sort: savedFilters.sort,
      group_by: savedFilters.group_by,
    })} from ${savedFilters} where ${savedFilter.visible} and ${savedFilters.id} = ${id})`,
  )

const outdatedWarning = sql`json_build_array('this filter does not fit the grammar any more and finds nothing; save it anew')`

/** The tasks that a stored filter finds for the current caller. */
export function runFilter(found: unknown, { sort, ...query }: z.output<typeof RunFilter>, web: string) {
  const { success, data } = Stored.safeParse(found)
  const defaultSort = data?.sort.length ? data.sort.map(sortOf) : [sortOf('-updated_at')]
  const page = { ...query, sort: sort ?? defaultSort, group_by: data?.group_by ?? undefined }
  return success
    ? foundTasks(page, compileFilter(data.filter, taskGrammar.fields, { at: 'filter' }), web)
    : foundTasks(page, matchNone, web, outdatedWarning)
}
