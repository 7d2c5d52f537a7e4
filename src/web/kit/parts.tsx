import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { Form, Me, Problems, Visit } from './visit.ts'

/** Labelled values; those without a value are omitted. */
export const Pairs: FC<PropsWithChildren<{ of: readonly (readonly [term: string, value: Child])[] }>> = ({
  of,
  children,
}) => (
  <dl class="pairs">
    {of.map(([term, value]) =>
      value ? (
        <>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </>
      ) : null,
    )}
    {children}
  </dl>
)

type FieldProps = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'file'
  values?: Form
  problems: Problems
  hint?: string
  optional?: boolean
  autocomplete?: string
  accept?: string
  multiple?: boolean
}

/** A labelled input linked to its hint and error. Passwords and files are never sent back. */
export const Field: FC<FieldProps> = ({
  name,
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
    <div class="field">
      <label for={name}>
        {label}
        {optional ? <span class="optional"> (optional)</span> : null}
      </label>
      {hint ? (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      ) : null}
      <input
        id={name}
        name={name}
        type={type}
        value={type === 'password' || type === 'file' ? undefined : values[name]}
        required={!optional}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={describedBy(name, hint, problem)}
        {...rest}
      />
    </div>
  )
}

type ChoiceProps = {
  name: string
  label: string
  hint?: string
  choices: [value: string, text: string][]
  values: Form
  problems: Problems
}

/** A labelled select linked to its hint and error. */
export const Choice: FC<ChoiceProps> = ({ name, label, hint, choices, values, problems }) => {
  const problem = problems.fields[name]
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint ? (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      ) : null}
      <select
        id={name}
        name={name}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={describedBy(name, hint, problem)}
      >
        {choices.map(([value, text]) => (
          <option value={value === text ? undefined : value} selected={(values[name] ?? '') === value}>
            {text}
          </option>
        ))}
      </select>
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
}
/** A multi-line text field. */
export const Text: FC<TextProps> = ({
  name,
  label,
  value,
  problems,
  rows,
  id = name,
  hint = 'Markdown.',
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
    {problems.fields[name] ? (
      <p class="problem" id={`${id}-problem`}>
        {problems.fields[name]}
      </p>
    ) : null}
    <textarea id={id} name={name} rows={rows} aria-describedby={`${id}-hint`}>
      {value}
    </textarea>
  </div>
)

const describedBy = (name: string, hint: string | undefined, problem: string | undefined) =>
  [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ') || undefined

/** The errors of a form, shown above it and focused. */
export const Summary: FC<PropsWithChildren<{ problems: Problems; labels: Form }>> = ({
  problems,
  labels,
  children,
}) => {
  const fields = Object.entries(problems.fields)
  if (fields.length === 0 && problems.general.length === 0) return null
  return (
    <div class="notice bad" role="alert" id="problems" tabindex={-1} autofocus>
      <h2>There is a problem</h2>
      {problems.general.map((problem) => (
        <p>{problem}</p>
      ))}
      {fields.length ? (
        <ul>
          {fields.map(([name, problem]) => (
            <li>
              <a href={`#${name}`}>{`${labels[name] ?? name}: ${problem}`}</a>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </div>
  )
}

export const Notice: FC<PropsWithChildren<{ kind: 'good' | 'warn' | 'bad' | 'plain'; title?: string }>> = ({
  kind,
  title,
  children,
}) => (
  <div class={kind === 'plain' ? 'notice' : `notice ${kind}`} role={kind === 'good' ? 'status' : undefined}>
    {title ? <h2>{title}</h2> : null}
    {children}
  </div>
)

/** Confirms that the previous form was saved. */
export const Saved: FC<{ visit: Visit }> = ({ visit }) =>
  visit.query.done === 'saved' ? (
    <Notice kind="good">
      <p>Saved.</p>
    </Notice>
  ) : null

/** Text to copy, with a copy button if scripts run. */
export const Copy: FC<{ id: string; what: string; text: string; fold?: boolean }> = ({
  id,
  what,
  text,
  fold,
}) => (
  <div class="copy">
    <pre id={id} class={fold ? 'fold' : undefined} tabindex={0} role="region" aria-label={what}>
      {text}
    </pre>
    <button type="button" class="slim" data-copy={id} aria-live="polite" hidden>
      Copy
    </button>
  </div>
)

export const Badge: FC<PropsWithChildren<{ kind?: 'bad' | 'warn' | 'good' | 'accent' }>> = ({
  kind,
  children,
}) => <span class={kind ? `badge ${kind}` : 'badge'}>{children}</span>

type ConfirmButtonProps = {
  verb: string
  subject: string
  /** Whether the button shows its subject, if nothing beside it does. */
  showSubject?: boolean
  action: string
  fields?: Form
  warning: Child
}

/** A button that asks for confirmation before it does something irreversible. */
export const ConfirmButton: FC<ConfirmButtonProps> = ({
  verb,
  subject,
  showSubject,
  action,
  fields = {},
  warning,
}) => (
  <details class="confirm">
    <summary class="button slim">
      {showSubject ? (
        `${verb} ${subject}`
      ) : (
        <>
          {verb}
          <span class="hidden"> {subject}</span>
        </>
      )}
    </summary>
    <form class="confirm-form" method="post" action={action}>
      <p>{warning}</p>
      <Hidden fields={fields} />
      <button class="danger slim">{`${verb} ${subject}`}</button>
    </form>
  </details>
)

export const Hidden: FC<{ fields: Record<string, string | undefined> }> = ({ fields }) => (
  <>
    {Object.entries(fields).map(([name, value]) =>
      value ? <input type="hidden" name={name} value={value} /> : null,
    )}
  </>
)

/** The time zone of the browser, which only a script can tell. */
export const BrowserZone: FC = () => <input type="hidden" name="zone" data-zone />

/** Who is signed in, and a way to return to this page as another user. */
export const Account: FC<{ person: Me; back: string }> = ({ person, back }) => (
  <>
    <p>{person.name}</p>
    <p class="muted">{person.email}</p>
    <form method="post" action="/logout">
      <Hidden fields={{ next: back }} />
      <button class="plain small">Use another account</button>
    </form>
  </>
)

export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

const units = ['KiB', 'MiB', 'GiB', 'TiB']

/** A readable size: `900 bytes`, `1.5 KiB`, `12 MiB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return count(bytes, 'byte')
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** power
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[power - 1]}`
}
