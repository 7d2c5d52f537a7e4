import { sql } from 'drizzle-orm'
import { index, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, period, reference, tenant, versioned } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { keptByAdmins, organization } from './scopes.ts'

export const departments = entity(
  'departments',
  {
    kind: 'department',
    block: 'hr',
    called: (t) => ({ name: t.name, begins: true, numbers: [t.code] }),
    said: 'has the name or code',
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: {
      departments_name: 'a department of this name exists there already',
      departments_code: 'another department has this code',
    },
  },
  {
    ...tenant(),
    name: varchar({ length: 120 }).notNull(),
    code: varchar({ length: 20 }),
    parent_id: uuid(),
    manager_employee_id: uuid(),
    cost_center: varchar({ length: 40 }),
    archived_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('departments_name').on(
      t.org_id,
      sql`coalesce(${t.parent_id}, '00000000-0000-0000-0000-000000000000')`,
      sql`app.folded(${t.name})`,
    ),
    uniqueIndex('departments_code')
      .on(t.org_id, sql`lower(${t.code})`)
      .where(sql`${t.code} is not null`),
    index('departments_manager')
      .on(t.org_id, t.manager_employee_id)
      .where(sql`${t.manager_employee_id} is not null`),
    index('departments_parent').on(t.org_id, t.parent_id),
    reference('departments_parent_id', t, t.parent_id, t),
    reference('departments_manager_id', t, t.manager_employee_id, employees),
  ],
)

/** The place of an employee by date: reports and payroll of a day use the department, manager and title of that day. */
export const employeePositions = entity(
  'employee_positions',
  {
    scope: keptByAdmins,
    history: 'audited',
    conflicts: { employee_positions_overlap: 'the employee has a position on some of these days already' },
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    valid: period().notNull(),
    department_id: uuid(),
    manager_employee_id: uuid(),
    job_title: varchar({ length: 120 }),
  },
  (t) => [
    orgKey(t),
    index('employee_positions_employee').on(t.org_id, t.employee_id),
    index('employee_positions_department')
      .on(t.org_id, t.department_id)
      .where(sql`${t.department_id} is not null`),
    index('employee_positions_manager')
      .on(t.org_id, t.manager_employee_id)
      .where(sql`${t.manager_employee_id} is not null`),
    reference('employee_positions_employee_id', t, t.employee_id, employees).onDelete('cascade'),
    reference('employee_positions_department_id', t, t.department_id, departments),
    reference('employee_positions_manager_id', t, t.manager_employee_id, employees),
  ],
)
