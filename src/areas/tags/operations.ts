import { conflicts } from '../../kit/errors.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { insert, mergeable, update } from '../../kit/sql.ts'
import { taskTarget } from '../../kit/targets.ts'
import { eq, sql } from 'drizzle-orm'
import { tags } from '../../../db/schema/tags.ts'
import * as query from './queries.ts'
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

conflicts({ tags_name: 'a tag of this name already exists in this scope' })

export default area('tags', 'Tags', { tag_id: query.tagTarget, task_id: taskTarget }, [
  read({
    id: 'listTags',
    does: 'List the tags of the organization and its projects',
    at: 'GET /tags',
    role: 'viewer',
    reach: 'any',
    tool: 'list_tags',
    query: TagFilter,
    returns: pageOf(Tag),
    run: ({ query: asked }) => query.listTags(asked),
  }),
  write({
    id: 'createTag',
    does: 'Create a tag',
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
        ...query.mayCreate(body),
        query.lockNames,
        query.nameIsFree(body.name, project, null),
        insert(tags, { id: tagId, ...body }),
        query.getTag(tagId),
      ]
    },
  }),
  write({
    id: 'updateTag',
    does: 'Rename or recolor a tag',
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
      ...mergeable('tags', tag_id, version, change),
      ...(change.name ? [query.lockNames, query.nameIsFree(change.name, query.scopeOf(tag_id), tag_id)] : []),
      update(tags, change, eq(tags.id, tag_id)),
      query.getTag(tag_id),
    ],
  }),
  write({
    id: 'deleteTag',
    does: 'Delete a tag and take it off its tasks',
    at: 'DELETE /tags/{tag_id}',
    role: 'manager',
    tool: 'delete_tag',
    audit: 'tag.deleted',
    returns: Detached,
    example: {},
    run: ({ params: { tag_id } }) => query.deleteTag(tag_id),
  }),
  write({
    id: 'mergeTag',
    does: 'Fold a tag into another',
    at: 'POST /tags/{tag_id}/merge',
    role: 'manager',
    audit: 'tag.merged',
    body: TagMerge,
    returns: Merged,
    example: { body: { into_tag_id: '{other_tag_id}' } },
    run: ({ params: { tag_id }, body: { into_tag_id } }) => [
      ...query.mayMerge(tag_id, into_tag_id),
      ...query.merge(tag_id, into_tag_id),
    ],
  }),
  write({
    id: 'setTaskTags',
    does: 'Replace the tags of a task',
    at: 'PUT /tasks/{task_id}/tags',
    role: 'member',
    tool: 'set_issue_tags',
    audit: 'task.tags_set',
    body: TagSet,
    returns: TaskTags,
    example: { body: { names: ['bug'], create_missing: true } },
    run: ({ params: { task_id }, body }) => query.setTags(task_id, body),
  }),
  write({
    id: 'addTaskTag',
    does: 'Put a tag on a task',
    at: 'PUT /tasks/{task_id}/tags/{tag_id}',
    role: 'member',
    audit: 'task.tag_added',
    returns: TaskTags,
    refuses: [409],
    example: {},
    run: ({ params: { task_id, tag_id } }) => [
      ...query.tagUsable(task_id, tag_id),
      ...query.addTag(task_id, tag_id),
      query.tagsOf(task_id),
    ],
  }),
  write({
    id: 'removeTaskTag',
    does: 'Take a tag off a task',
    at: 'DELETE /tasks/{task_id}/tags/{tag_id}',
    role: 'member',
    audit: 'task.tag_removed',
    status: 204,
    given: ['addTaskTag'],
    example: {},
    run: ({ params: { task_id, tag_id } }) => query.removeTag(task_id, tag_id),
  }),
])
