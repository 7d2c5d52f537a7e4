import { sealing } from '../../src/jobs/audit-seals.ts'
import { openStorage } from '../../src/shared/files/storage.ts'
import { asOwner, env, files, type Json } from './client.ts'
import { database } from './inbox.ts'
import { task, project, type Workspace, workspace } from './makers.ts'

export const storage = () => openStorage(files, 2000)
export const platform = '00000000-0000-0000-0000-000000000000'

/** Seals an organization's audit log now, as the outbox would a minute later. */
export const seal = (org: string) =>
  sealing.react(
    { id: '', org_id: org, folder: org, topic: 'audit.seal', payload: {}, attempts: 1 },
    database(),
    storage(),
    env().JWT_KEYS,
  )

export type Trail = { ws: Workspace; at: string; entries: { id: string; action: string }[] }

/** A workspace with `tasks` tasks and a sealed audit log. */
export async function trail(tasks = 4): Promise<Trail> {
  const ws = await workspace()
  const home = await project(ws)
  for (let n = 0; n < tasks; n++) await task(ws, home.id)
  await seal(ws.org.id)
  return { ws, at: `${ws.base}/audit-log`, entries: await entriesOf(ws) }
}

export const entriesOf = ({ org }: Workspace) =>
  asOwner<{ id: string; action: string }>(
    'select a.id, a.action from audit_log a where a.org_id = $1 order by a.id',
    [org.id],
  )

export const verify = ({ ws, at }: Trail, query = ''): Promise<Json> =>
  ws.owner.ok('GET', `${at}/verify${query}`)

/** Runs statements without triggers and rules, as only the owner of the database can. */
export const tamper = (statements: string) =>
  asOwner(`begin; set local session_replication_role = replica; ${statements}; commit`)

/** Recomputes the chain from a position on, as an attacker would who knows how it is computed. */
export const rehash = (org: string, from = 1) => `
  do $$ declare s record; head bytea := coalesce((select hash from audit_seals where org_id = '${org}'
    and position = ${from} - 1), app.chain_start('${org}')); begin
    for s in select * from audit_seals where org_id = '${org}' and position >= ${from} order by position loop
      head := app.chain_step(null, head, (select app.audit_text(a) from audit_log a where a.id = s.entry_id));
      update audit_seals set hash = head where org_id = s.org_id and position = s.position;
    end loop; end $$`
