import { notFound, tooMany } from '../../kit/errors.ts'
import { upstream } from '../../shared/outbound/upstream.ts'
import { asRecord } from '../../shared/outbound/records.ts'
import type { TransformContext } from '../../kit/operation.ts'
import type { OutboundRequest } from '../../shared/outbound/outbound.ts'
import { hide, reveal } from './opaque.ts'
import { hashOf } from '../../kit/tokens.ts'
import {
  type AddressProvider,
  type Ask,
  type Query,
  type Detail,
  google,
  photon,
  type Suggested,
} from './providers.ts'

const providers: Record<string, AddressProvider> = { google, photon }
const patience = 2000
const keptFor = 24 * 3600
const mostAMinute = 60

type Told<T> = { org_id: string; user_id: string; query: T }
type Chosen = { name: string; provider: AddressProvider; key: string; ask: Ask }

/** The provider returned an error status. */
class Declined extends Error {
  override readonly name = 'AddressError'
  readonly status: number
  constructor(status: number) {
    super('declined')
    this.status = status
  }
}

/** The provider of this deployment, if any. */
function chosen({ outside: { addresses, outbound }, signal }: TransformContext): Chosen | undefined {
  const { provider: name = '', key = '', url } = addresses
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined
  if (!provider || (provider.needsKey && !key)) return undefined
  const ask = async (question: OutboundRequest) => {
    const heard = await outbound.send(url || provider.usual, { patience, signal, ...question })
    if (heard.status !== 200) throw new Declined(heard.status)
    return heard
  }
  return { name, provider, key, ask }
}

async function mayAsk({ outside }: TransformContext, person: string) {
  const { passes, retryAfter } = await outside.limit([{ name: 'address', key: person, most: mostAMinute }])
  if (!passes)
    throw tooMany('too_many_requests', `at most ${mostAMinute} questions for addresses a minute`, retryAfter)
}

/** If the provider fails, the user fills in the form without suggestions. */
export async function suggestions(text: string, by: TransformContext): Promise<string> {
  const { org_id, user_id, query } = JSON.parse(text) as Told<Query>
  const by_whom = chosen(by)
  if (!by_whom) return JSON.stringify({ items: [], provider: null, configured: false, degraded: false })
  await mayAsk(by, user_id)
  const { name } = by_whom
  const found = await known(by_whom, query, by).catch(() => undefined)
  const items = await Promise.all(
    (found ?? []).map(async ({ ref, address: { line2: _line2, ...address } }) => ({
      id: await hide(by.outside.linkKeys, labelOf(org_id), [name, ref]),
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
async function known(
  { name, provider, key, ask }: Chosen,
  query: Query,
  { outside, afterResponse }: TransformContext,
) {
  const session = query.session ?? crypto.randomUUID()
  const request = () => provider.suggest(ask, { ...query, session }, key)
  if (!provider.mayCache) return request()
  const { session: _, ...question } = query
  const at = `address:1:${name}:${hashOf(JSON.stringify({ ...question, q: query.q.toLowerCase() }))}`
  const kept = await outside.cache.get<Suggested[]>(at)
  if (Array.isArray(kept)) return kept
  const found = await request()
  afterResponse(() => outside.cache.put(at, found, keptFor))
  return found
}

/** The whole address of a suggestion that was issued to this organization. */
export async function details(text: string, by: TransformContext): Promise<string> {
  const { org_id, user_id, query, place_id } = JSON.parse(text) as Told<Detail> & { place_id: string }
  const by_whom = chosen(by)
  const hidden = await reveal(by.outside.linkKeys, labelOf(org_id), place_id)
  const [name, ref] = Array.isArray(hidden) ? hidden : []
  if (!by_whom || name !== by_whom.name) throw notFound('address')
  await mayAsk(by, user_id)
  try {
    return JSON.stringify(asRecord(await by_whom.provider.details(by_whom.ask, ref, query, by_whom.key)))
  } catch (error) {
    if (error instanceof Declined && error.status === 404) throw notFound('address')
    throw upstream('the provider of addresses failed')
  }
}
