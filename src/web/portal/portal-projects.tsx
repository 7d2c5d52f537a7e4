import type { FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { portalList } from './portal-page.tsx'

type Project = Item<'listPortalProjects'>

export default portalList({
  at: '/portal/projects',
  of: 'listPortalProjects',
  title: 'Projects',
  lead: ({ organization, client }) => `What ${organization} does for ${client.name}.`,
  noun: ['project'],
  line: (project) => ({
    to: `/portal/projects/${project.id}`,
    title: project.name,
    facts: [
      project.target_date && (
        <>
          To be finished by <Day at={project.target_date} />
        </>
      ),
    ],
    marks: (
      <>
        <State status={project.status} />
        <Progress project={project} />
      </>
    ),
  }),
})

export const State: FC<Pick<Project, 'status'>> = ({ status }) => (
  <Badge kind={status === 'active' ? 'accent' : status === 'completed' ? 'good' : undefined}>
    {inWords(status)}
  </Badge>
)

export const Progress: FC<{ project: Pick<Project, 'tasks' | 'done_tasks' | 'name'> }> = ({
  project: { tasks, done_tasks, name },
}) =>
  tasks ? (
    <div>
      <span class="facts">{`${done_tasks} of ${tasks} tasks done`}</span>
      <progress value={done_tasks} max={tasks} aria-label={`Progress of ${name}`} />
    </div>
  ) : null
