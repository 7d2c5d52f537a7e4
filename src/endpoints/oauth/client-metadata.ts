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

export function checkedUris({ redirect_uris: uris }: Metadata): string[] {
  if (!Array.isArray(uris) || uris.length < 1 || uris.length > 10) {
    throw invalidRedirect('redirect_uris: 1 to 10 addresses')
  }
  for (const uri of uris) checkUri(uri)
  return uris as string[]
}

/** Any authority over https; over http only one of the two loopback names, literally. */
const allowed = /^(?:https:\/\/[^/?#]+|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?)(?:[/?]|$)/i

function checkUri(uri: unknown) {
  const isText = typeof uri === 'string' && uri.length <= maxUriLength && /^[\x21-\x5b\x5d-\x7e]+$/.test(uri)
  if (!isText || !URL.canParse(uri)) {
    throw invalidRedirect('redirect_uris: absolute addresses in ASCII, without spaces and backslashes')
  }
  if (uri.includes('#')) throw invalidRedirect('redirect_uris: no fragment')
  if (/^[^/]*\/\/[^/?]*@/.test(uri)) throw invalidRedirect('redirect_uris: no user name or password')
  if (!allowed.test(uri)) throw invalidRedirect('redirect_uris: https, or http on localhost or 127.0.0.1')
}
