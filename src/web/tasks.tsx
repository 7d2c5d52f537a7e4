import type { FC } from 'hono/jsx'
import { prefetch } from './prefetch.ts'
import { Files, type Attachment } from './files.tsx'
import { show } from './layout.tsx'
import { formatter } from './markdown.ts'
import { Saved, Summary } from './parts.tsx'
import { find, type Found, type Home } from './organization-context.ts'
import { labels, type TaskChoices, type Task, TaskForm } from './task-form.tsx'
import { type Entry, Facts, Head, History, type Listed, type Row, Subtasks } from './task-view.tsx'
import { type Logged, timeLabels, timeOn, TimeOn } from './task-time.tsx'
import { type Thread, Threads } from './threads.tsx'
import { bodyOf, noProblems, type Page, type Problems, type Visit } from './visit.ts'

type Parts = {
  threads: Listed<Thread>
  subtasks: Listed<Row>
  history: Listed<Entry>
  files: Listed<Attachment>
  choices: TaskChoices
  logged: Logged | null
}
type Shown = Found<Task> & { parts: Parts; visit: Visit; problems: Problems }

const keyOf = ({ c }: Visit) => encodeURIComponent(c.req.param('key') ?? '')
const pathOf = (visit: Visit) => `/tasks/${keyOf(visit)}?expand=permissions,blockers`
export const theTask = (visit: Visit) => find<Task>(visit, pathOf(visit), 'task')
export const hrefOf = ({ object, home }: Found<Task>) => `/tasks/${object.key}?org=${home.slug}`

export const showTask: Page = (visit) => taskPage(visit, noProblems)

/** The page of a task, with the errors of a submitted form. */
export async function taskPage(visit: Visit, problems: Problems, status?: number) {
  const found = await find<Task, Parts>(visit, pathOf(visit), 'task', (at, object, home) =>
    partsOf(visit, at, object, home),
  )
  const { person, home, object: task } = found
  return show(
    visit,
    { title: `${task.key} ${task.title}`, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

async function partsOf(visit: Visit, at: string, task: Promise<Task>, home: Home): Promise<Parts> {
  const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
  const choicesIn = async (project: string): Promise<TaskChoices> => {
    const list = async <T,>(of: string) => (await get<Listed<T>>(`/projects/${project}/${of}`)).items
    const [people, sprints, milestones] = await Promise.all([
      list<TaskChoices['people'][number]>('members?limit=200'),
      list<TaskChoices['sprints'][number]>('sprints?limit=100'),
      list<TaskChoices['milestones'][number]>('milestones?limit=100'),
    ])
    return { people, sprints, milestones }
  }
  const key = keyOf(visit)
  const guess = /^([A-Z][A-Z0-9]+)-\d+$/.exec(key)?.[1]
  const [threads, subtasks, history, [files, logged], guessed] = await Promise.all([
    get<Listed<Thread>>(`/tasks/${key}/comments?limit=30&replies=10&order=desc`),
    get<Listed<Row>>(`/tasks/${key}/subtasks?limit=100`),
    get<Listed<Entry>>(`/tasks/${key}/history?limit=20`),
    prefetch(
      `${at}/tasks/${key}`,
      task.then(({ id }) => id),
      (id) =>
        Promise.all([
          get<Listed<Attachment>>(`/attachments?entity_type=task&entity_id=${id}&limit=50`),
          timeOn(visit, at, home, id),
        ]),
    ),
    guess ? choicesIn(guess) : undefined,
  ])
  const { project, permissions } = await task
  // A task that moved to another project is also found by its old key.
  const known = guessed && project.key === guess
  const choices = known || !permissions.update ? guessed : await choicesIn(project.id)
  return {
    threads,
    subtasks,
    history,
    files,
    logged,
    choices: choices ?? { people: [], sprints: [], milestones: [] },
  }
}

const noPermissions = { update: false, comment: false }
/** What the reader may do on the page; an impersonating operator may only read. */
export const mayDo = ({ api }: Visit, task: Task) =>
  api.impersonatedUntil() ? noPermissions : task.permissions

/** Whether the errors are those of the task form, not of another form on the page. */
const isEditing = ({ c }: Visit, problems: Problems) =>
  problems !== noProblems &&
  !c.req.path.endsWith('/time') &&
  !['body', 'file'].some((name) => name in problems.fields)

const Content: FC<Shown> = ({ visit, parts, problems, ...found }) => {
  const { person, home, object: task } = found
  const taskUrl = (key: string) => `/tasks/${key}?org=${home.slug}`
  const may = mayDo(visit, task)
  return (
    <>
      <Head task={task} org={home.slug} taskUrl={taskUrl} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={{ ...labels, ...timeLabels }} />
      <section class="card prose" aria-label="Description">
        <h2 class="hidden">Description</h2>
        {task.description ? formatter()(task.description) : <p class="muted">No description.</p>}
      </section>
      <Facts task={task} taskUrl={taskUrl} />
      {may.update ? <Editing {...{ visit, parts, problems, home, task }} /> : null}
      {parts.subtasks.total ? <Subtasks rows={parts.subtasks} taskUrl={taskUrl} /> : null}
      <Files
        files={parts.files}
        on={`/tasks/${task.key}`}
        me={person.id}
        home={home}
        may={may.update}
        problems={problems}
      />
      <TimeOn {...{ task, home, problems }} logged={parts.logged} may={may.update} values={visit.form} />
      <Threads
        {...parts.threads}
        items={parts.threads.items.toReversed()}
        format={formatter()}
        action={may.comment ? `/tasks/${task.key}/comments?org=${home.slug}` : undefined}
        values={visit.form}
        problems={problems}
      />
      <History entries={parts.history.items} />
    </>
  )
}

type EditingProps = Pick<Shown, 'visit' | 'parts' | 'problems'> & { home: Home; task: Task }
const Editing: FC<EditingProps> = ({ visit, parts, problems, home, task }) => (
  <details class="more card" open={isEditing(visit, problems)}>
    <summary>Edit</summary>
    <TaskForm
      task={task}
      choices={parts.choices}
      values={visit.form}
      problems={problems}
      action={`/tasks/${task.key}?org=${home.slug}`}
    />
    <form method="post" action={`/tasks/${task.key}/archive?org=${home.slug}`}>
      <button class="slim" name="archived" value={task.is_archived ? 'no' : 'yes'}>
        {task.is_archived ? 'Restore from the archive' : 'Archive'}
      </button>
    </form>
  </details>
)
