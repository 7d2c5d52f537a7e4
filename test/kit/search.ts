import { invariants } from '../../scripts/stack/invariants.ts'
import { asOwner, type Caller, type Json } from './client.ts'
import type { Workspace } from './makers.ts'

/** Searches a workspace, as a person; `with` is more of the query string. */
export const finder =
  (ws: Workspace) =>
  async (q: string, options: { as?: Caller; with?: string } = {}): Promise<Json> =>
    (options.as ?? ws.owner).ok('GET', `${ws.base}/search?q=${encodeURIComponent(q)}&${options.with ?? ''}`)

export const titles = ({ items }: Json): string[] => items.map(({ title }: Json) => title)
export const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id)

/** Entries of an organization that the index has and should not, or lacks. */
export const indexErrors = ({ org }: Workspace) =>
  asOwner(`${invariants['what can be found is what there is']} where x.org_id = $1`, [org.id])
