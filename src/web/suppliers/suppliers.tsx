import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { stateOfSupplier, supplierFields } from './supplier-fields.tsx'

/** Whom the organization buys from. */
export default listPage({
  at: '/organizations/:slug/suppliers',
  of: 'listSuppliers',
  title: 'Suppliers',
  lead: 'Whom you buy from: expenses and contracts name them.',
  noun: ['supplier'],
  search: 'Name, e-mail address or tax number',
  states: ['active', 'blocked', 'archived'],
  firstState: 'active',
  forms: {
    '': calling('createSupplier', {
      title: 'New supplier',
      verb: 'Create supplier',
      fields: supplierFields('SupplierDraft'),
      to: ({ organization }, { id }) => `/suppliers/${id}?org=${organization.slug}&done=saved`,
    }),
  },
  line: (supplier, { organization: { slug } }) => ({
    to: `/suppliers/${supplier.id}?org=${slug}`,
    title: supplier.name,
    facts: [supplier.category, supplier.city, supplier.email, ...supplier.tags.map((tag) => `#${tag}`)],
    marks: stateOfSupplier(supplier),
  }),
})
