import { type Item, type OperationId, type Query, type Read, readerOf } from './operations.ts'
import type { Form, PageRequest } from './page-request.ts'

const perRequest = 200
/** More would make a form too large to use. */
const most = 2000

type Part<T> = { items: T[]; total: number }
async function inParts<T>(part: (offset: number) => Promise<Part<T>>): Promise<T[]> {
  const first = await part(0)
  const rest = Math.ceil(Math.min(first.total, most) / perRequest) - 1
  const others = await Promise.all(
    Array.from({ length: Math.max(0, rest) }, (_, n) => part((n + 1) * perRequest)),
  )
  return [first, ...others].flatMap(({ items }) => items)
}

/** All that an operation lists, such as what a form lets people choose from. */
export const readAll = <O extends OperationId>(
  read: Read,
  id: O,
  query: Query<O> = {},
  ids: Form = {},
): Promise<Item<O>[]> =>
  inParts(async (offset) => {
    const part: unknown = await read(id, { ...query, limit: perRequest, offset }, ids)
    return part as Part<Item<O>>
  })

/** What a page reads at the same time, by name. */
export async function together<T extends Record<string, unknown>>(
  parts: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const found = await Promise.all(Object.values(parts))
  return Object.fromEntries(Object.keys(parts).map((name, n) => [name, found[n]])) as {
    [K in keyof T]: Awaited<T[K]>
  }
}

/** Reads in the organization at this path of the API. */
export const readerAt = (request: PageRequest, at: string): Read =>
  readerOf(request, { org_id: at.slice(at.lastIndexOf('/') + 1) })
