import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { departments, employeePositions } from '../../../db/schema/departments.ts'
import { employees } from '../../../db/schema/employees.ts'
import { count, idOut } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { all, answer, inOrg, json, jsonIf } from '../../kit/sql.ts'
import { target } from './queries.ts'

const Charted = z
  .object({
    employee_id: idOut().describe('Who it is'),
    name: z.string().describe('What the person is called'),
    job_title: z.string().nullable().describe('What the person does'),
    department: z
      .object({ department_id: idOut().describe('Which one'), name: z.string().describe('Its name') })
      .nullable()
      .describe('Where the person works'),
    manager_employee_id: idOut()
      .nullable()
      .describe('To whom the person reports, if that is somebody who works here today'),
    reports: count().describe('How many report to the person'),
    below: count().describe('How many there are below the person, on all levels'),
  })
  .meta({ id: 'ChartedEmployee' })
const Chart = z
  .object({ people: z.array(Charted).describe('Everybody who works here today, by name') })
  .meta({ id: 'OrganizationChart' })

const today = sql`(select app.org_today())`
/** Everybody employed today, with the position of the day; and who is above whom. */
const lines = sql`with staff as materialized (
    select ${employees.id} as id, ${employees.name} as name, p.job_title, p.department_id, p.manager_employee_id as manager
      from ${employees} left join ${employeePositions} p on p.org_id = ${employees.org_id}
        and p.employee_id = ${employees.id} and p.valid @> ${today}
      where ${all(
        target.notDeleted,
        sql`${employees.hire_date} <= ${today}`,
        sql`coalesce(${employees.termination_date} >= ${today}, true)`,
      )}),
  placed as materialized (select s.id, s.name, s.job_title, s.department_id, m.id as manager
    from staff s left join staff m on m.id = s.manager),
  above as (
    with recursive chain as (
      select p.id, p.manager, 1 as level from placed p where p.manager is not null
      union all select c.id, p.manager, c.level + 1 from chain c join placed p on p.id = c.manager
        where p.manager is not null and c.level < 50)
    select c.manager as id, count(*) as below, count(*) filter (where c.level = 1) as reports
      from chain c group by c.manager)`

export const chartOperation = read({
  id: 'getOrganizationChart',
  summary: 'Get who reports to whom today',
  at: 'GET /employees/chart',
  role: 'member',
  details: 'Also of whom nobody answers to, who stand at the top.',
  returns: Chart,
  run: () =>
    answer(
      sql`(${lines} select ${json({
        people: sql`coalesce(json_agg(${json({
          employee_id: sql`s.id`,
          name: sql`s.name`,
          job_title: sql`s.job_title`,
          department: jsonIf(sql`s.department_id is not null`, {
            department_id: sql`s.department_id`,
            name: departments.name,
          }),
          manager_employee_id: sql`s.manager`,
          reports: sql`coalesce(a.reports, 0)`,
          below: sql`coalesce(a.below, 0)`,
        })} order by app.folded(s.name), s.id), '[]')`,
      })} from placed s left join above a using (id)
        left join ${departments} on ${inOrg(departments)} and ${departments.id} = s.department_id)`,
    ),
})
