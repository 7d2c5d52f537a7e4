import { settingsOf } from '../../base/config.ts'
import type { Context } from '../../kit/http.ts'
import { isUuid } from '../../base/id.ts'
import { OAuthError } from './errors.ts'

const maxLength = 2000
const url = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i

/** True for a possible client id: that of a registered client, or the URL of its metadata document. */
export const isClientId = (text: string) => isUuid(text) || (text.length <= maxLength && url.test(text))

const invalidClientId = (why: string) => new OAuthError(400, 'invalid_client', `client_id: ${why}`)
export const unknownClient = () => invalidClientId('not registered')

/**
 * The URL of a client's document, null for the id of a registered client; throws where it is neither. Two spellings of
 * one address would be two clients, so only the one that a URL parser returns unchanged is accepted.
 */
export function documentUrlOf(c: Context, id: string): string | null {
  if (isUuid(id)) return null
  if (!/^https?:/i.test(id)) throw unknownClient()
  if (!isClientId(id) || !URL.canParse(id))
    throw invalidClientId(
      `an address of at most ${maxLength} ASCII characters, without spaces and backslashes`,
    )
  const { origin, pathname, href } = new URL(id)
  if (id.includes('#')) throw invalidClientId('no fragment')
  if (/^[^/]*\/\/[^/?]*@/.test(id)) throw invalidClientId('no user name or password')
  if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(id.split('?')[0]!))
    throw invalidClientId('no . or .. as a part of the path')
  if (pathname === '/') throw invalidClientId('needs a path, as in https://app.example.com/client.json')
  const { baseUrl, webOrigin } = settingsOf(c.env, c.req.url)
  if (origin === webOrigin || origin === new URL(baseUrl).origin)
    throw invalidClientId('an address of the application, not of this service')
  const problem = c.get('outside')().outbound.problem(origin)
  if (problem) throw invalidClientId(problem)
  if (href !== id)
    throw invalidClientId(
      'write scheme and host in lower case, without the default port, and escape special characters',
    )
  return id
}
