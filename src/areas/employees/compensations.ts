import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { employeeCompensations, payBases } from '../../../db/schema/compensations.ts'
import { boolParam, day, id, idOut, moment, pageOf, paging, text } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { all, inOrg, insert, jsonb, one, page, type Ref, shape } from '../../kit/sql.ts'
import { isConfidant } from '../../../db/schema/scopes.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { currencyCode, decimal, minorFrom0 } from '../../shared/money/fields.ts'

const PayBasis = z.enum(payBases).meta({ id: 'PayBasis' })

const fields = {
  effective_from: day().meta({ description: 'The first day on which it is due', example: '2026-09-01' }),
  currency: currencyCode(),
  pay_basis: PayBasis.describe('What the amount is for'),
  amount_minor: minorFrom0().meta({
    description: 'Before deductions, for a year, a month or an hour',
    example: 3_000_000,
  }),
  payments_per_year: z
    .int('must be 12 to 16')
    .min(12, 'must be 12 to 16')
    .max(16, 'must be 12 to 16')
    .meta({ description: 'In how many payments an annual amount is paid', example: 14 }),
  components: z
    .array(
      z
        .strictObject({
          code: text(30).describe('The code of the component'),
          amount_minor: minorFrom0().optional().describe('Of each payment, if not that of the component'),
          rate: decimal(3, 6)
            .refine((value) => Number(value) >= 0, 'must not be negative')
            .optional()
            .meta({ description: 'In percent, if not that of the component', example: '15.2' }),
        })
        .meta({ id: 'FixedComponent' }),
    )
    .max(20, 'at most 20')
    .refine(
      (list) => new Set(list.map(({ code }) => code.toLowerCase())).size === list.length,
      'each code once',
    )
    .meta({
      description: 'The payroll components that apply to the person, besides those that apply to all',
    }),
  note: text(500).nullable().meta({ description: 'For admins and the person' }),
}
const CompensationDraft = z
  .strictObject({
    ...fields,
    replaces: id().meta({ description: 'The mistaken one, which is voided', 'x-names': 'compensation' }),
    retroactive: z
      .boolean()
      .describe('Although payroll has paid that day; the next run pays or takes back the difference'),
  })
  .partial()
  .required({ effective_from: true, currency: true, pay_basis: true, amount_minor: true })
  .meta({ id: 'CompensationDraft' })
const Compensation = z
  .object({
    id: ownId,
    employee_id: idOut().describe('Whose it is'),
    ...fields,
    voided_at: moment().nullable().describe('When it was found to be mistaken'),
    replaced_by: idOut().nullable().describe('The one that corrects it'),
    created_by: idOut().describe('Who entered it'),
    created_at: createdAt,
  })
  .meta({ id: 'Compensation', 'x-row': 'id effective_from pay_basis amount_minor currency voided_at' })

const table = employeeCompensations
const shown = shape(Compensation, table, {})
const visible = all(inOrg(table), isConfidant(table.employee_id))

type Draft = z.output<typeof CompensationDraft>
const add = (employee: Ref, newId: string, { replaces, retroactive, ...draft }: Draft) => [
  sql`select app.check_compensation(${employee}::uuid, ${jsonb({ ...draft, replaces, retroactive })})`,
  ...(replaces
    ? [
        sql`update ${table} set voided_at = now(), replaced_by = ${newId}::uuid where ${visible} and ${table.id} = ${replaces}`,
      ]
    : []),
  insert(table, { id: newId, employee_id: employee, ...draft }),
  one(shown, all(visible, sql`${table.id} = ${newId}`)),
]

export const compensationOperations = [
  read({
    id: 'listEmployeeCompensations',
    summary: 'List what an employee is paid, the latest first',
    at: 'GET /employees/{employee_id}/compensations',
    role: 'admin',
    or: 'owner',
    not: ['impersonation'],
    query: z.strictObject({
      voided: boolParam()
        .default(false)
        .meta({ type: 'boolean', description: 'Those found to be mistaken too' }),
      ...paging,
    }),
    returns: pageOf(Compensation),
    run: ({ params: { employee_id }, query: { voided, ...query } }) =>
      page({ ...query, sort: [{ key: 'effective_from', descending: true }] }, shown, {
        where: all(
          visible,
          sql`${table.employee_id} = ${employee_id}`,
          !voided && sql`${table.voided_at} is null`,
        ),
        sorts: { effective_from: table.effective_from },
      }),
  }),
  write({
    id: 'createEmployeeCompensation',
    summary: 'Set what an employee is paid from a day on',
    at: 'POST /employees/{employee_id}/compensations',
    role: 'admin',
    not: ['impersonation'],
    details:
      'It supersedes what was due before. A mistake is corrected for the same day, with its id in replaces.',
    audit: 'compensation.created',
    body: CompensationDraft,
    returns: Compensation,
    status: 201,
    refuses: [409],
    example: {
      body: { effective_from: '2029-01-01', currency: 'EUR', pay_basis: 'annual', amount_minor: 3_000_000 },
    },
    run: ({ params: { employee_id }, body, id: next }) => [...add(employee_id, next(), body)],
  }),
]
