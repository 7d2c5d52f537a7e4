import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { cannedResponses, longestMessage } from '../../../db/schema/tickets.ts'
import { id, pageOf, paging, sorting, text } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { resource } from '../../kit/resource.ts'
import { referencesIn } from '../../kit/targets.ts'
import { all, any, contains, page, ensureFields, shape } from '../../kit/sql.ts'
import { ticket } from './queries.ts'

const placeholders = ['customer', 'number', 'subject', 'agent', 'organization']
const placeholderList = placeholders.map((name) => `{{${name}}}`).join(', ')

const body = () =>
  text(longestMessage)
    .refine(
      (value) =>
        [...value.matchAll(/\{\{([^{}]*)\}\}/g)].every(([, name]) => placeholders.includes(name!.trim())),
      {
        message: `unknown placeholder; use ${placeholderList}`,
      },
    )
    .meta({
      description: `Markdown, with ${placeholderList}`,
      example: 'Dear {{customer}}, we look into {{number}}.',
    })

const response = resource(cannedResponses, {
  noun: 'canned response',
  name: 'CannedResponse',
  at: '/canned-responses',
  item: '/canned-responses/{response_id}',
  fields: {
    shortcut: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be lower-case letters, digits, _ and -, at most 40 of them')
      .meta({ description: 'What agents type for it', example: 'received' }),
    title: text(120).meta({ description: 'What it is called', example: 'We have it' }),
    body: body(),
  },
  required: ['shortcut', 'title', 'body'],
})
export const responseTarget = response.target

const Filled = response.Shown.extend({
  text: z.string().meta({ description: 'The body, as a message of mine on the ticket of ticket_id' }),
}).meta({ id: 'CannedResponseFilled' })

const sorts = { shortcut: cannedResponses.shortcut, title: cannedResponses.title }
const Filter = z.strictObject({
  q: text(120).optional().meta({ description: 'Part of the shortcut or the title' }),
  ticket_id: id().optional().meta({ description: 'The ticket that texts are filled in for' }),
  ...paging,
  sort: sorting(Object.keys(sorts), 'shortcut'),
})

function listResponses({ q, ticket_id, ...query }: z.output<typeof Filter>) {
  const filled = ticket_id
    ? sql`app.fill_canned_response(${cannedResponses.body}, ${ticket_id}::uuid)`
    : cannedResponses.body
  return [
    ...ensureFields(referencesIn({ ticket_id: ticket.target }, { ticket_id }, 'query')),
    page(query, shape(Filled, cannedResponses, { text: filled }), {
      where: all(
        response.visible,
        q ? any(contains(cannedResponses.shortcut, q), contains(cannedResponses.title, q)) : undefined,
      ),
      sorts,
    }),
  ]
}

export const responseOperations = [
  read({
    id: 'listCannedResponses',
    summary: 'List canned responses, filled in for a ticket if one is named',
    at: 'GET /canned-responses',
    role: 'member',
    query: Filter,
    returns: pageOf(Filled),
    run: ({ query }) => listResponses(query),
  }),
  response.create('createCannedResponse', 'Create a canned response', {
    role: 'manager',
    example: {
      shortcut: 'received',
      title: 'We have it',
      body: 'Dear {{customer}}, we look into {{number}}.',
    },
  }),
  response.change('updateCannedResponse', 'Change a canned response', {
    role: 'manager',
    example: { title: 'We have received it' },
  }),
  response.remove('deleteCannedResponse', 'Delete a canned response', { role: 'manager' }),
]
