import type { Settings } from '../../base/config.ts'
import type { Context } from '../../kit/http.ts'
import type { Api, Reply } from './api.ts'
import { signInAt } from './next.ts'
import { say } from './say.ts'

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
export type PageRequest = {
  c: Context
  settings: Settings
  api: Api
  query: Form
  /** The fields of the submitted form; empty for a GET. */
  form: Form
  /** The file that was sent with the form. */
  file?: File | 'too large' | undefined
  /** Those of a form that takes several. */
  files?: File[]
  /** Path and query of this page, to return to. */
  here: string
  /** What stands for the parameters of the address, where a page shows another one in its place. */
  params?: Form
  /** The form of the page that was sent, or that is shown alone. */
  action: string
  /** What the page that it is for may do beyond the rules for all pages. */
  security?: Security | undefined
}
/** A page as a function of a request, with what its form may carry if that is more than short texts. */
export type Page = ((request: PageRequest) => Promise<Response>) & { accepts?: Accepted; security?: Security }
/** What a page may do beyond the rules for all pages: its headers follow from it. */
export type Security = {
  /** Its form may end at any other site, which does not learn where the person came from. */
  leavesSite?: true
  /** It shows another page of the service in a frame. */
  frames?: true
  /** It is shown in such a frame: it runs nothing and fetches nothing. */
  isFramed?: true
}
/** What a form may carry beside short texts. */
export type Accepted = {
  file: boolean
  longText: boolean
  /** Whose forms with files are read, if not those of members: what verifies their session. */
  reader?: (request: PageRequest) => Promise<() => Promise<unknown>>
}

/** Ends a page with a redirect. */
export class Redirect extends Error {
  readonly to: string
  constructor(to: string) {
    super(`away to ${to}`)
    this.to = to
  }
}

/** Ends a page because nobody is signed in; `back` is where to return to. */
export class SignInNeeded extends Redirect {
  readonly back: string
  constructor(back: string) {
    super(signInAt(back))
    this.back = back
  }
}

type Onward = { to: string; label: string }
/** Ends a page with an error message. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly status: number
  readonly title: string
  /** Where to go next, if not to the start page. */
  readonly next: Onward[]
  /** The answer of an operation that it reports. */
  readonly reply: Reply | undefined
  constructor(
    status: number,
    title: string,
    text: string,
    { next = [{ to: '/', label: 'Go to the start page' }], reply }: { next?: Onward[]; reply?: Reply } = {},
  ) {
    super(text)
    this.status = status
    this.title = title
    this.next = next
    this.reply = reply
  }
}

/** Redirects the browser; after a form always with GET. */
export const redirectTo = (to: string) => new Response(null, { status: 303, headers: { location: to } })

/** Whether the request comes from the script of a page. */
export const wantsJson = (c: Context) => c.req.header('accept') === 'application/json'

export const jsonResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })

/**
 * The body of a successful response. Users who are not signed in are sent to sign in and return to `back`.
 */
export function bodyOf<T>(reply: Reply<T>, back: string): T {
  if (reply.status < 300) return reply.body
  if (reply.status === 401) throw new SignInNeeded(back)
  throw pageErrorOf(reply)
}

export function pageErrorOf(reply: Reply): PageError {
  const { status, body } = reply
  const message = sentence(
    (body as Failure | null)?.error?.message ?? say('something went wrong on our side'),
  )
  if (lacksSecondFactor({ body })) return secondFactorNeeded(message)
  if (status === 404) return new PageError(404, say('Not found'), message, { reply })
  if (status === 403) return new PageError(403, say('Not allowed'), message, { reply })
  if (status === 429) return new PageError(429, say('A moment, please'), message, { reply })
  if (status === 503) return new PageError(503, say('Not available right now'), message, { reply })
  return new PageError(status < 500 ? status : 500, say('Something went wrong'), message, { reply })
}

export const secondFactorNeeded = (why: string) =>
  new PageError(403, say('A second factor is needed'), why, {
    next: [{ to: '/account', label: 'Go to your account' }],
  })

/** Whether the organization requires a second factor that the person does not have. */
export const lacksSecondFactor = ({ body }: Pick<Reply, 'body'>) =>
  (body as Failure | null)?.error?.code === 'organization_requires_second_factor'

export const me = async (request: PageRequest, back = request.here): Promise<Me> =>
  bodyOf(await request.api.call<Me>('GET', '/api/v1/auth/me'), back)

/** The signed-in person, for public pages. */
export async function meOrNull({ api }: PageRequest): Promise<Me | null> {
  if (!api.mayBeSignedIn()) return null
  const reply = await api.call<Me>('GET', '/api/v1/auth/me')
  return reply.status === 200 ? reply.body : null
}

export type Failure = { error?: { code?: string; message?: string } }

/** The errors of a form: by field, and general ones. */
export type Problems = {
  fields: Form
  general: string[]
  isStale?: boolean
  /** The form that they are of, if it was sent elsewhere. */
  of?: string
  /** What the refusal says beside its text, such as how long to wait. */
  headers?: Record<string, string>
  /** What the operation answered. */
  body?: unknown
}
export const noProblems: Problems = { fields: {}, general: [] }

/** The errors of a form from an operation's error response; those of no field of the form are general. */
export function problemsOf({ status, body, headers }: Reply, names: string[]): Problems {
  const message = (body as Failure | null)?.error?.message ?? say('something went wrong on our side')
  const answered = { headers: passedOn(headers), body }
  if (!/^(?:body|query|path|header)[.:[]/.test(message) && status !== 422)
    return { fields: {}, general: [sentence(message)], ...answered }
  const fields: Form = {}
  const general: string[] = []
  for (const part of message.split(/; (?=(?:body|query|path|header)[.:[])/)) {
    const [, list = '', place = '', field = '', why = ''] =
      /^body\.(\w+)\[(\d+)\]\.(\w+)[^:]*: (.*)$/s.exec(part) ?? []
    const [, name = '', reason = part] = /^(?:body|query)\.(\w+)[^:]*: (.*)$/s.exec(part) ?? []
    if (names.includes(`${list}[].${field}`)) fields[`${list}:${place}:${field}`] ??= sentence(why)
    else if (names.includes(name)) fields[name] ??= sentence(reason)
    else general.push(sentence(part))
  }
  return { fields, general, ...answered }
}

const passedOn = (headers: Headers) =>
  Object.fromEntries(
    ['retry-after', 'www-authenticate'].flatMap((name) => {
      const value = headers.get(name)
      return value ? [[name, value]] : []
    }),
  )

export const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')
