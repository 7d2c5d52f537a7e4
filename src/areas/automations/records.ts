import { mostMinor } from '../../../db/schema/money.ts'
import { leadStatuses } from '../../../db/schema/leads.ts'
import { ticketChannels, ticketStatuses } from '../../../db/schema/tickets.ts'
import { priorities } from '../../../db/schema/values.ts'
import type { Param, Parts } from './params.ts'

type Params = Record<string, Param>
const only = (values: readonly string[], does: string): Param => ({ kind: 'choice', values, does })

/** Filters common to all triggers of a kind, evaluated on the record as it is when the rule runs. */
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

type Records = { placeholders: readonly string[]; triggers: Parts }
/** The triggers with the filters of the kind, by event: `ticket.created`. */
const on = (kind: string, filters: Params, events: Record<string, [does: string, params?: Params]>): Parts =>
  Object.fromEntries(
    Object.entries(events).map(([event, [does, params]]) => [
      `${kind}.${event}`,
      { does, params: { ...params, ...filters } },
    ]),
  )

/**
 * The kinds that automations act on besides tasks: what templates can name of a record, and what can be listened to. The
 * functions of a kind and what raises its events are in automations.sql of its area.
 */
export const records = {
  ticket: {
    placeholders: ['number', 'subject', 'status', 'priority', 'type', 'customer', 'assignee'],
    triggers: on('ticket', ofTickets, {
      created: ['A ticket was created, in whichever way'],
      status_changed: [
        'The status of a ticket changed',
        {
          from: only(ticketStatuses, 'Only from this status'),
          to: only(ticketStatuses, 'Only to this status'),
        },
      ],
      priority_changed: [
        'The priority of a ticket changed',
        {
          to: only(priorities, 'Only to this priority'),
        },
      ],
      assigned: [
        'A ticket was given to somebody, also by its creation',
        {
          user_id: { kind: 'id', of: 'user', does: 'Only to this user' },
        },
      ],
      customer_replied: ['A customer wrote in a ticket'],
      agent_replied: ['An agent answered the customer; internal notes are none'],
      rated: [
        'A customer rated a ticket',
        {
          most: { kind: 'number', least: 1, most: 5, does: 'Only scores up to this' },
        },
      ],
      sla_at_risk: ['The time that an SLA policy gives a ticket is running out'],
      sla_breached: ['A ticket is late by its SLA policy'],
    }),
  },
  deal: {
    placeholders: ['title', 'stage', 'status', 'value', 'client', 'owner'],
    triggers: on('deal', ofDeals, {
      created: ['A deal was created'],
      stage_changed: [
        'A deal came into another stage',
        {
          stage_id: { kind: 'id', of: 'stage', does: 'Only into this stage' },
        },
      ],
      won: ['A deal was won'],
      lost: ['A deal was lost'],
    }),
  },
  lead: {
    placeholders: ['name', 'company', 'email', 'status', 'source', 'owner'],
    triggers: on('lead', ofLeads, {
      created: ['A lead was created'],
      status_changed: [
        'The status of a lead changed',
        {
          to: only(leadStatuses, 'Only to this status'),
        },
      ],
      converted: ['A lead became a client'],
    }),
  },
} satisfies Record<string, Records>
