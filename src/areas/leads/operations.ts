import { area, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { Converted, LeadConversion } from './schemas.ts'

const { lead } = queries

export default area('leads', 'Leads', { lead_id: lead.target }, [
  lead.list('listLeads', 'List leads', {
    role: 'member',
    tool: 'list_leads',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: '-created_at',
  }),
  write({
    id: 'createLead',
    summary: 'Create a lead',
    at: 'POST /leads',
    role: 'member',
    tool: 'create_lead',
    details: 'The answer names clients and leads that may be the same.',
    audit: 'lead.created',
    body: lead.Draft,
    returns: queries.LeadCreated,
    status: 201,
    example: { body: { name: 'Mary Somerville', email: 'mary@orrery.example', source: 'fair' } },
    run: ({ body, id }) => queries.addLead(id(), body),
  }),
  lead.find('getLead', 'Get a lead', { role: 'member', tool: 'get_lead' }),
  lead.change('updateLead', 'Change, qualify or disqualify a lead', {
    role: 'member',
    tool: 'update_lead',
    example: { status: 'contacted' },
    run: ({ params: { lead_id }, body: { version, ...change } }) =>
      queries.changeLead(lead_id, version, change),
  }),
  lead.remove('deleteLead', 'Delete a lead that was not converted, with its activities', {
    role: 'manager',
    tool: 'delete_lead',
    run: ({ params: { lead_id } }) => queries.dropLead(lead_id),
  }),
  write({
    id: 'convertLead',
    summary: 'Make a lead a client with a contact and, if requested, a deal',
    at: 'POST /leads/{lead_id}/convert',
    role: 'member',
    tool: 'convert_lead',
    details:
      'A lead is converted once: a repeated call answers what it became. A contact with its e-mail address is taken, not doubled, and its activities are those of the client from then on.',
    audit: 'lead.converted',
    body: LeadConversion,
    returns: Converted,
    example: { body: {} },
    run: ({ params: { lead_id }, body, id }) =>
      queries.convertLead(lead_id, { client: id(), contact: id(), deal: id() }, body),
  }),
])
