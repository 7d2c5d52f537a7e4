import type { FC } from 'hono/jsx'
import { prefetch } from '../kit/prefetch.ts'
import { show } from '../kit/layout.tsx'
import { find, type Home, type Person, organizationContext } from '../kit/organization-context.ts'
import { Pager } from '../kit/pager.tsx'
import { type Bar, Timeline } from './timeline.tsx'
import { bodyOf, type Page, type Visit } from '../kit/visit.ts'

type Roadmap = { rows: Bar[]; total: number; today: string }
type Project = { id: string; key: string; name: string }

/** Rows on one page. */
const size = 60
const allStatuses = 'planning,active,on_hold,completed,cancelled'

const offsetOf = ({ query }: Visit) => Math.max(0, Math.min(1_000_000, Number(query.offset) || 0))

async function roadmapOf(visit: Visit, at: string, more: Record<string, string>): Promise<Roadmap> {
  const level = visit.query.sprints ? 'project,milestone,epic,sprint' : 'project,milestone,epic'
  const params = { level, limit: String(size), offset: String(Math.floor(offsetOf(visit))), ...more }
  return bodyOf(
    await visit.api.call<Roadmap>('GET', `${at}/roadmap?${new URLSearchParams(params)}`),
    visit.here,
  )
}

/** What is planned in one project. */
export const showProjectRoadmap: Page = async (visit) => {
  const key = encodeURIComponent(visit.c.req.param('key') ?? '')
  const { person, home, object, parts } = await find<Project, Roadmap>(
    visit,
    `/projects/${key}`,
    'project',
    (at, project) =>
      prefetch(
        `${at}/projects/${key}`,
        project.then(({ id }) => id),
        (project_id) => roadmapOf(visit, at, { project_id, status: allStatuses }),
      ),
  )
  return page(visit, { person, home, roadmap: parts, project: object })
}

/** What is planned in all projects of an organization that are not over. */
export const showRoadmap: Page = async (visit) => {
  const { person, home, parts } = await organizationContext(visit, (at) => roadmapOf(visit, at, {}))
  return page(visit, { person, home, roadmap: parts })
}

type Shown = { person: Person; home: Home; roadmap: Roadmap; project?: Project }

const page = (visit: Visit, shown: Shown) =>
  show(
    visit,
    {
      title: `Roadmap of ${(shown.project ?? shown.home).name}`,
      me: shown.person,
      zone: shown.home.timezone,
    },
    <Content visit={visit} {...shown} />,
  )

const Content: FC<Shown & { visit: Visit }> = ({ visit, home, project, roadmap: { rows, total, today } }) => {
  const here = project ? `/projects/${project.key}/roadmap` : `/organizations/${home.slug}/roadmap`
  const query = { org: home.slug, ...(visit.query.sprints ? { sprints: 'yes' } : {}) }
  return (
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
          {project ? <a href={`/projects/${project.key}?org=${home.slug}`}>{project.name}</a> : null}
          {project ? <a href={`/organizations/${home.slug}/roadmap`}>All projects</a> : null}
        </p>
        <h1>{project ? `Roadmap of ${project.name}` : 'Roadmap'}</h1>
        <p class="lead">
          A bar is late by the days since its end, or by how many days later its open work ends. The green
          part is done.
        </p>
      </div>
      <section class="card stack" aria-label="Timeline">
        <Levels at={`${here}?org=${home.slug}`} sprints={Boolean(visit.query.sprints)} />
        {rows.length ? (
          <Timeline bars={rows} today={today} org={home.slug} />
        ) : (
          <p class="muted">
            Nothing is planned here yet. Milestones, epics and the dates of projects appear here.
          </p>
        )}
        <Pager at={here} query={query} offset={offsetOf(visit)} size={size} total={total} />
      </section>
    </>
  )
}

const Levels: FC<{ at: string; sprints: boolean }> = ({ at, sprints }) => (
  <ul class="tabs">
    <li>
      <a href={at} aria-current={sprints ? undefined : 'true'}>
        Without sprints
      </a>
    </li>
    <li>
      <a href={`${at}&sprints=yes`} aria-current={sprints ? 'true' : undefined}>
        With sprints
      </a>
    </li>
  </ul>
)
