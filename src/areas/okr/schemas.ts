import * as z from 'zod'
import {
  confidences,
  metricDirections,
  metricTypes,
  objectiveLevels,
  objectiveVisibilities,
  rollUps,
} from '../../../db/schema/okr.ts'
import {
  boolParam,
  change,
  csv,
  day,
  id,
  longText,
  paging,
  sorting,
  text,
  userParam,
} from '../../kit/fields.ts'
import { TaskFilterTree } from '../../shared/filter/task-fields.ts'
import { currencyCode, decimal } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { healths, statuses } from './answers.ts'
import { BoundQuery } from './bound-query.ts'

/** A value of at most four decimals. A JSON number of more than 15 digits was rounded before it came: it is sent as text. */
const value = () =>
  decimal(14, 4).refine(
    (written) => written.replace(/\D/g, '').replace(/^0+/, '').length <= 18,
    'must have at most 18 digits',
  )
const weight = () =>
  decimal(3, 3)
    .refine((written) => Number(written) >= 0, 'must not be negative')
    .meta({ description: 'How much it counts beside the others; 1 if absent', example: '1' })
const Confidence = z.enum(confidences).meta({ description: 'How confident somebody is' })
const owner = (says: string) => id().meta({ description: says, 'x-names': 'member' })

const keyResultFields = {
  title: nameText(200).meta({ description: 'What is measured', example: 'Monthly visitors' }),
  owner_id: owner('Who looks after it').nullable(),
  metric_type: z.enum(metricTypes).meta({
    description: 'What its value is; tasks and bi are computed',
  }),
  unit: text(20).nullable().meta({ description: 'Of a number', example: 'visitors' }),
  currency: currencyCode().nullable(),
  direction: z.enum(metricDirections).meta({ description: 'To the target, or staying within a range' }),
  start_value: value().meta({ description: 'Where it begins; 0 if absent', example: '0' }),
  target_value: value().nullable().meta({ description: 'Where it should be', example: '100' }),
  min_value: value().nullable().describe('The least, with maintain'),
  max_value: value().nullable().describe('The most, with maintain'),
  weight: weight(),
  confidence: Confidence.nullable(),
  due_date: day().nullable().describe('When it is due'),
  filter_id: id().nullable().meta({
    description: 'Of tasks: the saved filter of the tasks that count',
    'x-names': 'filter',
  }),
  filter: TaskFilterTree.nullable().describe('Of tasks: which count, instead of filter_id'),
  bi_query: BoundQuery.nullable().describe('Of bi: one measure of a source of figures'),
}
const keyResultParts = z.strictObject(keyResultFields).partial().required({ title: true, metric_type: true })
export const KeyResultDraft = keyResultParts.meta({ id: 'KeyResultDraft' })
export const KeyResultChange = change({
  ...keyResultFields,
  reason: text(500).describe('Why the definition changes'),
}).meta({ id: 'KeyResultChange' })

const fields = {
  title: nameText(200).meta({ description: 'What should be reached', example: 'Be found by more people' }),
  description: longText(5000).nullable().describe('Why, and what it means'),
  parent_id: id().nullable().meta({ description: 'The objective it is part of', 'x-names': 'objective' }),
  owner_id: owner('Whose it is; you if absent'),
  level: z.enum(objectiveLevels).describe('Of what it is'),
  department_id: id().nullable().meta({ description: 'At the level department', 'x-names': 'department' }),
  project_id: id().nullable().describe('At the level project'),
  period_start: day().nullable().describe('Its first day'),
  period_end: day().nullable().describe('Its last day'),
  period_label: text(20).nullable().meta({
    description:
      'Its name; 2026-Q4, 2026-H2, 2026-11, 2026 or, of a financial year, 2026/27-Q4 says the days too',
    example: '2026-Q4',
  }),
  roll_up: z.enum(rollUps).describe('What its progress follows from'),
  weight: weight(),
  confidence: Confidence.nullable(),
  visibility: z
    .enum(objectiveVisibilities)
    .describe('Private: for owners, owners of key results, and admins'),
}
const OpenStatus = z.enum(['draft', 'active'])

export const ObjectiveDraft = z
  .strictObject({
    ...fields,
    status: OpenStatus.describe('Active if absent'),
    copy_from: id().meta({
      description: 'Carries this one over: texts, weights and what is not reached, from its last values',
      'x-names': 'objective',
    }),
    key_results: z.array(KeyResultDraft).max(50, 'at most 50').meta({
      description: 'What it is measured by, up to ten',
      'x-tool': 'Each like create_key_result',
    }),
  })
  .partial()
  .refine((draft) => draft.title !== undefined || draft.copy_from, {
    message: 'required',
    path: ['title'],
  })
  .meta({ id: 'ObjectiveDraft' })

export const ObjectiveChange = change({
  ...fields,
  status: OpenStatus.describe('Active reopens a closed one'),
}).meta({ id: 'ObjectiveChange' })

export const Closing = z
  .strictObject({
    status: z.enum(['achieved', 'partially_achieved', 'missed', 'dropped']).describe('How it ended'),
    score: decimal(1, 2)
      .refine((written) => Number(written) >= 0 && Number(written) <= 1, 'must be 0 to 1')
      .optional()
      .meta({ description: 'From 0 to 1; its progress if absent', example: '0.7' }),
    note: text(1000).optional().describe('What was learned'),
  })
  .meta({ id: 'ObjectiveClosing' })

const period = text(20).meta({
  description:
    'Only those that touch it: 2026-Q4, 2026-H2, 2026-11, 2026, 2026/27-Q4, or current; else their period_label',
  example: '2026-Q4',
})
export const ObjectiveFilter = z.strictObject({
  period: period.optional(),
  owner_id: csv(userParam())
    .optional()
    .meta({ description: 'Only of these members, separated by commas; `me` and `none` too' }),
  level: csv(z.enum(objectiveLevels)).optional(),
  status: csv(z.enum(statuses)).optional(),
  health: csv(z.enum(healths)).optional(),
  parent_id: id().optional().meta({ description: 'Only parts of this one', 'x-names': 'objective' }),
  q: text(100).optional().describe('Part of the title or description'),
  trashed: boolParam().optional().describe('Those in the trash instead; managers and above'),
  ...paging,
  sort: sorting(['period_start', 'period_end', 'title', 'created_at'], '-period_start'),
})
export const TreeFilter = z.strictObject({
  period: period.optional(),
  root_id: id()
    .optional()
    .meta({ description: 'Only this one and what is below it', 'x-names': 'objective' }),
})
export const Removal = z.strictObject({
  children: z
    .enum(['detach', 'cascade'])
    .default('detach')
    .meta({ description: 'What is below it: stays without a parent, or is deleted too' }),
})

export const CheckInDraft = z
  .strictObject({
    value: value().nullable().describe('Its value; absent where only the mood changes'),
    confidence: Confidence.nullable(),
    comment: text(1000).nullable().describe('What happened; @[Name](user:id) tells somebody'),
    as_of: day().describe('The day of the value; today if absent'),
  })
  .partial()
  .meta({ id: 'CheckInDraft' })
export const Pages = z.strictObject(paging)
