import type { Child, FC } from 'hono/jsx'
import {
  acceptedForm,
  actionAt,
  type Again,
  formNamed,
  type PageForms,
  type Refused,
  sendForm,
  type Subject,
} from './forms.tsx'
import { formIn, formsOn, type ShowForm } from './form-view.tsx'
import { type Shape, show } from './layout.tsx'
import { withQuery } from './lists.tsx'
import { readerOf } from './operations.ts'
import { type Language, say } from './say.ts'
import type { MemberOrganization, Person } from './organization-context.ts'
import { Saved, Summary } from './parts.tsx'
import {
  type Accepted,
  type Form,
  type Me,
  noProblems,
  type Page,
  PageError,
  type Problems,
  type Security,
  type PageRequest,
} from './page-request.ts'

/** A page as the list of pages mounts it: what it shows, and what its forms do. */
export type PageValue = {
  /** What it is written in, if not in English alone: its visitors get what their browsers prefer of that. */
  languages?: readonly Language[]
  /** What its forms do, by the end of the address that they are sent to. */
  actions: string[]
  /** What the form that is sent there may carry. */
  accepts: (action: string) => Accepted
  /** `refused` shows it with what is wrong, such as with what a form of another page did. */
  show: (request: PageRequest, refused?: Refused) => Promise<Response>
  act: (request: PageRequest) => Promise<Response>
  /** A file below its address, `/files/…`. */
  file: Page
  security?: Security | undefined
}

/** What the content of a page is made of; on pages for everybody the person may be missing. */
export type Shown<T, P, W = Person> = Subject<T> & {
  person: W
  /** The organizations that a page of a person is about, or that it can be about. */
  organizations: MemberOrganization[]
  parts: P
  problems: Problems
  /** A form of the page, where the person's role permits it. */
  form: ShowForm
}

/** What a page does by itself; `again` shows it with errors. */
export type Act<T> = (
  request: PageRequest,
  again: (problems: Problems, status: number) => Promise<Response>,
  about: () => Promise<Subject<T>>,
) => Promise<Response>

export type Common<T, P, W = Person> = {
  /** Its address; `:slug` is the organization, `:id` or `:key` the object, and `:action` the form that it shows alone. */
  at: string
  forms?: PageForms<T>
  security?: Security
  /** What is sent to the page otherwise, such as by its script. */
  acts?: Record<string, Act<T>>
  /** Gives what browsers fetch below the address of the page: `/files/:file`. */
  file?: Act<T>
  /** Whether a form is offered that the person's role permits. */
  offers?: (shown: Loaded<T, P, W>, action: string) => boolean
  /** The parameters of its address that its forms keep. */
  keeps?: readonly string[]
  /** What it says after one of its forms, by `done` in its address: the name of the form, or what the form says. */
  said?: Record<string, string>
  /** What is wrong with its address, such as with a filter, and what the fields of that are called. */
  wrong?: (parts: P) => Problems
  wrongLabels?: Form
  /** The pages between the organization and this one: their titles and addresses. */
  under?: (organization: MemberOrganization, object: T, parts: P, person: W) => [title: string, to: string][]
  lead?: string | ((organization: MemberOrganization, loaded: Loaded<T, P, W>) => Child)
  Content: FC<Shown<T, P, W>>
}

export type Loaded<T, P, W = Person> = {
  person: W
  organization: MemberOrganization
  organizations?: MemberOrganization[]
  object: T
  parts: P
}
/** What differs between a page of an organization, of an object, of a person and of everybody. */
export type Kind<T, P, W> = {
  /** What is shown, without its parts where something else is shown instead of the content. */
  load: (request: PageRequest, isBare: boolean) => Promise<Loaded<T, P, W>>
  /** The same for a form, which needs no parts. */
  loadSubject: (request: PageRequest) => Promise<{ organization: MemberOrganization; object: T }>
  ids: (object: T, request: PageRequest) => Form
  here: (organization: MemberOrganization, object: T, request: PageRequest) => string
  title: (loaded: Loaded<T, P, W>, request: PageRequest) => string
  marks?: ((object: T, parts: P) => Child) | undefined
  /** The title of the window. */
  inTitle: (title: string, organization: MemberOrganization) => string
  /** What is around it, if not what is around the pages of members. */
  frame?: (request: PageRequest, shape: Shape, body: Child, loaded: Loaded<T, P, W>) => Promise<Response>
  /** A page for customers of an organization: without the service's own name and links. */
  unbranded?: boolean | undefined
  /** Stands in a card of its own in the middle, and what follows the card. */
  centered?: 'slim' | 'broad' | undefined
  after?: ((request: PageRequest) => Child) | undefined
}

type Parts<T, P, W> = { page: Common<T, P, W>; kind: Kind<T, P, W> }

export const pageOf = <T, P, W>(page: Common<T, P, W>, kind: Kind<T, P, W>): PageValue => ({
  actions: Object.keys({ ...page.forms, ...page.acts }),
  accepts: (action) => {
    const fields = formNamed(page.forms, action)?.fields
    return { file: fields?.hasFiles ?? false, longText: fields?.hasLong ?? false }
  },
  show: (request, [problems, status] = [noProblems, 200]) =>
    render({ page, kind }, request, problems === noProblems ? {} : { problems, status }),
  act: (request) => act({ page, kind }, request),
  security: page.security,
  file: async (request) => {
    if (!page.file) throw noSuchPage()
    return page.file(request, ...byItself({ page, kind }, request))
  },
})

function subjectOf<T, P, W>(
  { page, kind }: Parts<T, P, W>,
  request: PageRequest,
  organization: MemberOrganization,
  object: T,
): Subject<T> {
  const ids = { ...(organization.id && { org_id: organization.id }), ...kind.ids(object, request) }
  const kept = Object.fromEntries((page.keeps ?? []).map((name) => [name, request.query[name]]))
  const here = withQuery(kind.here(organization, object, request), kept)
  return {
    request,
    organization,
    object,
    ids,
    here,
    webUrl: request.settings.webUrl,
    read: readerOf(request, ids),
  }
}

type State = { problems?: Problems; status?: number; notice?: Child; instead?: string | undefined }
async function render<T, P, W>(of: Parts<T, P, W>, request: PageRequest, state: State): Promise<Response> {
  const { page, kind } = of
  const isBare = state.instead !== undefined
  const loaded = await kind.load(request, isBare)
  const { person, organization, object, parts } = loaded
  const wrong = parts === undefined ? noProblems : (page.wrong?.(parts) ?? noProblems)
  const { problems = wrong, status = problems === noProblems ? 200 : 422 } = state
  const title = state.instead ?? kind.title(loaded, request)
  const { centered, unbranded, frame = show } = kind
  const named = kind.inTitle(title, organization)
  const inWindow = problems === noProblems ? named : say('Problem: {title}', { title: named })
  const shape = {
    title: inWindow,
    me: person as Me | null,
    zone: organization.timezone,
    status,
    headers: problems.headers ?? {},
    ...(centered && { centered }),
    ...(unbranded && { unbranded }),
  }
  const subject = subjectOf(of, request, organization, object)
  const body = bodyOf(of, { loaded, subject, state: { ...state, problems, status } })
  return frame(request, shape, headed(of, request, loaded, { title, isBare, body }), loaded)
}

type Headed = { title: string; isBare: boolean; body: Child }
/** What a page shows with its title above it, in a card of its own where it stands in the middle. */
function headed<T, P, W>(
  { page, kind }: Parts<T, P, W>,
  request: PageRequest,
  loaded: Loaded<T, P, W>,
  { title, isBare, body }: Headed,
) {
  const { person, organization, object, parts } = loaded
  const lead = isBare
    ? null
    : typeof page.lead === 'function'
      ? page.lead(organization, loaded)
      : page.lead && say(page.lead)
  if (kind.centered)
    return (
      <>
        <div class="card stack">
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : null}
          {body}
        </div>
        {kind.after?.(request)}
      </>
    )
  const isTop = !organization.slug || page.at === '/organizations/:slug'
  const under = page.under?.(organization, object, parts, person)
  const marks = kind.marks?.(object, parts)
  return (
    <>
      <Head title={title} organization={organization} isTop={isTop} under={under} lead={lead} marks={marks} />
      {body}
    </>
  )
}

type Body<T, P, W> = {
  loaded: Loaded<T, P, W>
  subject: Subject<T>
  state: State & { problems: Problems; status: number }
}
/** What stands beneath the title: what was said and what is wrong, then the content, unless something is shown instead. */
function bodyOf<T, P, W>({ page }: Parts<T, P, W>, { loaded, subject, state }: Body<T, P, W>) {
  const { forms = {}, Content, said, wrongLabels } = page
  const { request, here } = subject
  const { problems, status, notice, instead } = state
  const anyForm = formsOn({ request, problems, subject, forms, at: (action) => actionAt(here, action) })
  const form: ShowForm = (action, options) =>
    page.offers?.(loaded, action) === false ? null : anyForm(action, options)
  const { person, organizations = [], parts } = loaded
  const name = formIn(request, problems)
  const sent = formNamed(forms, name)
  return (
    <>
      <Saved request={request} said={said} />
      <Summary problems={problems} labels={{ ...sent?.fields?.labels, ...wrongLabels }} prefix={name}>
        {sent?.remedy?.(status, request)}
      </Summary>
      {notice}
      {instead === undefined ? (
        <Content
          {...subject}
          person={person}
          organizations={organizations}
          parts={parts}
          problems={problems}
          form={form}
        />
      ) : null}
    </>
  )
}

async function act<T, P, W>(of: Parts<T, P, W>, request: PageRequest): Promise<Response> {
  const { forms = {}, acts = {}, said = {} } = of.page
  const { action } = request
  if (Object.hasOwn(acts, action)) return acts[action]!(request, ...byItself(of, request))
  const subject = await subjectIn(of, request)
  const form = formNamed(forms, action)
  if (!form) throw noSuchPage()
  const again: Again = (notice, { title: instead, status, ...next } = {}) => {
    request.form = next.form ?? {}
    request.action = next.action ?? action
    return render(of, request, { notice, instead, ...(status && { status }) })
  }
  const sent = await sendForm(request, form, subject)
  if (sent.missing) return form.missing!(subject, again)
  if (sent.refused) {
    const [problems, status] = sent.refused
    const onward = form.onward?.(problems.body, subject, again)
    return onward ?? render(of, request, { problems, status })
  }
  return acceptedForm(form, subject, sent.answer, { again, done: action in said ? action : 'saved' })
}

export const noSuchPage = () => new PageError(404, say('No such page'), say('The address is wrong.'))

/** What the page gives to what it does by itself. */
const byItself = <T, P, W>(of: Parts<T, P, W>, request: PageRequest) =>
  [
    (problems: Problems, status: number) => render(of, request, { problems, status }),
    () => subjectIn(of, request),
  ] as const

async function subjectIn<T, P, W>(of: Parts<T, P, W>, request: PageRequest): Promise<Subject<T>> {
  const { organization, object } = await of.kind.loadSubject(request)
  return subjectOf(of, request, organization, object)
}

type HeadProps = {
  title: string
  organization: MemberOrganization
  /** Whether no page is above it: that of an organization itself, and those of a person. */
  isTop: boolean
  under?: [string, string][] | undefined
  lead?: Child
  marks?: Child
}
const Head: FC<HeadProps> = ({ title, organization, isTop, under = [], lead, marks }) => (
  <div>
    <p class="facts">
      {isTop ? null : <a href={`/organizations/${organization.slug}`}>{organization.name}</a>}
      {under.map(([name, to]) => (
        <a href={to}>{name}</a>
      ))}
    </p>
    <h1 dir="auto">{title}</h1>
    {lead ? <p class="lead">{lead}</p> : null}
    {marks ? <p class="marks">{marks}</p> : null}
  </div>
)
