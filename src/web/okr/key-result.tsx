import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { addressIn, objectPage, type ObjectFetching, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Facts } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { checkInForm, Health, keyResultFields, percent, valueOf } from './okr-parts.tsx'

type KeyResult = Schemas['KeyResult']

const partsOf = async ({ request, read, organization, id }: ObjectFetching<'getKeyResult'>) => {
  const part = partOf(request, `/key-results/${id}?org=${organization.slug}`, 'offset', 20)
  return together({ checkIns: readPart(read, 'listCheckIns', part, {}) })
}
type Parts = PartsOf<typeof partsOf>
type Props = Shown<KeyResult, Parts>

/** A key result: its value, a check-in, and what was checked in before. */
export default objectPage<'getKeyResult', Parts>({
  at: '/key-results/:id',
  of: 'getKeyResult',
  noun: 'key result',
  under: (organization, { objective_id }) => [
    [say('Objectives'), addressIn(organization, 'objectives')],
    [say('Its objective'), `/objectives/${objective_id}?org=${organization.slug}`],
  ],
  title: ({ title }) => title,
  marks: ({ health }) => <Health is={health} />,
  parts: partsOf,
  forms: {
    'check-in': checkInForm,
    change: calling('updateKeyResult', { title: 'Edit', fields: keyResultFields }),
    delete: calling('deleteKeyResult', {
      warning: 'Its check-ins go along.',
      to: ({ organization, object }) =>
        `/objectives/${object.objective_id}?org=${organization.slug}&done=saved`,
    }),
  },
  Content: (shown) => {
    const { object, form } = shown
    const isComputed = object.metric_type === 'tasks' || object.metric_type === 'bi'
    return (
      <>
        <Values of={object} />
        {isComputed ? null : form('check-in', { open: true })}
        <History {...shown} />
        <section class="card stack" aria-label={say('Change')}>
          {form('change')}
          {form('delete', { about: object.title })}
        </section>
      </>
    )
  },
})

const reasons = {
  no_tasks: 'it finds no tasks',
  no_value: 'there is no figure',
  filter_gone: 'its filter is gone',
  filter_personal: 'its filter means somebody else for each reader',
  source_gone: 'what it is bound to is gone',
  not_for_tools: 'it is not for assistants',
} as const
const Values: FC<{ of: KeyResult }> = ({ of: one }) => (
  <Facts
    of={[
      [say('Value'), valueOf({ ...one, unit: one.unit ?? one.currency })],
      [
        say('Progress'),
        one.reason ? say('None: {reasons}', { reasons: say(reasons[one.reason]) }) : percent(one.progress),
      ],
      [say('Starts at'), one.start_value],
      [
        say('Range'),
        one.min_value &&
          say('{min_value} to {max_value}', { min_value: one.min_value, max_value: one.max_value }),
      ],
      [
        say('Tasks done'),
        one.total === null ? null : say('{done} of {total}', { done: one.done, total: one.total }),
      ],
      [say('At this pace'), one.projected],
      [say('Weight'), one.weight],
      [
        say('Owner'),
        one.owner?.name ??
          (one.former_owner && say('{former_owner} (left)', { former_owner: one.former_owner })),
      ],
      [say('Due'), one.due_date && <Day at={one.due_date} />],
    ]}
  />
)

const History: FC<Props> = ({ object, parts: { checkIns } }) => (
  <>
    <ListSection
      id="check-ins"
      title={say('Check-ins')}
      of={checkIns.items}
      part={checkIns.part}
      total={checkIns.total}
      orNothing
      line={(one) => ({
        title: one.value ?? say('No new value'),
        facts: [<Day at={one.as_of} />, one.author?.name, one.comment],
        amount: one.progress === null ? null : percent(one.progress),
        marks: <Health is={one.confidence} />,
      })}
    />
    <ListSection
      id="definitions"
      title={say('What it was before')}
      of={object.target_history}
      orNothing
      line={(one) => ({
        title: say('Target {target_value}, now {target_value2}', {
          target_value: one.before.target_value ?? say('none'),
          target_value2: one.after.target_value ?? say('none'),
        }),
        facts: [one.by?.name, one.reason],
      })}
    />
  </>
)
