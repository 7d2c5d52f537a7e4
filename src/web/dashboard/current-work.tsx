import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { prefetch } from '../kit/prefetch.ts'
import { type Board, BoardView, shownCards } from '../kit/board.tsx'
import { type Burndown, BurndownChart } from './burndown.tsx'
import { Badge } from '../kit/parts.tsx'
import type { Answer, OperationId, Query, Read } from '../kit/operations.ts'
import { count, say } from '../kit/say.ts'
import { type Form, PageError } from '../kit/page-request.ts'
import { Day } from '../kit/time.tsx'

type Dashboard = Answer<'getDashboard'>
type Project = NonNullable<Dashboard['projects']>[number]
type Sprint = NonNullable<Dashboard['active_sprints']>[number]
/** The current work of an organization; parts that could not be fetched are omitted. */
export type CurrentWork = {
  projects: Project[]
  sprint?: { sprint: Sprint; burndown?: Burndown | undefined; board?: Board | undefined }
}

/** Fetches the projects of an organization and its first active sprint, with the data of its charts. */
export async function currentWorkIn(read: Read, org: string): Promise<CurrentWork> {
  const get = async <O extends OperationId>(id: O, query: Query<O> = {}, ids: Form = {}) =>
    read(id, query, { org_id: org, ...ids }).catch((error: unknown) => {
      if (error instanceof PageError) return undefined
      throw error
    })
  const dashboard = get('getDashboard')
  const first = dashboard.then((data) => data?.active_sprints?.[0])
  const charts = await prefetch(
    say('{org} dashboard', { org }),
    first.then((sprint) => (sprint ? `${sprint.id} ${sprint.project.id}` : '')),
    async (found) => {
      const [sprint_id = '', project_id] = found.split(' ')
      if (!project_id) return []
      return Promise.all([
        get('getSprintBurndown', {}, { sprint_id }),
        get('getBoard', { sprint_id: 'active', per_column: shownCards }, { project_id }),
      ])
    },
  )
  const [projects, sprint] = [(await dashboard)?.projects ?? [], await first]
  const [burndown, board] = charts
  return sprint ? { projects, sprint: { sprint, burndown, board } } : { projects }
}

export const CurrentWorkSection: FC<{ currentWork: CurrentWork; org: string }> = ({
  currentWork: { projects, sprint },
  org,
}) => (
  <>
    {sprint ? <SprintSection {...sprint} org={org} /> : null}
    {projects.length ? <Projects projects={projects} org={org} /> : null}
  </>
)

const SprintSection: FC<NonNullable<CurrentWork['sprint']> & { org: string }> = ({
  sprint,
  burndown,
  board,
  org,
}) => (
  <section class="close" aria-labelledby={`sprint-${sprint.id}`}>
    <h3 id={`sprint-${sprint.id}`}>{`${sprint.project.name}: ${sprint.name}`}</h3>
    <p class="facts">
      <span>
        {say('{at} to {at2}', { at: <Day at={sprint.start_date} />, at2: <Day at={sprint.end_date} /> })}
      </span>
      <span>{say('{counted} left', { counted: count(sprint.days.working_left, 'working day') })}</span>
      {sprint.goal ? <span>{sprint.goal}</span> : null}
    </p>
    {burndown ? <BurndownChart id={`burndown-${sprint.id}`} name={sprint.name} burndown={burndown} /> : null}
    {board ? (
      <BoardView
        id={`board-${sprint.id}`}
        name={sprint.project.name}
        board={board}
        org={org}
        project={sprint.project.id}
        filter={`sprint:${sprint.id}`}
      />
    ) : null}
  </section>
)

/** What the health of a project is based on, since its sprint can be behind all the same. */
const measures = { posted: 'as reported', computed: 'by due dates' }
const kinds: Record<string, 'good' | 'warn' | 'bad'> = { on_track: 'good', at_risk: 'warn', off_track: 'bad' }

const Projects: FC<{ projects: Project[]; org: string }> = ({ projects, org }) => (
  <section class="close" aria-label={say('Projects')}>
    <h3>{say('Projects')}</h3>
    <ul class="rows">
      {projects.slice(0, 6).map(({ key, name, progress, open, overdue, health }) => (
        <li class="task">
          <span class="key mono">{key}</span>
          <div class="grow">
            <a class="title" href={`/projects/${key}?org=${org}`}>
              {name}
            </a>
            <p class="facts">
              <span>{say('{done} of {total} done', { done: progress.done, total: progress.total })}</span>
              <span>{say('{open} open', { open })}</span>
              {overdue ? <span>{say('{overdue} overdue', { overdue })}</span> : null}
            </p>
            <progress
              value={progress.done}
              max={Math.max(progress.total, 1)}
              aria-label={say('Progress of {name}', { name })}
            />
          </div>
          <Badge
            kind={kinds[health.value]}
          >{`${say(measures[health.source])}: ${inWords(health.value)}`}</Badge>
        </li>
      ))}
    </ul>
    {projects.length > 6 ? (
      <p class="hint">
        <a href={`/organizations/${org}`}>{say('All projects')}</a>
      </p>
    ) : null}
  </section>
)
