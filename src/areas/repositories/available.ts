import type { TransformContext } from '../../kit/operation.ts'
import { onHost, askingOf, type Connection, providers } from './account.ts'
import { type Ask, list, type Provider, type Repository } from './providers/provider.ts'

const mostPages = 5

/** What the token can see, up to five pages of the host's list. */
export async function told(text: string, { outside }: TransformContext): Promise<string> {
  type Told = { connection: Connection; query: { q?: string; limit: number; offset: number } }
  const { connection, query: page } = JSON.parse(text) as Told
  const provider: Provider = providers[connection.provider]
  const all = await onHost(connection, async () =>
    everyPage(provider, await askingOf(connection, outside), page.q),
  )
  const wanted = page.q?.toLowerCase() ?? ''
  const found = all.items.filter(({ full_name }) => full_name.toLowerCase().includes(wanted))
  const { limit, offset } = page
  const items = found.slice(offset, offset + limit)
  return JSON.stringify({ items, total: found.length, limit, offset, truncated: all.truncated })
}

async function everyPage(provider: Provider, ask: Ask, q: string | undefined) {
  const read = async (page: number): Promise<Repository[]> =>
    list(await ask(provider.listed(page, q)))
      .map((item) => provider.readRepository(item))
      .filter(({ external_id, full_name }) => external_id && full_name)
  const first = await read(1)
  if (first.length < provider.perPage) return { items: first, truncated: false }
  const others = await Promise.all(Array.from({ length: mostPages - 1 }, (_, page) => read(page + 2)))
  return {
    items: [first, ...others].flat(),
    truncated: others.at(-1)!.length === provider.perPage,
  }
}
