import { mostMinor } from '../../../db/schema/money.ts'
import { leadStatuses } from '../../../db/schema/leads.ts'
import { ticketChannels, ticketStatuses } from '../../../db/schema/tickets.ts'
import { priorities } from '../../../db/schema/values.ts'
import type { Param, Parts } from './params.ts'

type Params = Record<string, Param>
const only = (values: readonly string[], does: string): Param => ({ kind: 'choice', values, does })

/** Filters common to all triggers of a record type, evaluated on the record as it is when the rule runs. */
const ofTickets: Params = {
  priorities: { kind: 'choices', values: priorities, does: 'Only of these priorities' },
  channels: { kind: 'choices', values: ticketChannels, does: 'Only from these ways in' },
  types: { kind: 'texts', most: 20, longest: 40, does: 'Only of these types' },
  client_ids: { kind: 'ids', of: 'client', most: 100, does: 'Only of these clients' },
  tags: { kind: 'texts', most: 20, longest: 40, does: 'Only with any of these tags' },
}
const ofDeals: Params = {
  pipeline_id: { kind: 'id', of: 'pipeline', does: 'Only in this pipeline' },
  currency: { kind: 'currency', does: 'Only in this currency' },
  at_least_minor: {
    kind: 'number',
    least: 0,
    most: mostMinor,
    needs: 'currency',
    does: 'Only from this value on, in minor units of the currency',
  },
}
const ofLeads: Params = { source: { kind: 'text', most: 60, does: 'Only from there' } }

const ticket = (does: string, params: Params = {}) => ({ does, params: { ...params, ...ofTickets } })
const deal = (does: string, params: Params = {}) => ({ does, params: { ...params, ...ofDeals } })
const lead = (does: string, params: Params = {}) => ({ does, params: { ...params, ...ofLeads } })

/** The triggers of tickets, deals and leads; db/functions/automations/events.sql raises their events. */
export const recordTriggers = {
  'ticket.created': ticket('A ticket was created, in whichever way'),
  'ticket.status_changed': ticket('The status of a ticket changed', {
    from: only(ticketStatuses, 'Only from this status'),
    to: only(ticketStatuses, 'Only to this status'),
  }),
  'ticket.priority_changed': ticket('The priority of a ticket changed', {
    to: only(priorities, 'Only to this priority'),
  }),
  'ticket.assigned': ticket('A ticket was given to somebody, also by its creation', {
    user_id: { kind: 'id', of: 'user', does: 'Only to this user' },
  }),
  'ticket.customer_replied': ticket('A customer wrote in a ticket'),
  'ticket.agent_replied': ticket('An agent answered the customer; internal notes are none'),
  'ticket.rated': ticket('A customer rated a ticket', {
    most: { kind: 'number', least: 1, most: 5, does: 'Only scores up to this' },
  }),
  'ticket.sla_at_risk': ticket('The time that an SLA policy gives a ticket is running out'),
  'ticket.sla_breached': ticket('A ticket is late by its SLA policy'),
  'deal.created': deal('A deal was created'),
  'deal.stage_changed': deal('A deal came into another stage', {
    stage_id: { kind: 'id', of: 'stage', does: 'Only into this stage' },
  }),
  'deal.won': deal('A deal was won'),
  'deal.lost': deal('A deal was lost'),
  'lead.created': lead('A lead was created'),
  'lead.status_changed': lead('The status of a lead changed', {
    to: only(leadStatuses, 'Only to this status'),
  }),
  'lead.converted': lead('A lead became a client'),
} satisfies Parts
