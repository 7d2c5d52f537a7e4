import { asOwner, type Caller, type Json } from './client.ts'
import { client } from './invoices.ts'
import { type Workspace, workspace } from './makers.ts'

/** A client of the workspace. */
export const clientRow = async (ws: Workspace, name = 'Town hall', columns: Record<string, unknown> = {}) =>
  (await client(ws, { name, ...columns })).id

export async function supplierRow(ws: Workspace): Promise<string> {
  const [row] = await asOwner<{ id: string }>(
    `insert into suppliers (org_id, name, created_by) values ($1, 'Paper mill', $2) returning id`,
    [ws.org.id, ws.owner.id],
  )
  return row!.id
}

/** The date `days` days from today in the organization's time zone. */
export async function dayOf({ org }: Workspace, days = 0): Promise<string> {
  const [row] = await asOwner<{ day: string }>(
    `select ((now() at time zone timezone)::date + $2::int)::text as day from organizations where id = $1`,
    [org.id, days],
  )
  return row!.day
}

/** A workspace with contracts of one client. */
export async function office(name?: string) {
  const ws = await workspace(name)
  const client = await clientRow(ws)
  const at = `${ws.base}/contracts`
  const draft = async (more: object = {}): Promise<Json> =>
    ws.owner.ok('POST', at, {
      title: 'Web site',
      party_kind: 'client',
      client_id: client,
      body: 'We deliver a web site.',
      value_minor: 100_000,
      start_date: await dayOf(ws, -30),
      end_date: await dayOf(ws, 300),
      ...more,
    })
  const get = (id: string, who: Caller = ws.owner): Promise<Json> => who.ok('GET', `${at}/${id}`)
  const act = (id: string, action: string, body?: object): Promise<Json> =>
    ws.owner.ok('POST', `${at}/${id}/${action}`, body)
  /** A contract that was sent and that both sides signed. */
  const signed = async (more: object = {}): Promise<Json> => {
    const { id } = await draft(more)
    await act(id, 'send')
    return act(id, 'sign', { signed_by_name: 'Ada Lovelace', counterparty_name: 'Grace Hopper' })
  }
  const errorOf = async (path: string, body?: object, method = 'POST', who: Caller = ws.owner) => {
    const reply = await who.call(method, `${at}${path}`, body)
    return [reply.status, reply.body?.error?.message]
  }
  return { ws, client, at, draft, get, act, signed, errorOf }
}
export type Office = Awaited<ReturnType<typeof office>>

/** Sets columns of a contract to what no operation allows, such as days in the past. */
export const setColumns = async (id: string, columns: Record<string, unknown>) =>
  Object.keys(columns).length > 0 &&
  asOwner(
    `update contracts set ${Object.keys(columns)
      .map((name, place) => `${name} = $${place + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(columns)],
  )
