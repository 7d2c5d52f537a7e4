import type { FC } from 'hono/jsx'
import { formatter } from '../kit/markdown.ts'
import type { Schemas } from '../kit/operations.ts'
import { Badge, Facts } from '../kit/parts.tsx'
import { ListSection, Rows } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day, onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { inWordsOf } from './switches.ts'

type Card = Schemas['SharedProjectCard']

/** That nothing here can be changed, and whose it is. */
export const ReadOnly: FC<{ of: string }> = ({ of }) => (
  <p>
    <Badge>{say('read-only')}</Badge> <span class="muted small">{say('Shared by {of}', { of })}</span>
  </p>
)

/** Where a shared project stands. */
export const CardFacts: FC<{ of: Card }> = ({
  of: { project, tasks, done_tasks, include, access_until },
}) => (
  <>
    <Facts
      of={[
        [say('Status'), inWords(project.status)],
        [say('Begins'), project.start_date && <Day at={project.start_date} />],
        [say('Target'), project.target_date && <Day at={project.target_date} />],
        [say('Shared until'), access_until && <Day at={access_until} />],
        [say('You see'), inWordsOf(include)],
      ]}
    />
    {project.is_archived ? <p class="muted">{say('The project is archived.')}</p> : null}
    {tasks ? (
      <div>
        <span class="facts">
          {say('{done_tasks} of {counted} done', { done_tasks, counted: count(tasks, 'task') })}
        </span>
        <progress
          value={done_tasks}
          max={tasks}
          aria-label={say('Progress of {name}', { name: project.name })}
        />
      </div>
    ) : null}
    {project.description ? <article class="card prose">{formatter()(project.description)}</article> : null}
  </>
)

const Planned: FC<{ of: Card }> = ({ of }) => (
  <>
    <ListSection
      id="sprints"
      title={say('Sprints')}
      of={of.sprints}
      orNothing
      line={({ name, state, start_date, end_date, tasks, done_tasks }) => ({
        title: name,
        facts: [
          onDay('from', start_date),
          onDay('to', end_date),
          say('{done_tasks} of {counted} done', { done_tasks, counted: count(tasks, 'task') }),
        ],
        marks: <Badge kind={state === 'active' ? 'accent' : undefined}>{inWords(state)}</Badge>,
      })}
    />
    <ListSection
      id="milestones"
      title={say('Milestones')}
      of={of.milestones}
      orNothing
      line={({ name, due_date, completed_at }) => ({
        title: name,
        facts: [onDay('by', due_date)],
        marks: completed_at ? <Badge kind="good">{say('reached')}</Badge> : null,
      })}
    />
  </>
)

/** Its board, sprints, milestones and documents; `documentAt` is where a document is read. */
export const CardLists: FC<{ of: Card; documentAt?: (id: string) => string }> = ({ of, documentAt }) => (
  <>
    <ListSection
      id="columns"
      title={say('Board')}
      of={of.columns}
      orNothing
      line={({ name, status, tasks }) => ({ title: name, facts: [inWords(status), count(tasks, 'task')] })}
    />
    <Planned of={of} />
    {of.include.documents ? (
      <section class="card stack" aria-label={say('Documents')} id="documents">
        <h2>{say('Documents')}</h2>
        <Rows
          of={of.documents}
          none={say('None yet.')}
          line={({ id, title, updated_at }) => ({
            ...(documentAt && { to: documentAt(id) }),
            title,
            facts: [onDay('changed', updated_at)],
          })}
        />
      </section>
    ) : null}
  </>
)
