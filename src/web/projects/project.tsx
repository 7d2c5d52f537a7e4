import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { BoardView } from '../kit/board.tsx'
import { Live } from '../kit/live.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { offsetOf } from '../kit/lists.tsx'
import { formatter } from '../kit/markdown.ts'
import { type Answer, mayCall, pathOf } from '../kit/operations.ts'
import { type MemberOrganization, isAtLeast } from '../kit/organization-context.ts'
import { objectPage, type Shown } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { Badge, Hidden, Section } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { bodyOf, PageError, problemsOf, type PageRequest } from '../kit/page-request.ts'
import { TaskRow } from '../tasks/task-row.tsx'
import { createIn, moveCard, perColumn } from './board-forms.ts'

type Project = Answer<'getProject'>
type Tasks = Answer<'queryTasks'>
type Parts = { tasks: Tasks; filterError?: string; board: Answer<'getBoard'> | undefined }
type ShownProject = Shown<Project, Parts>

/** Tasks on one page of the list. */
const size = 25

/** The tasks that match the filter, most recently changed first. */
async function tasksIn(request: PageRequest, organization: MemberOrganization, key: string) {
  const q = request.query.q?.trim()
  const body = {
    text: q ? `project:${key} (${q})` : `project:${key}`,
    limit: size,
    offset: offsetOf(request),
    sort: '-updated_at',
  }
  const reply = await request.api.call<Tasks>('POST', pathOf('queryTasks', { org_id: organization.id }), {
    body,
  })
  if (reply.status !== 422) return { tasks: bodyOf(reply, request.here) }
  const filterError = problemsOf(reply, ['text']).fields.text ?? say('This filter is not understood.')
  return { tasks: { items: [], total: 0 } as unknown as Tasks, filterError }
}

/** Whether the reader may change tasks here: not in an archived project, and not as a viewer. */
export const mayWork = ({
  organization,
  object,
}: {
  organization: MemberOrganization
  object: Pick<Project, 'role' | 'archived_at'>
}) =>
  !object.archived_at &&
  isAtLeast(organization, 'member') &&
  (object.role !== 'viewer' || isAtLeast(organization, 'admin'))

/** A project: its board, and its tasks with a filter. */
export default objectPage<'getProject', Parts>({
  at: '/projects/:key',
  of: 'getProject',
  noun: 'project',
  title: ({ name }) => name,
  marks: ({ key, archived_at }) => (
    <>
      <span class="mono muted">{key}</span>
      {archived_at ? <Badge>{say('archived')}</Badge> : null}
    </>
  ),
  offers: mayWork,
  parts: async ({ request, read, id, organization, object }) => {
    // With a key in the address, the requests need not wait for the project.
    const key = isUuid(id) ? (await object).key : id
    const [tasks, board] = await Promise.all([
      tasksIn(request, organization, key),
      read('getBoard', { per_column: perColumn }).catch((error: unknown) => {
        if (error instanceof PageError) return undefined
        throw error
      }),
    ])
    return { ...tasks, board }
  },
  forms: {
    '': calling('createTask', {
      title: 'New task',
      verb: 'Create task',
      fields: bodyFields('TaskDraft', { title: { label: 'Title', wide: true } }),
      also: ({ column_id }) => (column_id ? { column_id } : {}),
      saidAt: { column_id: 'column_id' },
      sends: createIn,
      to: ({ request, here, organization }, { key }) =>
        request.form.column_id ? `${here}&done=saved#board` : `/tasks/${key}?org=${organization.slug}`,
    }),
  },
  acts: { move: moveCard },
  Content: (shown) => {
    const { object, parts, form } = shown
    const { board } = parts
    return (
      <>
        <Links {...shown} />
        {object.description ? <div class="prose lead">{formatter()(object.description)}</div> : null}
        {board?.columns.length ? <Board {...shown} /> : <NewTask of={form('')} />}
        <TaskList {...shown} />
        <Live
          of="task column project tag sprint"
          organizations={[shown.organization]}
          request={shown.request}
        />
      </>
    )
  },
})

const NewTask: FC<{ of: ReturnType<ShownProject['form']> }> = ({ of }) =>
  of ? <div class="card">{of}</div> : null

const Links: FC<ShownProject> = ({ organization, object }) => {
  const to = (page: string) => `/projects/${object.key}/${page}?org=${organization.slug}`
  return (
    <p class="facts">
      <a href={to('roadmap')}>{say('Roadmap')}</a>
      <a href={to('sprints')}>{say('Sprints')}</a>
      {isAtLeast(organization, 'admin') ? <a href={to('sharing')}>{say('Sharing')}</a> : null}
      {isAtLeast(organization, 'member') ? <a href={to('settings')}>{say('Settings')}</a> : null}
      {object.lead ? <span>{say('Led by {name}', { name: object.lead.name })}</span> : null}
    </p>
  )
}

const Board: FC<ShownProject> = ({ request, organization, object, parts, form }) => (
  <Section id="board" title={say('Board')}>
    <BoardView
      id="cards"
      name={object.name}
      board={parts.board!}
      org={organization.slug}
      project={object.key}
      actions={
        mayWork({ organization, object }) && mayCall(organization, 'moveTask')
          ? {
              at: `/projects/${object.key}`,
              open: request.query.move ?? request.form.move,
              create: ({ id, name }) =>
                form('', { of: { id }, by: 'column_id', about: say('in {name}', { name }) }),
            }
          : undefined
      }
    />
  </Section>
)

const TaskList: FC<ShownProject> = (shown) => {
  const { request, object, organization, parts } = shown
  const { items, total } = parts.tasks
  const { q } = request.query
  return (
    <Section id="tasks" title={count(total, 'task')}>
      <Filter {...shown} />
      {items.length ? (
        <ul class="rows">
          {items.map((one) => (
            <TaskRow task={one} org={organization.slug} aside={one.assignee?.name ?? say('Nobody')} />
          ))}
        </ul>
      ) : (
        <p class="muted">{q ? say('Nothing matches.') : say('There is no task yet.')}</p>
      )}
      <Pager
        at={`/projects/${object.key}`}
        query={{ org: organization.slug, ...(q && { q }) }}
        offset={offsetOf(request)}
        size={size}
        total={total}
      />
    </Section>
  )
}

const Filter: FC<ShownProject> = ({ request, object, organization, parts: { filterError } }) => (
  <form class="search" method="get" action={`/projects/${object.key}`} role="search">
    <Hidden fields={{ org: organization.slug }} />
    <div class="field">
      <label for="q">{say('Filter')}</label>
      <p class="hint" id="q-hint">
        {say('Words, or fields such as status:todo assignee:me due<7d')}
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
        value={request.query.q}
        aria-describedby={filterError ? 'q-hint q-problem' : 'q-hint'}
      />
    </div>
    <button>{say('Find')}</button>
  </form>
)
