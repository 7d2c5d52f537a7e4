import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { fileTypes } from '../../../db/schema/values.ts'
import {
  asChoices,
  type Choices,
  dropped,
  type Entry,
  type InputsProps,
  inRow,
  nestedIn,
  rowFields,
  rowsIn,
  saidChoices,
  timeOf,
} from './field-entries.ts'
import { Check, checkedIn, Checks, Choice, Field, Said, Text } from './inputs.tsx'
import { say } from './say.ts'
import { inWords } from './words.ts'

/** The inputs of fields: short ones in columns, long and wide ones alone. */
export const Inputs: FC<InputsProps & { of: Entry[] }> = ({ of, except = [], ...props }) => (
  <>
    {grouped(of.filter(({ name }) => !except.includes(name))).map((group) =>
      isWide(group[0]!) ? (
        <Input entry={group[0]!} {...props} />
      ) : (
        <div class="columns">
          {group.map((entry) => (
            <Input entry={entry} {...props} />
          ))}
        </div>
      ),
    )}
  </>
)

function grouped(entries: Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && !isWide(entry) && !isWide(last[0]!)) last.push(entry)
    else groups.push([entry])
  }
  return groups
}
const isFile = ({ type }: Entry) => type === 'file' || type === 'files'
const isWide = (entry: Entry) =>
  entry.wide ??
  (entry.type === 'long' ||
    entry.type === 'secret' ||
    entry.type === 'check' ||
    isFile(entry) ||
    isChecked(entry) ||
    entry.rows !== undefined)
/** Whether several things are chosen by checking them, and not by naming them. */
const isChecked = ({ type, choices, values }: Entry) => type === 'list' && (choices ?? values) !== undefined

const Input: FC<InputsProps & { entry: Entry }> = ({ entry, ...props }) => {
  const { values, problems, prefix } = props
  const { name, type, isNeeded } = entry
  const label = say(entry.label)
  const hint = entry.hint && say(entry.hint)
  if (entry.rows) return <Rows entry={entry} {...props} />
  const shared = { name, label, problems, id: idOf(name, prefix), ...(hint !== undefined && { hint }) }
  const offered = type === 'check' ? undefined : offeredFor(entry, props)
  if (offered && type === 'list') return <Checks {...shared} values={values} choices={offered} />
  if (offered) return <Choice {...shared} values={values} choices={withNone(entry, offered)} />
  if (type === 'long') return <Text {...shared} value={values[name]} rows={entry.height ?? 4} />
  if (type === 'secret') return <Text hint="" {...shared} rows={entry.height ?? 2} isSecret />
  if (type === 'date-time') return <Moment {...shared} values={values} prefix={prefix} isNeeded={isNeeded} />
  if (isFile(entry)) {
    const files = { accept: fileTypes.join(','), multiple: type === 'files' }
    return <Field {...shared} {...files} type="file" optional={!isNeeded} />
  }
  if (type === 'check') return <Check {...shared} values={values} />
  const kind = plainTypes.find((one) => one === type) ?? 'text'
  const { autocomplete, shortest: minlength } = entry
  return (
    <Field
      {...shared}
      {...(autocomplete && { autocomplete })}
      {...(minlength && { minlength })}
      values={values}
      optional={!isNeeded}
      type={kind}
    />
  )
}
const plainTypes = ['email', 'date', 'color', 'password'] as const

const emptyRows = 3
/** Rows for what a list has, and empty ones for more. */
const Rows: FC<InputsProps & { entry: Entry }> = ({ entry, choices = {}, ...props }) => {
  const { name, rows } = entry
  const label = say(entry.label)
  const filled = rowsIn(props.values, name)
  const values = rowFields(name, filled)
  return (
    <fieldset class="stack">
      <legend>{label}</legend>
      <Said id={name} hint={entry.hint && say(entry.hint)} problem={props.problems.fields[name]} />
      <input type="hidden" name={name} value="asked" />
      {Array.from({ length: filled.length + emptyRows }, (_, place) => {
        const at = (field: string) => inRow(name, place, field)
        const isNew = place >= filled.length
        const of = rows!.fields.entries.map((one) => ({
          ...one,
          name: at(one.name),
          height: 2,
          ...(isNew && { isNeeded: false }),
          // A choice that is made already would be a row that is filled in.
          ...(isNew && one.type === 'choice' && { none: one.none ?? 'Choose' }),
        }))
        const offered = Object.fromEntries(
          rows!.fields.names.flatMap((field) => (choices[field] ? [[at(field), choices[field]]] : [])),
        )
        const id = filled[place]?.id
        return (
          <div class="line" role="group" aria-label={`${label} ${place + 1}`}>
            {id ? <input type="hidden" name={at('id')} value={id} /> : null}
            <Inputs {...props} values={values} of={of} choices={offered} />
            {id ? (
              <label class="check">
                <input type="checkbox" name={at(dropped)} />
                {say('Remove {place}', { place: place + 1 })}
              </label>
            ) : null}
          </div>
        )
      })}
    </fieldset>
  )
}

const idOf = (name: string, prefix: string | undefined) => (prefix ? `${prefix}-${name}` : name)

type MomentProps = Parameters<typeof Field>[0] & { prefix: string | undefined; isNeeded: boolean | undefined }
/** A day and, if it matters, a time. */
const Moment: FC<MomentProps> = ({ prefix, isNeeded, ...day }) => (
  <>
    <Field {...day} type="date" optional={!isNeeded} />
    <Field
      name={timeOf(day.name)}
      id={idOf(timeOf(day.name), prefix)}
      label={say('Time')}
      hint={say('Such as 14:30; otherwise the end of the day.')}
      values={day.values ?? {}}
      problems={day.problems}
      optional
    />
  </>
)

/** What a field offers to choose from, with what it has now: a form that is saved as it is shown changes nothing. */
function offeredFor(entry: Entry, { values, choices, current }: InputsProps): Choices | undefined {
  const offered = (choices?.[entry.name] && asChoices(choices[entry.name]!)) ?? choicesOf(entry)
  if (!offered) return undefined
  const value = values[entry.name]
  const present = entry.type === 'list' ? checkedIn(values, entry.name) : value ? [value] : []
  const missing = present.filter((one) => !offered.some(([known]) => known === one))
  const named = nestedIn(current, entry.name)?.name
  const nameOf = (one: string) =>
    named ?? (entry.type === 'reference' || isUuid(one) ? say('as it is, no longer offered') : one)
  return [...missing.map((one): Choices[number] => [one, nameOf(one)]), ...offered]
}

const yesOrNo: Choices = [
  ['no', 'no'],
  ['yes', 'yes'],
]
const choicesOf = ({ type, choices, values }: Entry): Choices | undefined =>
  (choices && saidChoices(choices)) ??
  (type === 'boolean' ? saidChoices(yesOrNo) : values?.map((one): [string, string] => [one, inWords(one)]))

/** References and what may be null can be left open. */
function withNone({ type, nullable, required, none }: Entry, offered: Choices): Choices {
  const isOpen = nullable ?? ((type === 'reference' && !required) || none !== undefined)
  return isOpen && !offered.some(([value]) => value === '')
    ? [['', say(none ?? 'None')], ...offered]
    : offered
}
