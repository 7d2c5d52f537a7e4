import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller, caller, type Json } from './client.ts'
import { desk, type Desk } from './tickets.ts'
import { refusal } from './refusals.ts'

/** A contact of a new client, with a portal session that has all abilities. */
export async function portalContact(org: string): Promise<Caller> {
  const token = makeToken('svc_ptl_', 'a')
  const [contact] = await asOwner<{ id: string }>(
    `with client as (insert into clients (org_id, name, created_by) values ($1, 'Portal client', uuidv7()) returning id),
      contact as (insert into client_contacts (org_id, client_id, name, email)
        select $1, id, 'Charles Babbage', 'charles@babbage.example' from client returning id, client_id),
      access as (insert into portal_accesses (org_id, client_id, contact_id, abilities, created_by)
        select $1, client_id, id, '{tickets,invoices,projects,contracts}', uuidv7() from contact returning id, contact_id),
      opened as (insert into portal_tokens (org_id, access_id, kind, token_hash, expires_at)
        select $1, id, 'session', decode($2, 'hex'), now() + interval '12 hours' from access)
    select contact_id as id from access`,
    [org, hashOf(token)],
  )
  return caller({ authorization: `Bearer ${token}` }, { id: contact!.id, email: 'charles@babbage.example' })
}

export const portal = '/api/v1/portal'
export const open = (token: string) => call('POST', `${portal}/sessions`, { body: { token } })
export const contactOf = (token: string) =>
  caller({ authorization: `Bearer ${token}` }, { id: '', email: '' })

/** Gives a contact access, and opens a session with its link. */
export async function openSession(
  setup: Desk,
  abilities = ['tickets', 'invoices'],
  contact_id = setup.contact.id,
) {
  const access: Json = await setup.ws.owner.ok('POST', `${setup.ws.base}/portal/accesses`, {
    contact_id,
    abilities,
  })
  const { token } = (await open(access.link_token)).body
  return { access, token: String(token), who: contactOf(token) }
}

/** A support desk whose contact has a portal session. */
export async function portalDesk(abilities?: string[]) {
  const setup = await desk()
  const session = await openSession(setup, abilities)
  const { who, access } = session
  const link = (body: object = {}): Promise<Json> =>
    setup.ws.owner.ok('POST', `${setup.ws.base}/portal/accesses/${access.id}/links`, body)
  const errorOf = async (method: string, path: string, body?: object, by = who) =>
    refusal(await by.call(method, portal + path, body))
  const write = (draft: object = {}): Promise<Json> =>
    who.ok('POST', `${portal}/tickets`, { subject: 'Prices', description: 'Of bread', ...draft })
  return { setup, ...session, link, errorOf, write }
}
