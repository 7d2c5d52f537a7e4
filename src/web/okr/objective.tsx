import type { FC } from 'hono/jsx'
import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { addressIn, backTo, objectPage, type ObjectFetching, type PartsOf, type Shown } from '../kit/page.tsx'
import { Facts, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { Bar, Health, keyResultDraft, objectiveFields, percent, Standing, valueOf } from './okr-parts.tsx'

type Objective = Schemas['ObjectiveDetail']

const partsOf = ({ read }: ObjectFetching<'getObjective'>) => readAll(read, 'listSavedFilters')
type Parts = PartsOf<typeof partsOf>

/** An objective with what it is measured by, what is below it, and why its progress is what it is. */
export default objectPage<'getObjective', Parts>({
  at: '/objectives/:id',
  of: 'getObjective',
  noun: 'objective',
  under: (organization, { parent }) => [
    [say('Objectives'), addressIn(organization, 'objectives')],
    ...(parent
      ? [[parent.title, `/objectives/${parent.id}?org=${organization.slug}`] as [string, string]]
      : []),
  ],
  title: ({ title }) => title,
  marks: (objective) => <Standing of={objective} />,
  parts: partsOf,
  forms: {
    change: calling('updateObjective', { title: 'Edit', fields: objectiveFields }),
    measure: calling('createKeyResult', {
      title: 'Add a key result',
      verb: 'Add key result',
      fields: keyResultDraft,
    }),
    close: calling('closeObjective', {
      title: 'Close',
      verb: 'Close the objective',
      fields: bodyFields('ObjectiveClosing', {
        status: 'How it ended',
        score: { label: 'Score', hint: 'From 0 to 1; its progress if empty.' },
        note: { label: 'What was learned', wide: true },
      }),
    }),
    reopen: calling('updateObjective', { verb: 'Reopen', also: async () => ({ status: 'active' }) }),
    delete: calling('deleteObjective', {
      warning: 'Its key results go along; the objectives below it stay.',
      to: backTo('objectives'),
    }),
  },
  Content: (shown) => (
    <>
      <Overview {...shown} />
      <KeyResults {...shown} />
      <Children {...shown} />
      <Why of={shown.object} />
      <Change {...shown} />
    </>
  ),
})

type Props = Shown<Objective, Parts>

const Overview: FC<Props> = ({ object: one }) => (
  <>
    <Facts
      of={[
        [
          say('Progress'),
          <>
            {percent(one.progress)} <Bar of={one.progress} name={one.title} />
          </>,
        ],
        [say('Expected by today'), one.expected === null ? null : percent(one.expected)],
        [
          say('Period'),
          one.period_start && one.period_end && (
            <>
              {say('{at} to {at2}', { at: <Day at={one.period_start} />, at2: <Day at={one.period_end} /> })}
            </>
          ),
        ],
        [
          say('Owner'),
          one.owner?.name ??
            (one.former_owner && say('{former_owner} (left)', { former_owner: one.former_owner })),
        ],
        [say('Seen by'), one.visibility === 'private' && say('its owners and admins')],
        [say('Why'), one.description],
        [say('What was learned'), one.close_note],
      ]}
    />
    {one.warnings.length ? <p class="hint">{one.warnings.map(warningText).join(' ')}</p> : null}
  </>
)
const warningText = (warning: string) =>
  warning === 'owner_cannot_check_in'
    ? say('Its owner may not check in, which needs the role manager.')
    : `${warning.replace('still_active: ', 'Still active below it: ')}.`

const KeyResults: FC<Props> = (shown) => {
  const { organization, object, parts, form } = shown
  const isOpen = object.closed_at === null
  return (
    <ListSection
      id="key-results"
      title={say('Key results')}
      of={object.key_results}
      none={say('Nothing measures it yet.')}
      line={(one) => ({
        to: `/key-results/${one.id}?org=${organization.slug}`,
        title: one.title,
        facts: [
          valueOf({ ...one, unit: one.unit ?? one.currency }),
          one.owner?.name,
          one.stale && say('nothing was checked in for two weeks'),
          one.projected && say('{projected} at this pace', { projected: one.projected }),
        ],
        amount: percent(one.progress),
        marks: <Health is={one.health} />,
      })}
    >
      {isOpen ? form('measure', { choices: { filter_id: parts } }) : null}
    </ListSection>
  )
}

const Children: FC<Props> = ({ organization, object }) => (
  <ListSection
    id="children"
    title={say('Below it')}
    of={object.children}
    orNothing
    line={(one) => ({
      to: `/objectives/${one.id}?org=${organization.slug}`,
      title: one.title,
      facts: [one.owner?.name, one.outside_parent_period && say('outside this period')],
      amount: percent(one.progress),
      marks: <Standing of={one} />,
    })}
  />
)

const ways = {
  key_results: 'The mean of its key results by weight.',
  children: 'The mean of the objectives below it by weight.',
  combined: 'The key results count together as one, and each objective below as another.',
} as const
/** The members of the progress with their weights. */
const Why: FC<{ of: Objective }> = ({ of: { members, roll_up, progress } }) => (
  <Section id="why" title={say('Why this number')}>
    <p>{say(ways[roll_up])}</p>
    {members === null ? (
      <p class="muted">{say('One that counts is not yours to see, so the others are not listed.')}</p>
    ) : members.length ? (
      <div class="prose">
        <table>
          <thead>
            <tr>
              <th>{say('Counts')}</th>
              <th>{say('Weight')}</th>
              <th>{say('Progress')}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((one) => (
              <tr>
                <td>{one.title}</td>
                <td>{one.weight}</td>
                <td>{percent(one.progress)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ) : null}
    <p>{say('Together {percent}. What is not measured does not count.', { percent: percent(progress) })}</p>
  </Section>
)

const Change: FC<Props> = ({ object, form }) => (
  <section class="card stack" aria-label={say('Change')}>
    {object.closed_at === null ? form('change', { except: ['parent_id'] }) : form('reopen')}
    {object.closed_at === null ? form('close') : null}
    {form('delete', { about: object.title })}
  </section>
)
