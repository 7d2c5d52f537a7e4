import type { FC } from 'hono/jsx'
import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type ShowForm } from '../kit/forms.tsx'
import { type Answer, mayCall, type Read } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Clock } from '../kit/time.tsx'

type Timer = Answer<'getRunningTimer'>
type Choice = { id: string; name: string }

/** The reader's timer, and their open tasks, on which one can be started. */
export const timerOf = async (read: Read, organization: MemberOrganization) => {
  const [running, tasks] = await Promise.all([
    read('getRunningTimer'),
    mayCall(organization, 'listMyWork') ? readAll(read, 'listMyWork') : [],
  ])
  return {
    running,
    tasks: tasks.map(({ id, key, title }): Choice => ({ id, name: `${key} ${title}` })),
  }
}

/** The forms of the timer; one that runs is stopped by another. */
export const timerForms = {
  'start-timer': calling('startTimer', {
    title: 'Start a timer',
    verb: 'Start',
    fields: bodyFields('TimerDraft', {
      task_id: { label: 'Task', none: 'None' },
      project_id: { label: 'Project', none: 'That of the task' },
      description: { label: 'What is being done', wide: true },
    }),
    also: () => ({ stop_running: true }),
  }),
  'stop-timer': calling('stopTimer', { verb: 'Stop the timer' }),
}
export const saidOfTimer = {
  'start-timer': 'The timer runs.',
  'stop-timer': 'The timer is stopped. Its time is in the week.',
}

type Props = { of: { running: Timer; tasks: Choice[] }; projects: Choice[]; form: ShowForm; org: string }
/** The reader's timer, to start and to stop. */
export const WeekTimer: FC<Props> = ({ of: { running, tasks }, projects, form, org }) => (
  <Section id="timer" title={say('Timer')}>
    {running ? <Running of={running} org={org} /> : null}
    {running ? form('stop-timer', { primary: true }) : null}
    {form('start-timer', {
      choices: { task_id: tasks, project_id: projects },
      ...(running && { about: say('instead') }),
    })}
  </Section>
)

const Running: FC<{ of: NonNullable<Timer>; org: string }> = ({ of, org }) => (
  <p>
    {`${say('Runs since')} `}
    <Clock at={of.started_at!} />
    {of.task ? (
      <>
        {' on '}
        <a href={`/tasks/${of.task.key}?org=${org}`}>{`${of.task.key} ${of.task.title}`}</a>
      </>
    ) : of.project ? (
      ` ${say('on {name}', { name: of.project.name })}`
    ) : null}
    {of.description ? `: ${of.description}` : null}
  </p>
)
