import type { FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import type { SayInPortal } from './messages.ts'
import { portalList } from './portal-page.tsx'

type Project = Item<'listPortalProjects'>

export default portalList('listPortalProjects', (say) => ({
  at: '/portal/projects',
  title: say('projects'),
  lead: ({ organization, client }) => say('projects_lead', { organization, client: client.name }),
  counted: (count) => say('projects_counted', { count }),
  line: (project) => ({
    to: `/portal/projects/${project.id}`,
    title: project.name,
    facts: [project.target_date && say.with('project_by', { at: <Day at={project.target_date} /> })],
    marks: (
      <>
        <State status={project.status} say={say} />
        <Progress project={project} say={say} />
      </>
    ),
  }),
}))

export const State: FC<Pick<Project, 'status'> & { say: SayInPortal }> = ({ status, say }) => (
  <Badge kind={status === 'active' ? 'accent' : status === 'completed' ? 'good' : undefined}>
    {say(`project_status.${status}`)}
  </Badge>
)

type ProgressProps = { project: Pick<Project, 'tasks' | 'done_tasks' | 'name'>; say: SayInPortal }
export const Progress: FC<ProgressProps> = ({ project: { tasks, done_tasks: done, name }, say }) =>
  tasks ? (
    <div>
      <span class="facts">{say('project_tasks', { done, count: tasks })}</span>
      <progress value={done} max={tasks} aria-label={say('project_progress_of', { name })} />
    </div>
  ) : null
