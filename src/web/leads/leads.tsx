import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { duplicatesShown } from './duplicates.tsx'
import { leadFields, leadStatuses, stateOfLead } from './lead-fields.tsx'

/** People who may become clients. */
export default listPage({
  at: '/organizations/:slug/leads',
  of: 'listLeads',
  title: 'Leads',
  lead: 'People who may become clients. Converting one creates a client with a contact and, if you like, a deal.',
  noun: ['lead'],
  search: 'Name, company, e-mail address or phone',
  states: leadStatuses,
  mine: { owner_user_id: 'me' },
  parts: ({ read }) => read('getOrganization'),
  forms: {
    '': calling('createLead', {
      title: 'New lead',
      verb: 'Create lead',
      fields: leadFields,
      to: ({ organization }, lead, again) =>
        duplicatesShown(organization.slug, `/leads/${lead.id}`, lead, again),
    }),
  },
  create: ({ parts }) => ({ values: { currency: parts.more.currency } }),
  line: (lead, { organization: { slug } }) => ({
    to: `/leads/${lead.id}?org=${slug}`,
    title: lead.name,
    facts: [lead.company_name, lead.source, <Day at={lead.created_at} />],
    amount:
      lead.estimated_minor !== null && lead.currency ? (
        <Money minor={lead.estimated_minor} currency={lead.currency} />
      ) : null,
    marks: stateOfLead(lead),
  }),
})
