import { asOwner, type Caller, type Json } from './client.ts'
import { client } from './invoices.ts'
import { type Workspace, workspace } from './makers.ts'

/** A client of the workspace. */
export const clientRow = async (ws: Workspace, name = 'Town hall', columns: Record<string, unknown> = {}) =>
  (await client(ws, { name, ...columns })).id

export async function supplierRow(ws: Workspace): Promise<string> {
  const [made] = await asOwner<{ id: string }>(
    `insert into suppliers (org_id, name, created_by) values ($1, 'Paper mill', $2) returning id`,
    [ws.org.id, ws.owner.id],
  )
  return made!.id
}

/** The organization's own day, so many days from today. */
export async function dayOf({ org }: Workspace, days = 0): Promise<string> {
  const [row] = await asOwner<{ day: string }>(
    `select ((now() at time zone timezone)::date + $2::int)::text as day from organizations where id = $1`,
    [org.id, days],
  )
  return row!.day
}

/** An office that makes contracts with one client. */
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
  /** Sent and signed by both. */
  const signed = async (more: object = {}): Promise<Json> => {
    const { id } = await draft(more)
    await act(id, 'send')
    return act(id, 'sign', { signed_by_name: 'Ada Lovelace', counterparty_name: 'Grace Hopper' })
  }
  const refused = async (path: string, body?: object, method = 'POST', who: Caller = ws.owner) => {
    const reply = await who.call(method, `${at}${path}`, body)
    return [reply.status, reply.body?.error?.message]
  }
  return { ws, client, at, draft, get, act, signed, refused }
}
export type Office = Awaited<ReturnType<typeof office>>

/** Columns of a contract as no operation sets them, such as days that have gone by. */
export const setColumns = async (id: string, columns: Record<string, unknown>) =>
  Object.keys(columns).length > 0 &&
  asOwner(
    `update contracts set ${Object.keys(columns)
      .map((name, place) => `${name} = $${place + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(columns)],
  )
