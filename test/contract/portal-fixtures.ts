import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, call } from '../kit/client.ts'
import { inbound } from '../kit/ticket-mail.ts'
import { dot } from '../../src/areas/attachments/storing.ts'
import type { World } from './world.ts'

export { portalContact } from '../kit/portal.ts'

const home = ({ org }: World, path: string) => `/api/v1/organizations/${org}${path}`

const portalTicket = async ({ contact }: World): Promise<string> =>
  (await contact.ok('POST', '/api/v1/portal/tickets', { subject: 'Prices', description: 'Of bread' })).id

/** A contact of the world's client, without access to the portal. */
const freshContact = async (world: World): Promise<string> => {
  const path = home(world, `/clients/${await world.value('client_id')}/contacts`)
  return (await world.people.owner.ok('POST', path, { name: 'Grace Hopper' })).id
}

const newMailbox = (world: World) =>
  world.people.owner.ok('POST', home(world, '/support/mailboxes'), {
    address: `${crypto.randomUUID()}@example.com`,
    name: 'Help',
  })

/** A mail that was ignored. */
async function incomingMail(world: World, headers: Record<string, string>, outcome: string): Promise<string> {
  const { webhook_url } = await newMailbox(world)
  await call('POST', new URL(webhook_url).pathname, {
    body: inbound(`${crypto.randomUUID()}@example.org`, {}, headers),
  })
  const mails = await world.people.owner.ok('GET', home(world, `/support/mails?outcome=${outcome}`))
  return mails.items[0].id
}

/** A token to rate a resolved ticket, as mailed. */
async function ratingToken(world: World): Promise<string> {
  const { id } = await world.people.owner.ok('POST', home(world, '/tickets'), { subject: 'Bread' })
  await world.people.owner.ok('PATCH', home(world, `/tickets/${id}`), { status: 'resolved' })
  const token = makeToken('svc_mail_', 'a')
  await asOwner(
    `insert into mail_tokens (hash, message, address, subject_id, expires_at)
      values (decode($1, 'hex'), 'ticket_resolved', 'ada@example.com', $2, now() + interval '1 day')`,
    [hashOf(token), id],
  )
  return token
}

/** What the contact of a world can see in the portal. */
export const portalFixtures: Record<string, (world: World) => Promise<string>> = {
  fresh_contact_id: freshContact,
  portal_ticket_id: portalTicket,
  resolved_portal_ticket_id: async (world) => {
    const id = await portalTicket(world)
    await world.people.owner.ok('PATCH', home(world, `/tickets/${id}`), { status: 'resolved' })
    return id
  },
  mailbox_id: async (world) => (await newMailbox(world)).id,
  mailbox_token: async (world) => (await newMailbox(world)).webhook_url.split('/').at(-1),
  rating_token: ratingToken,
  mail_id: (world) => incomingMail(world, { 'X-Spam-Status': 'Yes' }, 'ignored'),
  taken_mail_id: (world) => incomingMail(world, {}, 'ticket'),
  portal_attachment_id: async (world) => {
    const body = { filename: 'dot.png', content_type: 'image/png', content_base64: dot }
    const at = `/api/v1/portal/tickets/${await world.value('portal_ticket_id')}/attachments`
    return (await world.contact.ok('POST', at, body)).id
  },
  portal_project_id: async (world) => {
    const { client } = await world.contact.ok('GET', '/api/v1/portal/me')
    const draft = { name: `Site ${crypto.randomUUID()}`, client_id: client.id }
    return (await world.people.owner.ok('POST', home(world, '/projects'), draft)).id
  },
  portal_contract_id: async (world) => {
    const { client } = await world.contact.ok('GET', '/api/v1/portal/me')
    const draft = {
      title: 'Care',
      party_kind: 'client',
      client_id: client.id,
      body: 'We care.',
      start_date: '2026-01-01',
    }
    const { id } = await world.people.owner.ok('POST', home(world, '/contracts'), draft)
    await world.people.owner.ok('POST', home(world, `/contracts/${id}/send`), {})
    return id
  },
  portal_invoice_id: async (world) => {
    const { client } = await world.contact.ok('GET', '/api/v1/portal/me')
    const lines = [{ description: 'Bread', quantity: '1', unit_price: '10', tax_rate: '0', category: 'zero' }]
    const draft = { client_id: client.id, lines }
    const { id } = await world.people.owner.ok('POST', home(world, '/invoices'), draft)
    await world.people.owner.ok('POST', home(world, `/invoices/${id}/issue`), {})
    return id
  },
}

/** Support desk and portal operations that need an object of their own. */
export const supportStates: Record<string, Record<string, string>> = {
  getTicketMail: { mail_id: 'taken_mail_id' },
  mergeTickets: { ticket_id: 'other_ticket_id' },
  getPortalTicket: { ticket_id: 'portal_ticket_id' },
  uploadPortalAttachment: { ticket_id: 'portal_ticket_id' },
  getPortalAttachment: { ticket_id: 'portal_ticket_id', attachment_id: 'portal_attachment_id' },
  createPortalMessage: { ticket_id: 'portal_ticket_id' },
  ratePortalTicket: { ticket_id: 'resolved_portal_ticket_id' },
  takeInboundMail: { token: 'mailbox_token' },
  getTicketRating: { token: 'rating_token' },
  rateTicket: { token: 'rating_token' },
  getPortalProject: { project_id: 'portal_project_id' },
  getPortalContract: { contract_id: 'portal_contract_id' },
  getPortalInvoice: { invoice_id: 'portal_invoice_id' },
}

/** A new link each time, as each opens one session. */
async function portalLink(world: World): Promise<string> {
  const { items } = await world.people.owner.ok('GET', home(world, '/portal/accesses'))
  const path = home(world, `/portal/accesses/${items.at(-1).id}/links`)
  return (await world.people.owner.ok('POST', path, {})).link_token
}

export const portalGenerated = {
  portal_link: portalLink,
  fresh_contact_id: freshContact,
  message_id: async () => crypto.randomUUID(),
}
