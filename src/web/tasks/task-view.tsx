import { durationText } from '../time/task-time.tsx'
import { inWords } from '../kit/words.ts'
import type { FC, PropsWithChildren } from 'hono/jsx'
import type { Part } from '../kit/pager.tsx'
import { Badge, count } from '../kit/parts.tsx'
import { repeats, type Task } from './task-form.tsx'
import { Day, Moment } from '../kit/time.tsx'

export type Listed<T> = { items: T[]; total: number }
export type Row = { key: string; title: string; status: string }
type Change = { kind: string; field: string | null; from: unknown; to: unknown }
export type Entry = { at: string; actor: { name: string | null }; changes: Change[] }

type Headed = { task: Task; org: string; taskUrl: (key: string) => string }
/** The title and state of a task. */
export const Head: FC<Headed> = ({ task, org, taskUrl }) => (
  <div>
    <p class="facts">
      <a href={`/projects/${task.project.key}?org=${org}`}>{task.project.name}</a>
      {task.parent ? (
        <a href={taskUrl(task.parent.key)}>{`${task.parent.key} ${task.parent.title}`}</a>
      ) : null}
    </p>
    <h1>
      <span class="mono muted">{task.key}</span> {task.title}
    </h1>
    <Marks task={task} />
  </div>
)

const Marks: FC<{ task: Task }> = ({ task }) => (
  <p class="marks">
    <Badge kind={task.status === 'done' ? 'good' : 'accent'}>{inWords(task.status)}</Badge>
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

export const Facts: FC<{ task: Task; taskUrl: (key: string) => string }> = ({ task, taskUrl }) => (
  <section class="card" aria-label="Details">
    <dl class="pairs">
      <Pair term="Assignee">{task.assignee?.name ?? 'Nobody'}</Pair>
      {task.start_date ? (
        <Pair term="Start">
          <Day at={task.start_date} />
        </Pair>
      ) : null}
      <Pair term="Due">{task.due_date ? <Day at={task.due_date} /> : 'No due date'}</Pair>
      {task.sprint ? <Pair term="Sprint">{task.sprint.name}</Pair> : null}
      {task.milestone ? <Pair term="Milestone">{task.milestone.name}</Pair> : null}
      {task.estimate_points === null ? null : (
        <Pair term="Estimate">{count(task.estimate_points, 'point')}</Pair>
      )}
      {task.estimate_minutes === null ? null : (
        <Pair term="Time planned">{durationText(task.estimate_minutes * 60)}</Pair>
      )}
      {task.progress_percent ? <Pair term="Progress">{`${task.progress_percent} %`}</Pair> : null}
      {task.rrule ? <Pair term="Repeats">{repeats[task.rrule] ?? task.rrule}</Pair> : null}
      {task.blockers?.length ? (
        <Pair term="Waits for">
          <ul>
            {task.blockers.map(({ key, title }) => (
              <li>{key ? <a href={taskUrl(key)}>{`${key} ${title}`}</a> : 'A task that you cannot see'}</li>
            ))}
          </ul>
        </Pair>
      ) : null}
      <Pair term="Reported by">{task.reporter?.name ?? 'Somebody who left'}</Pair>
    </dl>
  </section>
)

type SubtasksProps = { rows: Listed<Row>; taskUrl: (key: string) => string; part: Part }
export const Subtasks: FC<SubtasksProps> = ({ rows, taskUrl, part }) => (
  <section class="card" aria-labelledby="subtasks">
    <h2 id="subtasks">{count(rows.total, 'subtask')}</h2>
    <ul class="rows">
      {rows.items.map((one) => (
        <li class="task">
          <span class="key mono">{one.key}</span>
          <a class="grow" href={taskUrl(one.key)}>
            {one.title}
          </a>
          <Badge>{inWords(one.status)}</Badge>
        </li>
      ))}
    </ul>
    {part.pager(rows.total)}
  </section>
)

/** The changes of a task, newest first. */
type HistoryProps = { entries: Listed<Entry>; part: Part; open: boolean }
export const History: FC<HistoryProps> = ({ entries: { items, total }, part, open }) => (
  <details class="more card" id="history" open={open}>
    <summary>History</summary>
    <ul class="rows">
      {items.map(({ at, actor, changes }) => (
        <li>
          <p>{`${actor.name ?? 'The service'} ${changes.map(describeChange).join(', ')}`}</p>
          <p class="hint">
            <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
    {part.pager(total)}
  </details>
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

function describeChange({ kind, field, from, to }: Change): string {
  if (!field) return eventTexts[kind] ?? `${inWords(kind)} the task`
  const name = inWords(field.replace(/_(?:id|at)$/, ''))
  const isPrintable = [from, to].every(
    (value) => value === null || (typeof value !== 'object' && !field.endsWith('_id')),
  )
  const value = (one: unknown) =>
    one === null ? 'nothing' : inWords(typeof one === 'string' ? one : JSON.stringify(one))
  return isPrintable && field !== 'description'
    ? `changed ${name} from ${value(from)} to ${value(to)}`
    : `changed ${name}`
}
