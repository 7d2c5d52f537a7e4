import * as z from 'zod'
import type { Issue } from '../base/problems.ts'
import type { Sort } from './sql.ts'

/** A schema as the kit needs it; having only two members keeps type checking fast. */
export type Schema<T = unknown> = { _output: T; safeParse(value: unknown): ParseResult<T> }
export type ParseResult<T> = { success: true; data: T } | { success: false; error: { issues: Issue[] } }

export const id = () =>
  z
    .uuid({ error: 'must be a uuid' })
    .transform((value) => value.toLowerCase())
    .meta({
      example: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70',
    })
export const idOut = () => z.uuid().meta({ example: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' })
export const text = (maxLength: number) =>
  z.string().normalize().trim().min(1, 'must not be empty').max(maxLength, `at most ${maxLength} characters`)
export const longText = (maxLength: number) => z.string().max(maxLength, `at most ${maxLength} characters`)
export const day = () => z.iso.date({ error: 'must be a day as YYYY-MM-DD' }).meta({ example: '2026-11-21' })
export const moment = () =>
  z.iso.datetime({ error: 'must be a moment in UTC as 2026-11-21T09:00:00Z' }).meta({
    example: '2026-11-21T09:00:00.000Z',
  })
const innermost = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? innermost(schema.unwrap())
    : schema
/** Whether values of a schema are days or moments, if there are any. */
export const isDay = (schema: unknown) => innermost(schema) instanceof z.ZodISODate
export const isMoment = (schema: unknown) => innermost(schema) instanceof z.ZodISODateTime
export const count = () => z.int().min(0).meta({ example: 0 })
/** A person as referenced by other objects. */
export const Person = z
  .object({ user_id: idOut().describe('Who it is'), name: z.string().describe("The person's name") })
  .meta({ id: 'Person' })
export const version = () =>
  z.int().min(1, 'must be a version number').meta({
    description: 'The version you saw: what it changes conflicts where it was changed since',
    'x-brief': 'That you saw',
    example: 1,
  })

export const Role = z.enum(['owner', 'admin', 'manager', 'member', 'viewer']).meta({ id: 'Role' })

/** `a,b,c` in a query string. */
export const csv = <T>(item: { _output: T; options?: unknown }) => {
  const list = z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(item as unknown as z.ZodType<T, string>).max(50, 'at most 50 values'))
  return item instanceof z.ZodEnum
    ? list.meta({ description: `${item.options.join(', ')}; several with commas` })
    : list
}
/** An id in a filter, where `me` is the caller and `none` stands for null. */
export const userParam = () =>
  z.union([id(), z.enum(['me', 'none'])], { error: 'must be a uuid, me or none' })
export const boolParam = () =>
  z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })
    .transform((value) => value === true || value === 'true')
    .meta({ type: 'boolean' })
/** A whole number in a query string. */
export const intParam = (min: number, max: number) =>
  z
    .union([z.int(), z.string().regex(/^-?\d{1,9}$/)], { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.number().min(min, `must be ${min} to ${max}`).max(max, `must be ${min} to ${max}`))
    .meta({ type: 'integer', minimum: min, maximum: max })

/** `limit` and `offset` of a list. */
export const paging = {
  limit: intParam(1, 200).default(50).meta({
    type: 'integer',
    description: 'Items on a page, 1 to 200',
    example: 50,
    'x-brief': '25 if absent',
  }),
  offset: intParam(0, 1_000_000)
    .default(0)
    .meta({ type: 'integer', description: 'Items to skip', example: 0, 'x-brief': 'To skip' }),
}

/** `sort=-priority,name`: only the named keys; `-` is descending. */
export const sorting = (keys: readonly string[], defaultSort: string) =>
  z
    .string()
    .default(defaultSort)
    .transform(readSort(keys))
    .meta({ description: `Order: ${keys.join(', ')}; a leading - is descending`, example: defaultSort })

export function readSort(keys: readonly string[]) {
  return (value: string, context: { addIssue(issue: { code: 'custom'; message: string }): void }): Sort[] =>
    value.split(',').map((part) => {
      const sort = sortOf(part.trim())
      if (!keys.includes(sort.key))
        context.addIssue({ code: 'custom', message: `unknown key; use ${keys.join(', ')}` })
      return sort
    })
}

/** `-priority` as a key and its direction. */
export const sortOf = (written: string): Sort => {
  const descending = written.startsWith('-')
  return { key: descending ? written.slice(1) : written, descending }
}

/** The list envelope. */
export const pageOf = (item: Schema, more: z.ZodRawShape = {}): Schema =>
  z.object({
    items: z.array(item as z.ZodType).describe('The objects of this page'),
    total: count().describe('How many there are on all pages'),
    limit: z.int().describe('The limit that was asked for'),
    offset: z.int().describe('The offset that was asked for'),
    ...more,
  })

/** A change body: every field optional, none unknown, at least one sent (besides `version`). */
export const change = <S extends z.ZodRawShape>(fields: S) =>
  z
    .strictObject({ ...fields, version: version().optional() })
    .partial()
    .refine((body) => Object.keys(body).some((key) => key !== 'version'), {
      message: 'at least one field required',
      path: [],
    })
