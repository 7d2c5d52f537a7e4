import { id, text } from '../../kit/fields.ts'
import { area, write } from '../../kit/operation.ts'
import { contains, insert } from '../../kit/sql.ts'
import { taskTarget } from '../../shared/targets.ts'
import { sql } from 'drizzle-orm'
import { tags } from '../../../db/schema/tags.ts'
import * as queries from './queries.ts'
import { Detached, Merged, TagMerge, TagSet, TaskTags } from './schemas.ts'

export default area('tags', 'Tags', { tag_id: queries.tag.target, task_id: taskTarget }, [
  queries.tag.list('listTags', 'List the tags of the organization and its projects', {
    role: 'viewer',
    allowsProjectKeys: true,
    tool: 'list_tags',
    filter: {
      project_id: [
        id().describe('Only of the organization and of this project'),
        (project: string) => sql`(${tags.project_id} is null or ${tags.project_id} = ${project})`,
      ],
      q: [text(50).describe('Words in the name'), (needle: string) => contains(tags.name, needle)],
    },
    sorts: { name: sql`app.folded(${tags.name})`, usage: queries.usage },
    sort: 'name',
  }),
  queries.tag.create('createTag', 'Create a tag', {
    role: 'member',
    tool: 'create_tag',
    example: { name: 'bug', color: '#ef4444', project_id: '{project_id}' },
    run: ({ body, id: next }) => {
      const newId = next()
      const project = sql`${body.project_id ?? null}::uuid`
      return [
        ...queries.requireCreatable(body),
        queries.lockNames,
        queries.requireFreeName(body.name, project, null),
        insert(tags, { id: newId, ...body }),
        queries.tag.get(newId),
      ]
    },
  }),
  queries.tag.change('updateTag', 'Rename or recolor a tag', {
    role: 'manager',
    or: 'owner',
    tool: 'update_tag',
    example: { name: 'defect' },
    run: ({ params: { tag_id }, body: { version, ...change } }) => [
      ...(change.name
        ? [queries.lockNames, queries.requireFreeName(change.name, queries.scopeOf(tag_id), tag_id)]
        : []),
      ...queries.tag.apply(tag_id, version, change),
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
    partOf: [{ tool: 'update_tag', argument: 'merge', says: 'Its tasks get another tag, and it ends' }],
    role: 'manager',
    audit: 'tag.merged',
    body: TagMerge,
    returns: Merged,
    example: { body: { into_tag_id: '{other_tag_id}' } },
    run: ({ params: { tag_id }, body: { into_tag_id } }) => [
      ...queries.requireMergeable(tag_id, into_tag_id),
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
    example: {},
    run: ({ params: { task_id, tag_id } }) => [
      ...queries.requireUsable(task_id, tag_id),
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
