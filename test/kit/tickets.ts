import { asOwner, type Caller, type Json } from './client.ts'
import { clientRow } from './contracts.ts'
import { workspace } from './makers.ts'
import { refusal } from './refusals.ts'

/** Status and message of an error. */

const customer = 'charles@babbage.example'

/** A support desk with a client and a contact. */
export async function desk(name?: string) {
  const ws = await workspace(name)
  const client = await clientRow(ws)
  const at = `${ws.base}/tickets`
  // All desks have the same customer, and an address gets five mails of a kind an hour.
  await asOwner(`update mails set created_at = created_at - interval '1 hour' where address = $1`, [customer])
  const contact: Json = await ws.owner.ok('POST', `${ws.base}/clients/${client}/contacts`, {
    name: 'Charles Babbage',
    email: customer,
  })
  const create = (draft: object = {}, who: Caller = ws.owner): Promise<Json> =>
    who.ok('POST', at, { subject: 'Wrong prices', contact_id: contact.id, ...draft })
  const get = (id: string, who: Caller = ws.owner): Promise<Json> => who.ok('GET', `${at}/${id}`)
  const change = (id: string, body: object): Promise<Json> => ws.owner.ok('PATCH', `${at}/${id}`, body)
  const addMessage = (id: string, body: object = {}, who: Caller = ws.owner): Promise<Json> =>
    who.ok('POST', `${at}/${id}/messages`, { body: 'We are looking into it.', ...body })
  const receiveMessage = (id: string): Promise<Json> =>
    addMessage(id, { body: 'Any news?', from_customer: true })
  const messages = async (id: string): Promise<Json[]> =>
    (await ws.owner.ok('GET', `${at}/${id}/messages`)).items
  const events = async (id: string): Promise<Json[]> => (await ws.owner.ok('GET', `${at}/${id}/events`)).items
  const errorOf = async (method: string, path: string, body?: object, who: Caller = ws.owner) =>
    refusal(await who.call(method, at + path, body))
  return {
    ws,
    client,
    contact,
    at,
    create,
    get,
    change,
    addMessage,
    receiveMessage,
    messages,
    events,
    errorOf,
  }
}
export type Desk = Awaited<ReturnType<typeof desk>>

/** Makes a ticket resolved for as long as `ago`. */
export const setResolvedAgo = (id: string, ago: string) =>
  asOwner('update tickets set resolved_at = now() - $2::interval where id = $1', [id, ago])
