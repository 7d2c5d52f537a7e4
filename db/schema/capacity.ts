import { sql } from 'drizzle-orm'
import { check, index, integer, smallint, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, orgKey, period, reference, tenant, versioned } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { projects } from './projects.ts'
import { allocated } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const allocationStatuses = ['tentative', 'confirmed'] as const

/**
 * How much of an employee's time is planned for a project, and when. Periods may overlap, as too much is what reports are to
 * find. Only functions write it.
 */
export const capacityAllocations = entity(
  'capacity_allocations',
  {
    kind: 'capacity_allocation',
    block: 'hr',
    noun: 'allocation',
    scope: allocated,
    history: 'audited',
    private: true,
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    project_id: uuid().notNull(),
    valid: period().notNull(),
    minutes_per_week: integer(),
    /** Of what the work schedule says. */
    percent: smallint(),
    status: oneOf(allocationStatuses).notNull().default('confirmed'),
    note: varchar({ length: 500 }),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('capacity_allocations_employee').on(t.org_id, t.employee_id),
    index('capacity_allocations_project').on(t.org_id, t.project_id),
    reference('capacity_allocations_employee_id', t, t.employee_id, employees).onDelete('cascade'),
    reference('capacity_allocations_project_id', t, t.project_id, projects).onDelete('cascade'),
    known('capacity_allocations_status', t.status),
    check(
      'capacity_allocations_amount',
      sql`num_nonnulls(${t.minutes_per_week}, ${t.percent}) = 1 and ${t.minutes_per_week} between 1 and 10080
        and ${t.percent} between 1 and 200`,
    ),
  ],
)
