import * as z from 'zod'
import { boolParam, change, day, longText, moment, text } from '../../kit/fields.ts'
import { minorFrom1, percent } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'

/** A day within bounds that leave room for adding terms. */
export const contractDay = () =>
  day().refine((value) => value >= '1900-01-01' && value < '2200-01-01', 'must be in the years 1900 to 2199')

const percentOfValue = () =>
  percent()
    .refine((value) => Number(value) > 0, 'must be more than 0')
    .meta({
      type: ['string', 'number'],
      description: 'Of the value of the contract, in percent',
      example: '30',
    })

export const amount = {
  amount_minor: minorFrom1().optional().meta({ description: 'In minor units of the currency' }),
  percent: percentOfValue().optional(),
}
export const Condition = z
  .enum(['date', 'manual'])
  .meta({ description: 'Whether it is reached on its day, or when somebody completes it' })

type Amount = { amount_minor?: unknown; percent?: unknown }
export const hasOneAmount = ({ amount_minor, percent }: Amount) =>
  (amount_minor === undefined) !== (percent === undefined)
export const oneAmount = () => ({ message: 'send either amount_minor or percent', path: ['amount_minor'] })

const value = z.union([z.string().max(5000, 'at most 5000 characters'), z.number()], {
  error: 'must be a text or a number',
})
export const Values = z
  .record(z.string().max(40, 'at most 40 characters'), value)
  .refine((value) => Object.keys(value).length <= 100, 'at most 100 values')
  .meta({
    description:
      'What replaces the placeholders of the template, by key. Amounts are in minor units of the currency.',
    example: { scope: 'A web site' },
  })

const Placeholder = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _, beginning with a letter')
      .meta({ description: 'Stands in the text as {{key}}', example: 'scope' }),
    label: text(120).meta({ description: 'What people call it', example: 'What is delivered' }),
    type: z.enum(['text', 'date', 'number', 'money']).default('text').describe('The kind of its value'),
    required: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether a value must be sent, unless it has a default' }),
    default: value.nullable().default(null).meta({ description: 'Used where no value is sent' }),
  })
  .refine((value) => value.default === null || isOfType(value.type, value.default), {
    message: 'must be a value of its type: a text, a day, a number, or whole minor units',
    path: ['default'],
  })
  .meta({ id: 'ContractPlaceholder' })

const types: Record<string, (text: string, value: string | number) => boolean> = {
  text: (_, value) => typeof value === 'string',
  date: (text) => day().safeParse(text).success,
  number: (text) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text),
  money: (text) => /^-?\d{1,13}$/.test(text),
}
const isOfType = (type: string, value: string | number) => types[type]!(String(value), value)

const TemplateMilestone = z
  .strictObject({
    name: nameText(200).meta({ description: 'What is paid for', example: 'On delivery' }),
    ...amount,
    offset_days: z
      .int()
      .min(0, 'must not be negative')
      .max(36_500, 'at most 36500')
      .optional()
      .meta({ description: 'Due so many days after the start of the contract', example: 30 }),
    condition: Condition.optional(),
  })
  .refine(hasOneAmount, oneAmount())
  .refine(({ condition, offset_days }) => condition !== 'date' || offset_days !== undefined, {
    message: 'required, as the milestone is reached on its day',
    path: ['offset_days'],
  })
  .meta({ id: 'ContractTemplateMilestone' })

const fields = {
  name: nameText(120).meta({ description: 'What the template is called', example: 'Web site' }),
  description: longText(500).nullable().describe('What it is for'),
  body: text(100_000).meta({
    description: 'Markdown, with {{key}} for each placeholder',
    example: 'We deliver {{scope}}.',
  }),
  placeholders: z
    .array(Placeholder)
    .max(100, 'at most 100 placeholders')
    .refine(
      (all) => new Set(all.map(({ key }) => key)).size === all.length,
      'two placeholders have the same key',
    )
    .meta({ description: 'Each is used in the text, and the text uses no other' }),
  default_milestones: z
    .array(TemplateMilestone)
    .max(100, 'at most 100 milestones')
    .refine(
      (all) => all.reduce((sum, one) => sum + Number(one.percent ?? 0), 0) <= 100 + 1e-9,
      'the percentages come to more than 100',
    )
    .meta({ description: 'The milestones of contracts that are made of it' }),
}

export const TemplateDraft = z
  .strictObject(fields)
  .partial({ description: true, placeholders: true, default_milestones: true })
  .meta({ id: 'ContractTemplateDraft' })

export const TemplateChange = change({
  ...fields,
  archived: z.boolean().describe('Whether it is out of use'),
}).meta({
  id: 'ContractTemplateChange',
})

export const templateShown = {
  name: z.string().describe('What the template is called'),
  description: z.string().nullable().describe('What it is for'),
  archived_at: moment().nullable().describe('When it was put out of use'),
}

export const templateDetail = {
  body: z.string().describe('Markdown'),
  placeholders: z.array(Placeholder).describe('What its text leaves open'),
  default_milestones: z.array(TemplateMilestone).describe('The milestones of contracts that are made of it'),
}

export const archivedFilter = () =>
  boolParam().meta({ type: 'boolean', description: 'Archived ones instead' })
