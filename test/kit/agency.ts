import { asOwner, type Caller, type Json } from './client.ts'
import { client, draft, issue, line } from './invoices.ts'
import { join, project, type Workspace, workspace } from './makers.ts'

const insert = (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row)
  return asOwner<{ id: string }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
}

export const entry = (ws: Workspace, who: Caller, more: Record<string, unknown>) =>
  insert('time_entries', {
    org_id: ws.org.id,
    user_id: who.id,
    created_by: who.id,
    work_date: '2026-03-10',
    duration_seconds: 3600,
    ...more,
  })
export const expense = (ws: Workspace, total: number, more: Record<string, unknown>) =>
  insert('expenses', {
    org_id: ws.org.id,
    user_id: ws.owner.id,
    created_by: ws.owner.id,
    description: 'Paper',
    expense_date: '2026-03-10',
    currency: 'EUR',
    net_minor: total,
    tax_minor: 0,
    total_minor: total,
    base_total_minor: total,
    base_currency: 'EUR',
    status: 'approved',
    ...more,
  })
export const rate = (ws: Workspace, who: Caller, hourly_minor: number, more: object = {}): Promise<Json> =>
  ws.owner.ok('PUT', `${ws.base}/agency/cost-rates`, {
    user_id: who.id,
    effective_from: '2026-01-01',
    hourly_minor,
    ...more,
  })
export const set = (table: string, columns: string, id: string) =>
  asOwner(`update ${table} set ${columns} where id = $1`, [id])

/** A project of a client. */
export async function projectFor(
  ws: Workspace,
  client_id: string | null,
  columns = '',
  options: object = {},
) {
  const made = await project(ws, options)
  await asOwner(`update projects set client_id = $2${columns && `, ${columns}`} where id = $1`, [
    made.id,
    client_id,
  ])
  return made
}
export const bill = async (ws: Workspace, client_id: string, day: string, price: string, more: object = {}) =>
  issue(ws, await draft(ws, { client_id, lines: [line(price)], ...more }), { issue_date: day })

export const march = 'from=2026-03-01&to=2026-03-31'
/** An agency with three people, an admin, a manager and a client. */
export async function agency() {
  const ws = await workspace()
  const people = [
    await join(ws, 'member', 'Ada'),
    await join(ws, 'member', 'Bo'),
    await join(ws, 'member', 'Cy'),
  ]
  const boss = await join(ws, 'manager', 'Boss')
  const acme = await client(ws, { name: 'Acme' })
  const summary = (who: Caller = ws.owner, query = ''): Promise<Json> =>
    who.ok('GET', `${ws.base}/agency/summary?${march}${query}`)
  const of = async (name: string, who: Caller = ws.owner): Promise<Json> =>
    (await summary(who)).items.find((one: Json) => (one.client?.name ?? 'none') === name)
  const drill = (id: string, who: Caller = ws.owner, query = march): Promise<Json> =>
    who.ok('GET', `${ws.base}/agency/clients/${id}/summary?${query}`)
  return { ws, people, boss, acme, summary, of, drill }
}
