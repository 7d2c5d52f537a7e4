import type { FC } from 'hono/jsx'
import { formatter } from '../kit/markdown.ts'
import type { Answer } from '../kit/operations.ts'
import { Badge, Facts } from '../kit/parts.tsx'
import { Day, Moment } from '../kit/time.tsx'
import type { SayInPortal } from './messages.ts'
import { portalPage } from './portal-page.tsx'
import { Progress, State } from './portal-projects.tsx'

export default portalPage((say) => ({
  at: '/portal/projects/:project_id',
  parts: ({ read }) => read('getPortalProject'),
  title: ({ parts }) => parts.name,
  under: () => [[say('projects'), '/portal/projects']],
  marks: ({ status }) => <State status={status} say={say} />,
  Content: ({ parts: project }) => (
    <>
      <Facts
        of={[
          [say('project_begins'), project.start_date && <Day at={project.start_date} />],
          [say('project_end'), project.target_date && <Day at={project.target_date} />],
          [say('project_progress'), project.tasks > 0 && <Progress project={project} say={say} />],
        ]}
      />
      {project.description ? <article class="card prose">{formatter()(project.description)}</article> : null}
      {project.milestones.length ? <Milestones of={project.milestones} say={say} /> : null}
    </>
  ),
}))

const Milestones: FC<{ of: Answer<'getPortalProject'>['milestones']; say: SayInPortal }> = ({ of, say }) => (
  <section class="card stack" aria-labelledby="milestones">
    <h2 id="milestones">{say('milestones')}</h2>
    <ul class="rows">
      {of.map(({ name, due_date, completed_at }) => (
        <li class="row">
          <div class="grow">
            <p class="title">{name}</p>
            <p class="facts">
              <span>{say.with('milestone_due', { at: <Day at={due_date} /> })}</span>
              {completed_at ? (
                <span>{say.with('milestone_reached_at', { at: <Moment at={completed_at} /> })}</span>
              ) : null}
            </p>
          </div>
          {completed_at ? <Badge kind="good">{say('milestone_reached')}</Badge> : null}
        </li>
      ))}
    </ul>
  </section>
)
