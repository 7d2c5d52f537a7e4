import type { FC, PropsWithChildren } from 'hono/jsx'
import { Badge, count } from './parts.tsx'
import { repeats, type Task } from './task-form.tsx'
import { Day, Moment } from './time.tsx'

export type Listed<T> = { items: T[]; total: number }
export type Row = { key: string; title: string; status: string }
type Change = { kind: string; field: string | null; from: unknown; to: unknown }
export type Entry = { at: string; actor: { name: string | null }; changes: Change[] }

type Headed = { task: Task; org: string; away: (key: string) => string }
/** What a task is called, and how it stands. */
export const Head: FC<Headed> = ({ task, org, away }) => (
  <div>
    <p class="facts">
      <a href={`/projects/${task.project.key}?org=${org}`}>{task.project.name}</a>
      {task.parent ? <a href={away(task.parent.key)}>{`${task.parent.key} ${task.parent.title}`}</a> : null}
    </p>
    <h1>
      <span class="mono muted">{task.key}</span> {task.title}
    </h1>
    <Marks task={task} />
  </div>
)

const words = (text: string) => text.replaceAll('_', ' ')

const Marks: FC<{ task: Task }> = ({ task }) => (
  <p class="marks">
    <Badge kind={task.status === 'done' ? 'good' : 'accent'}>{words(task.status)}</Badge>
    <Badge>{task.type}</Badge>
    <Badge
      kind={['high', 'urgent'].includes(task.priority) ? 'warn' : undefined}
    >{`${task.priority} priority`}</Badge>
    {task.is_overdue ? <Badge kind="bad">overdue</Badge> : null}
    {task.is_blocked ? <Badge kind="warn">blocked</Badge> : null}
    {task.is_archived ? <Badge>archived</Badge> : null}
    {task.tags.map(({ name }) => (
      <Badge>{`#${name}`}</Badge>
    ))}
  </p>
)

const Pair: FC<PropsWithChildren<{ term: string }>> = ({ term, children }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
)

export const Facts: FC<{ task: Task; away: (key: string) => string }> = ({ task, away }) => (
  <section class="card" aria-label="Details">
    <dl class="pairs">
      <Pair term="Assignee">{task.assignee?.name ?? 'Nobody'}</Pair>
      {task.start_date ? (
        <Pair term="Start">
          <Day at={task.start_date} />
        </Pair>
      ) : null}
      <Pair term="Due">{task.due_date ? <Day at={task.due_date} /> : 'No day'}</Pair>
      {task.sprint ? <Pair term="Sprint">{task.sprint.name}</Pair> : null}
      {task.milestone ? <Pair term="Milestone">{task.milestone.name}</Pair> : null}
      {task.estimate_points === null ? null : (
        <Pair term="Estimate">{count(task.estimate_points, 'point')}</Pair>
      )}
      {task.estimate_minutes === null ? null : (
        <Pair term="Time planned">{count(task.estimate_minutes, 'minute')}</Pair>
      )}
      {task.progress_percent ? <Pair term="Progress">{`${task.progress_percent} %`}</Pair> : null}
      {task.rrule ? <Pair term="Repeats">{repeats[task.rrule] ?? task.rrule}</Pair> : null}
      {task.blockers?.length ? (
        <Pair term="Waits for">
          <ul>
            {task.blockers.map(({ key, title }) => (
              <li>{key ? <a href={away(key)}>{`${key} ${title}`}</a> : 'A task that you cannot see'}</li>
            ))}
          </ul>
        </Pair>
      ) : null}
      <Pair term="Reported by">{task.reporter?.name ?? 'Somebody who left'}</Pair>
    </dl>
  </section>
)

export const Subtasks: FC<{ rows: Listed<Row>; away: (key: string) => string }> = ({ rows, away }) => (
  <section class="card" aria-labelledby="subtasks">
    <h2 id="subtasks">{count(rows.total, 'subtask')}</h2>
    <ul class="rows">
      {rows.items.map((one) => (
        <li class="task">
          <span class="key mono">{one.key}</span>
          <a class="grow" href={away(one.key)}>
            {one.title}
          </a>
          <Badge>{words(one.status)}</Badge>
        </li>
      ))}
    </ul>
  </section>
)

/** What changed, the latest first. */
export const History: FC<{ entries: Entry[] }> = ({ entries }) => (
  <details class="more card">
    <summary>History</summary>
    <ul class="rows">
      {entries.map(({ at, actor, changes }) => (
        <li>
          <p>{`${actor.name ?? 'The service'} ${changes.map(saidOf).join(', ')}`}</p>
          <p class="hint">
            <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
  </details>
)

/** What was done, where it is no change of a field. */
const deeds: Record<string, string> = {
  attached: 'attached a file',
  attachment_deleted: 'deleted a file',
  commented: 'commented',
  comment_edited: 'edited a comment',
  comment_deleted: 'deleted a comment',
  thread_resolved: 'resolved a comment',
  thread_reopened: 'reopened a comment',
  tag_added: 'added a tag',
  tag_removed: 'took a tag away',
}

function saidOf({ kind, field, from, to }: Change): string {
  if (!field) return deeds[kind] ?? `${words(kind)} the task`
  const name = words(field.replace(/_(?:id|at)$/, ''))
  const tellable = [from, to].every(
    (value) => value === null || (typeof value !== 'object' && !field.endsWith('_id')),
  )
  const value = (one: unknown) =>
    one === null ? 'nothing' : words(typeof one === 'string' ? one : JSON.stringify(one))
  return tellable && field !== 'description'
    ? `changed ${name} from ${value(from)} to ${value(to)}`
    : `changed ${name}`
}
