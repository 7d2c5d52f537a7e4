import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  appliesTo,
  calculations,
  componentKinds,
  payrollComponents as components,
  payrollComponentVersions as versions,
} from '../../../db/schema/payroll.ts'
import { boolParam, change, day, moment, text } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { insert, jsonb, type Ref } from '../../kit/sql.ts'
import { decimal, minorFrom0 } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { seenWhole } from '../../shared/seen-whole.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'

/** Codes that name what is on every payslip. */
const reserved = ['base', 'gross', 'taxable', 'reduction', 'continued', 'arrears', 'manual']

export const ComponentKind = z.enum(componentKinds).meta({ id: 'ComponentKind' })
const rate = () =>
  decimal(3, 6)
    .refine((value) => Number(value) >= 0, 'must not be negative')
    .meta({ type: ['string', 'number'], description: 'In percent', example: '6.48' })

const Bracket = z
  .strictObject({
    up_to_minor: minorFrom0()
      .nullable()
      .describe('The last amount of a year that it is for; null for the rest'),
    rate: rate(),
  })
  .meta({ id: 'PayrollBracket' })
const isOrdered = (list: { up_to_minor: number | null }[]) =>
  list.every(({ up_to_minor: upTo }, n) =>
    n === list.length - 1
      ? upTo === null
      : upTo !== null && upTo > (n === 0 ? 0 : (list[n - 1]!.up_to_minor ?? Infinity)),
  )

const fields = {
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,29}$/, 'must be lower-case letters, digits and _, at most 30')
    .refine((code) => !reserved.includes(code), `must not be ${reserved.join(', ')}`)
    .meta({ description: 'By which bases and compensations name it', example: 'social_security' }),
  name: nameText(80).meta({ description: 'As payslips show it', example: 'Social security' }),
  kind: ComponentKind.describe('Paid, deducted, or paid by the employer on top'),
  applies_to: z
    .enum(appliesTo)
    .meta({ id: 'ComponentScope', description: 'Everybody, or those whose compensation lists it' }),
  taxable: z.boolean().describe('Of earnings: whether it is part of the base taxable'),
  prorate: z.boolean().describe('Of fixed amounts: whether only days that are paid count'),
  position: z.int('must be 0 to 1000').min(0, 'must be 0 to 1000').max(1000, 'must be 0 to 1000').meta({
    description: 'Its place among its kind',
    example: 10,
  }),
}
const versioned = {
  calc: z.enum(calculations).meta({
    id: 'ComponentCalculation',
    description:
      'fixed: an amount; percent: of its base; brackets: a yearly scale; hours: for each hour worked',
  }),
  base: z
    .array(z.string().max(30))
    .max(30, 'at most 30')
    .meta({
      description: 'What percent and brackets are of: codes, base, gross or taxable',
      example: ['gross'],
    }),
  rate: rate().nullable(),
  amount_minor: minorFrom0().nullable().describe('Of each payment, or each hour'),
  brackets: z
    .array(Bracket)
    .min(1, 'at least one')
    .max(30, 'at most 30')
    .refine(isOrdered, 'must ascend, and the last must have no end')
    .nullable()
    .meta({
      description: 'Of a year; each ends inclusively',
      example: [
        { up_to_minor: 1_245_000, rate: '19' },
        { up_to_minor: null, rate: '24' },
      ],
    }),
  floor_minor: minorFrom0().nullable().describe('The least base of a month'),
  cap_minor: minorFrom0().nullable().describe('The highest base of a month, of all its payslips together'),
  source: text(300).nullable().meta({
    description: 'Where its figures come from',
    example: 'Orden PJC/178/2025, art. 4',
  }),
}
const validFrom = day().meta({
  description: 'Paid from which day on these figures hold',
  example: '2026-01-01',
})

const latest = (column: SQL) => sql`(select ${column} from ${versions} v where v.org_id = ${components.org_id}
  and v.component_id = ${components.id} and v.valid_from <= app.org_today() order by v.valid_from desc limit 1)`
const shownVersion = (Object.keys(versioned) as (keyof typeof versioned)[]).map((name) => [
  name,
  [
    versioned[name],
    name === 'rate' ? sql`trim_scale(${latest(sql`v.rate`)})::text` : latest(sql`v.${sql.identifier(name)}`),
  ] as [(typeof versioned)[typeof name], SQL],
])

export const component = resource(components, {
  noun: 'payroll component',
  name: 'PayrollComponent',
  row: 'id code name* kind calc rate amount_minor archived_at',
  at: '/payroll-components',
  item: '/payroll-components/{component_id}',
  fields: { ...fields, ...versioned },
  required: ['code', 'name', 'kind', 'calc'],
  draft: z
    .strictObject({ ...fields, ...versioned, valid_from: validFrom })
    .partial()
    .required({ code: true, name: true, kind: true, calc: true })
    .meta({ id: 'PayrollComponentDraft' }),
  change: change({
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'code' && name !== 'kind')),
    ...versioned,
    valid_from: validFrom,
    archived: z.boolean().describe('Whether later runs leave it out'),
  } as Omit<typeof fields, 'code' | 'kind'> &
    typeof versioned & { valid_from: typeof validFrom; archived: z.ZodBoolean }).meta({
    id: 'PayrollComponentChange',
  }),
  shown: {
    ...(Object.fromEntries(shownVersion) as Record<string, [z.ZodType, SQL]>),
    valid_from: [day().describe('From when its figures hold'), latest(sql`v.valid_from`)],
    archived_at: moment().nullable().describe('When it was archived'),
  },
})

const setFigures = (id: Ref, from: string | SQL, figures: object) =>
  sql`select app.save_component(${id}::uuid, ${from}::date, ${jsonb(figures)})`
/** The fields that have versions, and the others. */
const split = (body: object) => {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined)
  const isFigure = ([name]: [string, unknown]) => name in versioned
  return [
    Object.fromEntries(entries.filter(isFigure)),
    Object.fromEntries(entries.filter((entry) => !isFigure(entry))),
  ] as const
}

const impersonated = { not: ['impersonation' as const] }
export const componentOperations = [
  component.list('listPayrollComponents', 'List what is paid and deducted besides the base pay', {
    role: 'admin',
    ...impersonated,
    filter: {
      archived: [
        boolParam().default(false).meta({ type: 'boolean', description: 'The archived ones instead' }),
        (archived: boolean) => sql`(${components.archived_at} is not null) = ${archived}`,
      ],
    },
    sort: 'position',
  }),
  component.create('createPayrollComponent', 'Create a payroll component', {
    role: 'admin',
    ...impersonated,
    example: {
      code: 'social_security',
      name: 'Social security',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '6.48',
    },
    run: ({ body: { valid_from = '1900-01-01', ...draft }, id: next }) => {
      const id = next()
      const [figures, rest] = split(draft)
      return [insert(components, { id, ...rest }), setFigures(id, valid_from, figures), component.get(id)]
    },
  }),
  component.change('updatePayrollComponent', 'Change a payroll component; its figures from a day on', {
    role: 'admin',
    ...impersonated,
    details: 'What was paid before that day keeps the earlier figures.',
    example: { rate: '6.5', valid_from: '2027-01-01', source: 'Ley de Presupuestos 2027' },
    run: ({ params: { component_id }, body: { version, valid_from, archived, ...changed } }) => {
      const [figures, rest] = split(changed)
      const columns = { ...rest, archived_at: stateTimestamp(components.archived_at, archived) }
      if (!Object.keys(figures).length) return component.apply(component_id, version, columns)
      return [
        ...seenWhole(components, component_id, version, 'payroll component'),
        setFigures(component_id, valid_from ?? sql`app.org_today()`, figures),
        ...component.apply(component_id, version, { ...columns, version: sql`${components.version} + 1` }),
      ]
    },
  }),
  component.remove('deletePayrollComponent', 'Archive a payroll component', {
    role: 'admin',
    ...impersonated,
    run: ({ params: { component_id } }) =>
      sql`update ${components} set archived_at = coalesce(archived_at, now()) where ${component.row(component_id)}`,
  }),
]
