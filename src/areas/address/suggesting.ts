import { notFound, tooMany } from '../../kit/errors.ts'
import { upstream } from '../../shared/outbound/upstream.ts'
import { asRecord } from '../../shared/outbound/records.ts'
import type { TransformContext } from '../../kit/operation.ts'
import type { OutboundRequest } from '../../shared/outbound/outbound.ts'
import { encrypt, decrypt } from './opaque.ts'
import { hashOf } from '../../base/tokens.ts'
import {
  type AddressProvider,
  type Send,
  type Query,
  type Detail,
  google,
  photon,
  type Suggested,
} from './providers.ts'

const providers: Record<string, AddressProvider> = { google, photon }
const timeout = 2000
const cacheSeconds = 24 * 3600
const maxPerMinute = 60

type AddressRequest<T> = { org_id: string; user_id: string; query: T }
type Chosen = { name: string; provider: AddressProvider; key: string; send: Send }

/** The provider returned an error status. */
class ProviderError extends Error {
  override readonly name = 'AddressError'
  readonly status: number
  constructor(status: number) {
    super('declined')
    this.status = status
  }
}

/** The provider of this deployment, if any. */
function providerOf({ outside: { addresses, outbound }, signal }: TransformContext): Chosen | undefined {
  const { provider: name = '', key = '', url } = addresses
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined
  if (!provider || (provider.needsKey && !key)) return undefined
  const send = async (request: OutboundRequest) => {
    const response = await outbound.send(url || provider.defaultUrl, { timeout, signal, ...request })
    if (response.status !== 200) throw new ProviderError(response.status)
    return response
  }
  return { name, provider, key, send }
}

async function checkLimit({ outside }: TransformContext, person: string) {
  const { passes, retryAfter } = await outside.limit([{ name: 'address', key: person, most: maxPerMinute }])
  if (!passes)
    throw tooMany('too_many_requests', `at most ${maxPerMinute} questions for addresses a minute`, retryAfter)
}

/** If the provider fails, the user fills in the form without suggestions. */
export async function suggestions(text: string, context: TransformContext): Promise<string> {
  const { org_id, user_id, query } = JSON.parse(text) as AddressRequest<Query>
  const chosen = providerOf(context)
  if (!chosen) return JSON.stringify({ items: [], provider: null, configured: false, degraded: false })
  await checkLimit(context, user_id)
  const { name } = chosen
  const found = await cachedSuggestions(chosen, query, context).catch(() => undefined)
  const items = await Promise.all(
    (found ?? []).map(async ({ ref, address: { line2: _line2, ...address } }) => ({
      id: await encrypt(context.outside.linkKeys, labelOf(org_id), [name, ref]),
      ...address,
    })),
  )
  return JSON.stringify({ items, provider: name, configured: true, degraded: !found })
}

const labelOf = (org: string) => `address|${org}`

/**
 * From the cache, where the provider's terms allow one, else from the provider. The key does not reveal the
 * query.
 */
async function cachedSuggestions(
  { name, provider, key, send }: Chosen,
  query: Query,
  { outside, afterResponse }: TransformContext,
) {
  const session = query.session ?? crypto.randomUUID()
  const request = () => provider.suggest(send, { ...query, session }, key)
  if (!provider.allowsCaching) return request()
  const { session: _, ...cacheable } = query
  const cacheKey = `address:1:${name}:${hashOf(JSON.stringify({ ...cacheable, q: query.q.toLowerCase() }))}`
  const cached = await outside.cache.get<Suggested[]>(cacheKey)
  if (Array.isArray(cached)) return cached
  const found = await request()
  afterResponse(() => outside.cache.put(cacheKey, found, cacheSeconds))
  return found
}

/** The full address of a suggestion that was issued to this organization. */
export async function details(text: string, context: TransformContext): Promise<string> {
  const { org_id, user_id, query, place_id } = JSON.parse(text) as AddressRequest<Detail> & {
    place_id: string
  }
  const chosen = providerOf(context)
  const decrypted = await decrypt(context.outside.linkKeys, labelOf(org_id), place_id)
  const [name, ref] = Array.isArray(decrypted) ? decrypted : []
  if (!chosen || name !== chosen.name) throw notFound('address')
  await checkLimit(context, user_id)
  try {
    return JSON.stringify(asRecord(await chosen.provider.details(chosen.send, ref, query, chosen.key)))
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) throw notFound('address')
    throw upstream('the provider of addresses failed')
  }
}
