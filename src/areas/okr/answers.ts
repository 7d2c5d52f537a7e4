import * as z from 'zod'
import {
  confidences,
  metricDirections,
  metricTypes,
  objectiveLevels,
  objectiveStatuses,
  objectiveVisibilities,
  rollUps,
} from '../../../db/schema/okr.ts'
import { count, day, idOut, moment, pageOf, Person, version } from '../../kit/fields.ts'
import { TaskFilterNode } from '../../shared/filter/task-fields.ts'
import { decimalOut } from '../../shared/money/fields.ts'

export const statuses = objectiveStatuses
export const healths = confidences

const Health = z.enum(healths).meta({ id: 'ObjectiveHealth' })
const share = (says: string) => z.number().nullable().meta({ description: says, example: 0.4 })
const progress = () => share('From 0 to 1; null where nothing is measured')
const confidence = () => Health.nullable().describe('How confident somebody said to be')
const health = {
  health: Health.nullable().describe('Of an active one: behind what is expected by 0.1, 0.3 or more'),
  health_source: z
    .enum(['progress', 'confidence'])
    .nullable()
    .describe('Confidence where somebody said so within two weeks'),
}
const weight = () => decimalOut().meta({ description: 'How much it counts', example: '1' })
const ownership = {
  owner: Person.nullable().describe('Whose it is'),
  former_owner: z.string().nullable().describe('Who left and had it'),
}
const stamps = {
  version: version(),
  created_at: moment().describe('When it was created'),
  updated_at: moment().describe('When it was last changed'),
}
const number = (says: string) => decimalOut().nullable().meta({ description: says, example: '40' })

const DefinitionChange = z
  .object({
    before: z.record(z.string(), z.string()).describe('What it was'),
    after: z.record(z.string(), z.string()).describe('What it became'),
    reason: z.string().nullable().describe('Why'),
    by: Person.describe('Who changed it'),
    at: moment().describe('When'),
  })
  .meta({ id: 'KeyResultDefinitionChange' })

export const KeyResult = z
  .object({
    id: idOut().describe('Identifies it'),
    objective_id: idOut().describe('Its objective'),
    title: z.string().describe('What is measured'),
    ...ownership,
    metric_type: z.enum(metricTypes).describe('What its value is'),
    unit: z.string().nullable().describe('Of a number'),
    currency: z.string().nullable().describe('Of an amount'),
    direction: z.enum(metricDirections).describe('To the target, or within a range'),
    start_value: number('Where it begins'),
    target_value: number('Where it should be'),
    min_value: number('The least, with maintain'),
    max_value: number('The most, with maintain'),
    current_value: number('Its value; computed now for tasks and bi'),
    done: count().nullable().describe('Of tasks: how many are done'),
    total: count().nullable().describe('Of tasks: how many count'),
    progress: progress(),
    progress_raw: share('The same below 0 and above 1'),
    reason: z
      .enum(['no_tasks', 'no_value', 'filter_gone', 'filter_personal', 'source_gone', 'not_for_tools'])
      .nullable()
      .describe('Why there is no progress'),
    weight: weight(),
    confidence: confidence(),
    ...health,
    due_date: day().nullable().describe('When it is due'),
    checked_on: day().nullable().describe('The day of the latest check-in'),
    stale: z.boolean().describe('Nothing was checked in for two weeks'),
    projected: number('At the end of the period, by three days of values or more'),
    filter_id: idOut().nullable().describe('The saved filter of what counts'),
    filter: TaskFilterNode.nullable().describe('Which tasks count'),
    bi_query: z.record(z.string(), z.unknown()).nullable().describe('What is measured'),
    computed_over: z
      .enum(['open_projects', 'all_projects'])
      .nullable()
      .describe('Private projects count for private objectives alone'),
    target_history: z.array(DefinitionChange).describe('How its definition changed, the latest first'),
    ...stamps,
  })
  .meta({ id: 'KeyResult', 'x-row': 'id title* value=current_value target=target_value progress health' })

const objectiveFields = {
  id: idOut().describe('Identifies it'),
  title: z.string().describe('What should be reached'),
  description: z.string().nullable().describe('Why, and what it means'),
  level: z.enum(objectiveLevels).describe('Of what it is'),
  status: z.enum(statuses).meta({ id: 'ObjectiveStatus', description: 'Where it stands' }),
  parent_id: idOut().nullable().describe('The objective it is part of, if you see that'),
  parent: z
    .object({ id: idOut().describe('Which one'), title: z.string().describe('What should be reached') })
    .nullable()
    .meta({ id: 'ParentObjective', description: 'The same, with its title' }),
  ...ownership,
  department_id: idOut().nullable().describe('Its department'),
  project_id: idOut().nullable().describe('Its project, if you may open that'),
  period_start: day().nullable().describe('Its first day'),
  period_end: day().nullable().describe('Its last day'),
  period_label: z.string().nullable().describe('What the period is called'),
  outside_parent_period: z.boolean().describe('It begins before or ends after what it is part of'),
  roll_up: z.enum(rollUps).describe('What its progress follows from'),
  weight: weight(),
  visibility: z.enum(objectiveVisibilities).describe('Who sees it'),
  confidence: confidence(),
  progress: progress(),
  reason: z.enum(['no_weight', 'nothing_measured']).nullable().describe('Why there is no progress'),
  expected: share('How much of the period has passed'),
  ...health,
  score: share('Its final score'),
  band: z.enum(['green', 'yellow', 'red']).nullable().describe('From 0.7, from 0.4, below'),
  close_note: z.string().nullable().describe('What was learned'),
  closed_at: moment().nullable().describe('When it was closed'),
  key_results_count: count().describe('What it is measured by'),
  children_count: count().describe('How many objectives are below it'),
  ...stamps,
}
export const Objective = z.object(objectiveFields).meta({
  id: 'Objective',
  'x-row': 'id title* status owner=owner.name period=period_label,period_end progress expected health',
})

const Member = z
  .object({
    kind: z.enum(['key_result', 'child']).describe('Which kind'),
    id: idOut().describe('Which one'),
    title: z.string().describe('What it is called'),
    weight: weight(),
    progress: progress(),
    counts: z.boolean().describe('Whether it counts: without a progress it does not'),
  })
  .meta({ id: 'ObjectiveMember', 'x-row': 'kind title weight progress' })

export const ObjectiveDetail = z
  .object({
    ...objectiveFields,
    key_results: z.array(KeyResult).describe('What it is measured by'),
    children: z.array(Objective).describe('The objectives below it'),
    members: z
      .array(Member)
      .nullable()
      .describe('Why its progress is what it is; null where that would tell of one that you do not see'),
    warnings: z.array(z.string()).describe('What to look at'),
  })
  .meta({ id: 'ObjectiveDetail' })

export const ObjectiveTree = z
  .object({
    items: z
      .array(
        z
          .object({
            ...objectiveFields,
            depth: count().describe('How deep it is'),
            key_results: z
              .array(
                z.object({
                  id: idOut().describe('Which one'),
                  title: z.string().describe('What is measured'),
                  owner: Person.nullable().describe('Whose it is'),
                  weight: weight(),
                  progress: progress(),
                  current_value: number('Its value'),
                  target_value: number('Where it should be'),
                  unit: z.string().nullable().describe('Its unit or currency'),
                }),
              )
              .describe('What it is measured by'),
          })
          .meta({ id: 'ObjectiveNode' }),
      )
      .describe('Each objective, followed by those below it'),
    total: count().describe('How many there are'),
  })
  .meta({ id: 'ObjectiveTree' })

export const CheckIn = z
  .object({
    id: idOut().describe('Identifies it'),
    key_result_id: idOut().describe('Of which key result it is'),
    as_of: day().describe('The day of the value'),
    value: number('Null where only the mood changed'),
    previous_value: number('The value of the day before it'),
    progress: share('What that was by the definition of then'),
    confidence: confidence(),
    comment: z.string().nullable().describe('What happened'),
    author: Person.nullable().describe('Who wrote it'),
    created_at: moment().describe('When it was written'),
  })
  .meta({ id: 'CheckIn', 'x-row': 'as_of value confidence' })
export const CheckIns = pageOf(CheckIn)

export const CheckInEffect = z
  .object({
    check_in: CheckIn.describe('What was recorded'),
    key_result: KeyResult.describe('As it is now'),
    objectives: z
      .array(
        z
          .object({
            id: idOut().describe('Which one'),
            title: z.string().describe('What should be reached'),
            progress_before: share('What it was'),
            progress: share('What it is now'),
            health: Health.nullable().describe('How it is now'),
          })
          .meta({ id: 'CheckInObjective', 'x-row': 'title progress_before progress health' }),
      )
      .describe('The objective, and those above it that you see'),
  })
  .meta({ id: 'CheckInEffect' })
