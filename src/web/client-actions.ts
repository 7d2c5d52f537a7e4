import { activityDeeds } from './activities.tsx'
import { actingOn, type Deed, filled } from './acting.tsx'
import { allClientLabels, clientPage } from './client-page.tsx'
import { customerBody, type WholeCustomer } from './client-parts.tsx'
import type { Found } from './place.ts'

const pathOf = ({ object }: Found<WholeCustomer>) => `/clients/${object.id}`

const deeds: Record<string, Deed<WholeCustomer>> = {
  ...activityDeeds<WholeCustomer>('client'),
  /** The version says what the person saw. */
  change: {
    ask: (form, found) => ({
      method: 'PATCH',
      path: pathOf(found),
      body: { ...customerBody(form, true), version: Number(form.version) || found.object.version },
    }),
  },
  archive: {
    ask: ({ archived }, found) => ({
      method: 'PATCH',
      path: pathOf(found),
      body: { archived: archived === 'yes' },
    }),
  },
  contact: {
    ask: ({ contact_name = '', contact_email, contact_phone, ...form }, found) => ({
      path: `${pathOf(found)}/contacts`,
      body: {
        name: contact_name,
        ...filled({ email: contact_email ?? '', phone: contact_phone ?? '' }, ['email', 'phone']),
        ...filled(form, ['job_title']),
        ...(form.is_primary === 'yes' && { is_primary: true }),
      },
    }),
    as: { name: 'contact_name', email: 'contact_email', phone: 'contact_phone' },
  },
  'drop-contact': {
    ask: ({ contact = '' }, found) => ({
      method: 'DELETE',
      path: `${pathOf(found)}/contacts/${encodeURIComponent(contact)}`,
    }),
  },
  merge: {
    ask: ({ source = '' }, found) => ({ path: `${pathOf(found)}/merge`, body: { source_client_id: source } }),
  },
  delete: {
    ask: (_, found) => ({ method: 'DELETE', path: pathOf(found) }),
    to: ({ home }) => `/organizations/${home.slug}/clients?done=saved`,
  },
}

export const actOnClient = actingOn<WholeCustomer>({
  noun: 'client',
  deeds,
  labels: allClientLabels,
  page: clientPage,
})
