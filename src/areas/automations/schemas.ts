import * as z from 'zod'
import { runStatuses } from '../../../db/schema/automations.ts'
import { kindsTaking } from '../../../db/schema/kinds.ts'
import { change, count, id, idOut, moment, paging, text } from '../../kit/fields.ts'
import { TaskFilterNode, TaskFilterOrNone } from '../../shared/filter/task-fields.ts'
import { actions, placeholders, triggers } from './catalog.ts'
import { paramProblems, paramsInShort, type Parts, paramValues, triggersInShort } from './params.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId, taskKey, taskTitle } from '../../shared/common-fields.ts'

const recordKinds = kindsTaking('automations')
const RecordKind = z.enum(recordKinds)

const params = (description: string) => z.record(z.string(), z.unknown()).optional().meta({ description })
const namesOf = (parts: Parts, what: string) =>
  z.enum(Object.keys(parts), { error: `unknown ${what}; use ${Object.keys(parts).join(', ')}` })

type NamedParams = { name: string; params?: Record<string, unknown> | undefined }

/** Validates a trigger or an action, already shaped by a schema, against the catalogue. */
const validateParams = (parts: Parts) => (input: NamedParams, context: z.RefinementCtx) => {
  for (const { path, message } of paramProblems(parts[input.name]!, input.params ?? {}, placeholders))
    context.addIssue({ code: 'custom', path: ['params', ...path], message })
}
const storedParams = (parts: Parts, { name, params: values = {} }: NamedParams) =>
  paramValues(parts[name]!, values)

const Trigger = z
  .strictObject({
    event: namesOf(triggers, 'trigger').meta({ description: triggersInShort(triggers) }),
    params: params('Filters'),
  })
  .meta({
    id: 'AutomationTriggerDraft',
    example: { event: 'task.status_changed', params: { to: 'done' } },
  })
  .superRefine((input, context) =>
    validateParams(triggers)({ name: input.event, params: input.params }, context),
  )
  .transform(({ event, params: values }) => ({
    event,
    params: storedParams(triggers, { name: event, params: values }),
  }))
const Action = z
  .strictObject({
    type: namesOf(actions, 'action').describe('What it does'),
    params: params(paramsInShort(actions)),
  })
  .meta({ id: 'AutomationActionDraft', example: { type: 'set_priority', params: { priority: 'high' } } })
  .superRefine((input, context) =>
    validateParams(actions)({ name: input.type, params: input.params }, context),
  )
  .transform(({ type, params: values }) => ({
    type,
    params: storedParams(actions, { name: type, params: values }),
  }))

const conditions = () =>
  TaskFilterOrNone.superRefine((tree, context) => {
    if (JSON.stringify(tree ?? {}).includes('"@me"'))
      context.addIssue({ code: 'custom', message: 'an automation is no person: @me cannot be used' })
  }).transform((tree) => tree ?? {})
const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Urgent bugs' }),
  description: text(500).nullable().describe('What it is for'),
  is_enabled: z.boolean().describe('Switched on'),
  rank: z.int().min(0).max(1000).meta({
    description: 'Order among rules of one event: the lowest first',
    'x-brief': 'Lowest first',
  }),
}

export const AutomationDraft = z
  .strictObject({
    name: fields.name,
    description: fields.description.optional(),
    project_id: id().nullable().optional().meta({ description: 'Null for all projects' }),
    trigger: Trigger.describe('When it runs'),
    conditions: conditions().optional(),
    action: Action.describe('What it does'),
    rank: fields.rank.optional(),
    is_enabled: fields.is_enabled.optional(),
  })
  .meta({ id: 'AutomationDraft' })

export const AutomationChange = change({
  name: fields.name,
  description: fields.description,
  project_id: id().nullable().describe('Only in this project; null for all'),
  trigger: Trigger.describe('When it runs'),
  conditions: conditions(),
  action: Action.describe('What it does'),
  rank: fields.rank,
  is_enabled: fields.is_enabled,
}).meta({ id: 'AutomationChange' })

const anyParams = z.record(z.string(), z.unknown())
const Status = z.enum(runStatuses).meta({ id: 'AutomationRunStatus', example: 'succeeded' })

export const shown = {
  name: z.string().describe('What it is called'),
  description: z.string().nullable().describe('What it is for'),
  project_id: idOut().nullable().describe('Only in this project; null for all'),
  is_enabled: z.boolean().describe('Switched on'),
  trigger: z
    .object({
      event: z.string().describe('What happens to a record, such as task.created'),
      params: anyParams.describe('What it needs to know'),
    })
    .meta({ id: 'AutomationTrigger', description: 'When it runs' }),
  conditions: z.union([TaskFilterNode, z.strictObject({})]).describe('What must hold for it to act'),
  action: z
    .object({
      type: z.string().describe('What is done, such as set_priority'),
      params: anyParams.describe('What it needs to know'),
    })
    .meta({ id: 'AutomationAction', description: 'What it does' }),
  rank: z.int().describe('Of several that answer the same event, the lowest runs first'),
  health: z
    .enum(['idle', 'ok', 'failing', 'throttled', 'disabled'])
    .describe('How its runs have gone lately'),
  run_count: count().describe('How often it ran'),
  last_run_at: moment().nullable().describe('When it last ran'),
  last_status: Status.nullable().describe('How the last run ended'),
  consecutive_failures: count().describe('Failed runs since the last good one; ten switch it off'),
  disabled_reason: z.string().nullable().meta({ description: 'Why the service turned it off' }),
}

const LoopWarning = z
  .object({
    message: z.string().describe('What could happen'),
    automations: z
      .array(z.object({ id: ownId, name: z.string().describe('What it is called') }))
      .describe('The automations of the round, in order'),
  })
  .meta({ id: 'AutomationLoopWarning' })

export const loopWarnings = z
  .array(LoopWarning)
  .meta({ description: 'Rounds of automations that it could start' })

export const Stats = z
  .object({
    runs: count().describe('How many runs there were'),
    by_status: z.record(z.string(), count()).describe('Runs by how they ended'),
    average_ms: z.int().nullable().describe('How long a run took on average, in milliseconds'),
  })
  .meta({ id: 'AutomationStats', description: 'Of the last 30 days, dry runs not counted' })

const Change = z
  .object({
    field: z.string().describe('The field that was changed'),
    from: z.unknown().nullable().describe('Its value before'),
    to: z.unknown().nullable().describe('Its value after'),
  })
  .meta({ id: 'AutomationRunChange' })

export const AutomationRun = z
  .object({
    id: z.int().describe('Counts up in the organization'),
    automation_id: idOut().describe('The automation that ran'),
    status: Status.describe('How it ended'),
    task: z
      .object({ id: ownId, key: taskKey, title: taskTitle })
      .nullable()
      .meta({ id: 'AutomationRunTask', description: 'The task that it ran for; null for another record' }),
    record: z
      .object({
        type: RecordKind.describe('The kind of record'),
        id: ownId,
        title: z.string().meta({ description: 'What the record is called', 'x-outside': 'type=ticket,@' }),
      })
      .meta({ id: 'AutomationRunRecord', description: 'What it was for; a task as in task' }),
    event_id: z.int().nullable().meta({ description: 'Of the history of the task that it answered to' }),
    due_date: z.iso.date().nullable().describe('The due date that it ran for, where a day started it'),
    chain: z.array(idOut()).meta({ description: 'The automations that led to it' }),
    depth: z.int().describe('How many automations led to it'),
    changes: z.array(Change).meta({ description: 'What it changed, from and to' }),
    error: z.string().nullable().describe('What went wrong'),
    duration_ms: z.int().describe('Milliseconds'),
    created_at: createdAt,
  })
  .meta({
    id: 'AutomationRun',
    'x-row': 'id status task record error changes created_at',
  })

const oneOf = new Intl.ListFormat('en-GB')
const RecordId = id().optional()
/** The parameters that name a record, by kind. */
export const recordIds = recordKinds.map((kind) => [kind, `${kind}_id`] as const)
const records = Object.fromEntries(
  recordIds.map(([kind, field]) => [field, RecordId.describe(`The ${kind}`)]),
) as Record<`${string}_id`, typeof RecordId>

export const RunFilter = z.strictObject({
  status: Status.optional().describe('Only runs that ended so'),
  ...records,
  ...paging,
})

export const AutomationTest = z
  .strictObject(records)
  .refine((input) => Object.values(input).filter((one) => one !== undefined).length === 1, {
    error: `send one of ${oneOf.format(recordIds.map(([, field]) => field))}`,
  })
  .meta({ id: 'AutomationTest', description: 'The record: one of a type that the trigger listens to' })

export const TestResult = z
  .object({
    run_id: z.int().describe('The run that this trial left in the history'),
    would_run: z.boolean().describe('Its conditions hold'),
    reason: z.string().nullable().meta({ description: 'Why it would not run, or change nothing' }),
    conditions: z
      .array(
        z
          .object({
            path: z
              .string()
              .meta({ description: 'Where the condition stands', example: 'conditions.and[0]' }),
            field: z.string().describe('The field that is compared'),
            op: z.string().describe('How the field is compared'),
            value: z.unknown().nullable().describe('The value it is compared with'),
            result: z.boolean().describe('Whether it holds'),
          })
          .meta({ id: 'AutomationConditionResult' }),
      )
      .describe('Each condition, and whether it holds'),
    changes: z.array(Change).describe('What it would change'),
  })
  .meta({ id: 'AutomationTestResult' })

/** What a dry run reads of the stored rule. */
export const Stored = z.object({ conditions: TaskFilterOrNone, action: z.object({}).loose() })

const CatalogPart = z
  .object({
    name: z.string().describe('How it is written'),
    does: z.string().describe('What it means'),
    acts_on: z.array(RecordKind).optional().meta({ description: 'Of an action' }),
    params: z
      .array(
        z
          .object({
            name: z.string().describe('How it is written'),
            does: z.string().describe('What it means'),
            kind: z.string().describe('The kind of its value'),
            required: z.boolean().describe('Whether it must be given'),
            required_when: z
              .object({
                param: z.string().describe('The other parameter'),
                is: z.string().describe('The value of the other'),
              })
              .optional()
              .describe('It must be given where another parameter has a value'),
            values: z.array(z.string()).optional().describe('The values that it may have'),
            of: z.string().optional().describe('Of a list, the kind of its items'),
            least: z.int().optional().describe('The smallest number allowed'),
            most: z.int().optional().describe('The largest number allowed'),
            longest: z.int().optional().meta({ description: 'Characters of each' }),
            template: z.boolean().optional().describe('Whether placeholders in it are filled in'),
            needs: z.string().optional().meta({ description: 'Another parameter that it needs' }),
            task_only: z.array(z.string()).optional().meta({ description: 'Values for tasks alone' }),
          })
          .meta({ id: 'AutomationParam' }),
      )
      .describe('The parameters that it takes'),
  })
  .meta({ id: 'AutomationPart' })

export const AutomationCatalog = z
  .object({
    triggers: z.array(CatalogPart).describe('What automations can answer'),
    actions: z.array(CatalogPart).describe('What automations can do'),
    placeholders: z.array(z.string()).describe('What texts may contain in braces'),
    conditions: z.string().describe('Where the conditions are explained'),
    limits: z.record(z.string(), z.int()).describe('The most that is allowed of each'),
  })
  .meta({ id: 'AutomationCatalog' })
