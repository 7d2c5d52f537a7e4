import { settingsOf } from '../../kit/config.ts'
import type { Context } from '../../kit/http.ts'
import { isUuid } from '../../kit/id.ts'
import { OAuthError } from './errors.ts'

const longest = 2000
const url = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i

/** True for what may name a client: the id of a registered one, or the URL of a document about it. */
export const isClientId = (text: string) => isUuid(text) || (text.length <= longest && url.test(text))

const wrong = (why: string) => new OAuthError(400, 'invalid_client', `client_id: ${why}`)
export const unknownClient = () => wrong('not registered')

/**
 * The URL of a client's document, null for the id of a registered client; throws where it is neither. Two spellings of
 * one address are two clients, so only one of them is taken: that which a URL parser gives back unchanged.
 */
export function documentUrlOf(c: Context, id: string): string | null {
  if (isUuid(id)) return null
  if (!/^https?:/i.test(id)) throw unknownClient()
  if (!isClientId(id) || !URL.canParse(id))
    throw wrong(`an address of at most ${longest} ASCII characters, without spaces and backslashes`)
  const { origin, pathname, href } = new URL(id)
  if (id.includes('#')) throw wrong('no fragment')
  if (/^[^/]*\/\/[^/?]*@/.test(id)) throw wrong('no user name or password')
  if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(id.split('?')[0]!)) throw wrong('no . or .. as a part of the path')
  if (pathname === '/') throw wrong('needs a path, as in https://app.example.com/client.json')
  const { baseUrl, webOrigin } = settingsOf(c.env, c.req.url)
  if (origin === webOrigin || origin === new URL(baseUrl).origin)
    throw wrong('an address of the application, not of this service')
  const problem = c.get('outside')().outbound.problem(origin)
  if (problem) throw wrong(problem)
  if (href !== id)
    throw wrong(
      'write scheme and host in lower case, without the default port, and escape special characters',
    )
  return id
}
