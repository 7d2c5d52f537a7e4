import type { Settings } from '../kit/config.ts'
import type { Context } from '../kit/http.ts'
import type { Client, Reply } from './client.ts'
import { signInAt } from './next.ts'

export type Form = Record<string, string>
export type Me = {
  id: string
  name: string
  email: string
  locale?: string | null
  timezone?: string | null
  is_operator?: boolean
}

/** One request for a page. */
export type Visit = {
  c: Context
  settings: Settings
  api: Client
  query: Form
  /** The fields of the submitted form; empty for a GET. */
  form: Form
  /** The file that was sent with the form. */
  file?: File | 'too large' | undefined
  /** Path and query of this page, to return to. */
  here: string
}
export type Page = (visit: Visit) => Promise<Response>

/** Ends a page with a redirect. */
export class Away extends Error {
  readonly to: string
  constructor(to: string) {
    super(`away to ${to}`)
    this.to = to
  }
}

/** Ends a page with an error message. */
export class Trouble extends Error {
  override readonly name = 'PageError'
  readonly status: number
  readonly title: string
  /** Where to go next, if not to the start page. */
  readonly next: { to: string; says: string } | undefined
  constructor(status: number, title: string, text: string, next?: { to: string; says: string }) {
    super(text)
    this.status = status
    this.title = title
    this.next = next
  }
}

/** Redirects the browser; after a form always with GET. */
export const goTo = (to: string) => new Response(null, { status: 303, headers: { location: to } })

/** Whether the script of a page asks, and not the browser for a page. */
export const wantsJson = (c: Context) => c.req.header('accept') === 'application/json'

export const jsonAnswer = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })

/**
 * The body of a successful response. Users who are not signed in are sent to sign in and return to `back`.
 */
export function bodyOf<T>(reply: Reply<T>, back: string): T {
  if (reply.status < 300) return reply.body
  if (reply.status === 401) throw new Away(signInAt(back))
  throw troubleOf(reply)
}

export function troubleOf({ status, body }: Reply): Trouble {
  const said = sentence((body as Failure | null)?.error?.message ?? 'something went wrong on our side')
  if (lacksFactor({ body })) return factorNeeded(said)
  if (status === 404) return new Trouble(404, 'Not found', said)
  if (status === 403) return new Trouble(403, 'Not allowed', said)
  if (status === 429) return new Trouble(429, 'A moment, please', said)
  if (status === 503) return new Trouble(503, 'Not available right now', said)
  return new Trouble(status < 500 ? status : 500, 'Something went wrong', said)
}

export const factorNeeded = (why: string) =>
  new Trouble(403, 'A second factor is needed', why, { to: '/account', says: 'Go to your account' })

/** An organization that requires a second factor, which the person has not. */
export const lacksFactor = ({ body }: Pick<Reply, 'body'>) =>
  (body as Failure | null)?.error?.code === 'organization_requires_second_factor'

export const me = async (visit: Visit, back = visit.here): Promise<Me> =>
  bodyOf(await visit.api.call<Me>('GET', '/api/v1/auth/me'), back)

/** Who is signed in, for public pages. */
export async function meOrNobody({ api }: Visit): Promise<Me | null> {
  if (!api.mayBeSignedIn()) return null
  const reply = await api.call<Me>('GET', '/api/v1/auth/me')
  return reply.status === 200 ? reply.body : null
}

export type Failure = { error?: { code?: string; message?: string } }

/** The errors of a form: by field, and general ones. */
export type Problems = { fields: Form; above: string[] }
export const noProblems: Problems = { fields: {}, above: [] }

/** The errors of a form from an operation's error response; those of no field of the form are general. */
export function problemsOf({ status, body }: Reply, names: string[]): Problems {
  const message = (body as Failure | null)?.error?.message ?? 'something went wrong on our side'
  if (status !== 422) return { fields: {}, above: [sentence(message)] }
  const fields: Form = {}
  const above: string[] = []
  for (const part of message.split(/; (?=(?:body|query|path|header)[.:[])/)) {
    const [, name = '', reason = part] = /^body\.(\w+)[^:]*: (.*)$/s.exec(part) ?? []
    if (names.includes(name)) fields[name] ??= sentence(reason)
    else above.push(sentence(part))
  }
  return { fields, above }
}

export const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')
