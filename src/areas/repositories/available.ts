import type { TransformContext } from '../../kit/operation.ts'
import { onHost, clientOf, type Connection, providers } from './account.ts'
import { type HostClient, list, type Provider, type Repository } from './providers/provider.ts'

const maxPages = 5

/** What the token can see, up to five pages of the host's list. */
export async function listAvailable(text: string, { outside }: TransformContext): Promise<string> {
  type Request = { connection: Connection; query: { q?: string; limit: number; offset: number } }
  const { connection, query: page } = JSON.parse(text) as Request
  const provider: Provider = providers[connection.provider]
  const all = await onHost(connection, async () =>
    everyPage(provider, await clientOf(connection, outside), page.q),
  )
  const needle = page.q?.toLowerCase() ?? ''
  const found = all.items.filter(({ full_name }) => full_name.toLowerCase().includes(needle))
  const { limit, offset } = page
  const items = found.slice(offset, offset + limit)
  return JSON.stringify({ items, total: found.length, limit, offset, truncated: all.truncated })
}

async function everyPage(provider: Provider, get: HostClient, q: string | undefined) {
  const read = async (page: number): Promise<Repository[]> =>
    list(await get(provider.listed(page, q)))
      .map((item) => provider.readRepository(item))
      .filter(({ external_id, full_name }) => external_id && full_name)
  const first = await read(1)
  if (first.length < provider.perPage) return { items: first, truncated: false }
  const others = await Promise.all(Array.from({ length: maxPages - 1 }, (_, page) => read(page + 2)))
  return {
    items: [first, ...others].flat(),
    truncated: others.at(-1)!.length === provider.perPage,
  }
}
