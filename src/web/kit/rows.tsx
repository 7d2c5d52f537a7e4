import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { withQuery } from './lists.tsx'
import type { Shown } from './page.tsx'
import type { Part } from './pager.tsx'
import { Section } from './parts.tsx'
import { say } from './say.ts'
import { Moment } from './time.tsx'
import { noProblems } from './page-request.ts'

/** One line of a list. Its forms are shown when the person asks for them. */
export type Line = {
  /** What its forms name it by, if not its id. */
  id?: string
  to?: string
  /** What stands before its title, such as its number. */
  before?: Child
  title: Child
  facts?: Child[]
  amount?: Child
  marks?: Child
  /** What can be done with it at once. */
  buttons?: Child[]
  /** A form that stands open below it. */
  below?: Child
  /** What is shown when the person asks to change it. */
  forms?: Child[]
}

type RowsProps<T> = {
  of: readonly T[]
  line: (item: T) => Line
  /** The page around it, where its lines have forms. */
  shown?: On
  /** What is said where there are none. */
  none?: Child
}
/** The lines of a list; each is named by the id of its item, unless it says another. */
export const Rows = <T extends object>({ of, line, shown, none }: RowsProps<T>) =>
  none && !of.length ? (
    <p class="muted">{none}</p>
  ) : (
    <ul class="rows">
      {of.map((item) => (
        <Row id={(item as { id?: string }).id ?? ''} {...line(item)} shown={shown} />
      ))}
    </ul>
  )

type ListSectionProps<T> = PropsWithChildren<RowsProps<T>> & {
  id: string
  title: Child
  /** The part of the list that is shown, and how many there are in all. */
  part?: Part | undefined
  total?: number | undefined
  above?: Child
  /** Nothing is shown where there are none. */
  orNothing?: true
}
/** A list in a card of its own; what can be added to it stands below. */
export const ListSection = <T extends object>(props: ListSectionProps<T>) => {
  const { id, title, of, part, total = of.length, above, orNothing, children } = props
  return orNothing && !total ? null : (
    <Section id={id} title={title}>
      {above}
      <Rows {...props} />
      {part?.pager(total)}
      {children}
    </Section>
  )
}

type HistoryProps<T> = {
  title?: string
  of: readonly T[]
  /** What happened, and when. */
  line: (item: T) => [what: Child, at: string]
  total: number
  part: Part
  /** Whether a further part of it was asked for. */
  open: boolean
}
/** What happened to an object, behind a title that opens it. */
export const History = <T,>({ title = say('History'), of, line, total, part, open }: HistoryProps<T>) => (
  <details class="more card" id="history" open={open}>
    <summary>{title}</summary>
    <ul class="rows">
      {of.map(line).map(([what, at]) => (
        <li class="head">
          <span>{what}</span>
          <span class="muted small">
            <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
    {part.pager(total)}
  </details>
)

type On = Pick<Shown<null, unknown>, 'request' | 'here' | 'problems'>
type RowProps = Line & { id: string; shown?: On | undefined }
/** One line of a list; its forms are those of the page around it. */
export const Row: FC<RowProps> = ({
  to,
  before,
  title,
  facts = [],
  amount,
  marks,
  buttons = [],
  below,
  forms = [],
  id,
  shown,
}) => {
  const permitted = forms.filter(Boolean)
  return (
    <li class="row" id={permitted.length ? id : undefined}>
      <div class="grow">
        <p class="title">
          {before} {to ? <a href={to}>{title}</a> : title}
        </p>
        <p class="facts">{facts.map((fact) => (fact ? <span>{fact}</span> : null))}</p>
      </div>
      {amount ? <p class="title">{amount}</p> : null}
      {marks}
      {buttons.some(Boolean) ? <div class="buttons">{buttons}</div> : null}
      {below ? <div class="forms">{below}</div> : null}
      {shown ? <RowForms id={id} forms={permitted} about={title} shown={shown} /> : null}
    </li>
  )
}

type RowFormsProps = { id: string; forms: Child[]; about: Child; shown: On }
/** The forms of a row if they were asked for or one was refused, otherwise a link that asks for them. */
export const RowForms: FC<RowFormsProps> = ({ id, forms, about, shown: { request, here, problems } }) => {
  if (!forms.length) return null
  const isOpen =
    request.query.edit === id || (problems !== noProblems && Object.values(request.form).includes(id))
  return isOpen ? (
    <div class="stack forms">{forms}</div>
  ) : (
    <a class="button slim" href={`${withQuery(here, { ...request.query, edit: id })}#${id}`}>
      {say('Change')}
      <span class="hidden"> {about}</span>
    </a>
  )
}
