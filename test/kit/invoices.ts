import type { Json } from './client.ts'
import { asOwner } from './client.ts'
import { serial, type Workspace } from './makers.ts'

/** A client of the workspace. */
export async function client(
  ws: Workspace,
  overrides: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
  const number = serial()
  const row = {
    name: `Client ${number}`,
    tax_id: `B${number.padStart(8, '0')}`,
    country: 'ES',
    ...overrides,
  }
  const names = Object.keys(row)
  const [client] = await asOwner<{ id: string; name: string }>(
    `insert into clients (org_id, created_by, ${names.join(', ')})
      values ($1, $2, ${names.map((_, place) => `$${place + 3}`).join(', ')}) returning id, name`,
    [ws.org.id, ws.owner.id, ...Object.values(row)],
  )
  return client!
}

type Line = Record<string, unknown>
export const line = (unit_price: string, more: Line = {}): Line => ({
  description: 'Work',
  unit_price,
  tax_rate: '21',
  ...more,
})

/** Says who issues the invoices, where nobody has: without it none is issued. */
export const anyIssuer = (org: string): Promise<unknown> =>
  asOwner(
    `update invoice_register_settings r set issuer_name = coalesce(nullif(r.issuer_name, ''), o.name), country = coalesce(
        r.country, o.country, 'ES'), city = coalesce(r.city, 'Madrid'),
        address_line1 = coalesce(r.address_line1, 'Calle de Alcalá 42')
      from organizations o where o.id = r.org_id and r.org_id = $1
        and (r.issuer_name = '' or r.city is null or r.address_line1 is null)`,
    [org],
  )

/** A draft, by default with one line of 100.00 at 21 %. */
export async function draft(ws: Workspace, overrides: Record<string, unknown> = {}): Promise<Json> {
  await anyIssuer(ws.org.id)
  return draftWithoutIssuer(ws, overrides)
}

/** A draft, which can be issued once somebody says who issues it. */
export async function draftWithoutIssuer(
  ws: Workspace,
  overrides: Record<string, unknown> = {},
): Promise<Json> {
  const client_id = overrides.client_id ?? (await client(ws)).id
  return ws.owner.ok('POST', `${ws.base}/invoices`, { lines: [line('100')], ...overrides, client_id })
}

/** Sets what invoices say of their issuer. */
export const issuer = (ws: Workspace, more: object = {}): Promise<Json> =>
  ws.owner.ok('PUT', `${ws.base}/invoice-register/settings`, {
    issuer_name: 'Ada & Co',
    address_line1: 'Calle de Alcalá 42',
    city: 'Madrid',
    country: 'ES',
    ...more,
  })

export async function issue(ws: Workspace, { id }: Json, body: object = {}): Promise<Json> {
  await anyIssuer(ws.org.id)
  return ws.owner.ok('POST', `${ws.base}/invoices/${id}/issue`, body)
}

/** An issued invoice of 121.00. */
export const issued = async (ws: Workspace, overrides: Record<string, unknown> = {}): Promise<Json> =>
  issue(ws, await draft(ws, overrides))

export const pay = (ws: Workspace, { id }: Json, amount_minor: number, more: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/invoices/${id}/payments`, {
    amount_minor,
    paid_on: '2026-01-15',
    method: 'bank_transfer',
    ...more,
  })
