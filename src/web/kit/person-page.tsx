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

type About<P, W> = { request: PageRequest; parts: P; person: W }
export type Title<P, W = Person> = string | ((about: About<P, W>) => string)
export const titled =
  <P, W>(title: Title<P, W>) =>
  ({ parts, person }: { parts: P; person: W }, request: PageRequest) =>
    typeof title === 'function' ? title({ request, parts, person }) : say(title)

type Own<P> = Common<null, P> & {
  title: Title<P>
  /** Where people return to after signing in, if not to the page. */
  back?: string
}
type PersonPage<P> = Own<P> & { parts: (fetching: Omit<Fetching, 'organization'>) => Promise<P> }
/** The address of a page without that of the form that it shows alone. */
const hereAt = ({ at }: { at: string }) => at.replace('/:action', '')

/** A page of the signed-in person, which is in no organization. */
export const personPage = <P,>(page: PersonPage<P>): PageValue =>
  pageOf<null, P, Person>(page, {
    load: async (request, isBare) => {
      const read = readerOf({ ...request, here: page.back ?? request.here }, paramsOf(request))
      const [person, parts] = await Promise.all([
        personOn(request, page),
        (isBare ? undefined : page.parts({ request, read })) as Promise<P>,
      ])
      return { person, organization: placeOf(person), object: null, parts }
    },
    loadSubject: async (request) => ({ organization: placeOf(await personOn(request, page)), object: null }),
    ids: (_, request) => paramsOf(request),
    here: (_, __, request) => namedAt(page, request),
    title: titled(page.title),
    inTitle: (title) => title,
  })
const personOn = async (request: PageRequest, { back }: { back?: string }) =>
  (await me(request, back)) as Person

type MemberPage<P> = Own<P> & {
  /** Where it is about one of the person's organizations: which ones it may be about. `org` in its address names one. */
  chooses?: (organization: MemberOrganization) => boolean
  parts: (fetching: Fetching & { organizations: MemberOrganization[] }) => Promise<P>
}
/** A page of the signed-in person about their organizations: about all of them, or about one at a time. */
export function memberPage<P>(page: MemberPage<P>): PageValue {
  const { chooses } = page
  const kind: Kind<null, P, Person> = {
    load: async (request) => {
      const { person, parts: found } = await forPerson(request, (organizations) =>
        partsIn(page, request, organizations),
      )
      const organization = chooses ? chosenBy(person, chooses, request, found.organization) : placeOf(person)
      const organizations = chooses ? person.organizations.filter(chooses) : found.organizations
      return { person, organization, organizations, object: null, parts: found.parts as P }
    },
    loadSubject: async (request) => {
      const person = (await me(request, page.back)) as Person
      const form = formNamed(page.forms, request.action)
      const isWithin = chooses && form && isInOrganization(form.operation)
      return { organization: isWithin ? chosenBy(person, chooses, request) : placeOf(person), object: null }
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
  request: PageRequest,
  organizations: MemberOrganization[],
) {
  const organization = (chooses && chosenAmong(organizations.filter(chooses), request)) ?? placeOf({})
  const isOpen = !chooses || organization.id || namedIn(request) === undefined
  const read = readerOf(request, { org_id: organization.id })
  return {
    organization,
    organizations,
    parts: isOpen ? await parts({ request, organization, organizations, read }) : undefined,
  }
}

/** The content of a page, or why there is none: the chosen organization is suspended. */
const orSuspended =
  <P,>({ Content, at }: MemberPage<P>): FC<Shown<null, P>> =>
  (shown) =>
    shown.organization.status === 'suspended' ? (
      <>
        <OrganizationTabs {...shown} at={hereAt({ at })} />
        <section class="card stack">
          <h2>{shown.organization.name}</h2>
          <Suspended />
        </section>
      </>
    ) : (
      <Content {...shown} />
    )

const namedIn = ({ form, query }: PageRequest) => form.org ?? query.org
/** The organization that the address or the form names, by slug or id, or else the first one. */
function chosenAmong(
  organizations: MemberOrganization[],
  request: PageRequest,
): MemberOrganization | undefined {
  const name = namedIn(request)
  return name === undefined
    ? organizations[0]
    : organizations.find(({ id, slug }) => name === slug || name === id)
}
/** The same among all of the person's, with what prevents it from being opened; a form must name it. */
function chosenBy(
  person: Person,
  chooses: (organization: MemberOrganization) => boolean,
  request: PageRequest,
  open?: MemberOrganization,
): MemberOrganization {
  if (open?.id) return open
  const isForm = request.c.req.method === 'POST' && !open
  const organization =
    isForm && !namedIn(request) ? undefined : chosenAmong(person.organizations.filter(chooses), request)
  if (organization?.second_factor_missing) throw organizationNeedsSecondFactor()
  if (organization) return organization
  if (namedIn(request) !== undefined || isForm) throw notEntered(person, namedIn(request), 'organization')
  return placeOf(person)
}

/** The organizations that a page can be about, where there are several. */
export const OrganizationTabs: FC<{
  organizations: MemberOrganization[]
  organization: MemberOrganization
  at: string
  anchor?: string
}> = ({ organizations, organization, at, anchor = '' }) =>
  organizations.length > 1 ? (
    <nav class="tabs" aria-label={say('Organization')}>
      {organizations.map(({ slug, name }) => (
        <a
          href={withQuery(at, { org: slug }) + anchor}
          aria-current={slug === organization.slug ? 'true' : undefined}
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
  after?: (request: PageRequest) => Child
  parts: (fetching: Omit<Fetching, 'organization'> & { person: () => Promise<Me | null> }) => Promise<P>
}
/** What the address names, such as a token that came by mail. */
export const paramsOf = ({ c, params }: PageRequest): Form => ({ ...c.req.param(), ...params })
/** The address of a page of what its address names. */
export const namedAt = (page: { at: string }, request: PageRequest) =>
  hereAt(page).replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(paramsOf(request)[name] ?? ''),
  )
/** A page for everybody, who may be signed in. */
export const publicPage = <P,>(page: PublicPage<P>): PageValue =>
  pageOf<null, P, Me | null>(page, {
    load: async (request, isBare) => {
      // A page in the middle does not show who is signed in, so it asks only if it needs to know.
      let asked = page.centered ? undefined : meOrNull(request)
      asked?.catch(() => undefined)
      const who = () => (asked ??= meOrNull(request))
      const read = readerOf(request, paramsOf(request))
      const parts = (isBare ? undefined : await page.parts({ request, read, person: who })) as P
      const person = (await asked) ?? null
      return { person, organization: placeOf(person ?? {}), object: null, parts }
    },
    loadSubject: async () => ({ organization: placeOf({}), object: null }),
    ids: (_, request) => paramsOf(request),
    here: (_, __, request) => namedAt(page, request),
    title: titled(page.title),
    inTitle: (title) => title,
    centered: page.centered,
    unbranded: page.unbranded,
    after: page.after,
  })
