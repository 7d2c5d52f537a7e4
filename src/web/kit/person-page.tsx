import type { Child, FC } from 'hono/jsx'
import { formNamed } from './forms.tsx'
import { withQuery } from './lists.tsx'
import { isInOrganization, readerOf } from './operations.ts'
import {
  forPerson,
  type MemberOrganization,
  notEntered,
  organizationNeedsSecondFactor,
  type Person,
} from './organization-context.ts'
import type { Fetching } from './page.tsx'
import { type Common, type Kind, pageOf, type PageValue, type Shown } from './page-value.tsx'
import { Notice } from './parts.tsx'
import { say } from './say.ts'
import { type Form, me, type Me, meOrNull, type PageRequest } from './page-request.ts'

/** Stands for an organization where a page is in none: what anybody may call who is signed in can be called. */
export const placeOf = ({ timezone }: { timezone?: string | null }): MemberOrganization => ({
  id: '',
  name: '',
  slug: '',
  timezone: timezone ?? 'UTC',
  fiscal_year_start: 1,
  role: 'viewer',
  second_factor_missing: false,
  viewer_since: null,
})

type About<P, W> = { visit: PageRequest; parts: P; person: W }
export type Title<P, W = Person> = string | ((about: About<P, W>) => string)
export const titled =
  <P, W>(title: Title<P, W>) =>
  ({ parts, person }: { parts: P; person: W }, visit: PageRequest) =>
    typeof title === 'function' ? title({ visit, parts, person }) : say(title)

type Own<P> = Common<null, P> & {
  title: Title<P>
  /** Where people return to after signing in, if not to the page. */
  back?: string
}
type PersonPage<P> = Own<P> & { parts: (fetching: Omit<Fetching, 'home'>) => Promise<P> }
/** The address of a page without that of the form that it shows alone. */
const hereAt = ({ at }: { at: string }) => at.replace('/:action', '')

/** A page of the signed-in person, which is in no organization. */
export const personPage = <P,>(page: PersonPage<P>): PageValue =>
  pageOf<null, P, Person>(page, {
    load: async (visit, isBare) => {
      const read = readerOf({ ...visit, here: page.back ?? visit.here }, paramsOf(visit))
      const [person, parts] = await Promise.all([
        personOn(visit, page),
        (isBare ? undefined : page.parts({ visit, read })) as Promise<P>,
      ])
      return { person, home: placeOf(person), object: null, parts }
    },
    loadSubject: async (visit) => ({ home: placeOf(await personOn(visit, page)), object: null }),
    ids: (_, visit) => paramsOf(visit),
    here: (_, __, visit) => namedAt(page, visit),
    title: titled(page.title),
    inTitle: (title) => title,
  })
const personOn = async (visit: PageRequest, { back }: { back?: string }) => (await me(visit, back)) as Person

type MemberPage<P> = Own<P> & {
  /** Where it is about one of the person's organizations: which ones it may be about. `org` in its address names one. */
  chooses?: (home: MemberOrganization) => boolean
  parts: (fetching: Fetching & { homes: MemberOrganization[] }) => Promise<P>
}
/** A page of the signed-in person about their organizations: about all of them, or about one at a time. */
export function memberPage<P>(page: MemberPage<P>): PageValue {
  const { chooses } = page
  const kind: Kind<null, P, Person> = {
    load: async (visit) => {
      const { person, parts: found } = await forPerson(visit, (homes) => partsIn(page, visit, homes))
      const home = chooses ? chosenBy(person, chooses, visit, found.home) : placeOf(person)
      const homes = chooses ? person.organizations.filter(chooses) : found.homes
      return { person, home, homes, object: null, parts: found.parts as P }
    },
    loadSubject: async (visit) => {
      const person = (await me(visit, page.back)) as Person
      const form = formNamed(page.forms, visit.action)
      const isWithin = chooses && form && isInOrganization(form.operation)
      return { home: isWithin ? chosenBy(person, chooses, visit) : placeOf(person), object: null }
    },
    ids: () => ({}),
    here: ({ slug }) => withQuery(hereAt(page), { org: slug }),
    title: titled(page.title),
    inTitle: (title) => title,
  }
  return pageOf({ ...page, Content: orSuspended(page) }, kind)
}

async function partsIn<P>(
  { chooses, parts }: MemberPage<P>,
  visit: PageRequest,
  homes: MemberOrganization[],
) {
  const home = (chooses && chosenAmong(homes.filter(chooses), visit)) ?? placeOf({})
  const isOpen = !chooses || home.id || namedIn(visit) === undefined
  const read = readerOf(visit, { org_id: home.id })
  return { home, homes, parts: isOpen ? await parts({ visit, home, homes, read }) : undefined }
}

/** The content of a page, or why there is none: the chosen organization is suspended. */
const orSuspended =
  <P,>({ Content, at }: MemberPage<P>): FC<Shown<null, P>> =>
  (shown) =>
    shown.home.status === 'suspended' ? (
      <>
        <HomeTabs {...shown} at={hereAt({ at })} />
        <section class="card stack">
          <h2>{shown.home.name}</h2>
          <Suspended />
        </section>
      </>
    ) : (
      <Content {...shown} />
    )

const namedIn = ({ form, query }: PageRequest) => form.org ?? query.org
/** The organization that the address or the form names, by slug or id, or else the first one. */
function chosenAmong(homes: MemberOrganization[], visit: PageRequest): MemberOrganization | undefined {
  const name = namedIn(visit)
  return name === undefined ? homes[0] : homes.find(({ id, slug }) => name === slug || name === id)
}
/** The same among all of the person's, with what prevents it from being opened; a form must name it. */
function chosenBy(
  person: Person,
  chooses: (home: MemberOrganization) => boolean,
  visit: PageRequest,
  open?: MemberOrganization,
): MemberOrganization {
  if (open?.id) return open
  const isForm = visit.c.req.method === 'POST' && !open
  const home =
    isForm && !namedIn(visit) ? undefined : chosenAmong(person.organizations.filter(chooses), visit)
  if (home?.second_factor_missing) throw organizationNeedsSecondFactor()
  if (home) return home
  if (namedIn(visit) !== undefined || isForm) throw notEntered(person, namedIn(visit), 'organization')
  return placeOf(person)
}

/** The organizations that a page can be about, where there are several. */
export const HomeTabs: FC<{
  homes: MemberOrganization[]
  home: MemberOrganization
  at: string
  anchor?: string
}> = ({ homes, home, at, anchor = '' }) =>
  homes.length > 1 ? (
    <nav class="tabs" aria-label={say('Organization')}>
      {homes.map(({ slug, name }) => (
        <a
          href={withQuery(at, { org: slug }) + anchor}
          aria-current={slug === home.slug ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  ) : null

/** Shown to members of a suspended organization instead of what is in it. */
export const Suspended: FC = () => (
  <Notice kind="warn" title={say('This organization is suspended')}>
    <p>
      {say(
        'Nothing can be read or changed here, and its keys, links and automations are paused. All work is kept and comes back unchanged when the suspension ends. Its owners can contact the support of this service.',
      )}
    </p>
  </Notice>
)

type PublicPage<P> = Common<null, P, Me | null> & {
  title: Title<P, Me | null>
  centered?: 'slim' | 'broad'
  /** For customers of an organization: without the service's own name and links. */
  unbranded?: true
  /** What follows the card in the middle. */
  after?: (visit: PageRequest) => Child
  parts: (fetching: Omit<Fetching, 'home'> & { person: () => Promise<Me | null> }) => Promise<P>
}
/** What the address names, such as a token that came by mail. */
export const paramsOf = ({ c, params }: PageRequest): Form => ({ ...c.req.param(), ...params })
/** The address of a page of what its address names. */
export const namedAt = (page: { at: string }, visit: PageRequest) =>
  hereAt(page).replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(paramsOf(visit)[name] ?? ''))
/** A page for everybody, who may be signed in. */
export const publicPage = <P,>(page: PublicPage<P>): PageValue =>
  pageOf<null, P, Me | null>(page, {
    load: async (visit, isBare) => {
      // A page in the middle does not show who is signed in, so it asks only if it needs to know.
      let asked = page.centered ? undefined : meOrNull(visit)
      asked?.catch(() => undefined)
      const who = () => (asked ??= meOrNull(visit))
      const read = readerOf(visit, paramsOf(visit))
      const parts = (isBare ? undefined : await page.parts({ visit, read, person: who })) as P
      const person = (await asked) ?? null
      return { person, home: placeOf(person ?? {}), object: null, parts }
    },
    loadSubject: async () => ({ home: placeOf({}), object: null }),
    ids: (_, visit) => paramsOf(visit),
    here: (_, __, visit) => namedAt(page, visit),
    title: titled(page.title),
    inTitle: (title) => title,
    centered: page.centered,
    unbranded: page.unbranded,
    after: page.after,
  })
