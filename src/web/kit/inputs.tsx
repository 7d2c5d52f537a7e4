import type { FC, PropsWithChildren } from 'hono/jsx'
import { say } from './say.ts'
import { InWords } from './time.tsx'
import type { Form, Problems } from './page-request.ts'

type FieldProps = {
  name: string
  /** Its name unless given; a page with several forms needs others. */
  id?: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'color' | 'file'
  values?: Form
  problems: Problems
  hint?: string
  optional?: boolean
  autocomplete?: string
  minlength?: number
  accept?: string
  multiple?: boolean
}

type SaidProps = { id: string; hint: string | undefined; problem: string | undefined }
/** The hint of an input, and what is wrong with it. */
export const Said: FC<SaidProps> = ({ id, hint, problem }) => (
  <>
    {hint ? (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    ) : null}
    {problem ? (
      <p class="problem" id={`${id}-problem`}>
        <InWords text={problem} />
      </p>
    ) : null}
  </>
)

type LabelledProps = PropsWithChildren<SaidProps & { label: string; optional?: boolean | undefined }>
/** The label of an input, with its hint and its error. */
const Labelled: FC<LabelledProps> = ({ id, label, hint, problem, optional, children }) => (
  <div class="field">
    <label for={id}>
      {label}
      {optional ? <span class="optional"> {say('(optional)')}</span> : null}
    </label>
    <Said id={id} hint={hint} problem={problem} />
    {children}
  </div>
)
/** What an input says of itself: what describes it, and whether it is wrong. */
const described = (id: string, hint: string | undefined, problem: string | undefined) => ({
  'aria-invalid': problem ? ('true' as const) : undefined,
  'aria-describedby':
    [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
})

/** A labelled input linked to its hint and error. Passwords and files are never sent back. */
export const Field: FC<FieldProps> = ({
  name,
  id = name,
  label,
  type = 'text',
  values = {},
  problems,
  hint,
  optional,
  ...rest
}) => {
  const problem = problems.fields[name]
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} optional={optional}>
      <input
        id={id}
        name={name}
        type={type}
        value={type === 'password' || type === 'file' ? undefined : values[name]}
        required={!optional}
        {...described(id, hint, problem)}
        {...rest}
      />
    </Labelled>
  )
}

type ChoiceProps = {
  name: string
  id?: string
  label: string
  hint?: string
  choices: [value: string, text: string][]
  values: Form
  problems: Problems
}

/** A labelled select linked to its hint and error. */
export const Choice: FC<ChoiceProps> = ({ name, id = name, label, hint, choices, values, problems }) => {
  const problem = problems.fields[name]
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <select id={id} name={name} {...described(id, hint, problem)}>
        {choices.map(([value, text]) => (
          <option value={value === text ? undefined : value} selected={(values[name] ?? '') === value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

type ChecksProps = {
  name: string
  id?: string
  label: string
  hint?: string
  choices: [value: string, text: string][]
  values: Form
  problems: Problems
}
/** The field of a form for one of several things that can be chosen together. */
export const checkOf = (name: string, value: string) => `${name}:${value}`
/** What was chosen of several things. */
export const checkedIn = (form: Form, name: string) =>
  Object.keys(form).flatMap((one) => (one.startsWith(checkOf(name, '')) ? [one.slice(name.length + 1)] : []))
/** Several things to choose. The field of the name itself says that they were asked for. */
export const Checks: FC<ChecksProps> = ({ name, id = name, label, hint, choices, values, problems }) => {
  const problem = problems.fields[name]
  return (
    <fieldset class="field" id={id} {...described(id, hint, problem)}>
      <legend>{label}</legend>
      <Said id={id} hint={hint} problem={problem} />
      <input type="hidden" name={name} value="asked" />
      {choices.map(([value, text]) => (
        <label class="check">
          <input
            type="checkbox"
            name={checkOf(name, value)}
            checked={Boolean(values[checkOf(name, value)])}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** One thing to check or not; the hidden field says that it was asked for. */
export const Check: FC<Omit<ChecksProps, 'choices'>> = ({
  name,
  id = name,
  label,
  hint,
  values,
  problems,
}) => {
  const problem = problems.fields[name]
  return (
    <div class="check">
      <input type="hidden" name={name} value="no" />
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={['yes', 'on'].includes(values[name] ?? '')}
        {...described(id, hint, problem)}
      />
      <div>
        <label for={id}>{label}</label>
        <Said id={id} hint={hint} problem={problem} />
      </div>
    </div>
  )
}

type TextProps = {
  name: string
  label: string
  value?: string | undefined
  problems: Problems
  rows: number
  id?: string
  hint?: string
  /** Neither shown nor kept by the browser. */
  isSecret?: boolean
}
/** A multi-line text field. */
export const Text: FC<TextProps> = ({
  name,
  label,
  value,
  problems,
  rows,
  id = name,
  hint = say('Markdown.'),
  isSecret,
}) => (
  <Labelled id={id} label={label} hint={hint} problem={problems.fields[name]}>
    <textarea
      id={id}
      name={name}
      rows={rows}
      {...(isSecret && { 'data-secret': '', class: 'masked', autocomplete: 'off', spellcheck: false })}
      {...described(id, hint, problems.fields[name])}
    >
      {value}
    </textarea>
  </Labelled>
)
