import type { FC } from 'hono/jsx'
import { formatter } from '../kit/markdown.ts'
import type { Answer } from '../kit/operations.ts'
import { Badge, Facts } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
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
  <ListSection
    id="milestones"
    title={say('milestones')}
    of={of}
    line={({ name, due_date, completed_at }) => ({
      title: name,
      facts: [
        say.with('milestone_due', { at: <Day at={due_date} /> }),
        completed_at && say.with('milestone_reached_at', { at: <Moment at={completed_at} /> }),
      ],
      marks: completed_at ? <Badge kind="good">{say('milestone_reached')}</Badge> : null,
    })}
  />
)
