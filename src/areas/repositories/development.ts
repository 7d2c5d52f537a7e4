import type { TransformContext } from '../../kit/operation.ts'
import { unavailable, type Connection, providers, sentences } from './account.ts'
import { gather, lifetime, type Link, type Part } from './activity.ts'
import { mentioned, mentions, type Prefixes } from './mentions.ts'
import { type Kind, kinds as allKinds, type RepositoryError } from './providers/provider.ts'

type Request = {
  connection: Connection
  links: Link[]
  prefixes: Prefixes
  keys?: string[]
  branch_name?: string
  query: { kinds?: Kind[]; since?: string; limit: number }
}

/** Builds the response from the database's data: the newest activity, and what could not be fetched. */
export async function withActivity(text: string, context: TransformContext): Promise<string> {
  const { connection, links, prefixes, keys, branch_name, query } = JSON.parse(text) as Request
  const parts = await gather(connection, links, [...new Set(query.kinds ?? allKinds)], context)
  const entries = parts.flatMap(({ entry }) => entry ?? [])
  const failures = parts.flatMap(({ error }) => error ?? [])
  const accountFailure = failures.find(isAccountFailure)
  if (accountFailure && !entries.length) throw unavailable(providers[connection.provider], accountFailure)
  const since = query.since ? new Date(query.since).toISOString() : ''
  const items = parts
    .flatMap((part) => itemsOf(part, prefixes, keys))
    .filter(({ at }) => at === null || at >= since)
    .toSorted(newestFirst)
    .slice(0, query.limit)
  const cached_at = entries.map(({ fetched_at }) => fetched_at).toSorted()[0] ?? context.now.toISOString()
  return JSON.stringify({
    items,
    cached_at,
    expires_at: new Date(Date.parse(cached_at) + lifetime).toISOString(),
    stale: entries.some(({ fetched_at }) => context.now.getTime() - Date.parse(fetched_at) >= lifetime),
    errors: parts.flatMap(errorsOf),
    ...(branch_name ? { branch_name } : {}),
  })
}

/** A failure of the host or the account, not of one repository. */
const isAccountFailure = ({ why }: RepositoryError) =>
  why !== 'gone' && why !== 'forbidden' && why !== 'empty'

const itemsOf = ({ link, kind, entry }: Part, prefixes: Prefixes, keys: string[] | undefined) =>
  (entry?.items ?? [])
    .filter((found) => !keys || mentions(found, keys))
    .map((found) => {
      const { title, author, state, url, at } = found
      const task_keys = mentioned(found, prefixes)
      return { kind, repository_id: link.id, title, author, state, url, at, task_keys }
    })

const errorsOf = ({ link, kind, error }: Part) =>
  error
    ? [
        {
          repository_id: link.id,
          full_name: link.full_name,
          kind,
          code: error.why,
          message: sentences[error.why],
        },
      ]
    : []

type Dated = { at: string | null; title: string }
/** Undated items come last. */
const newestFirst = (left: Dated, right: Dated) =>
  (right.at ?? '').localeCompare(left.at ?? '') || left.title.localeCompare(right.title)
