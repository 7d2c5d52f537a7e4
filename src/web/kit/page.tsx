import type { Child, FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import {
  acceptedForm,
  actionAt,
  formIn,
  formsOn,
  type PageForms,
  sendForm,
  type ShowForm,
  type Subject,
} from './forms.tsx'
import { show } from './layout.tsx'
import { withQuery } from './lists.tsx'
import {
  type Answer,
  objectIdOf,
  type OperationId,
  pathOf,
  type Query,
  type Read,
  readerOf,
} from './operations.ts'
import { find, type Home, organizationContext, type Person } from './organization-context.ts'
import { Saved, Summary } from './parts.tsx'
import {
  type Accepted,
  type Form,
  me,
  noProblems,
  type Page,
  PageError,
  type Problems,
  type Visit,
} from './visit.ts'

/** A page as the list of pages mounts it: what it shows, and what its forms do. */
export type PageValue = {
  /** What its forms do, by the end of the address that they are sent to. */
  actions: string[]
  /** What the form that is sent there may carry. */
  accepts: (action: string) => Accepted
  show: Page
  act: (visit: Visit) => Promise<Response>
  /** A file below its address, `/files/…`. */
  file: Page
}

/** What the content of a page is made of. */
export type Shown<T, P> = Subject<T> & {
  person: Person
  parts: P
  problems: Problems
  /** A form of the page, where the person's role permits it. */
  form: ShowForm
}

/** What a page does by itself; `again` shows it with errors. */
export type Act<T> = (
  visit: Visit,
  again: (problems: Problems, status: number) => Promise<Response>,
  about: () => Promise<Subject<T>>,
) => Promise<Response>

type Common<T, P> = {
  /** Its address; `:slug` is the organization, `:id` or `:key` the object. */
  at: string
  forms?: PageForms<T>
  /** What is sent to the page otherwise, such as by its script. */
  acts?: Record<string, Act<T>>
  /** Gives what browsers fetch below the address of the page: `/files/:file`. */
  file?: Act<T>
  /** Whether a form is offered that the person's role permits. */
  offers?: (shown: Loaded<T, P>, action: string) => boolean
  /** The parameters of its address that its forms keep. */
  keeps?: readonly string[]
  /** The pages between the organization and this one: their titles and addresses. */
  under?: (home: Home, object: T, parts: P) => [title: string, to: string][]
  lead?: string | ((home: Home) => Child)
  Content: FC<Shown<T, P>>
}

type Loaded<T, P> = { person: Person; home: Home; object: T; parts: P }
/** What differs between a page of an organization and that of an object. */
type Kind<T, P> = {
  load: (visit: Visit) => Promise<Loaded<T, P>>
  /** The same for a form, which needs no parts. */
  loadSubject: (visit: Visit) => Promise<{ home: Home; object: T }>
  ids: (object: T) => Form
  here: (home: Home, object: T) => string
  title: (object: T, home: Home) => string
  marks?: ((object: T) => Child) | undefined
  /** The title of the window. */
  inTitle: (title: string, home: Home) => string
}

type Parts<T, P> = { page: Common<T, P>; kind: Kind<T, P> }

const pageOf = <T, P>(page: Common<T, P>, kind: Kind<T, P>): PageValue => ({
  actions: Object.keys({ ...page.forms, ...page.acts }),
  accepts: (action) => {
    const fields = page.forms && Object.hasOwn(page.forms, action) ? page.forms[action]!.fields : undefined
    return { file: fields?.hasFiles ?? false, longText: fields?.hasLong ?? false }
  },
  show: (visit) => render({ page, kind }, visit, noProblems),
  act: (visit) => act({ page, kind }, visit),
  file: async (visit) => {
    if (!page.file) throw noSuchPage()
    return page.file(visit, ...byItself({ page, kind }, visit))
  },
})

function subjectOf<T, P>({ page, kind }: Parts<T, P>, visit: Visit, home: Home, object: T): Subject<T> {
  const ids = { org_id: home.id, ...kind.ids(object) }
  const kept = Object.fromEntries((page.keeps ?? []).map((name) => [name, visit.query[name]]))
  const here = withQuery(kind.here(home, object), kept)
  return { visit, home, object, ids, here, webUrl: visit.settings.webUrl, read: readerOf(visit, ids) }
}

const actionOf = (visit: Visit) => visit.c.req.param('action') ?? ''

async function render<T, P>(
  of: Parts<T, P>,
  visit: Visit,
  problems: Problems,
  status?: number,
  notice?: Child,
) {
  const { page, kind } = of
  const loaded = await kind.load(visit)
  const { person, home, object, parts } = loaded
  const subject = subjectOf(of, visit, home, object)
  const { forms = {}, Content, under, lead } = page
  const at = (action: string) => actionAt(subject.here, action)
  const anyForm = formsOn({ visit, problems, subject, forms, at })
  const form: ShowForm = (action, options) =>
    page.offers?.(loaded, action) === false ? null : anyForm(action, options)
  const title = kind.title(object, home)
  return show(
    visit,
    { title: kind.inTitle(title, home), me: person, zone: home.timezone, status },
    <>
      <Head
        title={title}
        home={home}
        isTop={!home.slug || page.at === '/organizations/:slug'}
        under={under?.(home, object, parts)}
        lead={typeof lead === 'function' ? lead(home) : lead}
        marks={kind.marks?.(object)}
      />
      <Saved visit={visit} />
      <Summary
        problems={problems}
        labels={forms[formIn(visit, problems)]?.fields?.labels ?? {}}
        prefix={formIn(visit, problems)}
      />
      {notice}
      <Content {...subject} person={person} parts={parts} problems={problems} form={form} />
    </>,
  )
}

async function act<T, P>(of: Parts<T, P>, visit: Visit): Promise<Response> {
  const { forms = {}, acts = {} } = of.page
  const action = actionOf(visit)
  if (Object.hasOwn(acts, action)) return acts[action]!(visit, ...byItself(of, visit))
  const subject = await subjectIn(of, visit)
  const form = Object.hasOwn(forms, action) ? forms[action] : undefined
  if (!form) throw noSuchPage()
  const sent = await sendForm(visit, form, subject)
  if (sent.refused) return render(of, visit, ...sent.refused)
  return acceptedForm(form, subject, sent.answer, (notice) => {
    visit.form = {}
    return render(of, visit, noProblems, 200, notice)
  })
}

const noSuchPage = () => new PageError(404, 'No such page', 'The address is wrong.')

/** What the page gives to what it does by itself. */
const byItself = <T, P>(of: Parts<T, P>, visit: Visit) =>
  [
    (problems: Problems, status: number) => render(of, visit, problems, status),
    () => subjectIn(of, visit),
  ] as const

async function subjectIn<T, P>(of: Parts<T, P>, visit: Visit): Promise<Subject<T>> {
  const { home, object } = await of.kind.loadSubject(visit)
  return subjectOf(of, visit, home, object)
}

type HeadProps = {
  title: string
  home: Home
  /** Whether no page is above it: that of an organization itself, and those of a person. */
  isTop: boolean
  under?: [string, string][] | undefined
  lead?: Child
  marks?: Child
}
const Head: FC<HeadProps> = ({ title, home, isTop, under = [], lead, marks }) => (
  <div>
    <p class="facts">
      {isTop ? null : <a href={`/organizations/${home.slug}`}>{home.name}</a>}
      {under.map(([name, to]) => (
        <a href={to}>{name}</a>
      ))}
    </p>
    <h1 dir="auto">{title}</h1>
    {lead ? <p class="lead">{lead}</p> : null}
    {marks ? <p class="marks">{marks}</p> : null}
  </div>
)

/** What the parts of a page are fetched with; all of it shares the trip that fetches what the page is about. */
type Fetching = { visit: Visit; read: Read; home: Home }

type OrganizationPage<P> = Common<null, P> & {
  title: string | ((home: Home) => string)
  parts: (fetching: Fetching) => Promise<P>
}
/** A page of an organization. */
export function organizationPage<P>(page: OrganizationPage<P>): PageValue {
  return pageOf<null, P>(page, {
    load: async (visit) => ({
      ...(await organizationContext(visit, (_, home) =>
        page.parts({ visit, home, read: readerOf(visit, { org_id: home.id }) }),
      )),
      object: null,
    }),
    loadSubject: async (visit) => ({ ...(await organizationContext(visit)), object: null }),
    ids: () => ({}),
    here: ({ slug }) => page.at.replace(':slug', slug),
    title: (_, home) => (typeof page.title === 'function' ? page.title(home) : page.title),
    inTitle: (title, { name }) => (title === name ? name : `${title} of ${name}`),
  })
}

type PersonPage<P> = Common<null, P> & {
  title: string
  parts: (fetching: Omit<Fetching, 'home'>) => Promise<P>
}
/** Stands for an organization where a page is in none: what anybody may call who is signed in can be called. */
const placeOf = ({ timezone }: { timezone?: string | null }): Home => ({
  id: '',
  name: '',
  slug: '',
  timezone: timezone ?? 'UTC',
  role: 'viewer',
  second_factor_missing: false,
})
/** A page of the signed-in person, which is in no organization. */
export function personPage<P>(page: PersonPage<P>): PageValue {
  return pageOf<null, P>(page, {
    load: async (visit) => {
      const [person, parts] = await Promise.all([
        me(visit) as Promise<Person>,
        page.parts({ visit, read: readerOf(visit, {}) }),
      ])
      return { person, home: placeOf(person), object: null, parts }
    },
    loadSubject: async (visit) => ({ home: placeOf(await me(visit)), object: null }),
    ids: () => ({}),
    here: () => page.at,
    title: () => page.title,
    inTitle: (title) => title,
  })
}

type ObjectPage<O extends OperationId, P> = Common<Answer<O>, P> & {
  /** The operation that reads the object. */
  of: O
  noun: string
  title: (object: Answer<O>) => string
  /** What it is read with. */
  query?: Query<O>
  /** Its state, below the title. */
  marks?: (object: Answer<O>) => Child
  parts: (fetching: Fetching & { id: string; object: Promise<Answer<O>> }) => Promise<P>
}
/** The id in the address of a page. */
function idIn({ c }: Visit, noun: string): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, `No such ${noun}`, 'The address is incomplete.')
  return id
}

type Keyed = { id: string; key?: string; number?: number | string | null }
/**
 * The page of an object, which its address names by `:id`, by `:key` or by `:number`; with `:slug` in it, in that
 * organization.
 */
export function objectPage<O extends OperationId, P>(page: ObjectPage<O, P>): PageValue {
  const idName = objectIdOf(page.of)
  const isWithin = page.at.includes(':slug')
  const pathTo = (id: string) =>
    withQuery(
      pathOf(page.of, { [idName]: id }).replace('/api/v1/organizations/-', ''),
      (page.query ?? {}) as Form,
    )
  const idOf = (visit: Visit) =>
    visit.c.req.param('key') ?? visit.c.req.param('number') ?? idIn(visit, page.noun)
  return pageOf<Answer<O>, P>(page, {
    load: async (visit) => {
      const id = idOf(visit)
      return find<Answer<O>, P>(visit, pathTo(id), page.noun, (_, object, home) =>
        page.parts({ visit, home, id, object, read: readerOf(visit, { org_id: home.id, [idName]: id }) }),
      )
    },
    loadSubject: (visit) => find<Answer<O>>(visit, pathTo(idOf(visit)), page.noun),
    ids: (object) => ({ [idName]: (object as Keyed).id }),
    here: ({ slug }, object) =>
      `${addressOf(page.at, object as Keyed).replace(':slug', slug)}${isWithin ? '' : `?org=${slug}`}`,
    title: page.title,
    marks: page.marks,
    inTitle: (title) => title,
  })
}

const addressOf = (at: string, { id, key = '', number }: Keyed) =>
  at.replace(':id', id).replace(':key', key).replace(':number', String(number))

/** The address of a page of an organization. */
export const addressIn = ({ slug }: Home, path: string) => `/organizations/${slug}/${path}`
