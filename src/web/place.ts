import { bodyOf, lacksFactor, type Me, type Problems, Trouble, troubleOf, type Visit } from './visit.ts'

export type Home = {
  id: string
  name: string
  slug: string
  timezone: string
  status: string
  second_factor_missing: boolean
}
export type Person = Me & { organizations: Home[]; timezone: string | null }
/** An object that a page is about, with the organization that it was found in. */
export type Found<T> = { person: Person; home: Home; at: string; object: T }

/** More organizations than these are not searched for what an address names. */
const mostSearched = 12

/**
 * Finds what the address of a page names. Addresses such as /tasks/WEB-12 say no organization, so it is looked for in
 * all of the person's, or in the one that `org` in the query names; where several have one, those are offered.
 */
export async function find<T>(visit: Visit, path: string, what: string): Promise<Found<T>> {
  const person = bodyOf(await visit.api.call<Person>('GET', '/api/v1/auth/me'), visit.here)
  const open = homesOf(person)
  const chosen = visit.query.org
  const homes = chosen ? open.filter(({ slug }) => slug === chosen) : open.slice(0, mostSearched)
  const replies = await Promise.all(
    homes.map(async (home) => {
      const at = `/api/v1/organizations/${home.id}`
      return { home, at, reply: await visit.api.call<T>('GET', at + path) }
    }),
  )
  const [first, ...more] = replies.filter(({ reply }) => reply.status === 200)
  if (first && !more.length) return { person, home: first.home, at: first.at, object: first.reply.body }
  if (first)
    throw new Several(
      what,
      [first, ...more].map(({ home }) => home),
    )
  const failed = replies.find(({ reply }) => ![404, 422, 403].includes(reply.status) || lacksFactor(reply))
  if (failed) throw troubleOf(failed.reply)
  throw new Trouble(
    404,
    `No such ${what}`,
    `There is no ${what} here that you can see. It may be deleted or private.`,
  )
}

export const canEnter = ({ status, second_factor_missing }: Home) =>
  status !== 'suspended' && !second_factor_missing

/** The organizations that a person can open; moments in them are told in the person's own time zone, where they have one. */
export const homesOf = ({ organizations, timezone }: Person): Home[] =>
  organizations.filter(canEnter).map((home) => ({ ...home, timezone: timezone ?? home.timezone }))

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

/** A moment as people of the organization read it, such as "8 Nov 2026, 14:05". */
export function momentIn(zone: string, at: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  )
}
