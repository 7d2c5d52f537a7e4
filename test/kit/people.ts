import type { Role } from '../../src/kit/operation.ts'
import { asOwner, type Caller } from './client.ts'

/** Makes the people of an organization its employees since the beginning of 2026; the member reports to the manager. */
export async function hire(org: string, people: Record<Role, Caller>): Promise<void> {
  const employed = (['owner', 'admin', 'manager', 'member'] as const).map((role) => people[role])
  const [, , manager, member] = employed
  await asOwner(
    `with hired as (insert into employees (org_id, user_id, employee_number, first_name, created_by)
        select $1, p.id, 'P' || p.place, 'Person ' || p.place, p.id from unnest($2::uuid[]) with ordinality p(id, place)
        returning id, user_id),
      employed as (insert into employments (org_id, employee_id, valid, employment_type)
        select $1, h.id, '[2026-01-01,)', 'full_time' from hired h),
      recorded as (insert into employee_records (org_id, employee_id) select $1, h.id from hired h)
    insert into employee_positions (org_id, employee_id, valid, manager_employee_id)
      select $1, h.id, '[2026-01-01,)', case when h.user_id = $4 then m.id end from hired h
        join hired m on m.user_id = $3`,
    [org, employed.map(({ id }) => id), manager!.id, member!.id],
  )
}
