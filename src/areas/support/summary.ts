import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { count, Person } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'

const Filter = z
  .strictObject({ from: from(), to: to() })
  .refine(...inOrder)
  .refine(...notTooLong)

const minutes = (description: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `${description}, by the clock; null where there was none`, example: 45 })
const times = {
  tickets: count().describe('How many tickets'),
  median_elapsed_minutes: minutes('Half of them took at most this'),
  p90_elapsed_minutes: minutes('Nine in ten took at most this'),
}

const Agent = z
  .object({
    agent: Person.describe('The agent'),
    replies: count().meta({ description: 'Public messages' }),
    backlog: count().meta({ description: 'Assigned and not resolved, now' }),
    resolution: z.object(times).meta({ description: 'Of tickets that are assigned to them' }),
  })
  .meta({ id: 'SupportAgentSummary' })

const Summary = z
  .object({
    from: z.iso.date().describe('First day'),
    to: z.iso.date().describe('Last day'),
    created: count().describe('Tickets that came in'),
    resolved: count().describe('Tickets that were resolved'),
    reopened: count().meta({ description: 'How often customers came back to what was resolved' }),
    backlog: z
      .object({
        total: count().describe('Tickets neither resolved nor closed'),
        waiting: count().meta({ description: 'Of these, the customer waits for an answer' }),
        unassigned: count().describe('Of these, those that nobody handles'),
        by_status: z
          .object({
            open: count().describe('Open'),
            pending: count().describe('Waiting for the customer'),
            on_hold: count().describe('On hold'),
          })
          .describe('Of these, how many of each status'),
        by_priority: z
          .object({
            low: count().describe('Of low priority'),
            medium: count().describe('Of medium priority'),
            high: count().describe('Of high priority'),
            urgent: count().describe('Urgent'),
          })
          .describe('Of these, how many of each priority'),
      })
      .meta({ description: 'What is not resolved, now' }),
    first_response: z
      .object(times)
      .meta({ description: 'From creation to the first public message of an agent, by the day of that' }),
    resolution: z.object(times).meta({ description: 'From creation until resolved, by the day of that' }),
    csat: z
      .object({
        ratings: count().meta({ description: 'Tickets that were rated' }),
        average_score: z.number().nullable().meta({ description: 'Null where there was none', example: 4.5 }),
      })
      .meta({ description: 'How customers rated, from 1 to 5' }),
    agents: z.array(Agent).nullable().meta({ description: 'The 200 who did most; null below manager' }),
  })
  .meta({ id: 'SupportSummary' })

export const summaryOperations = [
  read({
    id: 'getSupportSummary',
    summary: 'Sum up tickets: created, resolved, backlog and times, and for managers each agent',
    details:
      'Days are those of the organization’s time zone. Merged tickets count as the one they are part of.',
    at: 'GET /support/summary',
    role: 'member',
    heavy: true,
    tool: 'get_support_summary',
    query: Filter,
    returns: Summary,
    example: { query: 'from=2026-01-01&to=2026-03-31' },
    run: ({ query }) => answer(sql`app.support_summary(${query.from}::date, ${query.to}::date)`),
  }),
]
