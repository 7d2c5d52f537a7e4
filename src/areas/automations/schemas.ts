import * as z from 'zod'
import { recordTypes, runStatuses } from '../../../db/schema/automations.ts'
import { change, count, id, idOut, moment, paging, text } from '../../kit/fields.ts'
import { TaskFilterNode, TaskFilterOrNone } from '../../shared/filter/task-fields.ts'
import { actions, placeholders, triggers } from './catalog.ts'
import { paramProblems, paramsInShort, type Parts, paramValues, triggersInShort } from './params.ts'
import { nameText } from '../../shared/names.ts'

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
  .strictObject({ type: namesOf(actions, 'action'), params: params(paramsInShort(actions)) })
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
  name: nameText(80).meta({ example: 'Urgent bugs' }),
  description: text(500).nullable(),
  is_enabled: z.boolean(),
  rank: z.int().min(0).max(1000).meta({ description: 'Order among rules of one event: the lowest first' }),
}

export const AutomationDraft = z
  .strictObject({
    name: fields.name,
    description: fields.description.optional(),
    project_id: id().nullable().optional().meta({ description: 'Null for all projects' }),
    trigger: Trigger,
    conditions: conditions().optional(),
    action: Action,
    rank: fields.rank.optional(),
    is_enabled: fields.is_enabled.optional(),
  })
  .meta({ id: 'AutomationDraft' })

export const AutomationChange = change({
  name: fields.name,
  description: fields.description,
  project_id: id().nullable(),
  trigger: Trigger,
  conditions: conditions(),
  action: Action,
  rank: fields.rank,
  is_enabled: fields.is_enabled,
}).meta({ id: 'AutomationChange' })

const anyParams = z.record(z.string(), z.unknown())
const Status = z.enum(runStatuses).meta({ id: 'AutomationRunStatus', example: 'succeeded' })

export const shown = {
  name: z.string(),
  description: z.string().nullable(),
  project_id: idOut().nullable(),
  is_enabled: z.boolean(),
  trigger: z.object({ event: z.string(), params: anyParams }).meta({ id: 'AutomationTrigger' }),
  conditions: z.union([TaskFilterNode, z.strictObject({})]),
  action: z.object({ type: z.string(), params: anyParams }).meta({ id: 'AutomationAction' }),
  rank: z.int(),
  health: z.enum(['idle', 'ok', 'failing', 'throttled', 'disabled']),
  run_count: count(),
  last_run_at: moment().nullable(),
  last_status: Status.nullable(),
  consecutive_failures: count(),
  disabled_reason: z.string().nullable().meta({ description: 'Why the service turned it off' }),
}

const LoopWarning = z
  .object({
    message: z.string(),
    automations: z.array(z.object({ id: idOut(), name: z.string() })),
  })
  .meta({ id: 'AutomationLoopWarning' })

export const loopWarnings = z
  .array(LoopWarning)
  .meta({ description: 'Rounds of automations that it could start' })

export const Stats = z
  .object({ runs: count(), by_status: z.record(z.string(), count()), average_ms: z.int().nullable() })
  .meta({ id: 'AutomationStats', description: 'Of the last 30 days, dry runs not counted' })

const Change = z
  .object({ field: z.string(), from: z.unknown().nullable(), to: z.unknown().nullable() })
  .meta({ id: 'AutomationRunChange' })

export const AutomationRun = z
  .object({
    id: z.int(),
    automation_id: idOut(),
    status: Status,
    task: z
      .object({ id: idOut(), key: z.string(), title: z.string() })
      .nullable()
      .meta({ id: 'AutomationRunTask' }),
    record: z
      .object({ type: z.enum(recordTypes), id: idOut(), title: z.string() })
      .meta({ id: 'AutomationRunRecord', description: 'What it was for; a task as in task' }),
    event_id: z.int().nullable().meta({ description: 'Of the history of the task that it answered to' }),
    due_date: z.iso.date().nullable(),
    chain: z.array(idOut()).meta({ description: 'The automations that led to it' }),
    depth: z.int(),
    changes: z.array(Change).meta({ description: 'What it changed, from and to' }),
    error: z.string().nullable(),
    duration_ms: z.int(),
    created_at: moment(),
  })
  .meta({ id: 'AutomationRun' })

const records = {
  task_id: id().optional(),
  ticket_id: id().optional().meta({ description: 'The ticket' }),
  deal_id: id().optional().meta({ description: 'The deal' }),
  lead_id: id().optional(),
}

export const recordIds = ['task_id', 'ticket_id', 'deal_id', 'lead_id'] as const

export const RunFilter = z.strictObject({
  status: Status.optional(),
  ...records,
  ...paging,
})

export const AutomationTest = z
  .strictObject(records)
  .refine((input) => Object.values(input).filter((one) => one !== undefined).length === 1, {
    error: 'send one of task_id, ticket_id, deal_id and lead_id',
  })
  .meta({ id: 'AutomationTest', description: 'The record: one of a type that the trigger listens to' })

export const TestResult = z
  .object({
    run_id: z.int(),
    would_run: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why it would not run, or change nothing' }),
    conditions: z.array(
      z
        .object({
          path: z.string().meta({ example: 'conditions.and[0]' }),
          field: z.string(),
          op: z.string(),
          value: z.unknown().nullable(),
          result: z.boolean(),
        })
        .meta({ id: 'AutomationConditionResult' }),
    ),
    changes: z.array(Change),
  })
  .meta({ id: 'AutomationTestResult' })

/** What a dry run reads of the stored rule. */
export const Stored = z.object({ conditions: TaskFilterOrNone, action: z.object({}).loose() })

const CatalogPart = z
  .object({
    name: z.string(),
    does: z.string(),
    acts_on: z.array(z.enum(recordTypes)).optional().meta({ description: 'Of an action' }),
    params: z.array(
      z
        .object({
          name: z.string(),
          does: z.string(),
          kind: z.string(),
          required: z.boolean(),
          required_when: z.object({ param: z.string(), is: z.string() }).optional(),
          values: z.array(z.string()).optional(),
          of: z.string().optional(),
          least: z.int().optional(),
          most: z.int().optional(),
          longest: z.int().optional().meta({ description: 'Characters of each' }),
          template: z.boolean().optional(),
          needs: z.string().optional().meta({ description: 'Another parameter that it needs' }),
          task_only: z.array(z.string()).optional().meta({ description: 'Values for tasks alone' }),
        })
        .meta({ id: 'AutomationParam' }),
    ),
  })
  .meta({ id: 'AutomationPart' })

export const AutomationCatalog = z
  .object({
    triggers: z.array(CatalogPart),
    actions: z.array(CatalogPart),
    placeholders: z.array(z.string()),
    conditions: z.string(),
    limits: z.record(z.string(), z.int()),
  })
  .meta({ id: 'AutomationCatalog' })
