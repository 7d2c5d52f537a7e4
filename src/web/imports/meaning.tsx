import type { FC } from 'hono/jsx'
import { Choice } from '../kit/inputs.tsx'
import type { Answer, Body, Item } from '../kit/operations.ts'
import { count, say } from '../kit/say.ts'
import { type Form, noProblems } from '../kit/page-request.ts'
import { fields, statuses } from './import-parts.tsx'
import { saidChoices } from '../kit/field-entries.ts'

type Import = Answer<'getImport'>
type Meaning = NonNullable<Import['suggested']>
type Saved = Body<'updateImportMapping'>

const prefixes = {
  column: 'column ',
  order: 'order ',
  state: 'state ',
  board: 'board ',
  person: 'person ',
} as const
/** What was chosen for things that only the file names. */
const chosen = (form: Form, prefix: string) =>
  Object.entries(form).flatMap(([name, value]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value ?? '']] : [],
  )

/** The meaning of a file, as its form says. */
export function meaningIn(form: Form): Pick<Saved, 'mapping' | 'states' | 'people'> {
  const orders = new Map(chosen(form, prefixes.order))
  const boards = new Map(chosen(form, prefixes.board))
  const entries = <T,>(of: [string, T][]) => Object.fromEntries(of) as Record<string, T>
  return {
    mapping: entries(
      chosen(form, prefixes.column).map(([name, field]) => [
        name,
        {
          field: (field || null) as Saved['mapping'][string]['field'],
          ...(orders.get(name) && { format: orders.get(name) as 'dmy' }),
        },
      ]),
    ),
    states: entries(
      chosen(form, prefixes.state).map(([name, status]) => [
        name,
        { status: (status || null) as 'todo' | null, ...(boards.get(name) && { column: boards.get(name)! }) },
      ]),
    ),
    people: entries(chosen(form, prefixes.person).map(([name, member]) => [name, member || null])),
  }
}

const orderNames: [string, string][] = [
  ['', 'Say which'],
  ['dmy', 'Day before month'],
  ['mdy', 'Month before day'],
]

type Of = { of: Import; meaning: Meaning }

/** What the columns, states and people of a file are here. */
export const Meanings: FC<Of & { members: Item<'listMembers'>[] }> = ({ of, meaning, members }) => (
  <>
    <fieldset class="stack">
      <legend>{say('Columns')}</legend>
      {of.columns.map((column, n) => (
        <Column of={column} place={n} now={meaning.mapping[column.name]} />
      ))}
    </fieldset>
    {of.states.length ? <States of={of} meaning={meaning} /> : null}
    {of.people.length ? (
      <fieldset class="stack">
        <legend>{say('People')}</legend>
        {of.people.map(({ name, count: n }, place) => (
          <Choice
            id={`person-${place}`}
            name={prefixes.person + name}
            label={name}
            hint={say('{counted} in the file', { counted: count(n, 'time') })}
            choices={[
              ['', say('Nobody here: the name is kept as text')],
              ...members.map((member): [string, string] => [member.user_id, member.name]),
            ]}
            values={{ [prefixes.person + name]: meaning.people[name] ?? '' }}
            problems={noProblems}
          />
        ))}
      </fieldset>
    ) : null}
  </>
)

type ColumnProps = {
  of: Import['columns'][number]
  place: number
  now: Meaning['mapping'][string] | undefined
}
/** What a column says of a task, and how its days are written where both orders fit. */
const Column: FC<ColumnProps> = ({ of: { name, orders, samples }, place, now }) => (
  <>
    <Choice
      id={`column-${place}`}
      name={prefixes.column + name}
      label={name}
      hint={samples.slice(0, 3).join(' · ').slice(0, 120)}
      choices={[['', say('Leave it out')], ...saidChoices(fields)]}
      values={{ [prefixes.column + name]: now?.field ?? '' }}
      problems={noProblems}
    />
    {orders.length > 1 ? (
      <Choice
        id={`order-${place}`}
        name={prefixes.order + name}
        label={say('How days are written in {name}', { name })}
        choices={saidChoices(orderNames)}
        values={{ [prefixes.order + name]: now?.format ?? '' }}
        problems={noProblems}
      />
    ) : null}
  </>
)

const States: FC<Of> = ({ of: { states, unmapped_states: open }, meaning }) => (
  <fieldset class="stack">
    <legend>{say('States')}</legend>
    {states.map(({ name, count: n }, place) => (
      <>
        <Choice
          id={`state-${place}`}
          name={prefixes.state + name}
          label={`${name || say('Without a state')}${open.includes(name) ? ` ${say('(say what it is)')}` : ''}`}
          hint={count(n, 'task')}
          choices={[['', say('Say which')], ...saidChoices(statuses)]}
          values={{ [prefixes.state + name]: meaning.states[name]?.status ?? '' }}
          problems={noProblems}
        />
        {meaning.states[name]?.column ? (
          <input type="hidden" name={prefixes.board + name} value={meaning.states[name]?.column} />
        ) : null}
      </>
    ))}
  </fieldset>
)
