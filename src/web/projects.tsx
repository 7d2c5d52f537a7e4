import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { type Board, BoardChart, shownCards } from './board.tsx'
import { show } from './layout.tsx'
import { formatter } from './markdown.ts'
import { Badge, count, Field, Hidden, Summary } from './parts.tsx'
import { find, type Found } from './place.ts'
import { type Row as TaskInList, TaskRow } from './task-row.tsx'
import { bodyOf, goTo, noProblems, type Page, type Problems, problemsOf, type Visit } from './visit.ts'

type Project = {
  id: string
  key: string
  name: string
  description: string | null
  status: string
  lead: { name: string } | null
  archived_at: string | null
}
type Row = TaskInList & { assignee: { name: string } | null }
type Listed = { items: Row[]; total: number; warnings?: string[] }
type Parts = { tasks: Listed; wrong?: string | undefined; board: Board | undefined }
type Shown = Found<Project> & { visit: Visit; parts: Parts; problems: Problems }

/** Tasks on one page of the list. */
const size = 50

const theProject = (visit: Visit) =>
  find<Project>(visit, `/projects/${encodeURIComponent(visit.c.req.param('key') ?? '')}`, 'project')

export const showProject: Page = async (visit) => page(visit, await theProject(visit), noProblems)

async function page(visit: Visit, found: Found<Project>, problems: Problems, status?: number) {
  const { person, at, object } = found
  const [tasks, board] = await Promise.all([
    tasksIn(visit, found),
    visit.api.call<Board>('GET', `${at}/projects/${object.id}/board?per_column=${shownCards}`),
  ])
  const parts = { ...tasks, board: board.status === 200 ? board.body : undefined }
  return show(
    visit,
    { title: object.name, me: person, status },
    <Whole {...found} visit={visit} parts={parts} problems={problems} />,
  )
}

/** The tasks that the filter finds, or all, newest change first. */
async function tasksIn({ api, query, here }: Visit, { at, object }: Found<Project>) {
  const mine = query.q?.trim() ? `project:${object.key} (${query.q.trim()})` : `project:${object.key}`
  const offset = Math.max(0, Number(query.offset) || 0)
  const body = { text: mine, limit: size, offset, sort: '-updated_at' }
  const reply = await api.call<Listed>('POST', `${at}/tasks/query`, { body })
  if (reply.status !== 422) return { tasks: bodyOf(reply, here) }
  return {
    tasks: { items: [], total: 0 },
    wrong: problemsOf(reply, ['text']).fields.text ?? 'This filter is not understood.',
  }
}

export const createTask: Page = async (visit) => {
  const found = await theProject(visit)
  const { once = '', title = '' } = visit.form
  const reply = await visit.api.call<{ key: string }>(
    'POST',
    `${found.at}/projects/${found.object.id}/tasks`,
    {
      body: { title },
      headers: once ? { 'idempotency-key': once } : {},
    },
  )
  if ([403, 409, 422].includes(reply.status))
    return page(visit, found, problemsOf(reply, ['title']), reply.status)
  return goTo(`/tasks/${bodyOf(reply, visit.here).key}?org=${found.home.slug}`)
}

const Whole: FC<Shown> = ({ visit, parts, problems, home, object }) => (
  <>
    <div>
      <p class="facts">
        <a href={`/organizations/${home.slug}`}>{home.name}</a>
        {object.lead ? <span>{`Led by ${object.lead.name}`}</span> : null}
      </p>
      <h1>
        {object.name} <span class="mono muted">{object.key}</span>
      </h1>
      {object.archived_at ? <Badge>archived</Badge> : null}
      {object.description ? <div class="prose lead">{formatter()(object.description)}</div> : null}
    </div>
    {parts.board?.columns.some(({ count: cards }) => cards > 0) ? (
      <section class="card" aria-labelledby="board">
        <h2 id="board">Board</h2>
        <BoardChart id={`board-${object.id}`} name={object.name} board={parts.board} org={home.slug} />
      </section>
    ) : null}
    {object.archived_at ? null : (
      <NewTask visit={visit} problems={problems} object={object} org={home.slug} />
    )}
    <Tasks visit={visit} parts={parts} object={object} org={home.slug} />
  </>
)

type Part = { visit: Visit; object: Project; org: string }

const Tasks: FC<Part & { parts: Parts }> = ({ visit, parts: { tasks, wrong }, object, org }) => (
  <section class="card stack" aria-labelledby="tasks">
    <h2 id="tasks">{count(tasks.total, 'task')}</h2>
    <form class="seek" method="get" action={`/projects/${object.key}`} role="search">
      <Hidden fields={{ org }} />
      <div class="field">
        <label for="q">Filter</label>
        <p class="hint" id="q-hint">
          Words, or fields such as status:todo assignee:me due&lt;7d
        </p>
        {wrong ? (
          <p class="problem" id="q-problem">
            {wrong}
          </p>
        ) : null}
        <input
          type="search"
          id="q"
          name="q"
          value={visit.query.q}
          aria-describedby={wrong ? 'q-hint q-problem' : 'q-hint'}
        />
      </div>
      <button>Find</button>
    </form>
    {tasks.items.length ? (
      <ul class="rows">
        {tasks.items.map((one) => (
          <TaskRow task={one} org={org} aside={one.assignee?.name ?? 'Nobody'} />
        ))}
      </ul>
    ) : (
      <p class="muted">{visit.query.q ? 'Nothing matches.' : 'There is no task yet.'}</p>
    )}
    <Pager visit={visit} total={tasks.total} object={object} org={org} />
  </section>
)

const Pager: FC<Part & { total: number }> = ({ visit, total, object, org }) => {
  const offset = Math.max(0, Number(visit.query.offset) || 0)
  const to = (next: number) =>
    `/projects/${object.key}?${new URLSearchParams({ org, ...(visit.query.q ? { q: visit.query.q } : {}), offset: String(next) })}`
  if (total <= size) return null
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 ? <a href={to(Math.max(0, offset - size))}>Before</a> : <span />}
      <span class="muted">{`${offset + 1} to ${Math.min(total, offset + size)} of ${total.toLocaleString('en')}`}</span>
      {offset + size < total ? <a href={to(offset + size)}>Next</a> : <span />}
    </nav>
  )
}

const NewTask: FC<Part & { problems: Problems }> = ({ visit, problems, object, org }) => (
  <details class="more card" open={problems !== noProblems}>
    <summary>New task</summary>
    <form class="stack" method="post" action={`/projects/${object.key}?org=${org}`} novalidate>
      <Hidden fields={{ once: uuidv7() }} />
      <Summary problems={problems} labels={{ title: 'Title' }} />
      <Field name="title" label="Title" values={visit.form} problems={problems} maxlength={255} />
      <button class="primary">Create task</button>
    </form>
  </details>
)
