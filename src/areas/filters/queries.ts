import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { savedFilters } from '../../../db/schema/filters.ts'
import { projects } from '../../../db/schema/projects.ts'
import { sortOf } from '../../kit/fields.ts'
import { compileFilter } from '../../shared/filter/compile.ts'
import { taskGrammar } from '../../shared/filter/task-fields.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  me,
  one,
  page,
  person,
  rank,
  type Ref,
  require,
  requireFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { foundTasks, matchNone } from '../../shared/task/found.ts'
import {
  type RunFilter,
  SavedFilter,
  type SavedFilterChange,
  type SavedFilterDraft,
  type SavedFilterFilter,
  Stored,
} from './schemas.ts'

const savedFilter = shape(SavedFilter, savedFilters, { owner: person(savedFilters.owner_id) })

const openProject = (project: unknown) => sql`exists (select from ${projects} where ${inOrg(projects)}
  and ${projects.id} = ${project} and ${projects.deleted_at} is null and ${visible(projects.id)})`

/** The caller's own filters, and shared ones: with everybody, or with a project that the caller may open. */
const live = all(
  sql`${savedFilters.deleted_at} is null`,
  sql`(${savedFilters.owner_id} = ${me} or ${savedFilters.visibility} <> 'private')`,
  sql`(${savedFilters.project_id} is null or ${openProject(savedFilters.project_id)})`,
)

export const filterTarget: Target = {
  kind: 'filter',
  noun: 'filter',
  table: savedFilters,
  live,
  owner: savedFilters.owner_id,
}

export const listFilters = (query: z.output<typeof SavedFilterFilter>) =>
  page(query, savedFilter, {
    where: all(
      inOrg(savedFilters),
      live,
      query.project_id && sql`${savedFilters.project_id} = ${query.project_id}`,
      query.visibility && sql`${savedFilters.visibility} = ${query.visibility}`,
    ),
    materialize: true,
    sorts: {
      rank: sql`(case when ${savedFilters.owner_id} = ${me} then 'a' else 'b' end || ${savedFilters.rank})`,
      name: sql`lower(${savedFilters.name})`,
      created_at: savedFilters.created_at,
      updated_at: savedFilters.updated_at,
    },
  })

export const getFilter = (id: Ref) =>
  one(savedFilter, all(inOrg(savedFilters), live, sql`${savedFilters.id} = ${id}`))

type Rule = [holds: SQL, why: string] | undefined

/** Sharing with the whole organization requires the role manager. */
const mayShare = (visibility: string | undefined) =>
  visibility === 'organization'
    ? [require(sql`${rank} >= 30`, 'WM403', 'sharing with the organization needs the role manager or above')]
    : []

const projectKnown = (project: string | null | undefined): Record<string, Rule> => ({
  'body.project_id': project ? [openProject(project), 'not found'] : undefined,
})

export const addFilter = (id: string, { text, filter, ...draft }: z.output<typeof SavedFilterDraft>) => [
  ...mayShare(draft.visibility),
  ...requireFields(projectKnown(draft.project_id)),
  insert(savedFilters, {
    ...draft,
    id,
    filter: filter ?? text,
    rank: sql`app.filter_rank(${me}, null, null, null)`,
  }),
]

const ofFilter = (id: Ref) => all(inOrg(savedFilters), sql`${savedFilters.id} = ${id}`)
const stored = (id: Ref, column: 'owner_id' | 'project_id' | 'visibility') =>
  sql`(select f.${sql.identifier(column)} from ${savedFilters} f where f.org_id = (select app.org_id()) and f.id = ${id})`

const neighbour = (id: Ref, other: string | undefined): Rule =>
  other
    ? [
        sql`exists (select from ${savedFilters} where ${inOrg(savedFilters)} and ${live} and ${savedFilters.id} = ${other}
          and ${savedFilters.id} <> ${id} and ${savedFilters.owner_id} = ${stored(id, 'owner_id')})`,
        'no other filter of the same owner',
      ]
    : undefined

export const mayChange = (id: Ref, change: Omit<z.output<typeof SavedFilterChange>, 'version'>) => {
  const { visibility, project_id, before_id, after_id } = change
  const shared = visibility ?? null
  const project = project_id === undefined ? stored(id, 'project_id') : sql`${project_id}::uuid`
  return [
    ...mayShare(visibility),
    ...requireFields({
      ...projectKnown(project_id),
      'body.visibility': [
        sql`coalesce(${shared}, ${stored(id, 'visibility')}) <> 'project' or ${project} is not null`,
        'sharing with a project needs a project_id',
      ],
      'body.before_id': neighbour(id, before_id),
      'body.after_id': neighbour(id, after_id),
    }),
  ]
}

export const changeFilter = (id: Ref, change: Omit<z.output<typeof SavedFilterChange>, 'version'>) => {
  const { text, filter = text, before_id, after_id, ...rest } = change
  const rank =
    before_id || after_id
      ? sql`app.filter_rank(${stored(id, 'owner_id')}, ${id}::uuid, ${before_id ?? null}::uuid, ${after_id ?? null}::uuid)`
      : undefined
  const judged = filter && { filter, grammar_version: 1 }
  return update(savedFilters, { ...rest, ...judged, rank }, ofFilter(id))
}

export const deleteFilter = (id: Ref) =>
  sql`update ${savedFilters} set deleted_at = now() where ${ofFilter(id)}`

export const storedFilter = (id: Ref) =>
  answer(
    sql`(select ${json({
      filter: savedFilters.filter,
      sort: savedFilters.sort,
      group_by: savedFilters.group_by,
    })} from ${savedFilters} where ${all(ofFilter(id), live)})`,
  )

const outdated = sql`json_build_array('this filter does not fit the grammar any more and finds nothing; save it anew')`

/** The tasks that a stored filter finds for the current caller. */
export function runFilter(found: unknown, { sort, ...query }: z.output<typeof RunFilter>, web: string) {
  const { success, data } = Stored.safeParse(found)
  const kept = data?.sort.length ? data.sort.map(sortOf) : [sortOf('-updated_at')]
  const page = { ...query, sort: sort ?? kept, group_by: data?.group_by ?? undefined }
  return success
    ? foundTasks(page, compileFilter(data.filter, taskGrammar.fields, { at: 'filter' }), web)
    : foundTasks(page, matchNone, web, outdated)
}
