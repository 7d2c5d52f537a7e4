import type { Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import type { Form } from '../kit/page-request.ts'

export type Source = Schemas['BiSources']['sources'][number]
type Query = Schemas['FigureQuery']
/** What the editor asks for, as the address of its page has it. */
export const keeps = [
  'source',
  'measure',
  'measure2',
  'by',
  'by2',
  'over',
  'each',
  'range',
  'only',
  'op',
  'is',
  'saved',
  'as',
  'top',
] as const

const ranges: [string, string][] = [
  ['this_month', 'This month'],
  ['last_month', 'Last month'],
  ['last_30_days', 'The last 30 days'],
  ['last_90_days', 'The last 90 days'],
  ['this_quarter', 'This quarter'],
  ['this_year', 'This year'],
  ['last_year', 'Last year'],
  ['last_365_days', 'The last 365 days'],
]
const fiscalRanges: typeof ranges = [
  ['this_fiscal_quarter', 'This quarter of the financial year'],
  ['last_fiscal_quarter', 'Last quarter of the financial year'],
  ['this_fiscal_year', 'This financial year'],
  ['last_fiscal_year', 'Last financial year'],
]
/** The ranges that an organization has: those of financial years where they are not the calendar's. */
export const rangesOf = ({ fiscal_year_start: start }: Pick<MemberOrganization, 'fiscal_year_start'>) =>
  start === 1 ? ranges : [...ranges, ...fiscalRanges]
export const buckets: [string, string][] = [
  ['day', 'By day'],
  ['week', 'By week'],
  ['month', 'By month'],
  ['quarter', 'By quarter'],
  ['year', 'By year'],
]
export const comparisons: [string, string][] = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['is_null', 'is empty'],
  ['not_null', 'is not empty'],
]
export const drawings: [string, string][] = [
  ['number', 'A number'],
  ['line', 'A line'],
  ['area', 'An area'],
  ['bar', 'Bars'],
  ['stacked', 'Stacked bars'],
  ['pie', 'A circle'],
  ['funnel', 'A funnel'],
  ['heatmap', 'A heat map'],
  ['table', 'A table'],
]

/** The figure that the address asks for; null before a source and what is counted are chosen. */
export function askedOf(form: Form, sources: Source[]) {
  const source = sources.find(({ name }) => name === form.source)
  if (!source) return null
  const measures = [form.measure || source.measures[0]!.name, form.measure2].filter((one): one is string =>
    Boolean(one),
  )
  const dimensions = [form.by, form.by2].filter((one): one is string => Boolean(one))
  const time = source.time_dimensions.find(({ name }) => name === form.over)
  const filter = filterOf(form, source)
  const query: Query = {
    measures,
    ...(dimensions.length && { dimensions }),
    ...(time && {
      time_dimension: {
        field: time.name,
        range: form.range || 'this_year',
        ...(form.each && { granularity: form.each as 'week' }),
      },
    }),
    ...(filter && { filters: [filter] }),
    ...(source.name === 'tasks' && form.saved && { filter_id: form.saved }),
    ...(form.top && { limit: Number(form.top) || 1 }),
  }
  return { source: source.name, query, ...(form.as && { viz: form.as as 'bar' }) }
}

function filterOf({ only, op = 'eq', is = '' }: Form, source: Source) {
  const field = source.dimensions.find(({ name }) => name === only)
  if (!field) return null
  if (op === 'is_null' || op === 'not_null') return { field: field.name, op: op as 'is_null' }
  return { field: field.name, op: op as 'eq', value: field.kind === 'boolean' ? is === 'true' : is }
}
