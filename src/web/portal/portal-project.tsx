import { say } from '../kit/say.ts'
import type { FC } from 'hono/jsx'
import { formatter } from '../kit/markdown.ts'
import type { Answer } from '../kit/operations.ts'
import { Badge, Facts } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { portalPage } from './portal-page.tsx'
import { Progress, State } from './portal-projects.tsx'

export default portalPage({
  at: '/portal/projects/:project_id',
  parts: ({ read }) => read('getPortalProject'),
  title: ({ parts }) => parts.name,
  under: () => [[say('Projects'), '/portal/projects']],
  marks: ({ status }) => <State status={status} />,
  Content: ({ parts: project }) => (
    <>
      <Facts
        of={[
          [say('Begins'), project.start_date && <Day at={project.start_date} />],
          [say('To be finished by'), project.target_date && <Day at={project.target_date} />],
          [say('Progress'), project.tasks > 0 && <Progress project={project} />],
        ]}
      />
      {project.description ? <article class="card prose">{formatter()(project.description)}</article> : null}
      {project.milestones.length ? <Milestones of={project.milestones} /> : null}
    </>
  ),
})

const Milestones: FC<{ of: Answer<'getPortalProject'>['milestones'] }> = ({ of }) => (
  <ListSection
    id="milestones"
    title={say('Milestones')}
    of={of}
    line={({ name, due_date, completed_at }) => ({
      title: name,
      facts: [
        say('Due {at}', { at: <Day at={due_date} /> }),
        completed_at && say('Reached {at}', { at: <Moment at={completed_at} /> }),
      ],
      marks: completed_at ? <Badge kind="good">{say('reached')}</Badge> : null,
    })}
  />
)
