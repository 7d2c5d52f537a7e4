import { invariants } from '../../scripts/stack/invariants.ts'
import { asOwner, type Caller, type Json } from './client.ts'
import type { Workspace } from './makers.ts'

/** Asks a workspace for words, as somebody; `with` is more of the query string. */
export const finder =
  (ws: Workspace) =>
  async (q: string, how: { as?: Caller; with?: string } = {}): Promise<Json> =>
    (how.as ?? ws.owner).ok('GET', `${ws.base}/search?q=${encodeURIComponent(q)}&${how.with ?? ''}`)

export const titles = ({ items }: Json): string[] => items.map(({ title }: Json) => title)
export const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id)

/** What the index holds of an organization and should not, or the other way round. */
export const astray = ({ org }: Workspace) =>
  asOwner(`${invariants['what can be found is what there is']} where x.org_id = $1`, [org.id])
