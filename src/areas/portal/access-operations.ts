import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { Access, AccessCreated, AccessDraft, AccessFilter, Link, LinkDraft } from './schemas.ts'

const manager = { role: 'manager' } as const
const secret = { response: { shownOnce: 'link_token' }, status: 201 } as const

export default area('portal-accesses', 'Portal accesses', { access_id: queries.accessTarget }, [
  read({
    id: 'listPortalAccesses',
    summary: 'List who may use the portal, newest first',
    at: 'GET /portal/accesses',
    ...manager,
    query: AccessFilter,
    returns: pageOf(Access),
    run: ({ query }) => queries.listAccesses(query),
  }),
  write({
    id: 'createPortalAccess',
    summary: 'Let a contact use the portal of their client, with a first link',
    at: 'POST /portal/accesses',
    ...manager,
    ...secret,
    audit: 'portal_access.created',
    body: AccessDraft,
    returns: AccessCreated,
    example: { body: { contact_id: '{fresh_contact_id}', abilities: ['tickets', 'invoices'] } },
    run: ({ body, id, outside }) => queries.addAccess(id(), id(), body, outside),
  }),
  write({
    id: 'createPortalLink',
    summary: 'Make another link for an access, to all of it or to one ticket',
    at: 'POST /portal/accesses/{access_id}/links',
    ...manager,
    asks: { about: 'access' },
    ...secret,
    audit: 'portal_link.created',
    body: LinkDraft,
    returns: Link,
    example: { body: { scope_ticket_id: '{ticket_id}' } },
    run: ({ params: { access_id }, body, id, outside }) => queries.addLink(access_id, id(), body, outside),
  }),
  write({
    id: 'revokePortalAccess',
    summary: 'Revoke an access, with its links and sessions at once',
    at: 'DELETE /portal/accesses/{access_id}',
    ...manager,
    audit: 'portal_access.revoked',
    status: 204,
    example: {},
    run: ({ params: { access_id } }) => queries.revokeAccess(access_id),
  }),
])
