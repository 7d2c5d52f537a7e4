import type { TransformContext } from '../../kit/operation.ts'
import { awayFor, type Connection, providers, sentences } from './account.ts'
import { gather, lifetime, type Link, type Part } from './activity.ts'
import { mentioned, mentions, type Prefixes } from './mentions.ts'
import { type Kind, kinds as allKinds, type Trouble } from './providers/provider.ts'

type Told = {
  connection: Connection
  links: Link[]
  prefixes: Prefixes
  keys?: string[]
  branch_name?: string
  query: { kinds?: Kind[]; since?: string; limit: number }
}

/** Builds the response from the database's data: the newest activity, and what could not be fetched. */
export async function told(text: string, by: TransformContext): Promise<string> {
  const { connection, links, prefixes, keys, branch_name, query } = JSON.parse(text) as Told
  const parts = await gather(connection, links, [...new Set(query.kinds ?? allKinds)], by)
  const had = parts.flatMap(({ entry }) => entry ?? [])
  const troubled = parts.flatMap(({ trouble }) => trouble ?? [])
  const worst = troubled.find(isWhole)
  if (worst && !had.length) throw awayFor(providers[connection.provider], worst)
  const since = query.since ? new Date(query.since).toISOString() : ''
  const items = parts
    .flatMap((part) => itemsOf(part, prefixes, keys))
    .filter(({ at }) => at === null || at >= since)
    .toSorted(newestFirst)
    .slice(0, query.limit)
  const cached_at = had.map(({ fetched_at }) => fetched_at).toSorted()[0] ?? by.now.toISOString()
  return JSON.stringify({
    items,
    cached_at,
    expires_at: new Date(Date.parse(cached_at) + lifetime).toISOString(),
    stale: had.some(({ fetched_at }) => by.now.getTime() - Date.parse(fetched_at) >= lifetime),
    errors: parts.flatMap(errorsOf),
    ...(branch_name ? { branch_name } : {}),
  })
}

/** A failure of the host or the account, not of one repository. */
const isWhole = ({ why }: Trouble) => why !== 'gone' && why !== 'forbidden' && why !== 'empty'

const itemsOf = ({ link, kind, entry }: Part, prefixes: Prefixes, keys: string[] | undefined) =>
  (entry?.items ?? [])
    .filter((found) => !keys || mentions(found, keys))
    .map((found) => {
      const { title, author, state, url, at } = found
      const task_keys = mentioned(found, prefixes)
      return { kind, repository_id: link.id, title, author, state, url, at, task_keys }
    })

const errorsOf = ({ link, kind, trouble }: Part) =>
  trouble
    ? [
        {
          repository_id: link.id,
          full_name: link.full_name,
          kind,
          code: trouble.why,
          message: sentences[trouble.why],
        },
      ]
    : []

type Dated = { at: string | null; title: string }
/** Undated items come last. */
const newestFirst = (left: Dated, right: Dated) =>
  (right.at ?? '').localeCompare(left.at ?? '') || left.title.localeCompare(right.title)
