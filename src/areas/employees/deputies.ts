import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { answer, ensureFields } from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { EmployeeRef } from '../../shared/employees.ts'
import { target } from './queries.ts'

const DeputyDraft = z
  .strictObject({
    employee_id: id().nullable().meta({
      description: 'Who decides for you while you are on leave; null for nobody',
      'x-names': 'employee',
    }),
  })
  .meta({ id: 'DeputyDraft' })
const Deputy = z
  .object({
    deputy: EmployeeRef.nullable().describe('Who decides for you while you are on leave'),
    active: z.boolean().describe('Whether that is today'),
    warnings: z.array(z.string()).describe('On which days the deputy is away too'),
  })
  .meta({ id: 'Deputy' })

const mine = [
  sql`select app.ensure(app.employee_id() is not null, 'WM404',
    'no employee record is linked to your account; ask an administrator')`,
  answer(sql`app.deputy_json()`),
]

export const deputyOperations = [
  read({
    id: 'getMyDeputy',
    summary: 'Tell who decides for me while I am on leave',
    at: 'GET /employees/me/deputy',
    role: 'member',
    not: ['impersonation'],
    returns: Deputy,
    noun: 'employee record',
    run: () => mine,
  }),
  write({
    id: 'setMyDeputy',
    summary: 'Choose who decides for me while I am on leave',
    at: 'PUT /employees/me/deputy',
    role: 'member',
    not: ['impersonation'],
    details: 'The deputy is asked in your place, on days on which you are on leave alone.',
    audit: 'employee.deputy_set',
    body: DeputyDraft,
    returns: Deputy,
    noun: 'employee record',
    example: { body: { employee_id: '{deputy_employee_id}' } },
    run: ({ body }) => [
      ...ensureFields(referencesIn({ employee_id: target }, body)),
      sql`select app.set_deputy(${body.employee_id}::uuid)`,
      ...mine,
    ],
  }),
]
