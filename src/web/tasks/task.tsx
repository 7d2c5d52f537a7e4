import { attachmentFile, fileForms, PageFiles } from '../attachments/page-files.tsx'
import { CommentList, commentForms, commentsOf } from '../comments/comments.tsx'
import { readAll, together } from '../kit/all-of.ts'
import type { Offered } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Live } from '../kit/live.tsx'
import { formatter } from '../kit/markdown.ts'
import { mayCall, type Read } from '../kit/operations.ts'
import { type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, Beside } from '../kit/parts.tsx'
import { prefetch } from '../kit/prefetch.ts'
import { say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'
import { timeForms, TimeOn, timeOn } from '../time/task-time.tsx'
import { parentIn, properties, saveTags, type Task, texts } from './task-fields.ts'
import { Properties, Subtasks, TaskHistory } from './task-parts.tsx'

/** What a task of a project can be given. */
async function choicesIn(read: Read, project_id: string): Promise<Record<string, Offered>> {
  const [people, sprints, milestones] = await Promise.all([
    readAll(read, 'listProjectMembers', {}, { project_id }),
    readAll(read, 'listSprints', {}, { project_id }),
    readAll(read, 'listMilestones', {}, { project_id }),
  ])
  return {
    assignee_id: people.filter(({ role, is_app }) => role !== 'viewer' && !is_app),
    sprint_id: sprints.filter(({ state }) => state !== 'completed'),
    milestone_id: milestones,
  }
}

/** The choices for a task, whose key mostly says in which project it is: one that moved is found by its old key too. */
async function choicesFor(read: Read, key: string, task: Promise<Task>) {
  const guess = /^([A-Z][A-Z0-9]+)-\d+$/.exec(key)?.[1]
  const guessed = guess ? choicesIn(read, guess) : undefined
  guessed?.catch(() => undefined)
  const { project } = await task
  return guessed && project.key === guess ? guessed : choicesIn(read, project.id)
}

async function partsOf({ request, read, id: key, organization, object }: ObjectFetching<'getTask'>) {
  const at = `/tasks/${encodeURIComponent(key)}`
  const part = (name: string, size: number, anchor: string) => partOf(request, at, name, size, anchor)
  const { byId, ...parts } = await together({
    comments: commentsOf(request, read, 'task', at),
    subtasks: readPart(read, 'listSubtasks', part('subtasks_from', 100, 'subtasks')),
    history: readPart(read, 'getTaskHistory', part('history_from', 20, 'history')),
    choices: mayCall(organization, 'updateTask') ? choicesFor(read, key, object) : {},
    byId: prefetch(
      `${organization.id}/tasks/${key}`,
      object.then(({ id }) => id),
      (id) =>
        together({
          files: read('listAttachments', { entity_type: 'task', entity_id: id, limit: 50 }),
          logged: timeOn(read, organization, id, part('time_from', 5, 'time')),
        }),
    ),
  })
  return { ...parts, ...byId }
}
type Parts = PartsOf<typeof partsOf>
export type ShownTask = Shown<Task, Parts>

const permissionFor = (action: string) =>
  ['comments', 'reply', 'change-comment', 'delete-comment', 'resolve', 'reopen'].includes(action)
    ? 'comment'
    : action === 'delete'
      ? 'delete'
      : 'update'

/** A task to read, change and talk about, with its files and its time. */
export default objectPage<'getTask', Parts>({
  at: '/tasks/:key',
  of: 'getTask',
  query: { expand: 'permissions,blockers' },
  noun: 'task',
  file: attachmentFile,
  under: ({ slug }, { project, parent }) => [
    [project.name, `/projects/${project.key}?org=${slug}`],
    ...(parent
      ? [[`${parent.key} ${parent.title}`, `/tasks/${parent.key}?org=${slug}`] as [string, string]]
      : []),
  ],
  title: ({ key, title }) => `${key} ${title}`,
  marks: (task) => (
    <>
      <Badge kind={task.status === 'done' ? 'good' : 'accent'}>{inWords(task.status)}</Badge>
      {task.is_overdue ? <Badge kind="bad">{say('overdue')}</Badge> : null}
      {task.is_blocked ? <Badge kind="warn">{say('blocked')}</Badge> : null}
      {task.is_archived ? <Badge>{say('archived')}</Badge> : null}
      {task.tags.map(({ name }) => (
        <Badge>{`#${name}`}</Badge>
      ))}
    </>
  ),
  offers: ({ object }, action) => object.permissions?.[permissionFor(action)] ?? false,
  parts: partsOf,
  forms: {
    '': calling('updateTask', {
      title: 'Change',
      fields: properties,
      also: parentIn,
      saidAt: { parent_id: 'parent' },
      finish: saveTags,
    }),
    text: calling('updateTask', { title: 'Edit', fields: texts }),
    archive: calling('updateTask', {
      verb: 'Archive',
      also: ({ archived }) => ({ archived: archived === 'yes' }),
    }),
    delete: calling('deleteTask', {
      warning: 'It goes to the trash with its subtasks.',
      to: ({ organization, object }) => `/projects/${object.project.key}?org=${organization.slug}&done=saved`,
    }),
    subtask: calling('createTask', {
      title: 'Add a subtask',
      verb: 'Create subtask',
      fields: bodyFields('TaskDraft', { title: { label: 'Title', wide: true } }),
      also: (_, { object }) => ({ parent_id: object.id }),
      to: ({ here }) => `${here}&done=saved#subtasks`,
    }),
    ...fileForms<Task>('task'),
    ...timeForms,
    ...commentForms<Task>('task'),
  },
  Content: (shown) => {
    const { object: task, parts, form } = shown
    return (
      <Beside panel={<Properties {...shown} />} name={say('Properties')}>
        <section class="card stack" aria-label={say('Description')}>
          <h2 class="hidden">{say('Description')}</h2>
          {task.description ? (
            <div class="prose">{formatter()(task.description)}</div>
          ) : (
            <p class="muted">{say('No description.')}</p>
          )}
          {form('text')}
        </section>
        <Subtasks {...shown} />
        <PageFiles shown={shown} files={parts.files} />
        <TimeOn {...shown} logged={parts.logged} />
        <CommentList {...shown} of={parts.comments} kind="task" />
        <TaskHistory {...shown} />
        <Live of="task comment attachment tag" organizations={[shown.organization]} request={shown.request} />
      </Beside>
    )
  },
})
