import { invalidMetadata, invalidRedirect } from './errors.ts'

/** A client's metadata: sent when it registers, or in the document at its URL. */
export type Metadata = Record<string, unknown>

const maxUriLength = 2000
const maxNameLength = 120

export function checkedName({ client_name: name }: Metadata): string | null {
  if (name == null || name === '') return null
  if (typeof name !== 'string' || name.length > maxNameLength) {
    throw invalidMetadata(`client_name: at most ${maxNameLength} characters`)
  }
  if (/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(name))
    throw invalidMetadata('client_name: no control characters')
  return name.trim() || null
}

/**
 * The redirect URIs that a client may use: https, or http on a loopback host. Desktop clients also list private-use
 * schemes, which any program can claim; those are left out and the answer says which remain (RFC 7591 section 3.2.1).
 */
export function checkedUris({ redirect_uris: uris }: Metadata): string[] {
  if (!Array.isArray(uris) || uris.length < 1 || uris.length > 10) {
    throw invalidRedirect('redirect_uris: 1 to 10 addresses')
  }
  const accepted = uris.map(wellFormed).filter((uri) => allowed.test(uri))
  if (accepted.length) return accepted
  throw invalidRedirect('redirect_uris: at least one over https, or http on localhost, 127.0.0.1 or [::1]')
}

/** Any authority over https; over http only the three loopback names, literally. */
const allowed = /^(?:https:\/\/[^/?#]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:[/?]|$)/i

function wellFormed(uri: unknown): string {
  const isText = typeof uri === 'string' && uri.length <= maxUriLength && /^[\x21-\x5b\x5d-\x7e]+$/.test(uri)
  if (!isText || !URL.canParse(uri)) {
    throw invalidRedirect('redirect_uris: absolute addresses in ASCII, without spaces and backslashes')
  }
  if (uri.includes('#')) throw invalidRedirect('redirect_uris: no fragment')
  if (/^[^/]*\/\/[^/?]*@/.test(uri)) throw invalidRedirect('redirect_uris: no user name or password')
  return uri
}
