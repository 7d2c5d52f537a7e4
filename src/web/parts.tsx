import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { Form, Me, Problems, Visit } from './visit.ts'

/** Terms and what they are; those without a value are left out. */
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
  maxlength?: number
  accept?: string
}

/** A labelled input linked to its hint and its error. A password is never sent back, nor is a file. */
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

/** A labelled list to choose from, linked to its hint and its error. */
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

const describedBy = (name: string, hint: string | undefined, problem: string | undefined) =>
  [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ') || undefined

/** The errors of a form, shown above it and focused. */
export const Summary: FC<PropsWithChildren<{ problems: Problems; labels: Form }>> = ({
  problems,
  labels,
  children,
}) => {
  const fields = Object.entries(problems.fields)
  if (fields.length === 0 && problems.above.length === 0) return null
  return (
    <div class="notice bad" role="alert" id="problems" tabindex={-1} autofocus>
      <h2>There is a problem</h2>
      {problems.above.map((said) => (
        <p>{said}</p>
      ))}
      {fields.length ? (
        <ul>
          {fields.map(([name, said]) => (
            <li>
              <a href={`#${name}`}>{`${labels[name] ?? name}: ${said}`}</a>
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

/** Says that the form before was saved. */
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

type AskProps = {
  does: string
  about: string
  /** Whether the button shows what it is about, where nothing beside it does. */
  seen?: boolean
  action: string
  fields?: Form
  warning: Child
}

/** A button that asks for confirmation before it does something irreversible. */
export const Ask: FC<AskProps> = ({ does, about, seen, action, fields = {}, warning }) => (
  <details class="ask">
    <summary class="button slim">
      {seen ? (
        `${does} ${about}`
      ) : (
        <>
          {does}
          <span class="hidden"> {about}</span>
        </>
      )}
    </summary>
    <form class="sure" method="post" action={action}>
      <p>{warning}</p>
      <Hidden fields={fields} />
      <button class="risky slim">{`${does} ${about}`}</button>
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

/** So many bytes as people read them: `900 bytes`, `1.5 KiB`, `12 MiB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return count(bytes, 'byte')
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** power
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[power - 1]}`
}
