import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { insert, rejectStale, update } from '../../kit/sql.ts'
import { taskTarget } from '../../shared/targets.ts'
import { eq, sql } from 'drizzle-orm'
import { tags } from '../../../db/schema/tags.ts'
import * as queries from './queries.ts'
import {
  Detached,
  Merged,
  Tag,
  TagChange,
  TagDraft,
  TagFilter,
  TagMerge,
  TagSet,
  TaskTags,
} from './schemas.ts'

export default area('tags', 'Tags', { tag_id: queries.tagTarget, task_id: taskTarget }, [
  read({
    id: 'listTags',
    summary: 'List the tags of the organization and its projects',
    at: 'GET /tags',
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'list_tags',
    query: TagFilter,
    returns: pageOf(Tag),
    run: ({ query }) => queries.listTags(query),
  }),
  write({
    id: 'createTag',
    summary: 'Create a tag',
    at: 'POST /tags',
    role: 'member',
    tool: 'create_tag',
    audit: 'tag.created',
    body: TagDraft,
    returns: Tag,
    status: 201,
    refuses: [409],
    example: { body: { name: 'bug', color: '#ef4444', project_id: '{project_id}' } },
    run: ({ body, id }) => {
      const tagId = id()
      const project = sql`${body.project_id ?? null}::uuid`
      return [
        ...queries.mayCreate(body),
        queries.lockNames,
        queries.nameIsFree(body.name, project, null),
        insert(tags, { id: tagId, ...body }),
        queries.getTag(tagId),
      ]
    },
  }),
  write({
    id: 'updateTag',
    summary: 'Rename or recolor a tag',
    at: 'PATCH /tags/{tag_id}',
    role: 'manager',
    or: 'owner',
    tool: 'update_tag',
    audit: 'tag.updated',
    body: TagChange,
    returns: Tag,
    refuses: [409],
    example: { body: { name: 'defect' } },
    run: ({ params: { tag_id }, body: { version, ...change } }) => [
      ...rejectStale('tags', tag_id, version, change),
      ...(change.name
        ? [queries.lockNames, queries.nameIsFree(change.name, queries.scopeOf(tag_id), tag_id)]
        : []),
      update(tags, change, eq(tags.id, tag_id)),
      queries.getTag(tag_id),
    ],
  }),
  write({
    id: 'deleteTag',
    summary: 'Delete a tag and take it off its tasks',
    at: 'DELETE /tags/{tag_id}',
    role: 'manager',
    tool: 'delete_tag',
    audit: 'tag.deleted',
    returns: Detached,
    example: {},
    run: ({ params: { tag_id } }) => queries.deleteTag(tag_id),
  }),
  write({
    id: 'mergeTag',
    summary: 'Fold a tag into another',
    at: 'POST /tags/{tag_id}/merge',
    role: 'manager',
    audit: 'tag.merged',
    body: TagMerge,
    returns: Merged,
    example: { body: { into_tag_id: '{other_tag_id}' } },
    run: ({ params: { tag_id }, body: { into_tag_id } }) => [
      ...queries.mayMerge(tag_id, into_tag_id),
      ...queries.merge(tag_id, into_tag_id),
    ],
  }),
  write({
    id: 'setTaskTags',
    summary: 'Replace the tags of a task',
    at: 'PUT /tasks/{task_id}/tags',
    role: 'member',
    tool: 'set_issue_tags',
    audit: 'task.tags_set',
    body: TagSet,
    returns: TaskTags,
    example: { body: { names: ['bug'], create_missing: true } },
    run: ({ params: { task_id }, body }) => queries.setTags(task_id, body),
  }),
  write({
    id: 'addTaskTag',
    summary: 'Put a tag on a task',
    at: 'PUT /tasks/{task_id}/tags/{tag_id}',
    role: 'member',
    audit: 'task.tag_added',
    returns: TaskTags,
    refuses: [409],
    example: {},
    run: ({ params: { task_id, tag_id } }) => [
      ...queries.tagUsable(task_id, tag_id),
      ...queries.addTag(task_id, tag_id),
      queries.tagsOf(task_id),
    ],
  }),
  write({
    id: 'removeTaskTag',
    summary: 'Take a tag off a task',
    at: 'DELETE /tasks/{task_id}/tags/{tag_id}',
    role: 'member',
    audit: 'task.tag_removed',
    status: 204,
    setup: ['addTaskTag'],
    example: {},
    run: ({ params: { task_id, tag_id } }) => queries.removeTag(task_id, tag_id),
  }),
])
