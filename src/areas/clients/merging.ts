import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { clients } from '../../../db/schema/clients.ts'
import { read, write } from '../../kit/operation.ts'
import { count, id, moment } from '../../kit/fields.ts'
import { answer, inOrg, ensureFields } from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { client } from './queries.ts'
import { ownId, projectKey } from '../../shared/common-fields.ts'

const sum = (description?: string) => z.int().meta({ example: 121_000, ...(description && { description }) })

const ClientSummary = z
  .object({
    deals: z
      .object({
        open: count().describe('Neither won nor lost'),
        won: count().describe('Won'),
        lost: count().describe('Lost'),
        by_currency: z
          .array(
            z.object({
              currency: z.string().describe('ISO 4217, such as EUR'),
              open_minor: sum().describe('What the open deals are worth, in minor units'),
              weighted_minor: sum('Each open deal by its chance of being won'),
              won_minor: sum().describe('What the won deals are worth, in minor units'),
            }),
          )
          .describe('Per currency; they are never added up'),
      })
      .describe('Deals with the client'),
    activities: z
      .object({
        open: count().describe('Still to be done'),
        overdue: count().describe('Of these, late'),
        last_done_at: moment().nullable().describe('When the last one was done'),
        next_due_at: moment().nullable().describe('When the next one is due'),
      })
      .describe('Calls, meetings and notes about the client'),
    tickets: z
      .object({
        open: count().meta({ description: 'Neither resolved nor closed' }),
        waiting: count().meta({ description: 'Of these, those whose customer waits for an answer' }),
      })
      .describe('Tickets of the client'),
    projects: z
      .array(
        z.object({
          id: ownId,
          key: projectKey,
          name: z.string().describe('What it is called'),
          status: z.string().describe('Its status'),
        }),
      )
      .meta({ description: 'At most 100, of those that you can open' }),
    time: z
      .object({
        seconds: count().describe('Seconds in all'),
        billable_seconds: count().describe('Of these, seconds that can be billed'),
      })
      .meta({ description: 'What was logged: for managers by everybody, else by you' }),
    money: z
      .object({
        by_currency: z
          .array(
            z.object({
              currency: z.string().describe('ISO 4217, such as EUR'),
              invoiced_net_minor: sum('Without tax; credit notes taken off'),
              outstanding_minor: sum().describe('What is still to be paid'),
              overdue_minor: sum().describe('Of that, what was due before today'),
            }),
          )
          .describe('Per currency; they are never added up'),
        active_contracts: count().describe('Contracts that are active today'),
      })
      .nullable()
      .meta({ description: 'For managers and above; null for others' }),
  })
  .meta({ id: 'ClientSummary' })

const ClientMerge = z
  .strictObject({ source_client_id: id().meta({ description: 'The client that ends in this one' }) })
  .meta({ id: 'ClientMerge' })

export const mergingOperations = [
  read({
    id: 'getClientSummary',
    summary: 'Tell what there is about a client: deals, tickets, projects, time and money',
    at: 'GET /clients/{client_id}/summary',
    partOf: [{ tool: 'get_client', argument: 'summary', is: true, says: 'Also deals, time and money' }],
    role: 'member',
    returns: ClientSummary,
    run: ({ params: { client_id } }) => answer(sql`app.client_summary(${client_id})`),
  }),
  write({
    id: 'mergeClients',
    summary: 'Merge another client into this one',
    at: 'POST /clients/{client_id}/merge',
    role: 'manager',
    details:
      'Contacts, deals, invoices, contracts and all else of the other client become those of this one, which also takes the details that it lacks. The other is archived, and names this one in merged_into_id. It cannot be undone.',
    audit: 'client.merged',
    body: ClientMerge,
    returns: client.Detail,
    example: { body: { source_client_id: '{other_client_id}' } },
    // In the order of their ids, so that merges in opposite directions wait for each other.
    locks: (row, { source_client_id }) =>
      sql`select from ${clients} where ${inOrg(clients)} and (${row} or ${clients.id} = ${source_client_id})
        order by ${clients.id} for update`,
    run: ({ params: { client_id }, body: { source_client_id } }) => [
      ...ensureFields(referencesIn({ source_client_id: client.target }, { source_client_id })),
      sql`select app.merge_clients(${client_id}, ${source_client_id})`,
      client.get(client_id),
    ],
  }),
]
