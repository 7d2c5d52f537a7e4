import type { FC } from 'hono/jsx'
import { isUuid, uuidv7 } from '../../kit/id.ts'
import { type Board, BoardView, type BoardActions, countText } from '../kit/board.tsx'
import type { Reply } from '../kit/api.ts'
import { show } from '../kit/layout.tsx'
import { formatter } from '../kit/markdown.ts'
import { Badge, count, Hidden, Saved, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { Pager } from '../kit/pager.tsx'
import { find, type Found, isAtLeast } from '../kit/organization-context.ts'
import { type Row as TaskInList, TaskRow } from '../tasks/task-row.tsx'
import {
  bodyOf,
  redirectTo,
  jsonResponse,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  pageErrorOf,
  type Visit,
  wantsJson,
} from '../kit/visit.ts'

type Project = {
  id: string
  key: string
  name: string
  description: string | null
  status: string
  role: string | null
  lead: { name: string } | null
  archived_at: string | null
}
type Row = TaskInList & { assignee: { name: string } | null }
type Listed = { items: Row[]; total: number; warnings?: string[] }
type Parts = { tasks: Listed; filterError?: string | undefined; board: Board | undefined }
type Shown = Found<Project> & { parts: Parts; visit: Visit; problems: Problems }

/** Tasks on one page of the list, and cards in a column. */
const size = 25
const perColumn = 12

const keyOf = ({ c }: Visit) => c.req.param('key') ?? ''
const pathOf = (visit: Visit) => `/projects/${encodeURIComponent(keyOf(visit))}`

export const showProject: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const found = await find<Project, Parts>(visit, pathOf(visit), 'project', async (at, object) => {
    // With a key in the URL, the requests need not wait for the project.
    const key = isUuid(keyOf(visit)) ? (await object).key : keyOf(visit)
    const [tasks, board] = await Promise.all([tasksIn(visit, at, key), boardOf(visit, at, key)])
    return { ...tasks, board: board.status === 200 ? board.body : undefined }
  })
  return show(
    visit,
    { title: found.object.name, me: found.person, zone: found.home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

const boardOf = ({ api }: Visit, at: string, key: string) =>
  api.call<Board>('GET', `${at}/projects/${encodeURIComponent(key)}/board?per_column=${perColumn}`)

/** The tasks that match the filter, most recently changed first. */
async function tasksIn({ api, query, here }: Visit, at: string, key: string) {
  const mine = query.q?.trim() ? `project:${key} (${query.q.trim()})` : `project:${key}`
  const offset = Math.max(0, Number(query.offset) || 0)
  const body = { text: mine, limit: size, offset, sort: '-updated_at' }
  const reply = await api.call<Listed>('POST', `${at}/tasks/query`, { body })
  if (reply.status !== 422) return { tasks: bodyOf(reply, here) }
  return {
    tasks: { items: [], total: 0 },
    filterError: problemsOf(reply, ['text']).fields.text ?? 'This filter is not understood.',
  }
}

const theProject = (visit: Visit) => find<Project>(visit, pathOf(visit), 'project')

export const createTask: Page = async (visit) => {
  const found = await theProject(visit)
  const { title = '', column_id } = visit.form
  const first = await create(visit, found, { title, ...(column_id ? { column_id } : {}) })
  const elsewhere = first.status === 422 && /^body\.column_id: [^;]*$/.test(first.body.error?.message ?? '')
  const reply = elsewhere ? await create(visit, found, { title }, '.placed') : first
  if ([403, 409, 422].includes(reply.status)) return page(visit, problemsOf(reply, ['title']), reply.status)
  const { id, key } = bodyOf(reply, visit.here)
  if (!column_id) return redirectTo(`/tasks/${key}?org=${found.home.slug}`)
  if (elsewhere) {
    const body = { column_id, position: 'top' }
    const moved = await visit.api.call<Moved>('POST', `${found.at}/tasks/${id}/move`, { body })
    if (moved.status >= 300) return page(visit, notPlaced(key, moved), moved.status)
  }
  return redirectTo(`${hrefOf(found)}&done=saved#board`)
}

type Made = { id: string; key: string; error?: { message?: string } }
const create = ({ api, form }: Visit, { at, object }: Found<Project>, body: object, step = '') =>
  api.call<Made>('POST', `${at}/projects/${object.id}/tasks`, {
    body,
    headers: form.once ? { 'idempotency-key': form.once + step } : {},
  })

/** New tasks have the status "to do", so placing one in another column is a second step. */
const notPlaced = (key: string, reply: Reply): Problems => ({
  fields: {},
  general: [`${key} was created, but is in the first column. ${pageErrorOf(reply).message}`],
})

const hrefOf = ({ object, home }: Found<Project>) => `/projects/${object.key}?org=${home.slug}`

type Moved = { warnings?: string[] }
/** Moves a card, by its form or by the script of the board, which gets the new state of the board. */
export const moveCard: Page = async (visit) => {
  const found = await theProject(visit)
  const { id = '', column_id, before_id, after_id, position } = visit.form
  const target = Object.entries({ column_id, before_id, after_id, position }).filter(([, value]) => value)
  const reply = await visit.api.call<Moved>('POST', `${found.at}/tasks/${encodeURIComponent(id)}/move`, {
    body: Object.fromEntries(target),
  })
  if (wantsJson(visit.c)) return toldBoard(visit, found, reply)
  if ([403, 404, 409, 422].includes(reply.status)) return page(visit, problemsOf(reply, []), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved#board`)
}

async function toldBoard(visit: Visit, found: Found<Project>, reply: Reply<Moved>) {
  const board = await boardOf(visit, found.at, found.object.key)
  const columns = board.body?.columns?.map((one) => ({
    id: one.id,
    count: countText(one),
    over: one.over_limit,
    ids: one.items.map(({ id }) => id),
  }))
  const message = reply.status < 300 ? reply.body.warnings?.join('; ') : pageErrorOf(reply).message
  return jsonResponse(reply.status < 300 ? 200 : reply.status, { message, ...(columns ? { columns } : {}) })
}

/** Whether the reader may change tasks here: not in an archived project, and not as a viewer. */
export const mayWork = ({
  home,
  object,
}: Pick<Found<Pick<Project, 'role' | 'archived_at'>>, 'home' | 'object'>) =>
  !object.archived_at && isAtLeast(home, 'member') && (object.role !== 'viewer' || isAtLeast(home, 'admin'))

const Content: FC<Shown> = ({ visit, parts, problems, ...found }) => {
  const { home, object } = found
  const may = mayWork(found)
  const draft = visit.form.column_id !== undefined && visit.form.id === undefined
  return (
    <>
      <Head {...found} />
      <Saved visit={visit} />
      {draft ? null : <Summary problems={problems} labels={{ title: 'Title' }} />}
      {parts.board?.columns.length ? (
        <section class="card" aria-labelledby="board">
          <h2 id="board">Board</h2>
          <BoardView
            id={`board-${object.id}`}
            name={object.name}
            board={parts.board}
            org={home.slug}
            project={object.key}
            actions={may ? boardActionsOf(visit, object, problems) : undefined}
          />
        </section>
      ) : null}
      {may && !parts.board?.columns.length ? (
        <NewTask visit={visit} problems={draft ? noProblems : problems} object={object} org={home.slug} />
      ) : null}
      <Tasks visit={visit} parts={parts} object={object} org={home.slug} />
    </>
  )
}

function boardActionsOf(
  { query, form }: Visit,
  { key }: Project,
  { fields, general }: Problems,
): BoardActions {
  const problem = fields.title ?? general[0]
  return {
    at: `/projects/${key}`,
    once: uuidv7(),
    open: query.move ?? form.move,
    draft:
      form.column_id && !form.id ? { column: form.column_id, title: form.title ?? '', problem } : undefined,
  }
}

const Head: FC<Found<Project>> = ({ home, object }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      <a href={`/projects/${object.key}/roadmap?org=${home.slug}`}>Roadmap</a>
      <a href={`/projects/${object.key}/sprints?org=${home.slug}`}>Sprints</a>
      {isAtLeast(home, 'member') ? (
        <a href={`/projects/${object.key}/settings?org=${home.slug}`}>Settings</a>
      ) : null}
      {object.lead ? <span>{`Led by ${object.lead.name}`}</span> : null}
    </p>
    <h1>
      {object.name} <span class="mono muted">{object.key}</span>
    </h1>
    {object.archived_at ? <Badge>archived</Badge> : null}
    {object.description ? <div class="prose lead">{formatter()(object.description)}</div> : null}
  </div>
)

type Part = { visit: Visit; object: Project; org: string }

const Tasks: FC<Part & { parts: Parts }> = ({ visit, parts: { tasks, filterError }, object, org }) => (
  <section class="card stack" aria-labelledby="tasks">
    <h2 id="tasks">{count(tasks.total, 'task')}</h2>
    <Filter visit={visit} object={object} org={org} filterError={filterError} />
    {tasks.items.length ? (
      <ul class="rows">
        {tasks.items.map((one) => (
          <TaskRow task={one} org={org} aside={one.assignee?.name ?? 'Nobody'} />
        ))}
      </ul>
    ) : (
      <p class="muted">{visit.query.q ? 'Nothing matches.' : 'There is no task yet.'}</p>
    )}
    <Pager
      at={`/projects/${object.key}`}
      query={{ org, ...(visit.query.q ? { q: visit.query.q } : {}) }}
      offset={Math.max(0, Number(visit.query.offset) || 0)}
      size={size}
      total={tasks.total}
    />
  </section>
)

const Filter: FC<Part & { filterError: string | undefined }> = ({ visit, object, org, filterError }) => (
  <form class="search" method="get" action={`/projects/${object.key}`} role="search">
    <Hidden fields={{ org }} />
    <div class="field">
      <label for="q">Filter</label>
      <p class="hint" id="q-hint">
        Words, or fields such as status:todo assignee:me due&lt;7d
      </p>
      {filterError ? (
        <p class="problem" id="q-problem">
          {filterError}
        </p>
      ) : null}
      <input
        type="search"
        id="q"
        name="q"
        value={visit.query.q}
        aria-describedby={filterError ? 'q-hint q-problem' : 'q-hint'}
      />
    </div>
    <button>Find</button>
  </form>
)

const NewTask: FC<Part & { problems: Problems }> = ({ visit, problems, object, org }) => (
  <details class="more card" open={problems !== noProblems && !visit.form.id}>
    <summary>New task</summary>
    <form class="stack" method="post" action={`/projects/${object.key}?org=${org}`} novalidate>
      <Hidden fields={{ once: uuidv7() }} />
      <Field name="title" label="Title" values={visit.form.column_id ? {} : visit.form} problems={problems} />
      <button class="primary">Create task</button>
    </form>
  </details>
)
