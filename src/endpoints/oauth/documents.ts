import { singleFlight } from '../../base/single-flight.ts'
import { type Outbound, OutboundError, type OutboundResponse } from '../../shared/outbound/outbound.ts'
import { checkedName, checkedUris, type Metadata } from './client-metadata.ts'
import { invalidMetadata, OAuthError } from './errors.ts'

/** What the service uses of a client's document, and for how many seconds it is fresh. */
export type ClientDocument = { name: string | null; redirect_uris: string[]; seconds: number }

/** Why a client's document cannot be used: it is withdrawn or invalid, or just could not be reached this time. */
export class NoDocument extends OAuthError {
  readonly reached: boolean
  constructor(why: string, reached: boolean) {
    super(400, 'invalid_client', why)
    this.reached = reached
  }
}

const timeout = 3000
const maxBytes = 16 * 1024
const minFreshSeconds = 60
const maxFreshSeconds = 3600
const errorSeconds = 60
/** Allows for requests that were validated shortly before the copy was stored. */
const reuseSeconds = 5
const maxRecent = 500

type Outcome = ClientDocument | NoDocument
/** Per isolate: the recent results by URL, and until when they are valid. */
const recent = new Map<string, { until: number; outcome: Outcome }>()
const together = singleFlight<Outcome>(timeout + 500, () => unreachable('slow'))

/** Fetches and checks the document of the client that is named by this URL; throws NoDocument. A burst fetches it once. */
export async function documentAt(outbound: Outbound, url: string): Promise<ClientDocument> {
  const remembered = recent.get(url)
  const isCurrent = remembered && Date.now() < remembered.until
  const outcome = isCurrent ? remembered.outcome : await together(url, () => fetchDocument(outbound, url))
  if (outcome instanceof NoDocument) throw outcome
  return outcome
}

async function fetchDocument(outbound: Outbound, url: string): Promise<Outcome> {
  const outcome = await fetchResponse(outbound, url)
    .then((response) => documentIn(response, url))
    .catch((error: unknown) => {
      if (error instanceof NoDocument) return error
      throw error
    })
  recent.delete(url)
  const seconds = outcome instanceof NoDocument ? errorSeconds : reuseSeconds
  recent.set(url, { until: Date.now() + seconds * 1000, outcome })
  if (recent.size > maxRecent) recent.delete(recent.keys().next().value!)
  return outcome
}

async function fetchResponse(outbound: Outbound, url: string): Promise<OutboundResponse> {
  const { origin, pathname, search } = new URL(url)
  // One deadline for both resolving the name and fetching.
  const signal = AbortSignal.timeout(timeout)
  const request = { path: `.${pathname}${search}`, maxBytes, timeout, signal }
  const response = await outbound.send(origin, request).catch((error: unknown) => {
    throw error instanceof OutboundError ? unreachable(error.why) : error
  })
  const { status } = response
  if (status === 404 || status === 410)
    throw new NoDocument('client_id: there is no document at this address; put it there', true)
  if (status !== 200) throw new NoDocument('client_id: its host does not answer with status 200', false)
  return response
}

const unreachable = (why: OutboundError['why']) => new NoDocument(`client_id: ${reasons[why]}`, false)

const reasons: Record<OutboundError['why'], string> = {
  closed: 'its host has no address on the public internet',
  slow: `its host does not answer within ${timeout / 1000} seconds; try again in a minute`,
  failed: 'its host cannot be reached; try again in a minute',
  redirected: 'its host answers with a redirect; use the address that it leads to',
  too_large: 'the document there is larger than 16 KiB; leave out what is not needed',
  not_json: 'what is there is not JSON; serve the document as application/json',
}

function documentIn({ json, header }: OutboundResponse, url: string): ClientDocument {
  try {
    const metadata = objectOf(json)
    checkIdentity(metadata, url)
    checkPublic(metadata)
    checkFlow(metadata)
    return {
      name: checkedName(metadata),
      redirect_uris: checkedUris(metadata),
      seconds: freshSeconds(header('cache-control')),
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw new NoDocument(`in the document at client_id, ${error.message}`, true)
  }
}

function objectOf(json: unknown): Metadata {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Metadata
  throw invalidMetadata('there must be one JSON object')
}

function checkIdentity({ client_id }: Metadata, url: string) {
  if (client_id !== url)
    throw invalidMetadata('client_id: must be the address of the document, letter for letter')
}

/** The draft's section on client metadata documents: there can be no shared secret. */
function checkPublic(metadata: Metadata) {
  for (const name of ['client_secret', 'client_secret_expires_at'])
    if (name in metadata) throw invalidMetadata(`${name}: must not be there; anybody can read it`)
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: supported } = metadata
  if (method == null || method === 'none') return
  // A client that prefers to sign may say that it can also do without (OpenID Connect Relying Party Metadata Choices).
  if (method === 'private_key_jwt' && includes(supported, 'none')) return
  throw invalidMetadata('token_endpoint_auth_method: only none; clients are public')
}

/** One document serves many servers, so it may list more than this one supports. */
function checkFlow({ grant_types, response_types }: Metadata) {
  if (grant_types != null && !includes(grant_types, 'authorization_code'))
    throw invalidMetadata('grant_types: must include authorization_code')
  if (response_types != null && !includes(response_types, 'code'))
    throw invalidMetadata('response_types: must include code')
}

const includes = (list: unknown, value: string) => Array.isArray(list) && list.includes(value)

/** As long as the document's host says (RFC 9111), within bounds. */
function freshSeconds(cacheControl: string | null): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl ?? '')) return minFreshSeconds
  const age = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl ?? '')
  return age ? Math.min(Math.max(Number(age[1]), minFreshSeconds), maxFreshSeconds) : maxFreshSeconds
}
