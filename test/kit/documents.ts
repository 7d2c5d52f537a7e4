import { asOwner, type Caller, type Json, type Reply } from './client.ts'
import { join, serial, type Workspace, workspace } from './makers.ts'

/** A workspace with people of most roles, and helpers for documents. */
export async function documentSetup() {
  const ws = await workspace()
  const [member, other, manager, viewer] = [
    await join(ws),
    await join(ws, 'member', 'Kai Mori'),
    await join(ws, 'manager'),
    await join(ws, 'viewer'),
  ]
  return { ...helpers(ws, member), ws, member, other, manager, viewer }
}

export function helpers(ws: Workspace, member: Caller) {
  const base = `${ws.base}/documents`
  return {
    base,
    write: (draft: object = {}, who = member): Promise<Json> =>
      who.ok('POST', base, { title: `Page ${serial()}`, ...draft }),
    edit: (id: string, change: object, who = member): Promise<Json> =>
      who.ok('PATCH', `${base}/${id}`, change),
    tryEdit: (id: string, change: object, who = member): Promise<Reply> =>
      who.call('PATCH', `${base}/${id}`, change),
    open: (id: string, query = '', who = member): Promise<Json> => who.ok('GET', `${base}/${id}${query}`),
    move: (id: string, target: object, who = member): Promise<Reply> =>
      who.call('POST', `${base}/${id}/move`, target),
    versions: async (id: string): Promise<Json[]> =>
      (await member.ok('GET', `${base}/${id}/versions?limit=200`)).items,
    tree: async (query = '', who = member): Promise<Json[]> =>
      (await who.ok('GET', `${base}/tree${query}`)).nodes,
  }
}

/** Makes the last save six minutes old. */
export const ageLastSave = (document: string) =>
  asOwner(
    "update document_versions set created_at = created_at - interval '6 minutes' where document_id = $1",
    [document],
  )

/** What is wrong in the document trees of an organization: loops, depths, projects, readers and ranks. */
export const brokenTrees = (org: string) =>
  asOwner(
    `with recursive up as (select id, parent_id, 1 as level from documents where org_id = $1 and parent_id is not null
        union all select up.id, d.parent_id, up.level + 1 from up join documents d on d.id = up.parent_id
          where up.level < 60 and d.parent_id is not null)
      select distinct 'loop' as why, id::text from up where level >= 60
      union all select 'place', c.id::text from documents c join documents p on p.id = c.parent_id where c.org_id = $1
        and (c.depth <> p.depth + 1 or c.project_id is distinct from p.project_id
          or (p.only_for is not null and c.only_for is distinct from p.only_for and c.visibility <> 'private'))
      union all select 'rank', min(id::text) from documents where org_id = $1 and deleted_at is null
        group by project_id, parent_id, rank having count(*) > 1
      union all select 'child of trash', c.id::text from documents c join documents p on p.id = c.parent_id
        where c.org_id = $1 and c.deleted_at is null and p.deleted_at is not null`,
    [org],
  )

export const message = ({ status, body }: Reply) => [status, body?.error?.message]
