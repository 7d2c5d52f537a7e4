import type { FC, PropsWithChildren } from 'hono/jsx'
import { show } from './layout.tsx'
import { formatter } from './markdown.ts'
import { Badge, count, Saved, Summary } from './parts.tsx'
import { find, type Found, saveAgain } from './place.ts'
import { labels, type Person, type Task, TaskForm } from './task-form.tsx'
import { type Thread, Threads } from './threads.tsx'
import { bodyOf, goTo, noProblems, type Page, type Problems, problemsOf, type Visit } from './visit.ts'
import { Day, Moment } from './time.tsx'

type Row = { key: string; title: string; status: string }
type Change = { kind: string; field: string | null; from: unknown; to: unknown }
type Entry = { at: string; actor: { name: string | null }; changes: Change[] }
type Listed<T> = { items: T[]; total: number }
type Parts = { threads: Listed<Thread>; subtasks: Listed<Row>; history: Listed<Entry>; people: Person[] }
type Shown = Found<Task> & { visit: Visit; parts: Parts; problems: Problems }

const keyOf = ({ c }: Visit) => encodeURIComponent(c.req.param('key') ?? '')
const pathOf = (visit: Visit) => `/tasks/${keyOf(visit)}?expand=permissions,blockers`
const theTask = (visit: Visit) => find<Task>(visit, pathOf(visit), 'task')

export const showTask: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const found = await find<Task, Parts>(visit, pathOf(visit), 'task', (at, object) =>
    partsOf(visit, at, object),
  )
  const { person, home, object: task } = found
  return show(
    visit,
    { title: `${task.key} ${task.title}`, me: person, zone: home.timezone, status },
    <Whole {...found} visit={visit} problems={problems} />,
  )
}

async function partsOf(visit: Visit, at: string, task: Promise<Task>): Promise<Parts> {
  const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
  const key = keyOf(visit)
  const people = (project: string) => get<Listed<Person>>(`/projects/${project}/members?limit=200`)
  const guess = /^([A-Z][A-Z0-9]+)-\d+$/.exec(key)?.[1]
  const [threads, subtasks, history, guessed] = await Promise.all([
    get<Listed<Thread>>(`/tasks/${key}/comments?limit=30&replies=10&order=desc`),
    get<Listed<Row>>(`/tasks/${key}/subtasks?limit=100`),
    get<Listed<Entry>>(`/tasks/${key}/history?limit=20`),
    guess ? people(guess) : undefined,
  ])
  const { project, permissions } = await task
  if (!permissions.update) return { threads, subtasks, history, people: [] }
  // A task that moved to another project is found by its old key too.
  const members = guessed && project.key === guess ? guessed : await people(project.id)
  return { threads, subtasks, history, people: members.items }
}

const texts = ['title', 'status', 'priority', 'type'] as const
const clearable = ['assignee_id', 'start_date', 'due_date', 'description'] as const

/** Saves the form: what the person did not touch is sent as they saw it, and the version says what that was. */
export const changeTask: Page = async (visit) => {
  const found = await theTask(visit)
  const { form } = visit
  const points = form.estimate_points?.trim()
  const body = {
    ...Object.fromEntries(texts.map((name) => [name, form[name]])),
    ...Object.fromEntries(clearable.map((name) => [name, form[name] || null])),
    estimate_points: points ? numberOr(points) : null,
    version: numberOr(form.version ?? ''),
  }
  const reply = await visit.api.call('PATCH', `${found.at}/tasks/${found.object.id}`, { body })
  if (reply.status === 409) visit.form = { ...form, version: String(found.object.version) }
  if ([409, 422].includes(reply.status))
    return page(visit, saveAgain(problemsOf(reply, Object.keys(labels)), reply.status), reply.status)
  bodyOf(reply, visit.here)
  return goTo(`${hrefOf(found)}&done=saved`)
}

export const commentOnTask: Page = async (visit) => {
  const found = await theTask(visit)
  const { body = '', parent_id } = visit.form
  const reply = await visit.api.call('POST', `${found.at}/tasks/${found.object.id}/comments`, {
    body: { body, ...(parent_id ? { parent_id } : {}) },
  })
  if ([409, 422].includes(reply.status)) return page(visit, problemsOf(reply, ['body']), reply.status)
  bodyOf(reply, visit.here)
  return goTo(`${hrefOf(found)}#comments`)
}

/** A number, or the text that is none, so that the API says what is wrong with it. */
const numberOr = (text: string) => (text && Number.isFinite(Number(text)) ? Number(text) : text)

const hrefOf = ({ object, home }: Found<Task>) => `/tasks/${object.key}?org=${home.slug}`

const Whole: FC<Shown> = ({ visit, parts, problems, ...found }) => {
  const { home, object: task } = found
  const away = (key: string) => `/tasks/${key}?org=${home.slug}`
  const failed = problems !== noProblems && !problems.fields.body
  return (
    <>
      <Head task={task} org={home.slug} away={away} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={labels} />
      <section class="card prose" aria-label="Description">
        {task.description ? formatter()(task.description) : <p class="muted">No description.</p>}
      </section>
      <Facts task={task} away={away} />
      {task.permissions.update ? (
        <details class="more card" open={failed}>
          <summary>Edit</summary>
          <TaskForm
            task={task}
            people={parts.people}
            values={visit.form}
            problems={problems}
            action={away(task.key)}
          />
        </details>
      ) : null}
      {parts.subtasks.total ? <Subtasks rows={parts.subtasks} away={away} /> : null}
      <Threads
        {...parts.threads}
        items={parts.threads.items.toReversed()}
        format={formatter()}
        action={task.permissions.comment ? `/tasks/${task.key}/comments?org=${home.slug}` : undefined}
        values={visit.form}
        problems={problems}
      />
      <History entries={parts.history.items} />
    </>
  )
}

type Headed = { task: Task; org: string; away: (key: string) => string }
const Head: FC<Headed> = ({ task, org, away }) => (
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

const Facts: FC<{ task: Task; away: (key: string) => string }> = ({ task, away }) => (
  <section class="card" aria-label="Details">
    <dl class="pairs">
      <Pair term="Assignee">{task.assignee?.name ?? 'Nobody'}</Pair>
      <Pair term="Due">{task.due_date ? <Day at={task.due_date} /> : 'No day'}</Pair>
      {task.sprint ? <Pair term="Sprint">{task.sprint.name}</Pair> : null}
      {task.milestone ? <Pair term="Milestone">{task.milestone.name}</Pair> : null}
      {task.estimate_points === null ? null : (
        <Pair term="Estimate">{count(task.estimate_points, 'point')}</Pair>
      )}
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

const Subtasks: FC<{ rows: Listed<Row>; away: (key: string) => string }> = ({ rows, away }) => (
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

const History: FC<{ entries: Entry[] }> = ({ entries }) => (
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

function saidOf({ kind, field, from, to }: Change): string {
  if (!field) return `${words(kind)} the task`
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
