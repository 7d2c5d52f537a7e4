import type { Role } from '../../src/kit/operation.ts'
import { asOwner, type Caller } from './client.ts'

/** Makes the people of an organization its employees since the beginning of 2026; the member reports to the manager. */
export async function hire(org: string, people: Record<Role, Caller>): Promise<void> {
  const employed = (['owner', 'admin', 'manager', 'member'] as const).map((role) => people[role])
  await hireAll(org, employed, 'P')
  await asOwner(
    `update employee_positions p set manager_employee_id = m.id from employees e, employees m
      where p.org_id = $1 and e.id = p.employee_id and e.user_id = $3 and m.org_id = $1 and m.user_id = $2`,
    [org, people.manager.id, people.member.id],
  )
}

/** Makes people employees of an organization, with numbers that begin so. */
export async function hireAll(org: string, employed: Caller[], prefix: string): Promise<void> {
  await asOwner(
    `with hired as (insert into employees (org_id, user_id, employee_number, first_name, created_by)
        select $1, p.id, $3 || p.place, 'Person ' || p.place, p.id from unnest($2::uuid[]) with ordinality p(id, place)
        returning id, user_id),
      employed as (insert into employments (org_id, employee_id, valid, employment_type)
        select $1, h.id, '[2026-01-01,)', 'full_time' from hired h),
      recorded as (insert into employee_records (org_id, employee_id) select $1, h.id from hired h)
    insert into employee_positions (org_id, employee_id, valid) select $1, h.id, '[2026-01-01,)' from hired h`,
    [org, employed.map(({ id }) => id), prefix],
  )
}
