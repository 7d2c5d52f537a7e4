import { asOwner, type Caller, type Json } from './client.ts'
import { type Workspace, workspace } from './makers.ts'

const everything = ['finance', 'projects', 'hr', 'crm']

/** An organization whose days and books are in a currency. */
export async function company(name: string, currency = 'EUR'): Promise<Workspace> {
  const ws = await workspace(name)
  await asOwner('update organizations set currency = $2 where id = $1', [ws.org.id, currency])
  return ws
}
export const invite = (parent: Workspace, child: Workspace, more: object = {}): Promise<Json> =>
  parent.owner.ok('POST', `${parent.base}/holding/subsidiaries`, {
    organization_slug: child.org.slug,
    ownership_percent: 100,
    data_scopes: everything,
    ...more,
  })
export const accept = (child: Workspace, id: string, data_scopes = everything, who: Caller = child.owner) =>
  who.call('POST', `${child.base}/holding/invitations/${id}/accept`, { data_scopes })
export async function join(parent: Workspace, child: Workspace, data_scopes = everything): Promise<string> {
  const { id } = await invite(parent, child)
  const { status, text } = await accept(child, id, data_scopes)
  if (status !== 200) throw new Error(text)
  return id
}
/** A parent with a subsidiary. */
export async function group(currency = 'EUR', scopes = everything) {
  const [parent, child] = [await company('Parent'), await company('Child', currency)]
  return { parent, child, link: await join(parent, child, scopes) }
}
export const panel = (parent: Workspace, query = 'from=2026-03-01&to=2026-03-31'): Promise<Json> =>
  parent.owner.ok('GET', `${parent.base}/holding/panel?${query}`)
export const rates = (
  parent: Workspace,
  ...list: [day: string, rate: string | null, base?: string, quote?: string][]
) =>
  parent.owner.ok('PUT', `${parent.base}/holding/rates`, {
    rates: list.map(([day, rate, base = 'USD', quote = 'EUR']) => ({ day, base, quote, rate })),
  })

/** An issued invoice without tax, in the currency of the organization. */
export async function sale(ws: Workspace, net: number, more: Record<string, unknown> = {}) {
  const [own] = await asOwner<{ currency: string }>('select currency from organizations where id = $1', [
    ws.org.id,
  ])
  const client_id = more.client_id ?? (await party(ws, 'clients')).id
  const row: Record<string, unknown> = {
    org_id: ws.org.id,
    created_by: ws.owner.id,
    status: 'issued',
    number: `N-${Math.random()}`,
    series_seq: Math.floor(Math.random() * 1e9),
    issue_date: '2026-03-10',
    due_date: '2026-04-10',
    currency: own!.currency,
    exchange_rate: '1',
    net_minor: net,
    total_minor: net,
    payable_minor: net,
    base_total_minor: net,
    base_net_minor: net,
    base_currency: own!.currency,
    ...more,
    client_id,
  }
  const names = Object.keys(row)
  await asOwner(
    `insert into invoices (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
}
export async function party(ws: Workspace, table: 'clients' | 'suppliers', name = 'Somebody') {
  const [row] = await asOwner<{ id: string }>(
    `insert into ${table} (org_id, created_by, name) values ($1, $2, $3) returning id`,
    [ws.org.id, ws.owner.id, name],
  )
  return row!
}
export const relate = (ws: Workspace, body: object) =>
  ws.owner.call('PUT', `${ws.base}/holding/relations`, body)
