import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { importRows, imports } from '../../../db/schema/imports.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  ensureFields,
  inOrg,
  insert,
  jsonb,
  jsonIf,
  jsonList,
  one,
  page,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { linkHolder } from '../../shared/files/links.ts'
import { draftsOf } from '../../shared/import/drafts.ts'
import { analyse, orderProblems } from '../../shared/import/analysis.ts'
import type { Column, ImportSource, Mapping, Row } from '../../shared/import/model.ts'
import { person } from '../../shared/people.ts'
import { unarchived } from '../../shared/references.ts'
import { projectTarget } from '../../shared/targets.ts'
import {
  Import,
  ImportDetail,
  type ImportDraft,
  type ImportFilter,
  type ImportMapping,
  ImportRow,
  ImportSummary,
  ImportUpload,
  type RowFilter,
} from './schemas.ts'

export const importTarget = targetOf(imports, { noun: 'import' })
const row = (id: Ref) => all(importTarget.notDeleted, sql`${imports.id} = ${id}`)

const counted = (result: string) => sql`(select count(*) from ${importRows} where ${inOrg(importRows)}
  and ${importRows.import_id} = ${imports.id} and ${importRows.object_kind} = 'task'
  and ${importRows.result} = ${result})`
const summary = {
  project: sql`(select json_build_object('id', ${projects.id}, 'key', ${projects.key}, 'name', ${projects.name})
    from ${projects} where ${inOrg(projects)} and ${projects.id} = ${imports.project_id})`,
  created: counted('created'),
  skipped: counted('skipped'),
  refused: counted('refused'),
  created_by: person(imports.created_by),
  started_by: person(imports.started_by),
  page: sql`'/imports/' || ${imports.id}`,
}
const item = shape(Import, imports, summary)
const claims = sql`concat_ws(' ', ${imports.org_id}, ${imports.id}, ${linkHolder})`
const isAwaiting = sql`${imports.status} = 'awaiting'`
const uploaded = shape(ImportUpload, imports, {
  ...summary,
  upload_url: sql`case when ${isAwaiting} then ${claims} end`,
  upload_expires_at: sql`case when ${isAwaiting} then app.utc(now() + interval '15 minutes') end`,
})

const found = (name: string) => sql`coalesce(${imports.analysis}->${name}, '[]')`
const undone = (what: string) => sql`${importRows} where ${inOrg(importRows)}
  and ${importRows.import_id} = ${imports.id} and ${sql.raw(what)}`
const known = {
  ...summary,
  columns: found('columns'),
  states: found('states'),
  people: found('people'),
  warnings: found('warnings'),
  unmapped_states: sql`case when ${imports.status} in ('ready', 'failed') then app.unmapped_states(${imports}) else '{}' end`,
  undo: jsonIf(sql`${imports.status} = 'undone'`, {
    removed: sql`(select coalesce(sum(cardinality(task_ids)), 0) from ${undone(`undone = 'removed'`)})`,
    kept: jsonList(
      {
        key: sql`coalesce(app.task_key(${importRows.object_id}), ${importRows.external_id})`,
        why: sql`${importRows.undone}`,
      },
      sql`from (select * from ${undone(`undone <> 'removed' order by n limit 100`)}) ${importRows}`,
      sql`${importRows.n}`,
    ),
  }),
}
const brief = shape(ImportSummary, imports, known)
const detail = shape(ImportDetail, imports, {
  ...known,
  suggested: sql`${imports.analysis}->'suggested'`,
  meaning: sql`${imports.mapping}`,
})

export const listImports = ({ project_id, ...query }: z.output<typeof ImportFilter>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, item, {
    where: all(importTarget.notDeleted, project_id && sql`${imports.project_id} = ${project_id}`),
    sorts: { created_at: imports.created_at },
  })

export const getImport = (id: Ref) => one(detail, row(id))
export const getBrief = (id: Ref) => one(brief, row(id))
export const getSummary = (id: Ref) => one(item, row(id))

const openProject = unarchived(
  projectTarget,
  sql`${projects.archived_at} is not null`,
  'unarchive it first, or choose another',
)

type Draft = z.output<typeof ImportDraft>
export type Stored = { storage_key?: string; sha256?: string }

/** The row for a file that is there, or for one that is announced. */
export const addImport = (id: string, { content, ...draft }: Draft, stored: Stored = {}, quota: number) => {
  const { storage_key, sha256 = draft.sha256 } = stored
  const size_bytes = content === undefined ? draft.size_bytes! : new TextEncoder().encode(content).length
  return [
    ...ensureFields(referencesIn({ project_id: openProject }, draft)),
    sql`select app.require_storage(${size_bytes}::bigint, ${quota}::bigint)`,
    insert(imports, { ...draft, id, size_bytes, sha256: sql`decode(${sha256}, 'hex')` }),
    ...(storage_key ? [sql`select app.receive_import(${id}, ${storage_key})`] : []),
    one(uploaded, row(id)),
  ]
}

export const read = (id: Ref, rows: number) => sql`select json_build_object('source', ${imports.source},
    'columns', ${imports.analysis}->'columns', 'mapping', coalesce(${imports.mapping}, ${imports.analysis}->'suggested'),
    'rows', (select coalesce(json_agg(r.data || jsonb_build_object('n', r.n, 'line', r.line) order by r.n), '[]')
      from (select * from ${importRows} where ${inOrg(importRows)} and ${importRows.import_id} = ${imports.id}
        and ${importRows.data} is not null order by ${importRows.n} limit ${rows}) r))::text as answer
  from ${imports} where ${row(id)}`

type Read = {
  source: ImportSource
  columns: Column[] | null
  mapping: Mapping | null
  rows: (Row & { n: number })[]
}

/** What the file means: the states and people follow from its columns. */
export const mapImport = (id: Ref, given: z.output<typeof ImportMapping>, preloaded: unknown) => {
  const { source, columns, rows, mapping } = preloaded as Read
  const problems = orderProblems(columns ?? [], given.mapping)
  const isSame = JSON.stringify(fieldsOf(mapping)) === JSON.stringify(fieldsOf(given))
  const { states, people } = analyse(source, isSame ? [] : rows, given.mapping)
  return [
    sql`select app.map_import(${id}, ${jsonb(given)}, ${isSame ? null : JSON.stringify({ states, people })}::jsonb,
      array(select jsonb_array_elements_text(${jsonb(problems)})))`,
    getImport(id),
  ]
}
const fieldsOf = (mapping: Pick<Mapping, 'mapping'> | null) =>
  Object.entries(mapping?.mapping ?? {})
    .filter(([, { field }]) => field)
    .map(([name, { field }]) => [name, field])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))

const previewRows = 50
export const previewed = (id: Ref) => read(id, previewRows)
export const previewImport = (id: Ref, preloaded: unknown) => {
  const { source, mapping, rows } = preloaded as Read
  const drafts = mapping ? draftsOf(source, rows, mapping) : []
  return answer(sql`app.preview_import(${id}, ${jsonb(drafts)}, ${jsonb(mapping)})`)
}

export const startImport = (id: Ref) => [sql`select app.start_import(${id})`, getSummary(id)]
export const stopImport = (id: Ref) => [sql`select app.stop_import(${id})`, getSummary(id)]
export const undoImport = (id: Ref) => [sql`select app.undo_import(${id})`, getBrief(id)]
export const deleteImport = (id: Ref) => [
  sql`select app.require_idle_import(${id})`,
  sql`delete from ${imports} where ${row(id)}`,
]

const rowShape = shape(ImportRow, importRows, {
  kind: sql`${importRows.object_kind}`,
  task: sql`(select json_build_object('id', ${tasks.id}, 'key', app.task_key(${tasks.id})) from ${tasks}
    where ${inOrg(tasks)} and ${tasks.id} = ${importRows.object_id})`,
})
export const listRows = (id: Ref, { result, ...query }: z.output<typeof RowFilter>) =>
  page({ ...query, sort: [{ key: 'n', descending: false }] }, rowShape, {
    where: all(
      inOrg(importRows),
      sql`${importRows.import_id} = ${id}`,
      result && sql`${importRows.result} = ${result}`,
    ),
    sorts: { n: importRows.n },
    id: importRows.n,
  })
