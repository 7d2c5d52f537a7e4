import { uuidv7 } from '../../src/base/id.ts'
import type { Env } from '../../src/base/config.ts'
import { call, password, type Reply, uniqueAddress } from '../kit/client.ts'

export const origin = 'https://service.test'

type Headers = Record<string, string>

export const open = (path: string, headers: Headers = {}, changes: Partial<Env> = {}) =>
  call('GET', path, { headers }, changes)

/** Submits a form as a browser does from a page of the service. */
export const submit = (
  path: string,
  fields: Record<string, string>,
  headers: Headers = {},
  changes: Partial<Env> = {},
) =>
  call(
    'POST',
    path,
    {
      raw: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: origin,
        ...uniqueAddress(),
        ...headers,
      },
    },
    changes,
  )

/** The cookies that a response sets, as a Cookie header. */
export const jarOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ')
export const only = (name: string, jar: string) =>
  jar
    .split('; ')
    .filter((pair) => pair.startsWith(`${name}=`))
    .join('; ')

export const freshEmail = () => `${uuidv7()}@example.com`

/** A person who signed up on the page, with both cookies. */
export async function newcomer(name = 'Ada Lovelace') {
  const email = freshEmail()
  const reply = await submit('/signup', { name, email, password })
  return { email, jar: jarOf(reply), headers: { cookie: jarOf(reply) } }
}

export const to = (reply: Reply) => [reply.status, reply.headers.get('location')]

/** The text of the element with this id, without its tags. */
export const textOf = (id: string, { text }: Reply) =>
  new RegExp(`<(\\w+)[^>]*\\bid="${id}"[^>]*>(.*?)</\\1>`, 's').exec(text)?.[2]?.replace(/<[^>]+>/g, '')

/** What a page says is wrong with a field, beside it. */
export const problemBeside = (field: string, { text }: Reply) =>
  new RegExp(`<p class="problem" id="(?:[\\w-]+-)?${field}-problem">(.*?)</p>`, 's').exec(text)?.[1]

const plain = (text = '') =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
const attribute = (tag: string, name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1])

/** What a browser sends of the form with this action if nobody changes anything in it. */
export function sentUnchanged(text: string, action: string): Record<string, string> {
  const form = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
    ([, to]) => plain(to) === action,
  )?.[2]
  if (form === undefined) throw new Error(`no form leads to ${action}`)
  const sent: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const isBox = attribute(tag, 'type') === 'checkbox'
    if (!isBox || / checked/.test(tag)) sent[attribute(tag, 'name')] = isBox ? 'on' : attribute(tag, 'value')
  }
  for (const [tag, inner] of form.matchAll(/<textarea[^>]*>(.*?)<\/textarea>/gs))
    sent[attribute(tag, 'name')] = plain(inner)
  for (const [tag, inner] of form.matchAll(/<select[^>]*>(.*?)<\/select>/gs)) {
    const options = [...inner!.matchAll(/<option([^>]*)>(.*?)<\/option>/gs)]
    const [, attributes, label] = options.find(([, of]) => / selected/.test(of!)) ?? options[0] ?? []
    if (attributes !== undefined)
      sent[attribute(tag.split('>')[0]!, 'name')] = / value=/.test(attributes)
        ? attribute(attributes, 'value')
        : plain(label)
  }
  return sent
}

export const inputOf = (name: string, { text }: Reply) =>
  new RegExp(`<(?:input|select)[^>]*\\bname="${name}"[^>]*>`).exec(text)?.[0]
