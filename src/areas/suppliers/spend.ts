import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { answer, json, type Ref } from '../../kit/sql.ts'
import { supplier } from './queries.ts'
import type { OneSpendFilter, SpendFilter } from './spend-schemas.ts'

type Query = z.output<typeof OneSpendFilter>
const daysOf = ({ from, to }: Query) => ({
  from: from ? sql`${from}::date` : sql`app.org_today() - 364`,
  to: to ? sql`${to}::date` : sql`app.org_today()`,
})

const periodOf = (query: Query) => {
  const { from, to } = daysOf(query)
  const compared = sql`app.comparison_period(${from}, ${to}, ${query.compare})`
  return {
    from,
    to,
    compared_from: sql`(${compared})[1]`,
    compared_to: sql`(${compared})[2]`,
    basis: sql`'net where the tax is deductible, else with tax'::text`,
  }
}

export const spendDashboard = (query: z.output<typeof SpendFilter>) => {
  const { from, to } = daysOf(query)
  const currencies = sql`app.supplier_spend(${from}, ${to}, ${query.compare}, ${query.top}::int)`
  return answer(json({ ...periodOf(query), currencies }))
}

export const supplierSpend = (id: Ref, query: Query) => {
  const { from, to } = daysOf(query)
  return answer(
    json({
      ...periodOf(query),
      supplier: sql`(select ${json({ id: suppliers.id, name: suppliers.name })} from ${suppliers} where ${supplier.row(id)})`,
      currencies: sql`app.spend_with(${id}::uuid, ${from}, ${to}, ${query.compare})`,
      average_days_to_pay: sql`app.average_days_to_pay(${id}::uuid, ${from}, ${to})`,
      contracts_expiring: sql`app.contracts_expiring_with(${id}::uuid)`,
    }),
  )
}
