import { inWords } from '../kit/words.ts'
import type { Child, FC } from 'hono/jsx'
import { Hidden } from '../kit/parts.tsx'
import {
  type Form,
  redirectTo,
  noProblems,
  type Problems,
  problemsOf,
  pageErrorOf,
  type Visit,
} from '../kit/visit.ts'

const tabs = [
  ['/platform', 'Overview'],
  ['/platform/organizations', 'Organizations'],
  ['/platform/users', 'People'],
] as const

/** The header of each operator page, with links to the others. */
export const Operations: FC<{ here: string; lead: string }> = ({ here, lead }) => (
  <>
    <div>
      <h1>Operations</h1>
      <p class="lead">{lead}</p>
    </div>
    <nav class="tabs" aria-label="Operations">
      {tabs.map(([path, name]) => (
        <a href={path} aria-current={here.split('?')[0] === path ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  </>
)

type FilterChoice = { name: string; label: string; all: string; values: readonly string[] }

/** Searches a list by name and state. */
export const SearchForm: FC<{ visit: Visit; label: string; hint: string; choice: FilterChoice }> = ({
  visit: { query, here },
  label,
  hint,
  choice,
}) => (
  <form class="card search" method="get" action={here.split('?')[0]} role="search">
    <div class="field">
      <label for="q">{label}</label>
      <p class="hint" id="q-hint">
        {hint}
      </p>
      <input id="q" name="q" type="search" value={query.q} aria-describedby="q-hint" />
    </div>
    <div class="field short">
      <label for={choice.name}>{choice.label}</label>
      <select id={choice.name} name={choice.name}>
        <option value="">{choice.all}</option>
        {choice.values.map((value) => (
          <option value={value} selected={query[choice.name] === value}>
            {inWords(value)}
          </option>
        ))}
      </select>
    </div>
    <button class="primary">Search</button>
  </form>
)

export const perPage = 25

/** The query string for the API's list, from that of the page. */
export function apiQuery({ query }: Visit, names: string[]): string {
  const params = new URLSearchParams({ limit: String(perPage), offset: String(offsetOf(query)) })
  for (const name of names) if (query[name]?.trim()) params.set(name, query[name].trim())
  return params.toString()
}
const offsetOf = ({ from }: Form) => (/^\d{1,6}$/.test(from ?? '') ? Number(from) : 0)

/** The position in the whole list, and links to the next and previous pages. */
export const Pager: FC<{ visit: Visit; shown: number; total: number; what: string }> = ({
  visit,
  shown,
  total,
  what,
}) => {
  const from = offsetOf(visit.query)
  const at = (offset: number) => {
    const query = new URLSearchParams({ ...visit.query, from: String(Math.max(0, offset)) })
    query.delete('done')
    return `${visit.here.split('?')[0]}?${query}`
  }
  return (
    <p class="pager small muted">
      <span>
        {total ? `${from + 1} to ${from + shown} of ${total.toLocaleString('en')} ${what}` : `No ${what}`}
      </span>
      <span class="buttons">
        {from ? <a href={at(from - perPage)}>Previous</a> : null}
        {from + shown < total ? <a href={at(from + perPage)}>Next</a> : null}
      </span>
    </p>
  )
}

type ReasonProps = {
  id: string
  verb: string
  subject: string
  action: string
  fields: Form
  text: Child
  risky?: boolean
  /** If this form was rejected: what was entered, and the errors. */
  failed?: FailedForm | undefined
}
export type FailedForm = { id: string; form: Form; problems: Problems; status: number }

/** An action that requires a reason and asks for it first; works without script. */
export const ReasonForm: FC<ReasonProps> = ({ id, verb, subject, action, fields, text, risky, failed }) => {
  const mine = failed?.id === id ? failed : undefined
  const problem = mine && [...mine.problems.general, ...Object.values(mine.problems.fields)].join(' ')
  return (
    <details class="confirm" open={Boolean(mine)}>
      <summary class="button slim">
        {verb}
        <span class="hidden"> {subject}</span>
      </summary>
      <form class={risky ? 'confirm-form' : 'confirm-form calm'} method="post" action={action}>
        <p>{text}</p>
        <Hidden fields={{ ...fields, form: id }} />
        <div class="field">
          <label for={`${id}-reason`}>Reason</label>
          {problem ? (
            <p class="problem" id={`${id}-problem`} role="alert">
              {problem}
            </p>
          ) : null}
          <input
            id={`${id}-reason`}
            name="reason"
            type="text"
            required
            minlength={10}
            value={mine?.form.reason}
            aria-invalid={problem ? 'true' : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
          />
        </div>
        <button class={risky ? 'danger slim' : 'primary slim'}>{`${verb} ${subject}`}</button>
      </form>
    </details>
  )
}

/** Submits an operator's form: returns to the list, or shows the page again with the errors. */
export async function submitForm(
  visit: Visit,
  call: () => Promise<{ status: number; body: unknown; headers: Headers }>,
  to: string,
): Promise<FailedForm | Response> {
  const reply = await call()
  if (reply.status < 300) return redirectTo(to)
  if (![409, 422].includes(reply.status)) throw pageErrorOf(reply)
  const { form } = visit
  return { id: form.form ?? '', form, problems: problemsOf(reply, ['reason']), status: reply.status }
}

export const noFailure: FailedForm = { id: '', form: {}, problems: noProblems, status: 200 }
