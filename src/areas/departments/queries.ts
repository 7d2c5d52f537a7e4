import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { departments } from '../../../db/schema/departments.ts'
import { employees } from '../../../db/schema/employees.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  answer,
  contains,
  inOrg,
  insert,
  jsonb,
  jsonIf,
  page,
  type Ref,
  roleLevel,
} from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { DepartmentChange, type DepartmentFilter, fields, shownFields } from './schemas.ts'

const manager = jsonIf(sql`${departments.manager_employee_id} is not null`, {
  employee_id: departments.manager_employee_id,
  name: sql`(select ${employees.name} from ${employees} where ${inOrg(employees)}
    and ${employees.id} = ${departments.manager_employee_id})`,
})
/** Members are not told of few people what each of them might not want known. */
const headcount = sql`(select case when c.whole >= 3 or ${roleLevel} >= 30 then c.whole end
  from app.department_headcounts() c where c.department_id = ${departments.id})`

export const department = resource(departments, {
  noun: 'department',
  name: 'Department',
  row: 'id name* code manager=manager.name headcount',
  at: '/departments',
  item: '/departments/{department_id}',
  fields,
  required: ['name'],
  change: DepartmentChange,
  refers: { manager_employee_id: targetOf(employees, { noun: 'employee' }) },
  shown: {
    manager: [shownFields.manager, manager],
    headcount: [shownFields.headcount, headcount],
    archived_at: shownFields.archived_at,
  },
})

const lock = sql`select app.lock_people()`
const check = (id: Ref | null, body: object) => sql`select app.check_department(${id}::uuid, ${jsonb(body)})`

export function list({ tree, q, archived, ...query }: z.output<typeof DepartmentFilter>) {
  if (tree) return answer(sql`app.department_tree(${archived})`)
  return page(query, department.summary, {
    where: all(
      department.visible,
      sql`(${departments.archived_at} is not null) = ${archived}`,
      q !== undefined && sql`(${contains(departments.name, q)} or ${contains(departments.code, q)})`,
    ),
    sorts: {
      name: sql`app.folded(${departments.name})`,
      code: departments.code,
      created_at: departments.created_at,
    },
  })
}

export const create = (id: string, body: object) => [
  lock,
  sql`select app.require_room_for_department()`,
  check(null, body),
  insert(departments, { id, ...body }),
  department.get(id),
]

type Change = Omit<z.output<typeof DepartmentChange>, 'version'>
export const change = (id: Ref, version: number | undefined, { archived, ...changed }: Change) => [
  lock,
  check(id, changed),
  ...(archived ? [sql`select app.require_empty_department(${id}::uuid, 'archived')`] : []),
  ...department.apply(id, version, {
    ...changed,
    archived_at: stateTimestamp(departments.archived_at, archived),
  }),
]

export const merge = (id: Ref, into: Ref) => [
  lock,
  sql`select app.merge_department(${id}::uuid, ${into}::uuid)`,
  department.get(into),
]

export const remove = (id: Ref, heir: string | undefined): SQL[] => [
  lock,
  heir === undefined
    ? sql`select app.require_empty_department(${id}::uuid, 'deleted')`
    : sql`select app.reassign_department(${id}::uuid, ${heir}::uuid)`,
  sql`select app.forget_positions_in(${id}::uuid)`,
  sql`delete from ${departments} where ${department.row(id)}`,
]
