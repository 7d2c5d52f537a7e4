import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { prefetch } from '../kit/prefetch.ts'
import type { Attachment } from '../attachments/files.tsx'
import { TaskFiles } from '../attachments/task-files.tsx'
import { show } from '../kit/layout.tsx'
import { formatter } from '../kit/markdown.ts'
import { partOf } from '../kit/pager.tsx'
import { Saved, Summary } from '../kit/parts.tsx'
import { find, type Found, type Home } from '../kit/organization-context.ts'
import { labels, type TaskChoices, type Task, TaskForm } from './task-form.tsx'
import { type Entry, Facts, Head, History, type Listed, type Row, Subtasks } from './task-view.tsx'
import { type Logged, timeLabels, timeOn, TimeOn } from '../time/task-time.tsx'
import { type Thread, Threads, threadsOf } from '../comments/threads.tsx'
import { bodyOf, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

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
/** The parts of long lists that the page shows. */
const listsOn = (visit: Visit) => {
  const part = (name: string, size: number, anchor: string) =>
    partOf(visit, `/tasks/${keyOf(visit)}`, name, size, anchor)
  return {
    comments: part('comments_from', 30, 'comments'),
    subtasks: part('subtasks_from', 100, 'subtasks'),
    history: part('history_from', 20, 'history'),
    time: part('time_from', 5, 'time'),
  }
}
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

async function choicesIn(visit: Visit, at: string): Promise<TaskChoices> {
  const list = <T,>(of: string) => allOf<T>(visit, `${at}/${of}`)
  const [people, sprints, milestones] = await Promise.all([
    list<TaskChoices['people'][number]>('members'),
    list<TaskChoices['sprints'][number]>('sprints'),
    list<TaskChoices['milestones'][number]>('milestones'),
  ])
  return { people, sprints, milestones }
}

async function partsOf(visit: Visit, at: string, task: Promise<Task>, home: Home): Promise<Parts> {
  const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
  const key = keyOf(visit)
  const lists = listsOn(visit)
  const guess = /^([A-Z][A-Z0-9]+)-\d+$/.exec(key)?.[1]
  const [threads, subtasks, history, [files, logged], guessed] = await Promise.all([
    threadsOf(visit, get, `/tasks/${key}/comments`, lists.comments),
    get<Listed<Row>>(`/tasks/${key}/subtasks?${lists.subtasks.query}`),
    get<Listed<Entry>>(`/tasks/${key}/history?${lists.history.query}`),
    prefetch(
      `${at}/tasks/${key}`,
      task.then(({ id }) => id),
      (id) =>
        Promise.all([
          get<Listed<Attachment>>(`/attachments?entity_type=task&entity_id=${id}&limit=50`),
          timeOn(visit, at, home, id, lists.time),
        ]),
    ),
    guess ? choicesIn(visit, `${at}/projects/${guess}`) : undefined,
  ])
  const { project, permissions } = await task
  // A task that moved to another project is also found by its old key.
  const known = guessed && project.key === guess
  const choices =
    known || !permissions.update ? guessed : await choicesIn(visit, `${at}/projects/${project.id}`)
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
  const lists = listsOn(visit)
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
      {parts.subtasks.total ? (
        <Subtasks rows={parts.subtasks} taskUrl={taskUrl} part={lists.subtasks} />
      ) : null}
      <TaskFiles
        files={parts.files}
        on={`/tasks/${task.key}`}
        me={person.id}
        home={home}
        may={may.update}
        problems={problems}
      />
      <TimeOn
        {...{ task, home, problems }}
        part={lists.time}
        logged={parts.logged}
        may={may.update}
        values={visit.form}
      />
      <Comments {...{ visit, parts, problems, task, home }} may={may.comment} />
      <History entries={parts.history} part={lists.history} open={'history_from' in visit.query} />
    </>
  )
}

type CommentsProps = EditingProps & { may: boolean }
const Comments: FC<CommentsProps> = ({ visit, parts, problems, home, task, may }) => (
  <Threads
    {...parts.threads}
    part={listsOn(visit).comments}
    page={`/tasks/${task.key}?org=${home.slug}`}
    one={'thread' in visit.query}
    items={parts.threads.items.toReversed()}
    format={formatter()}
    action={may ? `/tasks/${task.key}/comments?org=${home.slug}` : undefined}
    values={visit.form}
    problems={problems}
  />
)

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
