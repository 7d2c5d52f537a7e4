import type { FC } from 'hono/jsx'
import { formatter } from '../kit/markdown.ts'
import type { Answer } from '../kit/operations.ts'
import { Badge, Facts } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { portalPage } from './portal-page.tsx'
import { Progress, State } from './portal-projects.tsx'

export default portalPage({
  at: '/portal/projects/:project_id',
  parts: ({ read }) => read('getPortalProject'),
  title: ({ parts }) => parts.name,
  under: () => [['Projects', '/portal/projects']],
  marks: ({ status }) => <State status={status} />,
  Content: ({ parts: project }) => (
    <>
      <Facts
        of={[
          ['Begins', project.start_date && <Day at={project.start_date} />],
          ['To be finished by', project.target_date && <Day at={project.target_date} />],
          ['Progress', project.tasks > 0 && <Progress project={project} />],
        ]}
      />
      {project.description ? <article class="card prose">{formatter()(project.description)}</article> : null}
      {project.milestones.length ? <Milestones of={project.milestones} /> : null}
    </>
  ),
})

const Milestones: FC<{ of: Answer<'getPortalProject'>['milestones'] }> = ({ of }) => (
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
