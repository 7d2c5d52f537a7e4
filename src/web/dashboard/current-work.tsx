import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { prefetch } from '../kit/prefetch.ts'
import { type Board, BoardView, shownCards } from '../kit/board.tsx'
import { type Burndown, BurndownChart } from './burndown.tsx'
import { Badge, count } from '../kit/parts.tsx'
import type { Visit } from '../kit/visit.ts'
import { Day } from '../kit/time.tsx'

type Project = {
  id: string
  key: string
  name: string
  progress: { done: number; total: number; percent: number | null }
  open: number
  overdue: number
  health: { value: string; source: 'posted' | 'computed' }
}
type Sprint = {
  id: string
  name: string
  goal: string | null
  project: { id: string; name: string }
  start_date: string
  end_date: string
  days: { working_left: number }
}
type Dashboard = { projects: Project[] | null; active_sprints: Sprint[] | null }
/** The current work of an organization; parts that could not be fetched are omitted. */
export type CurrentWork = {
  projects: Project[]
  sprint?: { sprint: Sprint; burndown?: Burndown | undefined; board?: Board | undefined }
}

/** Fetches the projects of an organization and its first active sprint, with the data of its charts. */
export async function currentWorkIn({ api }: Visit, org: string): Promise<CurrentWork> {
  const home = `/api/v1/organizations/${org}`
  const get = async <T,>(path: string): Promise<T | undefined> => {
    const reply = await api.call<T>('GET', home + path)
    return reply.status === 200 ? reply.body : undefined
  }
  const dashboard = get<Dashboard>('/dashboard')
  const first = dashboard.then((data) => data?.active_sprints?.[0])
  const charts = await prefetch(
    `${home}/dashboard`,
    first.then((sprint) => (sprint ? `${sprint.id} ${sprint.project.id}` : '')),
    async (found) => {
      const [id, project] = found.split(' ')
      return Promise.all([
        project ? get<Burndown>(`/sprints/${id}/burndown`) : undefined,
        project
          ? get<Board>(`/projects/${project}/board?sprint_id=active&per_column=${shownCards}`)
          : undefined,
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
        <Day at={sprint.start_date} /> to <Day at={sprint.end_date} />
      </span>
      <span>{`${count(sprint.days.working_left, 'working day')} left`}</span>
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
  <section class="close" aria-label="Projects">
    <h3>Projects</h3>
    <ul class="rows">
      {projects.slice(0, 6).map(({ key, name, progress, open, overdue, health }) => (
        <li class="task">
          <span class="key mono">{key}</span>
          <div class="grow">
            <a class="title" href={`/projects/${key}?org=${org}`}>
              {name}
            </a>
            <p class="facts">
              <span>{`${progress.done} of ${progress.total} done`}</span>
              <span>{`${open} open`}</span>
              {overdue ? <span>{`${overdue} overdue`}</span> : null}
            </p>
            <progress
              value={progress.done}
              max={Math.max(progress.total, 1)}
              aria-label={`Progress of ${name}`}
            />
          </div>
          <Badge kind={kinds[health.value]}>{`${measures[health.source]}: ${inWords(health.value)}`}</Badge>
        </li>
      ))}
    </ul>
    {projects.length > 6 ? (
      <p class="hint">
        <a href={`/organizations/${org}`}>All projects</a>
      </p>
    ) : null}
  </section>
)
