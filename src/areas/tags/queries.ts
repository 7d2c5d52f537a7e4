import { keepAnswer, keptAnswer } from '../../platform/kept-answer.ts'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { projectState } from '../../../db/schema/scopes.ts'
import { tags, taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  inOrg,
  json,
  jsonb,
  jsonList,
  type Ref,
  ensure,
  ensureFields,
  uuids,
} from '../../kit/sql.ts'
import { requireProject } from '../../shared/projects.ts'
import { count, idOut } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { fields, TagDraft, type TagSet } from './schemas.ts'
import { referencesIn } from '../../kit/targets.ts'
import { that } from '../../shared/references.ts'

const notDeleted = sql`${tags.deleted_at} is null`
/** `offset 0` looks up the tasks that carry the tag, instead of joining all those of the organization. */
export const usage = sql`(select count(*) from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.tag_id} = ${tags.id}
  and exists (select from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${taskTags.task_id}
    and ${tasks.deleted_at} is null offset 0))`

export const tag = resource(tags, {
  noun: 'tag',
  name: 'Tag',
  row: 'id name* usage_count description project_id',
  at: '/tags',
  item: '/tags/{tag_id}',
  fields,
  required: ['name'],
  draft: TagDraft,
  shown: {
    name: z.string().meta({ description: 'What it is called', example: 'bug' }),
    project_id: idOut().nullable().meta({ description: 'Null for a tag of the whole organization' }),
    usage_count: [count().meta({ description: 'Live tasks that carry it' }), usage],
    created_by: idOut().describe('Who created it'),
  },
  target: {
    kind: 'tag',
    noun: 'tag',
    table: tags,
    notDeleted,
    project: tags.project_id,
    owner: tags.created_by,
    state: projectState(tags),
  },
})

/** Rejects the batch if an overlapping scope already has a tag of this name. */
export const requireFreeName = (name: string, project: SQL, except: Ref | null) =>
  ensure(
    sql`not exists (select from ${tags} where ${inOrg(tags)} and ${notDeleted} and app.folded(${tags.name}) = app.folded(${name})
      and ${tags.id} is distinct from ${except}::uuid
      and (${project} is null or ${tags.project_id} is null or ${tags.project_id} = ${project}))`,
    'WM409',
    `a tag named ${name} already exists in this scope`,
  )

export const scopeOf = (tagId: Ref) =>
  sql`(select t.project_id from ${tags} t where t.org_id = (select app.org_id()) and t.id = ${tagId})`

/** Serializes tag creation per organization, so that two scopes cannot take the same name. */
export const lockNames = sql`select pg_advisory_xact_lock(hashtextextended('tags:' || app.org_id()::text, 0))`

export const requireCreatable = (draft: z.output<typeof TagDraft>) => [
  ...requireProject(draft.project_id),
  ensure(
    sql`${draft.project_id ?? null}::uuid is not null or app.role_level() >= 30`,
    'WM403',
    'a tag of the whole organization needs the role manager or above',
  ),
]

const otherScope = (tagId: Ref) =>
  sql`${tags.project_id} is not null and ${tags.project_id} is distinct from ${scopeOf(tagId)}`

/** Checks of merging a tag into another. */
export const requireMergeable = (from: Ref, into: string) =>
  ensureFields(
    referencesIn(
      {
        into_tag_id: that(
          tag.target,
          sql`${tags.id} <> ${from}::uuid and not (${otherScope(from)})`,
          'the tag itself, or a tag of another project',
        ),
      },
      { into_tag_id: into },
    ),
  )

/** Moves the tag's tasks over and returns how many moved and how many had both. */
export const merge = (from: Ref, into: string) => [
  sql`update ${tags} set deleted_at = now() where ${inOrg(tags)} and ${tags.id} = ${from}`,
  sql`with gone as (delete from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.tag_id} = ${from}
      returning task_id), moved as (insert into ${taskTags} (task_id, tag_id)
      select task_id, ${into}::uuid from gone on conflict do nothing returning task_id)
    select ${keepAnswer(
      json({
        moved: sql`(select count(*) from moved)`,
        already_had: sql`(select count(*) from gone) - (select count(*) from moved)`,
      }),
    )}`,
  keptAnswer,
]

export const deleteTag = (id: Ref) => [
  sql`update ${tags} set deleted_at = now() where ${inOrg(tags)} and ${tags.id} = ${id}`,
  sql`with gone as (delete from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.tag_id} = ${id} returning 1)
    select ${json({ detached: sql`(select count(*) from gone)` })}::text as answer`,
]

/** Tags that a task may have: of the organization, or of its project. */
const usable = (task: Ref) =>
  all(
    inOrg(tags),
    notDeleted,
    sql`(${tags.project_id} is null or ${tags.project_id} =
  (select t.project_id from ${tasks} t where t.org_id = (select app.org_id()) and t.id = ${task}))`,
  )

export const requireUsable = (task: Ref, tagId: Ref) =>
  ensureFields({
    'path.tag_id': [
      sql`exists (select from ${tags} where ${usable(task)} and ${tags.id} = ${tagId})`,
      'a tag of another project',
    ],
  })

/** Locks the task, so that concurrent additions cannot exceed the limit. */
export const addTag = (task: Ref, tagId: Ref) => [
  sql`select 1 from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${task} for no key update`,
  sql`insert into ${taskTags} (task_id, tag_id) values (${task}, ${tagId}) on conflict do nothing`,
  requireTagLimit(task, 'path.tag_id'),
]

const requireTagLimit = (task: Ref, field: string) =>
  ensure(
    sql`(select count(*) from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${task}) <= 20`,
    'WM422',
    `${field}: a task has at most 20 tags`,
  )

export const removeTag = (task: Ref, tagId: Ref) =>
  sql`delete from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${task} and ${taskTags.tag_id} = ${tagId}`

export const tagsOf = (task: Ref) =>
  answer(
    json({
      items: jsonList(
        { id: tags.id, name: tags.name, color: tags.color },
        sql`from ${taskTags} join ${tags}
    on ${tags.id} = ${taskTags.tag_id} where ${inOrg(taskTags)} and ${inOrg(tags)} and ${taskTags.task_id} = ${task}
    and ${notDeleted}`,
        sql`app.folded(${tags.name}), ${tags.id}`,
      ),
    }),
  )

/** Replaces the tags of a task by the given ids and names. */
export const setTags = (task: Ref, { tag_ids = [], names = [], create_missing }: z.output<typeof TagSet>) => {
  const isNamed = sql`(${tags.id} = any(${uuids(tag_ids)}) or app.folded(${tags.name}) = any(${lowerNames(names)}))`
  return [
    ...(create_missing && names.length ? [lockNames, createMissing(task, names)] : []),
    ...ensureFields({
      ...referencesIn({ tag_ids: that(tag.target, usable(task), 'a tag of another project') }, { tag_ids }),
      'body.names': [
        sql`(select count(*) from ${tags} where ${usable(task)} and app.folded(${tags.name}) = any(
        ${lowerNames(names)})) = ${new Set(names.map((name) => name.toLowerCase())).size}`,
        'unknown tag; send create_missing to make it',
      ],
    }),
    sql`delete from ${taskTags} using ${tags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${task}
      and ${tags.id} = ${taskTags.tag_id} and not ${isNamed}`,
    sql`insert into ${taskTags} (task_id, tag_id) select ${task}, ${tags.id} from ${tags}
      where ${usable(task)} and ${isNamed} on conflict do nothing`,
    requireTagLimit(task, 'body.tag_ids'),
    tagsOf(task),
  ]
}

const lowerNames = (names: string[]) => sql`array(select app.folded(n) from unnest(${textArray(names)}) n)`
const textArray = (values: string[]) => sql`array(select jsonb_array_elements_text(${jsonb(values)}))`

const createMissing = (task: Ref, names: string[]) =>
  sql`insert into ${tags} (name, project_id) select distinct on (app.folded(n)) n, t.project_id
    from unnest(${textArray(names)}) n, ${tasks} t where t.org_id = (select app.org_id()) and t.id = ${task}
    and not exists (select from ${tags} where ${usable(task)} and app.folded(${tags.name}) = app.folded(n))`
