import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { costRates } from '../../../db/schema/cost-rates.ts'
import { day, id, pageOf, paging, Person } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { all, ensureFields, inOrg, page, shape } from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { currencyCode, minorFrom0 } from '../../shared/money/fields.ts'
import { person } from '../../shared/people.ts'
import { member } from '../../shared/references.ts'

const fields = {
  effective_from: day().describe('The first day on which it holds'),
  hourly_minor: minorFrom0().describe('What an hour costs, in minor units'),
  currency: currencyCode(),
}
const CostRate = z
  .object({ person: Person.nullable().describe('Whose hour it is'), ...fields })
  .meta({ id: 'CostRate', 'x-row': 'person=person.name effective_from hourly_minor currency' })
const CostRateDraft = z
  .strictObject({
    user_id: id().meta({ description: 'Whose hour it is', 'x-names': 'member' }),
    ...fields,
    hourly_minor: fields.hourly_minor
      .nullable()
      .describe('What an hour costs, in minor units; null takes away the rate of that day'),
    currency: fields.currency
      .optional()
      .describe('ISO 4217, such as EUR; that of the organization if absent'),
  })
  .meta({ id: 'CostRateDraft' })
const CostRateFilter = z.strictObject({
  user_id: id().optional().describe('Only those of this person'),
  ...paging,
})

const rate = shape(CostRate, costRates, { person: person(costRates.user_id) })
const ofPerson = (query: z.output<typeof CostRateFilter>) =>
  page(query, rate, {
    where: all(inOrg(costRates), query.user_id !== undefined && sql`${costRates.user_id} = ${query.user_id}`),
    sorts: {},
    id: sql`${costRates.user_id}, ${costRates.effective_from}`,
  })

type Draft = z.output<typeof CostRateDraft>
const save = ({ user_id, effective_from, hourly_minor, currency }: Draft) =>
  hourly_minor === null
    ? sql`delete from ${costRates} where ${inOrg(costRates)} and ${costRates.user_id} = ${user_id}
        and ${costRates.effective_from} = ${effective_from}`
    : sql`insert into ${costRates} as r (user_id, effective_from, hourly_minor, currency)
        select ${user_id}::uuid, ${effective_from}::date, ${hourly_minor}::bigint, coalesce(${currency ?? null}, o.currency)
          from organizations o where o.id = app.org_id()
        on conflict (org_id, user_id, effective_from) do update set hourly_minor = excluded.hourly_minor,
          currency = excluded.currency, updated_at = now()`

export const costRateOperations = [
  read({
    id: 'listCostRates',
    summary: 'List what an hour of each person costs',
    at: 'GET /agency/cost-rates',
    role: 'admin',
    details: 'Margins are computed with the rate of the day on which the work was done.',
    query: CostRateFilter,
    returns: pageOf(CostRate),
    run: ({ query }) => ofPerson(query),
  }),
  write({
    id: 'setCostRate',
    summary: 'Say what an hour of a person costs from a day on',
    at: 'PUT /agency/cost-rates',
    role: 'admin',
    details: 'It never follows from what somebody is paid. The answer has the rates of that person.',
    audit: 'cost_rate.set',
    body: CostRateDraft,
    returns: pageOf(CostRate),
    example: { body: { user_id: '{user_id}', effective_from: '2026-01-01', hourly_minor: 4000 } },
    run: ({ body }) => [
      ...ensureFields(referencesIn({ user_id: member }, body)),
      save(body),
      ofPerson({ user_id: body.user_id, limit: 200, offset: 0 }),
    ],
  }),
]
