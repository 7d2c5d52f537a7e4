import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { capacityAllocations as allocations } from '../../../db/schema/capacity.ts'
import { employees } from '../../../db/schema/employees.ts'
import { projects } from '../../../db/schema/projects.ts'
import { allocated } from '../../../db/schema/scopes.ts'
import { all, answer, ensureFields, inOrg, jsonb, one, page, type Ref, shape } from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { employeeTarget as employee } from '../../shared/employees.ts'
import { project } from '../../shared/references.ts'
import {
  Allocation,
  type AllocationChange,
  type AllocationDraft,
  type AllocationFilter,
  type CapacityFilter,
  type ReconciliationFilter,
  SavedAllocation,
} from './schemas.ts'

export const allocationTarget = {
  ...targetOf(allocations, { noun: 'allocation' }),
  locksItself: true as const,
}

const shown = {
  employee: { employee_id: allocations.employee_id, name: employees.name },
  project: { id: projects.id, key: projects.key, name: projects.name },
  from: sql`lower(${allocations.valid})`,
  to: sql`upper(${allocations.valid}) - 1`,
}
const source = sql`${allocations} join ${projects} on ${inOrg(projects)} and ${projects.id} = ${allocations.project_id}
    and ${projects.deleted_at} is null
  join ${employees} on ${inOrg(employees)} and ${employees.id} = ${allocations.employee_id}`
const listed = shape(Allocation, allocations, shown)
const saved = shape(SavedAllocation, allocations, {
  ...shown,
  over_allocated_weeks: sql`app.over_allocated_weeks(${allocations})`,
})
const reached = all(inOrg(allocations), allocated.condition(allocations))

export function list({
  employee_id,
  project_id,
  status,
  from,
  to,
  ...query
}: z.output<typeof AllocationFilter>) {
  return page(query, listed, {
    from: source,
    where: all(
      reached,
      employee_id !== undefined && sql`${allocations.employee_id} = ${employee_id}`,
      project_id !== undefined && sql`${allocations.project_id} = ${project_id}`,
      status !== undefined && sql`${allocations.status} = ${status}`,
      from !== undefined && sql`coalesce(upper(${allocations.valid}) > ${from}, true)`,
      to !== undefined && sql`lower(${allocations.valid}) <= ${to}`,
    ),
    sorts: { from: sql`lower(${allocations.valid})`, created_at: allocations.created_at },
  })
}

const refers = { employee_id: employee, project_id: project }
const get = (id: Ref) => one(saved, all(reached, sql`${allocations.id} = ${id}`), source)

export const create = (id: string, body: z.output<typeof AllocationDraft>) => [
  ...ensureFields(referencesIn(refers, body)),
  sql`select app.save_allocation(${id}::uuid, null, ${jsonb(body)})`,
  get(id),
]
export const change = (id: Ref, { version, ...sent }: z.output<typeof AllocationChange>) => [
  ...ensureFields(referencesIn(refers, sent)),
  sql`select app.save_allocation(${id}::uuid, ${version ?? null}::int, ${jsonb(sent)})`,
  get(id),
]
export const remove = (id: Ref) => sql`select app.delete_allocation(${id}::uuid)`

export const capacity = (query: z.output<typeof CapacityFilter>) => answer(sql`app.capacity(${jsonb(query)})`)
export const reconcile = (query: z.output<typeof ReconciliationFilter>) =>
  answer(sql`app.reconciliation(${jsonb(query)})`)
