import * as z from 'zod'
import { sources } from '../../../db/bi/sources.ts'
import { text } from '../../kit/fields.ts'
import { queryProblems, sourceProblem } from '../../shared/figures/check.ts'
import { FigureFilter, FigureRange } from '../../shared/figures/query.ts'

type Query = {
  source: string
  measures: string[]
  filters?: z.output<typeof FigureFilter>[] | undefined
  in?: 'base' | undefined
}
type Problem = { path: (string | number)[]; message: string }

/** What is wrong with a figure that is one number, the same for each of its readers. */
function problemsOf(query: Query): Problem[] {
  const { source, ...asked } = query
  const problems: Problem[] = queryProblems(source, asked)
  const measure = sources[source]?.measures[query.measures[0]!]
  if (measure?.kind === 'money' && query.in !== 'base')
    problems.push({ path: ['in'], message: 'send base: amounts of several currencies are no one number' })
  const personal = (query.filters ?? []).findIndex(({ value }) => [value].flat().includes('@me'))
  if (personal >= 0)
    problems.push({
      path: ['filters', personal, 'value'],
      message: '@me means somebody else for each reader',
    })
  return problems
}

/** One measure of a source of figures, without groups. */
export const BoundQuery = z
  .strictObject({
    source: text(40)
      .refine((name) => !sourceProblem(name), { error: ({ input }) => sourceProblem(String(input)) })
      .meta({ description: 'What is counted, see listBiSources', example: 'tasks' }),
    measures: z.array(text(40)).length(1, 'name one').describe('The one measure'),
    time_dimension: z
      .strictObject({
        field: text(40).describe('A time of the source'),
        range: FigureRange,
      })
      .optional()
      .describe('When'),
    filters: z.array(FigureFilter).max(20, 'at most 20').optional().describe('All of these must hold'),
    in: z.literal('base').optional().describe('Amounts in the organization’s currency'),
  })
  .superRefine((query, context) => {
    for (const { path, message } of problemsOf(query)) context.addIssue({ code: 'custom', path, message })
  })
  .meta({
    id: 'KeyResultQuery',
    'x-tool': '{source, measures, time_dimension, filters} like create_bi_widget',
  })
