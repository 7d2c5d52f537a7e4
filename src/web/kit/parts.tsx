import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { count, locale, say } from './say.ts'
import { InWords } from './time.tsx'
import type { Form, Me, Problems, PageRequest } from './page-request.ts'

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

type SectionProps = PropsWithChildren<{
  id: string
  title: Child
  /** Its paragraphs stand close to each other. */
  close?: boolean
}>
/** A part of a page in a card of its own, under its title. */
export const Section: FC<SectionProps> = ({ id, title, close, children }) => (
  <section class={close ? 'card close' : 'card stack'} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

type LinkButtonProps = PropsWithChildren<{ to: string; kind?: 'primary' | 'slim' | 'full' }>
/** A link that looks like a button. */
export const LinkButton: FC<LinkButtonProps> = ({ to, kind, children }) => (
  <a class={kind ? `button ${kind}` : 'button'} href={to}>
    {children}
  </a>
)

export type Figure = readonly [name: string, value: Child, more?: Child]
/** Key figures side by side, each with its name and what else there is to it. */
export const Figures: FC<{ of: readonly Figure[] }> = ({ of }) => (
  <dl class="figures">
    {of.map(([name, value, more]) => (
      <div>
        <dt>{name}</dt>
        <dd>
          {value}
          {more ? <small>{more}</small> : null}
        </dd>
      </div>
    ))}
  </dl>
)

/** A panel at the right of the content, or above it where there is no room beside it. */
export const Beside: FC<PropsWithChildren<{ panel: Child; name: string }>> = ({ panel, name, children }) => (
  <div class="beside">
    <aside class="card stack panel" aria-label={name}>
      {panel}
    </aside>
    <div class="stack">{children}</div>
  </div>
)

/** What an object says of itself, by label; nothing where it says nothing. */
export const Facts: FC<{ of: readonly (readonly [term: string, value: Child])[] }> = ({ of }) =>
  of.some(([, value]) => Boolean(value)) ? (
    <section class="card" aria-label={say('Details')}>
      <Pairs of={of} />
    </section>
  ) : null

/** The label of a field; that of a field in a row with the number of the row. */
function labelIn(labels: Form, name: string) {
  const [list, place, field] = name.split(/:(\d+):/)
  const label = field && labels[`${list}[].${field}`]
  return label ? `${say(label)} (${Number(place) + 1})` : say(labels[name] ?? name)
}

/** The errors of a form, shown above it and focused. */
export const Summary: FC<PropsWithChildren<{ problems: Problems; labels: Form; prefix?: string }>> = ({
  problems,
  labels,
  prefix,
  children,
}) => {
  const fields = Object.entries(problems.fields)
  if (fields.length === 0 && problems.general.length === 0) return null
  return (
    <div class="notice bad" role="alert" id="problems" tabindex={-1} autofocus>
      <h2>{say('There is a problem')}</h2>
      {problems.general.map((problem) => (
        <p>
          <InWords text={problem} />
        </p>
      ))}
      {fields.length ? (
        <ul>
          {fields.map(([name, problem]) => (
            <li>
              <a href={`#${prefix ? `${prefix}-${name}` : name}`}>
                <InWords text={`${labelIn(labels, name)}: ${problem}`} />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </div>
  )
}

type NoticeProps = PropsWithChildren<{ kind: 'good' | 'warn' | 'bad' | 'plain'; title?: string; id?: string }>
export const Notice: FC<NoticeProps> = ({ kind, title, id, children }) => (
  <div
    id={id}
    class={kind === 'plain' ? 'notice' : `notice ${kind}`}
    role={kind === 'good' ? 'status' : undefined}
  >
    {title ? <h2>{title}</h2> : null}
    {children}
  </div>
)

/** Confirms what the previous form did: that it was saved, or what the page says of it. */
export const Saved: FC<{ request: PageRequest; said?: Record<string, string> | undefined }> = ({
  request,
  said = {},
}) => {
  const { done = '' } = request.query
  const text = Object.hasOwn(said, done) ? say(said[done]!) : done === 'saved' ? say('Saved.') : undefined
  return text && request.c.req.method === 'GET' ? (
    <Notice kind="good" id="done">
      <p>{text}</p>
    </Notice>
  ) : null
}

/** Text to copy, with a copy button if scripts run. */
export const Copy: FC<{ id: string; what: string; text: string; fold?: boolean }> = ({
  id,
  what,
  text,
  fold,
}) => {
  return (
    <div class="copy">
      <pre id={id} class={fold ? 'fold' : undefined} tabindex={0} role="region" aria-label={what}>
        {text}
      </pre>
      <button type="button" class="slim" data-copy={id} data-copied={say('Copied')} aria-live="polite" hidden>
        {say('Copy')}
      </button>
    </div>
  )
}

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
      <button class="danger slim">{`${verb} ${subject}`.trim()}</button>
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
      <button class="plain small">{say('Use another account')}</button>
    </form>
  </>
)

const units = ['KiB', 'MiB', 'GiB', 'TiB']

/** A readable size: `900 bytes`, `1.5 KiB`, `12 MiB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return count(bytes, 'byte')
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** power
  return `${size.toLocaleString(locale(), { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[power - 1]}`
}
