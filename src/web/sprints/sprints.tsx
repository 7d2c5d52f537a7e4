import type { FC } from 'hono/jsx'
import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { objectPage, type Shown } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { mayWork } from '../projects/project.tsx'
import { RowForms } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

type Sprint = Answer<'listSprints'>['items'][number]
type Parts = { sprints: Sprint[] }
type ShownSprints = Shown<Schemas['Project'], Parts>

const described = {
  name: { label: 'Name', hint: 'Otherwise its number.' },
  start_date: 'First day',
  end_date: 'Last day',
  capacity_points: { label: 'Capacity', hint: 'How many points fit in.' },
  goal: { label: 'Goal', wide: true },
} as const
const rest = [
  ['backlog', 'the backlog'],
  ['next', 'the next planned sprint'],
] satisfies [string, string][]

/** The sprints of a project: to make, start and complete them. */
export default objectPage<'getProject', Parts>({
  at: '/projects/:key/sprints',
  of: 'getProject',
  noun: 'project',
  under: ({ slug }, { key, name }) => [[name, `/projects/${key}?org=${slug}`]],
  title: () => say('Sprints'),
  offers: mayWork,
  parts: async ({ read }) => ({ sprints: await readAll(read, 'listSprints', { sort: '-number' }) }),
  forms: {
    '': calling('createSprint', {
      title: 'New sprint',
      verb: 'Create sprint',
      fields: bodyFields('SprintDraft', described),
    }),
    change: calling('updateSprint', {
      title: 'Edit',
      fields: bodyFields('SprintChange', described),
    }),
    start: calling('startSprint', { verb: 'Start' }),
    complete: calling('completeSprint', {
      title: 'Complete',
      verb: 'Complete sprint',
      fields: bodyFields('SprintEnd', {
        move_incomplete_to: { label: 'What is not done goes to', choices: rest },
      }),
    }),
    delete: calling('deleteSprint', { warning: 'Its tasks go back to the backlog.' }),
  },
  Content: (shown) => {
    const { parts, form } = shown
    const draft = form('')
    return (
      <>
        {draft ? <div class="card">{draft}</div> : null}
        {parts.sprints.length ? null : <p class="muted">{say('There is no sprint yet.')}</p>}
        {parts.sprints.map((sprint) => (
          <OneSprint {...shown} sprint={sprint} />
        ))}
      </>
    )
  },
})

const kinds = { planned: undefined, active: 'accent', completed: 'good', cancelled: undefined } as const
const Totals: FC<{ of: Sprint; tasks: string }> = ({ of: { start_date, end_date, totals }, tasks }) => (
  <p class="facts">
    <span>{say('{at} to {at2}', { at: <Day at={start_date} />, at2: <Day at={end_date} /> })}</span>
    <a href={tasks}>{count(totals.tasks, 'task')}</a>
    {totals.scope ? (
      <span>
        {say('{done} of {scope} {unit} done', {
          done: totals.done,
          scope: totals.scope,
          unit: totals.unit,
        })}
      </span>
    ) : null}
    {totals.unestimated ? (
      <span>{say('{unestimated} without an estimate', { unestimated: totals.unestimated })}</span>
    ) : null}
  </p>
)

const OneSprint: FC<ShownSprints & { sprint: Sprint }> = ({ sprint, ...shown }) => {
  const { form, object: project, organization } = shown
  const { id, name, number, goal, state } = sprint
  const tasks = `/projects/${project.key}?${new URLSearchParams({ org: organization.slug, q: `sprint:${number}` })}`
  return (
    <section class="card stack" id={id} aria-labelledby={`sprint-${id}`}>
      <h2 id={`sprint-${id}`}>
        {name} <Badge kind={kinds[state]}>{inWords(state)}</Badge>
      </h2>
      <Totals of={sprint} tasks={tasks} />
      {goal ? <p>{goal}</p> : null}
      {state === 'planned' ? form('start', { of: sprint, about: name }) : null}
      {state === 'active' ? form('complete', { of: sprint }) : null}
      {state === 'completed' || state === 'cancelled' ? null : (
        <RowForms
          id={id}
          about={name}
          shown={shown}
          forms={[
            form('change', { of: sprint }),
            state === 'planned' ? form('delete', { of: sprint, about: name }) : null,
          ]}
        />
      )}
    </section>
  )
}
