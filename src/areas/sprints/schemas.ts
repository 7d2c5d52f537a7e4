import * as z from 'zod'
import { priorities, sprintReasons, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { count, csv, day, id, idOut, moment, paging, Person, text } from '../../kit/fields.ts'
import { amount, dayOut, sprint, Totals } from './sprint.ts'

export const Unit = z.enum(['points', 'count', 'minutes'])
const Status = z.enum(taskStatuses)

export const SprintStarted = z
  .object({ ...sprint.Shown.shape, warnings: z.array(z.string()) })
  .meta({ id: 'SprintStarted' })

export const SprintStart = z
  .strictObject({ start_date: day().optional(), end_date: day().optional() })
  .prefault({})
  .meta({ id: 'SprintStart' })

export const SprintEnd = z
  .strictObject({
    move_incomplete_to: z
      .union([z.enum(['backlog', 'next']), id()], { error: 'must be backlog, next or a uuid' })
      .optional()
      .meta({ description: 'backlog, next (planned sprint) or a sprint id' }),
  })
  .prefault({})
  .meta({ id: 'SprintEnd' })

const card = { id: idOut(), key: z.string().meta({ example: 'WEB-12' }), title: z.string() }
const Card = z.object(card).meta({ id: 'TaskCard' })
const Section = z
  .object({
    points: amount(),
    minutes: count(),
    count: count(),
    items: z.array(z.object({ task: Card.nullable(), points: amount(), minutes: z.int() })),
  })
  .meta({ id: 'SprintReportSection', description: 'A task that was erased since is null' })

export const Report = z
  .object({
    sprint_id: idOut(),
    totals: Totals,
    committed: Section,
    completed: Section,
    not_completed: Section,
    added_after_start: Section,
    removed: Section,
    completed_outside: Section,
    carried_over: Section,
    cancelled: Section,
  })
  .meta({ id: 'SprintReport' })

const Named = z.object({ id: idOut(), name: z.string() })
export const SprintCompleted = z
  .object({
    sprint: sprint.Shown,
    report: Report,
    moved: z.array(z.object({ ...card, carried_over_times: count() })),
    destination: z.string().meta({ example: 'backlog, because no later sprint is planned' }),
    moved_to: Named.nullable(),
  })
  .meta({ id: 'SprintCompleted' })

export const SprintTask = z
  .object({
    ...card,
    status: Status,
    priority: z.enum(priorities),
    type: z.enum(taskTypes),
    assignee: Person.nullable(),
    parent: Card.nullable(),
    sprint: Named.nullable(),
    estimate_points: amount().nullable(),
    estimate_minutes: z.int().nullable(),
    due_date: dayOut().nullable(),
    is_blocked: z.boolean(),
    carried_over_times: count().meta({ description: 'Sprints that ended with it open' }),
  })
  .meta({ id: 'SprintTask' })

export const SprintTaskFilter = z.strictObject({ status: csv(Status).optional(), ...paging })

export const BacklogFilter = z.strictObject({
  type: csv(z.enum(taskTypes)).optional(),
  tag_id: csv(id()).optional(),
  q: text(200).optional(),
  ...paging,
})

const taskIds = () =>
  z
    .array(id())
    .min(1, 'must not be empty')
    .max(100, 'at most 100 tasks')
    .refine((ids) => new Set(ids).size === ids.length, 'duplicate ids')

export const SprintFill = z
  .strictObject({ task_ids: taskIds(), before_id: id().optional(), after_id: id().optional() })
  .refine((body) => !(body.before_id && body.after_id), 'send one of before_id and after_id')
  .meta({ id: 'SprintFill' })
export const SprintFilled = z
  .object({
    added: z.array(idOut()),
    already_in: z.array(idOut()),
    skipped: z.array(z.object({ id: idOut(), reason: z.string() })),
  })
  .meta({ id: 'SprintFilled' })

export const SprintEmpty = z.strictObject({ task_ids: taskIds() }).meta({ id: 'SprintEmpty' })
export const SprintEmptied = z
  .object({ removed: z.array(idOut()), not_in: z.array(idOut()) })
  .meta({ id: 'SprintEmptied' })

export const UnitFilter = z.strictObject({ unit: Unit.optional() })

export const Burndown = z
  .object({
    sprint_id: idOut(),
    unit: Unit,
    timezone: z.string(),
    committed: amount(),
    days: z.array(
      z.object({
        date: dayOut(),
        working: z.boolean(),
        scope: amount().nullable(),
        done: amount().nullable(),
        remaining: amount().nullable(),
        ideal: amount(),
        is_future: z.boolean(),
      }),
    ),
    scope_changes: z.array(
      z.object({
        at: moment(),
        date: dayOut(),
        reason: z.enum(sprintReasons),
        change: amount(),
        task: Card.nullable(),
        by: Person.nullable(),
      }),
    ),
    unestimated: count(),
    excluded: z.array(z.object({ ...card, reason: z.enum(['epic', 'estimated_subtasks']) })),
  })
  .meta({ id: 'SprintBurndown' })
