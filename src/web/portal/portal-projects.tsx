import { inWordsFor } from '../kit/words.ts'
import { say } from '../kit/say.ts'
import type { FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { portalList } from './portal-page.tsx'

type Project = Item<'listPortalProjects'>

export default portalList('listPortalProjects', {
  at: '/portal/projects',
  title: 'Projects',
  lead: ({ organization, client }) =>
    say('What {organization} does for {client}.', { organization, client: client.name }),
  counted: (n) => say('{n, plural, =0 {No project here} one {# project} other {# projects}}', { n }),
  line: (project) => ({
    to: `/portal/projects/${project.id}`,
    title: project.name,
    facts: [project.target_date && say('To be finished by {at}', { at: <Day at={project.target_date} /> })],
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
    {inWordsFor('project', status)}
  </Badge>
)

type ProgressProps = { project: Pick<Project, 'tasks' | 'done_tasks' | 'name'> }
export const Progress: FC<ProgressProps> = ({ project: { tasks, done_tasks: done, name } }) =>
  tasks ? (
    <div>
      <span class="facts">
        {say('{done, number} of {n, plural, one {# task} other {# tasks}} done', { done, n: tasks })}
      </span>
      <progress value={done} max={tasks} aria-label={say('Progress of {name}', { name })} />
    </div>
  ) : null
