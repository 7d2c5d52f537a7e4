import * as z from 'zod'
import { dashboardVisibilities, drawings } from '../../../db/schema/bi.ts'
import { change, day, id, idOut, moment, Person, text, version } from '../../kit/fields.ts'
import { anywhereProblems, queryProblems, sourceProblem } from '../../shared/figures/check.ts'
import { FigureFilter, FigureQuery } from '../../shared/figures/query.ts'
import { nameText } from '../../shared/names.ts'

export const colors = ['blue', 'green', 'orange', 'red', 'purple', 'teal', 'gray'] as const

const title = () => nameText(80).meta({ description: 'What it is called', example: 'Open tasks by status' })
export const source = () =>
  text(40)
    .refine((name) => !sourceProblem(name), { error: ({ input }) => sourceProblem(String(input)) })
    .meta({ description: 'What is counted, see listBiSources', example: 'tasks' })
const Viz = z.enum(drawings).meta({ description: 'How it is drawn; by the shape of the query unless sent' })
const Options = z
  .strictObject({
    color: z
      .enum(colors, { error: `use ${colors.join(', ')}` })
      .optional()
      .describe('The first colour'),
    target: z.number().optional().describe('What is aimed at; for a gauge'),
    legend: z.boolean().optional().describe('Whether series are named beside it'),
  })
  .meta({
    id: 'BiWidgetOptions',
    description: 'How it looks',
    'x-tool': 'color, legend, and the target of a gauge',
  })
const place = {
  x: z.int().min(0).max(11).describe('Its first column of twelve'),
  y: z.int().min(0).max(1000).describe('Its first row'),
  w: z.int().min(1).max(12).describe('How many columns it is wide'),
  h: z.int().min(1).max(20).describe('How many rows it is high'),
}
const inGrid = [
  ({ x = 0, w = 1 }: { x?: number | undefined; w?: number | undefined }) => x + w <= 12,
  { message: 'x + w must not be more than 12', path: ['w'] as PropertyKey[] },
] as const

type Asked = { source?: string | undefined; query?: FigureQuery | undefined }
/** Reports what is wrong with a query at the place in the body where it is. */
export const checked = (asked: Asked, context: z.core.$RefinementCtx) => {
  if (!asked.source || !asked.query) return
  for (const { path, message } of queryProblems(asked.source, asked.query))
    context.addIssue({ code: 'custom', path: ['query', ...path], message })
}

const widgetFields = {
  title: title(),
  source: source(),
  query: FigureQuery.describe('What is asked of it'),
  viz: Viz.optional(),
  options: Options.optional(),
  x: place.x.optional(),
  y: place.y.optional(),
  w: place.w.optional(),
  h: place.h.optional(),
}
export const BiWidgetDraft = z
  .strictObject(widgetFields)
  .superRefine(checked)
  .refine(...inGrid)
  .refine(({ x, y }) => (x === undefined) === (y === undefined), {
    message: 'send x and y, or neither',
    path: ['x'],
  })
  .meta({ id: 'BiWidgetDraft' })
export const BiWidgetChange = change({
  title: title(),
  source: source(),
  query: FigureQuery.describe('What is asked of it'),
  viz: Viz,
  options: Options,
  ...place,
})
  .superRefine(checked)
  .refine((body) => !body.source || body.query, { message: 'required with source', path: ['query'] })
  .refine((body) => !body.query || body.source, { message: 'required with query', path: ['source'] })
  .refine(...inGrid)
  .meta({ id: 'BiWidgetChange' })
export const BiLayout = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({
            widget_id: id().meta({ description: 'Which one', 'x-names': 'bi_widget' }),
            ...place,
          })
          .refine(...inGrid),
      )
      .min(1, 'name one')
      .max(40, 'at most 40')
      .refine((items) => new Set(items.map((one) => one.widget_id)).size === items.length, 'a widget twice')
      .describe('Where widgets go; the others stay'),
  })
  .meta({ id: 'BiLayout' })

const filters = () =>
  z
    .array(FigureFilter)
    .max(20, 'at most 20')
    .superRefine((given, context) => {
      for (const { path, message } of anywhereProblems(given))
        context.addIssue({ code: 'custom', path, message })
    })
    .meta({
      description: 'For every widget whose source has the field',
      example: [{ field: 'project', op: 'eq', value: 'WEB' }],
    })
export const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Delivery' }),
  description: text(500).nullable().meta({ description: 'What it is for' }),
  visibility: z.enum(dashboardVisibilities).meta({ description: 'Who may open it' }),
  filters: filters(),
}
export const BiDashboardDraft = z
  .strictObject({
    name: fields.name,
    description: fields.description.optional(),
    visibility: fields.visibility.optional(),
    filters: fields.filters.optional(),
    grid_columns: z.literal(12, { error: 'must be 12' }).optional().describe('The columns of its grid'),
    widgets: z.array(BiWidgetDraft).max(40, 'at most 40').optional().describe('Its first figures'),
  })
  .meta({ id: 'BiDashboardDraft' })
export const BiDashboardChange = change({
  ...fields,
  owner_id: id().meta({ description: 'Who keeps it; admins only', 'x-names': 'member' }),
}).meta({ id: 'BiDashboardChange' })
export const BiDuplicate = z
  .strictObject({ name: fields.name.optional().describe('Of the copy; else "Copy of …"') })
  .meta({ id: 'BiDuplicate' })

const Row = z.record(z.string(), z.unknown())
const Days = z.object({ from: day().describe('The first day'), to: day().describe('The last day') })
/** What a query answers, or why it does not. */
export const BiData = z
  .object({
    error: z
      .enum(['forbidden', 'unknown_field', 'filter_gone', 'one_group_only', 'needs_range', 'timeout'])
      .optional()
      .describe(
        'Why there is no answer: not for your role, no longer there, people by more than one group, a text in too many rows, or too slow',
      ),
    path: z.string().optional().describe('What of the query is no longer there, or is missing'),
    did_you_mean: z.array(z.string()).optional().describe('The names that are most like it'),
    filters: z.array(Row).optional().describe('Where nothing was found: the filters of the query'),
    warnings: z.array(z.string()).optional().describe('What of the query has no effect, and why'),
    source: z.string().optional().describe('What was counted'),
    listable: z.boolean().optional().describe('Whether listBiRows shows what is counted'),
    columns: z
      .array(
        z.object({
          name: z.string().describe('Its key in rows'),
          label: z.string().describe('What it is called'),
          type: z
            .string()
            .describe('time, a kind of dimension, or how a measure is told: count, money in minor units'),
          unit: z.string().nullish().describe('The buckets of time'),
          better: z.string().nullish().describe('Whether more or less is good'),
          additive: z.boolean().optional().describe('Whether it adds up'),
          text: z
            .boolean()
            .optional()
            .describe('Whether some of its figures are text, as too large for a number'),
        }),
      )
      .optional()
      .describe('What rows have'),
    rows: z
      .array(Row)
      .optional()
      .describe(
        'By bucket and group; a group is {id, label}; suppressed: small_group where few people are behind it. See listBiRows',
      ),
    totals: z.array(Row).optional().describe('Over all groups, one for each currency'),
    groups: z.int().optional().describe('How many groups there are'),
    truncated: z.boolean().optional().describe('Whether groups were cut off'),
    overlapping: z.boolean().optional().describe('Whether a row counts in several groups'),
    range: Days.optional().describe('The days'),
    days: z.int().optional().describe('How many'),
    unequal_days: z.boolean().optional().describe('Whether the days before are as many'),
    previous: z
      .object({
        range: Days.describe('The days compared with'),
        days: z.int().describe('How many'),
        rows: z.array(Row).describe('Of these days'),
        totals: z.array(Row).describe('Of these days'),
        changes: z.array(Row).describe('Of totals: change_percent, per day too; change_points of ratios'),
      })
      .optional()
      .describe('What it is compared with'),
    timezone: z.string().optional().describe('In which instants have their day'),
    week_start: z.int().optional().describe('The ISO weekday on which weeks begin'),
    filters_not_applied: z
      .array(z.string())
      .optional()
      .describe('Fields of filters that the source does not have'),
    generated_at: moment().optional().describe('When it was computed'),
    cached_at: moment().nullish().describe('When it was computed, if earlier'),
  })
  .meta({ id: 'BiData' })

const shownWidget = {
  id: idOut().describe('Identifies it'),
  dashboard_id: idOut().describe('Its dashboard'),
  title: z.string().describe('What it is called'),
  source: z.string().describe('What is counted'),
  query: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What is asked; null if the source is not for you'),
  viz: Viz.describe('How it is drawn'),
  options: z.record(z.string(), z.unknown()).nullable().describe('How it looks'),
  x: z.int().describe('Its first column of twelve'),
  y: z.int().describe('Its first row'),
  w: z.int().describe('Its width in columns'),
  h: z.int().describe('Its height in rows'),
  version: version(),
  created_at: moment().describe('When it was added'),
  updated_at: moment().describe('When it was last changed'),
}
export const BiWidget = z.object(shownWidget).meta({ id: 'BiWidget', 'x-row': 'id title* source viz' })
export const BiWidgetWithData = z
  .object({ ...shownWidget, data: BiData.describe('Its first 25 rows') })
  .meta({ id: 'BiWidgetWithData' })

export const shown = {
  owner: Person.nullable().describe('Who keeps it; null once they left'),
  widgets_count: z.int().describe('How many figures it has'),
}
export const detail = { widgets: z.array(BiWidget).describe('Its figures, by place') }

/** A value of the query string that is JSON. */
export const jsonParam = <T>(schema: z.ZodType<T>, shape: string) =>
  z
    .string()
    .max(4000, 'at most 4000 characters')
    .transform((text, context) => {
      const read = schema.safeParse(parsed(text))
      if (read.success) return read.data
      context.addIssue({ code: 'custom', message: `must be JSON: ${shape}` })
      return z.NEVER
    })
/** Filters of one request, beside those of dashboard and widget. */
export const DataFilter = z.strictObject({
  filters: jsonParam(filters(), '[{"field", "op", "value"}]')
    .optional()
    .meta({ type: 'string', description: 'More filters for this time, as JSON', example: '[]' }),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
export const BiQuery = z
  .strictObject({ source: source(), query: FigureQuery.describe('What is asked of it') })
  .superRefine(checked)
  .meta({ id: 'BiQuery' })

const Named = z.object({
  name: z.string().describe('How it is written'),
  label: z.string().describe('What it is called'),
  kind: z.string().describe('The kind of its values'),
  values: z.array(z.string()).optional().describe('The values that it can have'),
})
export const BiSources = z
  .object({
    sources: z
      .array(
        z.object({
          name: z.string().describe('How it is written'),
          label: z.string().describe('What it is called'),
          says: z.string().describe('Whose and which rows'),
          min_role: z.string().describe('The role that reading it needs'),
          measures: z.array(Named).describe('What can be counted'),
          dimensions: z.array(Named).describe('What it can be grouped and filtered by'),
          time_dimensions: z.array(Named).describe('When'),
        }),
      )
      .describe('Those that I may read'),
    query: z.record(z.string(), z.string()).describe('What each part of a query means'),
    granularities: z.array(z.string()).describe('Buckets of time'),
    drawings: z.array(z.string()).describe('How figures can be drawn'),
  })
  .meta({ id: 'BiSources' })
