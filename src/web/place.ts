import {
  bodyOf,
  factorNeeded,
  lacksFactor,
  type Me,
  type Problems,
  Trouble,
  troubleOf,
  type Visit,
} from './visit.ts'

export type Home = {
  id: string
  name: string
  slug: string
  timezone: string
  role: string
  status?: string
  second_factor_missing: boolean
}
export type Person = Me & { organizations: Home[]; timezone: string | null }
/** An object that a page is about, with the organization that it was found in. */
export type Found<T> = { person: Person; home: Home; at: string; object: T }
type Parts<T, P> = (at: string, object: Promise<T>, home: Home) => Promise<P>

/** More organizations than these are not searched for what an address names. */
const mostSearched = 12

type Belonging = Pick<Person, 'organizations' | 'timezone'>
/** Where people belonged when they were last seen here: a guess, which each page verifies. */
const lastSeen = new Map<string, Belonging>()
const mostRemembered = 500

/**
 * The signed-in person, the organizations that they can open, and `more` that a page shows of those. It is read at the
 * same time as who they are, if that can be guessed, and again where the guess was wrong.
 */
export async function forPerson<P>(
  visit: Visit,
  more: (homes: Home[]) => Promise<P>,
): Promise<{ person: Person; homes: Home[]; parts: P }> {
  const { api } = visit
  const remembered = api.mayBeImpersonating() ? undefined : lastSeen.get(api.claimedPerson() ?? '')
  const guess = remembered && homesOf(visit, remembered)
  const early = guess && more(guess)
  early?.catch(() => undefined)
  const person = await personOf(visit)
  const homes = homesOf(visit, person)
  const isRight = JSON.stringify(guess) === JSON.stringify(homes)
  return { person, homes, parts: await (early && isRight ? early : more(homes)) }
}

/**
 * Finds what the address of a page names, and `more` that the page shows. Addresses such as /tasks/WEB-12 say no
 * organization, so it is looked for in all of the person's, or in the one that `org` in the query names; where several
 * have one, those are offered.
 */
export async function find<T, P = undefined>(
  visit: Visit,
  path: string,
  what: string,
  more?: Parts<T, P>,
): Promise<Found<T> & { parts: P }> {
  const chosen = visit.query.org
  const { person, parts } = await forPerson(visit, async (open) => {
    const homes = chosen ? open.filter(({ slug }) => slug === chosen) : open.slice(0, mostSearched)
    const home = homes.length === 1 ? homes[0]! : await homeWith(visit, homes, path, what)
    const told = await lookIn<T, P>(visit, home, path, more)
    if (told.reply.status !== 200) throw missing([told.reply], what)
    return { home, at: told.at, object: told.reply.body, parts: await told.parts }
  })
  return { person, ...parts }
}

async function lookIn<T, P>({ api, here }: Visit, home: Home, path: string, more?: Parts<T, P>) {
  const at = atOf(home.id)
  const asked = api.call<T>('GET', at + path)
  const object = asked.then((reply) => bodyOf(reply, here))
  const parts = more?.(at, object, home) as Promise<P>
  // What is wrong with the object itself is told first, from its reply.
  for (const promise of [object, parts]) promise?.catch(() => undefined)
  return { at, reply: await asked, parts }
}

/** The one of several organizations that has it. */
async function homeWith({ api }: Visit, homes: Home[], path: string, what: string): Promise<Home> {
  const replies = await Promise.all(
    homes.map(async (home) => ({
      home,
      reply: await api.call('GET', `/api/v1/organizations/${home.id}${path}`),
    })),
  )
  const having = replies.filter(({ reply }) => reply.status === 200).map(({ home }) => home)
  if (having.length > 1) throw new Several(what, having)
  if (having[0]) return having[0]
  throw missing(
    replies.map(({ reply }) => reply),
    what,
  )
}

function missing(replies: Parameters<typeof troubleOf>[0][], what: string): Trouble {
  const failed = replies.find((reply) => ![404, 422, 403].includes(reply.status) || lacksFactor(reply))
  return failed
    ? troubleOf(failed)
    : new Trouble(
        404,
        `No such ${what}`,
        `There is no ${what} here that you can see. It may be deleted or private.`,
      )
}

/** Who is signed in, with their organizations. */
async function personOf({ api, here }: Visit): Promise<Person> {
  const person = bodyOf(await api.call<Person>('GET', '/api/v1/auth/me'), here)
  if (lastSeen.size >= mostRemembered) lastSeen.clear()
  lastSeen.set(person.id, { organizations: person.organizations, timezone: person.timezone })
  return person
}

/** An organization that a page is about, and the address of its part of the API. */
export type Place = { person: Person; home: Home; at: string }

const namedIn = ({ c, query }: Visit) => c.req.param('slug') ?? query.org
const atOf = (id: string) => `/api/v1/organizations/${id}`

/**
 * The organization that the address of a page names, or without a name the first one; null where there is none. `more`
 * is what the page shows of it.
 */
export async function placeOrNone<P>(
  visit: Visit,
  more: (at: string, home: Home) => Promise<P>,
): Promise<{ person: Person; homes: Home[]; place: (Place & { parts: P }) | null }> {
  const slug = namedIn(visit)
  const { person, homes, parts } = await forPerson(visit, async (open) => {
    const home = slug ? open.find((one) => one.slug === slug) : open[0]
    return home && { home, at: atOf(home.id), parts: await more(atOf(home.id), home) }
  })
  if (slug && person.organizations.some((one) => one.slug === slug && one.second_factor_missing))
    throw factorNeeded('This organization requires one. Turn it on in your account.')
  if (slug && !parts)
    throw new Trouble(404, 'No such organization', 'You do not belong to an organization of this name.')
  return { person, homes, place: parts ? { person, ...parts } : null }
}

/** The organization that the address of a page names. */
export async function placeOf<P = undefined>(
  visit: Visit,
  more: (at: string, home: Home) => Promise<P> = async () => undefined as P,
): Promise<Place & { parts: P }> {
  const { place } = await placeOrNone(visit, more)
  if (!place) throw new Trouble(404, 'No organization', 'You do not belong to an organization yet.')
  return place
}

const canEnter = ({ status, second_factor_missing }: Home) => status !== 'suspended' && !second_factor_missing

/**
 * The organizations that a person can open; moments in them are told in the person's own time zone, where they have one.
 * An operator who impersonates the person only reads there.
 */
const homesOf = ({ api }: Visit, { organizations, timezone }: Belonging): Home[] =>
  organizations.filter(canEnter).map((home) => ({
    ...home,
    timezone: timezone ?? home.timezone,
    ...(api.impersonatedUntil() ? { role: 'viewer' } : {}),
  }))

const ranked = ['viewer', 'member', 'manager', 'admin', 'owner']
/** Whether a role is this one or above it. */
export const isAtLeast = ({ role }: { role: string }, least: string) =>
  ranked.indexOf(role) >= ranked.indexOf(least)

/** Ends a page with the question in which organization it is meant. */
export class Several extends Trouble {
  readonly homes: Home[]
  constructor(what: string, homes: Home[]) {
    super(300, `Which ${what}?`, `Several of your organizations have this ${what}.`)
    this.homes = homes
  }
}

/** After a conflict the page shows what stands now, and the form holds what was typed: sending it again replaces that. */
export const saveAgain = (problems: Problems, status: number): Problems =>
  status === 409
    ? {
        ...problems,
        above: [
          ...problems.above,
          'Look at what stands here now; save again to replace it with what you typed.',
        ],
      }
    : problems
