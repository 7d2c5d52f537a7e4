import * as z from 'zod'
import { dealHistoryKinds, dealStatuses } from '../../../db/schema/deals.ts'
import {
  change,
  count,
  csv,
  day,
  id,
  idOut,
  moment,
  paging,
  Person,
  sorting,
  text,
  userParam,
} from '../../kit/fields.ts'
import { inOrder } from '../../shared/day-range.ts'
import { currencyCode, minorFrom0 } from '../../shared/money/fields.ts'
import { partyFields } from '../../shared/parties.ts'
import { ProjectId } from '../../shared/projects.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const Status = z.enum(dealStatuses).meta({ id: 'DealStatus' })

const percentage = () =>
  z
    .int('must be a whole percentage')
    .min(0, 'must be 0 to 100')
    .max(100, 'must be 0 to 100')
    .meta({ example: 60 })

const fields = {
  title: text(200).meta({ description: 'What may be sold', example: 'New web site' }),
  value_minor: minorFrom0().meta({ description: 'What it is worth', example: 1_250_000 }),
  currency: currencyCode().meta({
    description: 'That of the pipeline unless sent, or else that of the organization',
  }),
  client_id: id().nullable().describe('The client that it may be sold to'),
  contact_id: id()
    .nullable()
    .meta({ description: 'A contact of the client; another client without one has none' }),
  probability: percentage()
    .nullable()
    .meta({ description: 'How likely it is won, in percent; null for the probability of its stage' }),
  expected_close_date: day().nullable().meta({ description: 'The day on which it should be decided' }),
  owner_user_id: id()
    .nullable()
    .meta({ description: 'The member who looks after it', 'x-brief': 'Who looks after it' }),
  source: text(60).nullable().meta({ description: 'Where it came from', example: 'fair' }),
  tags: partyFields.tags,
  project_id: id().nullable().meta({ description: 'The project that delivers it' }),
}

const neighbours = {
  before_id: id()
    .optional()
    .meta({ description: 'The deal of the stage that it comes before', 'x-names': 'deal' }),
  after_id: id()
    .optional()
    .meta({ description: 'The deal of the stage that it comes after', 'x-names': 'deal' }),
  position: z
    .enum(['top', 'bottom'])
    .optional()
    .meta({ description: 'The end of the stage that it goes to; the bottom unless anything is sent' }),
}

export const DealDraft = z
  .strictObject({
    ...fields,
    owner_user_id: id().nullable().meta({ description: 'The member who looks after it; you unless sent' }),
    pipeline_id: id().meta({ description: 'That of the stage unless sent, or else the default one' }),
    stage_id: id().meta({ description: 'The first of the pipeline unless sent' }),
  })
  .partial()
  .required({ title: true, value_minor: true })
  .meta({ id: 'DealDraft' })

export const DealChange = change(fields).meta({ id: 'DealChange' })

export const DealMove = z
  .strictObject({
    stage_id: id().meta({ description: 'The stage that it goes to, of its pipeline or of another' }),
    ...neighbours,
  })
  .refine(
    (move) => [move.before_id, move.after_id, move.position].filter(Boolean).length < 2,
    'send one of before_id, after_id and position',
  )
  .meta({ id: 'DealMove' })

export const DealWin = z
  .strictObject({
    closed_at: moment().meta({ description: 'When it was won; now unless sent' }),
    client_id: id().meta({ description: 'Required where the deal has no client' }),
    create_project: z
      .strictObject({
        name: nameText(120).optional().meta({ description: 'The title of the deal unless sent' }),
      })
      .meta({ description: 'Creates the project that delivers it; for managers' }),
  })
  .partial()
  .meta({ id: 'DealWin' })

export const DealLoss = z
  .strictObject({
    lost_reason: text(500).meta({
      description: 'Why it was lost; reports count the same words together',
      example: 'Too expensive',
    }),
  })
  .meta({ id: 'DealLoss' })

const closing = (description: string, example: string) => day().optional().meta({ description, example })
const ids = (description: string) => csv(id()).optional().meta({ type: 'string', description })

export const dealSorts = [
  'created_at',
  'updated_at',
  'title',
  'value_minor',
  'expected_close_date',
  'closed_at',
  'position',
] as const

export const DealFilter = z
  .strictObject({
    pipeline_id: id().optional().meta({ description: 'Only of this pipeline' }),
    stage_id: ids('Only in these stages, separated by commas'),
    status: csv(Status).optional(),
    owner_user_id: csv(userParam()).optional().meta({
      type: 'string',
      description: 'Only of these members, separated by commas; `me` and `none` too',
    }),
    client_id: id().optional().describe('Only for this client'),
    project_id: id().optional().describe('Only of this project'),
    tag: text(40).optional().meta({ description: 'Only with this tag' }),
    from: closing('Closed, or expected to be, on this day or later', '2026-01-01'),
    to: closing('Closed, or expected to be, on this day or earlier', '2026-03-31'),
    q: text(100).optional().meta({ description: 'Part of the title or of the name of the client' }),
    ...paging,
    sort: sorting(dealSorts, '-created_at').meta({
      description: `Order: ${dealSorts.join(', ')} (by stage, and within it as on a board); a leading - is descending`,
      example: '-created_at',
    }),
  })
  .refine(...inOrder)

const Named = (noun: string) =>
  z.object({ id: ownId, name: z.string().describe('What the stage is called') }).meta({ id: `Deal${noun}` })

export const shown = {
  pipeline_id: idOut().meta({ description: 'The pipeline of its stage' }),
  stage: Named('Stage')
    .extend({ position: z.int().describe('Its place in the pipeline') })
    .meta({ id: 'DealStage', description: 'Where it stands; for a closed one where it stood' }),
  client: Named('Client').nullable().describe('The client that it may be sold to'),
  contact: Named('Contact').nullable().describe('The contact there'),
  owner: Person.nullable().describe('Who looks after it'),
  effective_probability: z.int().meta({
    description: 'probability, or that of the stage; 100 for won and 0 for lost deals',
    example: 60,
  }),
  weighted_minor: minorFrom0().meta({
    description: 'value_minor times effective_probability',
    example: 750_000,
  }),
  status: Status.describe('Open, won or lost'),
  project_id: ProjectId(),
  lead_id: idOut().nullable().meta({ description: 'The lead whose conversion made it' }),
  stage_entered_at: moment().meta({ description: 'Since when it is in its stage' }),
  days_in_stage: count().meta({ description: 'Whole days in its stage; of a closed deal until then' }),
  rotten: z
    .boolean()
    .meta({ description: 'Open, and in its stage for as many days as rotting_days of the stage, or longer' }),
  closed_at: moment().nullable().meta({ description: 'When it was won or lost' }),
  lost_reason: z.string().nullable().meta({ description: 'Why it was lost' }),
  created_by: idOut().describe('Who created it'),
}

export { fields }

export const HistoryEntry = z
  .object({
    id: ownId,
    kind: z.enum(dealHistoryKinds).meta({ description: 'What changed' }),
    from_value: z.string().nullable().meta({
      description:
        'The name of the stage, the status, the id of the owner, or the value in minor units with its currency',
      example: 'Qualified',
    }),
    to_value: z
      .string()
      .nullable()
      .meta({ description: 'The same after the change', example: 'Proposal sent' }),
    from_stage_id: idOut().nullable().meta({ description: 'The stage that it left, also by being closed' }),
    to_stage_id: idOut()
      .nullable()
      .meta({ description: 'The stage that it entered, also by being reopened' }),
    seconds_in_previous: count().nullable().meta({
      description: 'How long it was in the stage that it left, or closed before it was reopened',
    }),
    changed_by: Person.nullable().meta({ description: 'Who changed it' }),
    changed_at: moment().meta({ description: 'When it was changed' }),
  })
  .meta({ id: 'DealHistoryEntry' })
