import * as z from 'zod'
import { boolParam, change, id, idOut, moment, version } from '../../kit/fields.ts'
import { currencyCode } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

const percentage = () =>
  z
    .int('must be a whole percentage')
    .min(0, 'must be 0 to 100')
    .max(100, 'must be 0 to 100')
    .meta({ description: 'How likely its deals are won, in percent', example: 40 })
const days = () =>
  z
    .int('must be a whole number of days')
    .min(1, 'must be 1 to 3650')
    .max(3650, 'must be 1 to 3650')
    .meta({ description: 'After so many days in the stage a deal is rotten', example: 14 })
const stageName = () => nameText(80).meta({ example: 'Proposal sent' })

export const stageFields = {
  name: stageName().describe('What the stage is called'),
  probability: percentage(),
  rotting_days: days().nullable(),
}

export const StageDraft = z
  .strictObject({ ...stageFields, rotting_days: stageFields.rotting_days.optional() })
  .meta({ id: 'PipelineStageDraft' })

export const StageAddition = StageDraft.extend({
  position: z
    .int()
    .min(1, 'must be 1 to 50')
    .max(50, 'must be 1 to 50')
    .optional()
    .meta({ description: 'Its place, 1 for the first; the last unless sent', example: 2 }),
}).meta({ id: 'PipelineStageAddition' })

export const stagePosition = () => z.int().meta({ description: 'Its place, 1 for the first', example: 1 })

/** A stage as its pipeline shows it. */
export const StageRef = z
  .object({
    id: ownId,
    name: z.string().meta({ description: 'What the stage is called', example: 'Proposal sent' }),
    position: stagePosition(),
    probability: z.int().meta({ description: 'How likely its deals are won, in percent', example: 40 }),
    rotting_days: z
      .int()
      .nullable()
      .meta({ description: 'After so many days in the stage a deal is rotten', example: 14 }),
    version: version(),
  })
  .meta({ id: 'PipelineStageRef' })

export const maxStages = 50
const tooMany = `at most ${maxStages} stages`
const defaultMark = () =>
  z.literal(true, 'must be true; to take the mark away, make another pipeline the default one').meta({
    description: 'New deals go there unless they name another; replaces the default there was',
  })

export const pipelineFields = {
  name: nameText(120).meta({ description: 'What the pipeline is called', example: 'New business' }),
  currency: currencyCode()
    .nullable()
    .meta({ description: 'Of its deals, unless they have their own; null for that of the organization' }),
}

const distinct = (stages: { name: string }[]) =>
  new Set(stages.map(({ name }) => name.toLowerCase())).size === stages.length

export const PipelineDraft = z
  .strictObject({
    ...pipelineFields,
    currency: pipelineFields.currency.optional(),
    is_default: defaultMark().optional(),
    stages: z
      .array(StageDraft)
      .min(1, 'at least one stage')
      .max(maxStages, tooMany)
      .refine(distinct, 'each name once')
      .meta({ description: 'In their order' }),
  })
  .meta({ id: 'PipelineDraft' })

export const PipelineChange = change({
  ...pipelineFields,
  is_default: defaultMark(),
  archived: z.boolean().meta({ description: 'Archived pipelines take no deals; those they have stay' }),
}).meta({ id: 'PipelineChange' })

export const archived = boolParam().default(false).meta({
  type: 'boolean',
  description: 'Archived pipelines instead of the others',
})

const moveTo = (description: string) => z.strictObject({ move_to: id().optional().meta({ description }) })
export const PipelineRemoval = moveTo(
  'The pipeline that takes its deals: each goes to the stage of the same name, or else to the first',
)
export const StageRemoval = moveTo('The stage of the pipeline that takes its deals')

export const StageOrder = z
  .strictObject({
    stage_ids: z
      .array(id())
      .min(1, 'at least one stage')
      .max(maxStages, tooMany)
      .meta({ description: 'All stages of the pipeline in their new order' }),
  })
  .meta({ id: 'PipelineStageOrder' })

export const shown = {
  is_default: z.boolean().meta({ description: 'New deals go there unless they name another' }),
  position: stagePosition(),
  created_by: idOut().describe('Who created it'),
  archived_at: moment().nullable().describe('When it was archived'),
}
