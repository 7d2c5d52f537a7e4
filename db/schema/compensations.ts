import { sql } from 'drizzle-orm'
import { check, date, jsonb, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, reference, tenant } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, money, moneyBounds } from './money.ts'
import { confidential } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const payBases = ['annual', 'monthly', 'hourly'] as const

/** What an employee is paid from a day on. Never changed; the next row supersedes it, and a mistake is voided. */
export const employeeCompensations = entity(
  'employee_compensations',
  {
    kind: 'compensation',
    block: 'pay',
    scope: confidential,
    history: 'audited',
    private: true,
    conflicts: {
      employee_compensations_day:
        'a compensation is effective from that day already; name it in replaces to correct it',
    },
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    effective_from: date({ mode: 'string' }).notNull(),
    currency: currency().notNull(),
    pay_basis: oneOf(payBases).notNull(),
    amount_minor: money().notNull(),
    payments_per_year: smallint().notNull().default(12),
    components: jsonb().notNull().default([]),
    note: varchar({ length: 500 }),
    voided_at: moment(),
    replaced_by: uuid(),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('employee_compensations_day')
      .on(t.org_id, t.employee_id, t.effective_from)
      .where(sql`${t.voided_at} is null`),
    reference('employee_compensations_employee', t, t.employee_id, employees).onDelete('cascade'),
    known('employee_compensations_basis', t.pay_basis),
    currencyCode('employee_compensations_currency', t.currency),
    moneyBounds('employee_compensations_bounds', t.amount_minor),
    check('employee_compensations_amount', sql`${t.amount_minor} >= 0`),
    check('employee_compensations_payments', sql`${t.payments_per_year} between 12 and 16`),
  ],
)
