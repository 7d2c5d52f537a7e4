import {
  bodyOf,
  secondFactorNeeded,
  lacksSecondFactor,
  type Me,
  type Problems,
  PageError,
  pageErrorOf,
  type PageRequest,
} from './page-request.ts'
import { say } from './say.ts'

export type MemberOrganization = {
  id: string
  name: string
  slug: string
  timezone: string
  /** The month with which its financial years begin, 1 to 12. */
  fiscal_year_start: number
  role: string
  status?: string
  second_factor_missing: boolean
  /** Since when the person acts as a viewer, whatever their role, as the plan has too few seats. */
  viewer_since: string | null
}
export type Person = Me & { organizations: MemberOrganization[]; timezone: string | null }
/** An object that a page is about, with the organization that it was found in. */
export type Found<T> = { person: Person; organization: MemberOrganization; at: string; object: T }
type Parts<T, P> = (at: string, object: Promise<T>, organization: MemberOrganization) => Promise<P>

/** How many organizations are looked into for one page at most. */
export const maxSearched = 12
/** The organizations that a page looks into: the chosen one, or the first ones. */
export const lookedInto = ({ query }: PageRequest, organizations: MemberOrganization[]) =>
  query.org ? organizations.filter(({ slug }) => slug === query.org) : organizations.slice(0, maxSearched)

type Memberships = Pick<Person, 'organizations' | 'timezone'>
/** The organizations of people at their last visit: a guess, which each page verifies. */
const lastSeen = new Map<string, Memberships>()
const maxRemembered = 500

/**
 * The signed-in person, the organizations that they can open, and `more` data of those. If the organizations can be guessed,
 * all of it is requested at the same time, and again if the guess was wrong.
 */
export async function forPerson<P>(
  request: PageRequest,
  more: (organizations: MemberOrganization[]) => Promise<P>,
): Promise<{ person: Person; organizations: MemberOrganization[]; parts: P }> {
  const { api } = request
  const remembered = api.mayBeImpersonating() ? undefined : lastSeen.get(api.claimedPerson() ?? '')
  const guess = remembered && openOrganizations(request, remembered)
  const early = guess && more(guess)
  early?.catch(() => undefined)
  const person = await personOf(request)
  const organizations = openOrganizations(request, person)
  const isRight = JSON.stringify(guess) === JSON.stringify(organizations)
  return { person, organizations, parts: await (early && isRight ? early : more(organizations)) }
}

/**
 * Finds the object that the URL of a page names, and `more` data for the page. URLs such as /tasks/WEB-12 name no
 * organization, so all of the person's are searched, or the one in the `org` parameter; if several have such an object, the
 * person is asked which one is meant.
 */
export async function find<T, P = undefined>(
  request: PageRequest,
  path: string,
  noun: string,
  more?: Parts<T, P>,
): Promise<Found<T> & { parts: P }> {
  const chosen = slugOf(request)
  const { person, parts } = await forPerson(request, async (open) => {
    const organizations = chosen ? open.filter(({ slug }) => slug === chosen) : open.slice(0, maxSearched)
    if (chosen && !organizations.length) return null
    const organization =
      organizations.length === 1
        ? organizations[0]!
        : await organizationWith(request, organizations, path, noun)
    const found = await lookUpIn<T, P>(request, organization, path, more)
    if (found.reply.status !== 200) throw missing([found.reply], noun)
    return { organization, at: found.at, object: found.reply.body, parts: await found.parts }
  })
  if (!parts) throw notEntered(person, chosen, noun)
  return { person, ...parts }
}

async function lookUpIn<T, P>(
  { api, here }: PageRequest,
  organization: MemberOrganization,
  path: string,
  more?: Parts<T, P>,
) {
  const at = atOf(organization.id)
  const asked = api.call<T>('GET', at + path)
  const object = asked.then((reply) => bodyOf(reply, here))
  const parts = more?.(at, object, organization) as Promise<P>
  // An error of the object itself takes precedence over errors of its parts.
  for (const promise of [object, parts]) promise?.catch(() => undefined)
  return { at, reply: await asked, parts }
}

/** Finds the one organization that has the object. */
async function organizationWith(
  { api }: PageRequest,
  organizations: MemberOrganization[],
  path: string,
  noun: string,
): Promise<MemberOrganization> {
  const replies = await Promise.all(
    organizations.map(async (organization) => ({
      organization,
      reply: await api.call('GET', `/api/v1/organizations/${organization.id}${path}`),
    })),
  )
  const matches = replies.filter(({ reply }) => reply.status === 200).map(({ organization }) => organization)
  if (matches.length > 1) throw new Ambiguous(noun, matches)
  if (matches[0]) return matches[0]
  throw missing(
    replies.map(({ reply }) => reply),
    noun,
  )
}

/** Why a person cannot open the organization that an address names. */
export function notEntered({ organizations }: Person, slug: string | undefined, noun: string): PageError {
  const one = organizations.find((known) => known.slug === slug)
  return one?.second_factor_missing ? organizationNeedsSecondFactor() : missing([], noun)
}
export const organizationNeedsSecondFactor = () =>
  secondFactorNeeded(say('This organization requires one. Turn it on in your account.'))

function missing(replies: Parameters<typeof pageErrorOf>[0][], noun: string): PageError {
  const failed = replies.find((reply) => ![404, 422, 403].includes(reply.status) || lacksSecondFactor(reply))
  return failed
    ? pageErrorOf(failed)
    : new PageError(
        404,
        say('No such {noun}', { noun: say(noun) }),
        say('There is no {noun} here that you can see. It may be deleted or private.', { noun: say(noun) }),
      )
}

/** The signed-in person with their organizations. */
async function personOf({ api, here }: PageRequest): Promise<Person> {
  const person = bodyOf(await api.call<Person>('GET', '/api/v1/auth/me'), here)
  if (lastSeen.size >= maxRemembered) lastSeen.clear()
  lastSeen.set(person.id, { organizations: person.organizations, timezone: person.timezone })
  return person
}

/** The organization of a page, and the API path of it. */
export type OrganizationContext = { person: Person; organization: MemberOrganization; at: string }

const slugOf = ({ c, query }: PageRequest) => c.req.param('slug') ?? query.org
const atOf = (id: string) => `/api/v1/organizations/${id}`

/**
 * The organization that the URL of a page names, or the person's first one; null if they have none. `more` fetches the data
 * that the page shows.
 */
export async function organizationContextOrNull<P>(
  request: PageRequest,
  more: (at: string, organization: MemberOrganization) => Promise<P>,
): Promise<{
  person: Person
  organizations: MemberOrganization[]
  place: (OrganizationContext & { parts: P }) | null
}> {
  const slug = slugOf(request)
  const { person, organizations, parts } = await forPerson(request, async (open) => {
    const organization = slug ? open.find((one) => one.slug === slug) : open[0]
    return (
      organization && {
        organization,
        at: atOf(organization.id),
        parts: await more(atOf(organization.id), organization),
      }
    )
  })
  if (slug && person.organizations.some((one) => one.slug === slug && one.second_factor_missing))
    throw organizationNeedsSecondFactor()
  if (slug && !parts)
    throw new PageError(
      404,
      say('No such organization'),
      say('You do not belong to an organization of this name.'),
    )
  return { person, organizations, place: parts ? { person, ...parts } : null }
}

/** The organization that the URL of a page names. */
export async function organizationContext<P = undefined>(
  request: PageRequest,
  more: (at: string, organization: MemberOrganization) => Promise<P> = async () => undefined as P,
): Promise<OrganizationContext & { parts: P }> {
  const { place } = await organizationContextOrNull(request, more)
  if (!place)
    throw new PageError(404, say('No organization'), say('You do not belong to an organization yet.'))
  return place
}

const canEnter = ({ status, second_factor_missing }: MemberOrganization) =>
  status !== 'suspended' && !second_factor_missing

/**
 * The organizations that a person can open, with the person's own time zone if they have set one. An impersonating operator
 * may only read there.
 */
const openOrganizations = (
  { api }: PageRequest,
  { organizations, timezone }: Memberships,
): MemberOrganization[] =>
  organizations.filter(canEnter).map((organization) => ({
    ...organization,
    timezone: timezone ?? organization.timezone,
    ...(api.impersonatedUntil() ? { role: 'viewer' } : {}),
  }))

export const roles = ['viewer', 'member', 'manager', 'admin', 'owner']
/** Whether a role is at least this one. */
export const isAtLeast = ({ role }: { role: string }, least: string) =>
  roles.indexOf(role) >= roles.indexOf(least)

/** Ends a page by asking which organization is meant. */
export class Ambiguous extends PageError {
  readonly organizations: MemberOrganization[]
  constructor(noun: string, organizations: MemberOrganization[]) {
    super(
      300,
      say('Which {noun}?', { noun: say(noun) }),
      say('Several of your organizations have this {noun}.', { noun: say(noun) }),
    )
    this.organizations = organizations
  }
}

/** After a conflict the page shows the current state and the form what was entered: submitting it again overwrites that state. */
export const withConflictHint = (problems: Problems, status: number): Problems =>
  status === 409
    ? {
        ...problems,
        general: [
          ...problems.general,
          say('Look at the current state below; save again to replace it with what you entered.'),
        ],
      }
    : problems
