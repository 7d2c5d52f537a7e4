import type { Child, FC } from 'hono/jsx'
import { Badge, Pairs, Section } from '../kit/parts.tsx'
import { History } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'
import { properties } from './task-fields.ts'
import type { ShownTask } from './task.tsx'

/** What a task is, with a form to change it. */
export const Properties: FC<ShownTask> = ({ object: task, organization, parts, form }) => {
  const waits: Child = task.blockers?.length ? (
    <ul>
      {task.blockers.map(({ key, title }) => (
        <li>
          {key ? (
            <a href={`/tasks/${key}?org=${organization.slug}`}>{`${key} ${title}`}</a>
          ) : (
            say('A task that you cannot see')
          )}
        </li>
      ))}
    </ul>
  ) : null
  return (
    <>
      <Pairs
        of={[
          ...properties.factsOf(task),
          [say('Waits for'), waits],
          [say('Reported by'), task.reporter?.name ?? say('Somebody who left')],
        ]}
      />
      {form('', { choices: parts.choices })}
      <div class="buttons">
        {form('archive', {
          verb: task.is_archived ? 'Restore from the archive' : 'Archive',
          hidden: { archived: task.is_archived ? 'no' : 'yes' },
        })}
        {form('delete', { about: task.key })}
      </div>
    </>
  )
}

export const Subtasks: FC<ShownTask> = ({ object: task, organization, parts: { subtasks }, form }) => {
  const adding = form('subtask', { hidden: { project_id: task.project.id } })
  return adding || subtasks.total ? (
    <Section id="subtasks" title={subtasks.total ? count(subtasks.total, 'subtask') : say('No subtasks')}>
      <ul class="rows">
        {subtasks.items.map(({ key, title, status }) => (
          <li class="task">
            <span class="key mono">{key}</span>
            <a class="grow" href={`/tasks/${key}?org=${organization.slug}`}>
              {title}
            </a>
            <Badge>{inWords(status)}</Badge>
          </li>
        ))}
      </ul>
      {subtasks.part.pager(subtasks.total)}
      {adding}
    </Section>
  ) : null
}

type Change = ShownTask['parts']['history']['items'][number]['changes'][number]
/** The changes of a task, newest first. */
export const TaskHistory: FC<ShownTask> = ({ request, parts: { history } }) => (
  <History
    of={history.items}
    line={({ at, actor, changes }) => [
      `${actor.name ?? say('The service')} ${changes.map(describeChange).join(', ')}`,
      at,
    ]}
    total={history.total}
    part={history.part}
    open={'history_from' in request.query}
  />
)

/** Events that are not the change of a field. */
const eventTexts: Record<string, string> = {
  attached: 'attached a file',
  attachment_deleted: 'deleted a file',
  commented: 'commented',
  comment_edited: 'edited a comment',
  comment_deleted: 'deleted a comment',
  thread_resolved: 'resolved a comment',
  thread_reopened: 'reopened a comment',
  tag_added: 'added a tag',
  tag_removed: 'removed a tag',
}

function describeChange({ kind, field, from = null, to = null }: Change): string {
  if (!field) return say(eventTexts[kind] ?? say('{kind} the task', { kind: inWords(kind) }))
  const name = inWords(field.replace(/_(?:id|at)$/, ''))
  const isPrintable = [from, to].every(
    (value) => value === null || (typeof value !== 'object' && !field.endsWith('_id')),
  )
  const value = (one: unknown) =>
    one === null ? 'nothing' : inWords(typeof one === 'string' ? one : JSON.stringify(one))
  return isPrintable && field !== 'description'
    ? say('changed {name} from {value} to {value2}', { name, value: value(from), value2: value(to) })
    : say('changed {name}', { name })
}
