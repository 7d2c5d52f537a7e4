import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import type { Env } from '../../src/base/config.ts'
import worker from '../../src/worker.ts'

export const bindings = env as Env & { LIVE: NonNullable<Env['LIVE']> }
export type Json = { id: string; [name: string]: unknown }
type Answer = { status: number; body: Json; cookie: string }

/** Responds once the work after the response is done too. */
export async function send(
  method: string,
  path: string,
  { body, as, also = bindings }: { body?: unknown; as?: string; also?: Env } = {},
): Promise<Answer> {
  const context = createExecutionContext()
  // Each from a network of its own, so that no limit per address applies.
  const network = crypto.randomUUID().replaceAll('-', '').match(/.{4}/g)!.slice(0, 2).join(':')
  const headers: Record<string, string> = {
    origin: 'https://service.test',
    'cf-connecting-ip': `2001:db8:${network}::1`,
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (as)
    headers[as.startsWith('svc_') ? 'authorization' : 'cookie'] = as.startsWith('svc_') ? `Bearer ${as}` : as
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await worker.fetch(new Request(`https://service.test${path}`, init), also, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Json, cookie }
}

export type Person = { id: string; email: string; cookie: string }
const password = 'correct horse battery'

export async function person(): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`
  const { body, cookie } = await send('POST', '/api/v1/auth/register', {
    body: { email, password, name: 'Ada' },
  })
  return { id: (body.user as Json | undefined)?.id ?? body.id, email, cookie }
}
export const signIn = async ({ email }: Person) =>
  (await send('POST', '/api/v1/auth/login', { body: { email, password } })).cookie

export async function organization(
  owner: Person,
): Promise<{ id: string; at: string; slug: string; project: string }> {
  const { body } = await send('POST', '/api/v1/organizations', {
    body: { name: 'Ada & Co' },
    as: owner.cookie,
  })
  const at = `/api/v1/organizations/${body.id}`
  const made = await send('POST', `${at}/projects`, { body: { name: 'Web', key: 'WEB' }, as: owner.cookie })
  return { id: body.id, at, slug: String(body.slug), project: made.body.id }
}

/** A person who accepts an invitation. */
export async function member(at: string, owner: Person, role = 'member'): Promise<Person> {
  const one = await person()
  const invited = await send('POST', `${at}/invitations`, {
    body: { email: one.email, role },
    as: owner.cookie,
  })
  const link = invited.body.accept_url as string
  const token = link.split(/[/=]/).at(-1)!
  const accepted = await send('POST', `/api/v1/invitations/${token}/accept`, { as: one.cookie })
  if (accepted.status >= 300) throw new Error(JSON.stringify([invited, accepted]))
  return one
}

export type Event = { event: string; id?: string; data?: unknown; retry?: string }
export type Stream = {
  status: number
  headers: Headers
  first: string
  /** The next event; undefined once the stream has ended, or after `within` milliseconds. */
  next(within?: number): Promise<Event | undefined>
  /** Events until none comes for so long. */
  rest(quiet?: number): Promise<Event[]>
  close(): Promise<void>
}

export async function openStream(
  at: string,
  as: string,
  last?: string,
  also: Env = bindings,
  client?: string,
): Promise<Stream> {
  const headers: Record<string, string> = as.startsWith('svc_')
    ? { authorization: `Bearer ${as}` }
    : { cookie: as }
  if (last) headers['last-event-id'] = last
  headers['accept-encoding'] = 'gzip'
  const request = new Request(`https://service.test${at}/live${client ? `?client=${client}` : ''}`, {
    headers,
  })
  const response = await worker.fetch(request, also, createExecutionContext())
  if (response.status !== 200) await response.body?.cancel()
  return Object.assign(reading(response), { status: response.status, headers: response.headers })
}

function reading(response: Response): Omit<Stream, 'status' | 'headers'> {
  if (response.status !== 200) {
    return { first: '', next: async () => undefined, rest: async () => [], close: async () => {} }
  }
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const stream = { first: '' }
  let text = ''
  let pending: Promise<{ done: boolean; value?: Uint8Array | undefined }> | undefined
  const read = async (within: number) => {
    pending ??= reader.read()
    const late = new Promise<null>((done) => setTimeout(() => done(null), within))
    const part = await Promise.race([pending, late])
    if (part) pending = undefined
    return part
  }
  const next = async (within = 5000): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const event = eventIn(block)
        if (event) return event
        continue
      }
      const part = await read(within)
      if (!part || part.done) return undefined
      const more = decoder.decode(part.value, { stream: true })
      stream.first ||= more
      text += more
    }
  }
  return {
    get first() {
      return stream.first
    },
    next,
    async rest(quiet = 2500) {
      const events: Event[] = []
      for (let one = await next(quiet); one; one = await next(quiet)) events.push(one)
      return events
    },
    close: async () => reader.cancel(),
  }
}

function eventIn(block: string): Event | undefined {
  const lines = block.split('\n').filter((line) => !line.startsWith(':'))
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<
    string,
    string
  >
  if (!fields.event) return undefined
  return { ...(fields as unknown as Event), data: JSON.parse(fields.data!) as unknown }
}
