import type { FC } from 'hono/jsx'
import { formatter } from '../kit/markdown.ts'
import type { Answer, Item } from '../kit/operations.ts'
import { Badge, Facts } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { contactPage } from './contact-page.tsx'
import { showPortal } from './portal-frame.tsx'
import { portalList } from './portal-lists.tsx'

type Project = Item<'listPortalProjects'>
type ProjectDetail = Answer<'getPortalProject'>
const at = '/portal/projects'

export const showProjects = portalList<Project>({
  path: '/projects',
  title: 'Projects',
  lead: ({ organization, client }) => `What ${organization} does for ${client.name}.`,
  noun: 'project',
  Row: ({ item: project }) => (
    <li class="row">
      <div class="grow">
        <p class="title">
          <a href={`${at}/${project.id}`}>{project.name}</a>
        </p>
        <p class="facts">
          {project.target_date ? (
            <span>
              To be finished by <Day at={project.target_date} />
            </span>
          ) : null}
        </p>
      </div>
      <State status={project.status} />
      <Progress project={project} />
    </li>
  ),
})

const State: FC<{ status: Project['status'] }> = ({ status }) => (
  <Badge kind={status === 'active' ? 'accent' : status === 'completed' ? 'good' : undefined}>
    {inWords(status)}
  </Badge>
)

const Progress: FC<{ project: Project }> = ({ project: { tasks, done_tasks, name } }) =>
  tasks ? (
    <div>
      <span class="facts">{`${done_tasks} of ${tasks} tasks done`}</span>
      <progress value={done_tasks} max={tasks} aria-label={`Progress of ${name}`} />
    </div>
  ) : null

export const showProject = contactPage(async ({ visit, me, get }) => {
  const [who, project] = await Promise.all([
    me(),
    get<ProjectDetail>(`/projects/${encodeURIComponent(visit.c.req.param('id') ?? '')}`),
  ])
  const { name, status, start_date, target_date, description, milestones } = project
  return showPortal(
    visit,
    { title: name, me: who },
    <>
      <div>
        <p class="facts">
          <a href={at}>Projects</a>
        </p>
        <h1>{name}</h1>
        <p class="marks">
          <State status={status} />
        </p>
      </div>
      <Facts
        of={[
          ['Begins', start_date && <Day at={start_date} />],
          ['To be finished by', target_date && <Day at={target_date} />],
          ['Progress', project.tasks > 0 && <Progress project={project} />],
        ]}
      />
      {description ? <article class="card prose">{formatter()(description)}</article> : null}
      {milestones.length ? <Milestones of={milestones} /> : null}
    </>,
  )
})

const Milestones: FC<{ of: ProjectDetail['milestones'] }> = ({ of }) => (
  <section class="card stack" aria-labelledby="milestones">
    <h2 id="milestones">Milestones</h2>
    <ul class="rows">
      {of.map(({ name, due_date, completed_at }) => (
        <li class="row">
          <div class="grow">
            <p class="title">{name}</p>
            <p class="facts">
              <span>
                Due <Day at={due_date} />
              </span>
              {completed_at ? (
                <span>
                  Reached <Moment at={completed_at} />
                </span>
              ) : null}
            </p>
          </div>
          {completed_at ? <Badge kind="good">reached</Badge> : null}
        </li>
      ))}
    </ul>
  </section>
)
