import { inOrder } from '../../shared/day-range.ts'
import * as z from 'zod'
import { healths, projectRoles, projectStatuses } from '../../../db/schema/projects.ts'
import {
  change,
  count,
  csv,
  day,
  boolParam,
  id,
  idOut,
  longText,
  moment,
  paging,
  Person,
  Role,
  userParam,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'

export const ProjectStatus = z.enum(projectStatuses).meta({ id: 'ProjectStatus' })
export const ProjectRole = z.enum(projectRoles).meta({ id: 'ProjectRole' })
const Visibility = z.enum(['organization', 'private'])
const Health = z.enum(healths)

const key = () =>
  z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'a capital letter, then capital letters and digits, 2 to 10')
    .meta({ example: 'WEB' })
const minor = () =>
  z.int().min(0, 'must not be negative').meta({ description: 'In minor units of the currency' })

const defaultAssignee = 'Gets tasks started unassigned'
const settings = {
  enforce_blockers: z.boolean(),
  wip_policy: z.enum(['off', 'warn', 'block']),
  auto_archive_days: z
    .int()
    .min(1, 'must be 1 to 3650')
    .max(3650, 'must be 1 to 3650')
    .nullable()
    .meta({ description: 'Archives finished tasks' }),
  default_assignee_id: id().nullable().meta({ description: defaultAssignee }),
}

export const Progress = z
  .object({
    done: count(),
    total: count().meta({ description: 'All but the cancelled tasks' }),
    percent: z.number().nullable().meta({ description: 'Null when there is nothing to do', example: 66.7 }),
  })
  .meta({ id: 'Progress' })

export const Project = z
  .object({
    id: idOut(),
    key: z.string().meta({ example: 'WEB' }),
    name: z.string().meta({ example: 'Website' }),
    description: z.string().nullable(),
    status: ProjectStatus,
    visibility: Visibility,
    lead: Person.nullable(),
    role: ProjectRole.nullable().meta({ description: 'My role in the project' }),
    color: color().nullable(),
    icon: z.string().nullable(),
    start_date: day().nullable(),
    target_date: day().nullable(),
    client_id: idOut().nullable(),
    timezone: z.string().nullable().meta({ description: 'Null for that of the organization' }),
    estimate_unit: z.enum(['points', 'minutes']),
    budget_minutes: z.int().nullable(),
    budget_minor: z.int().nullable().meta({ description: 'For managers and project leads; else null' }),
    hourly_rate_minor: z.int().nullable().meta({ description: 'For managers and project leads; else null' }),
    settings: z.object({
      ...settings,
      default_assignee_id: idOut().nullable().meta({ description: defaultAssignee }),
    }),
    progress: Progress,
    favorite: z.boolean().meta({ description: 'Pinned by me' }),
    archived_at: moment().nullable(),
    version: version(),
    created_by: idOut(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'Project' })

export const ProjectItem = Project.pick({
  id: true,
  key: true,
  name: true,
  status: true,
  visibility: true,
  lead: true,
  color: true,
  icon: true,
  progress: true,
  start_date: true,
  target_date: true,
  favorite: true,
  archived_at: true,
  updated_at: true,
}).meta({ id: 'ProjectItem' })

const fields = {
  name: nameText(120).meta({ example: 'Website' }),
  key: key(),
  description: longText(100_000).nullable(),
  status: ProjectStatus,
  visibility: Visibility,
  lead_user_id: id().nullable(),
  client_id: id().nullable().meta({ description: 'Client' }),
  color: color().nullable(),
  icon: text(32).nullable(),
  start_date: day().nullable(),
  target_date: day().nullable(),
  timezone: timezone().nullable(),
  estimate_unit: z.enum(['points', 'minutes']),
  budget_minutes: z.int().min(0, 'must not be negative').max(2_000_000_000).nullable(),
  budget_minor: minor().nullable(),
  hourly_rate_minor: minor().nullable(),
  settings: z.strictObject(settings).partial().meta({ description: 'Only what is sent changes' }),
}

export const ProjectDraft = z
  .strictObject({
    ...fields,
    template_project_id: id().meta({ description: 'Take the columns and settings of this project' }),
  })
  .partial()
  .required({ name: true })
  .meta({ id: 'ProjectDraft' })

export const ProjectChange = change(fields).meta({ id: 'ProjectChange' })

export const ProjectFilter = z.strictObject({
  status: csv(ProjectStatus).optional(),
  archived: boolParam().default(false),
  visibility: Visibility.optional(),
  lead_id: csv(userParam()).optional(),
  client_id: csv(z.union([id(), z.literal('none')], { error: 'must be a uuid or none' })).optional(),
  q: text(120).optional(),
  favorite: boolParam().optional(),
  ...paging,
  sort: sorting(['name', 'key', 'updated_at', 'target_date'], 'name'),
})

export const ProjectPurge = z
  .strictObject({
    confirm_key: z.string().meta({ description: 'The key of the project', example: 'WEB' }),
  })
  .meta({ id: 'ProjectPurge' })

export const ProjectCopy = z
  .strictObject({
    name: fields.name,
    key: fields.key.optional(),
    include: z
      .strictObject({
        columns: z.boolean().default(true),
        tags: z.boolean().default(true),
        tasks: z.boolean().default(false),
        documents: z.boolean().default(false),
        automations: z.boolean().default(false),
      })
      .prefault({}),
    shift_dates_to: day()
      .optional()
      .meta({ description: 'The day on which the earliest date of the copy shall lie' }),
  })
  .meta({ id: 'ProjectCopy' })

export const ProjectMember = z
  .object({
    user_id: idOut(),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Null for viewers and keys of one project' }),
    role: Role.meta({ description: 'In the organization' }),
    project_role: ProjectRole.nullable(),
  })
  .meta({ id: 'ProjectMember' })

export const ProjectMemberRole = z.strictObject({ role: ProjectRole }).meta({ id: 'ProjectMemberRole' })

const Counts = z
  .object({
    by_status: z.object({ todo: count(), in_progress: count(), done: count(), cancelled: count() }),
    by_type: z.object({
      epic: count(),
      story: count(),
      task: count(),
      bug: count(),
      spike: count(),
      chore: count(),
    }),
    by_priority: z.object({ low: count(), medium: count(), high: count(), urgent: count() }),
    by_assignee: z.array(
      z.object({
        user_id: idOut().nullable(),
        name: z.string().nullable(),
        total: count(),
        open: count(),
        done: count(),
      }),
    ),
    open: count(),
    overdue: count().meta({ description: 'Open and due before today, in your time zone' }),
    unestimated: count().meta({ description: 'Open and without an estimate in the unit of the project' }),
    blocked: count(),
    estimate_minutes: count(),
    spent_minutes: count(),
    progress: Progress,
  })
  .meta({ id: 'ProjectCounts' })

export const ProjectSummary = Counts.extend({
  health: z.object({ value: Health, source: z.enum(['posted', 'computed']) }),
  active_sprint: z
    .object({
      id: idOut(),
      number: z.int(),
      name: z.string(),
      goal: z.string().nullable(),
      start_date: z.iso.date(),
      end_date: z.iso.date(),
    })
    .nullable(),
  next_milestone: z
    .object({ id: idOut(), name: z.string(), due_date: z.iso.date(), progress: Progress })
    .nullable()
    .meta({ description: 'The open milestone that is due first' }),
}).meta({ id: 'ProjectSummary' })

export const ActivityFilter = z
  .strictObject({
    types: csv(text(60)).optional(),
    actor_id: csv(userParam()).optional(),
    from: moment().optional(),
    to: moment().optional(),
    ...paging,
  })
  .refine(...inOrder)

export const Favorite = z.strictObject({ favorite: z.boolean() }).meta({ id: 'ProjectFavorite' })

export const ProjectUpdateDraft = z
  .strictObject({
    health: Health,
    body: text(20_000).meta({
      description: 'Markdown',
      example: 'Design is done, building starts on Monday.',
    }),
  })
  .meta({ id: 'ProjectUpdateDraft' })

export const ProjectUpdate = z
  .object({
    id: idOut(),
    author: Person,
    health: Health,
    body: z.string(),
    snapshot: Counts.meta({ description: 'What the project stood at when it was posted' }),
    created_at: moment(),
  })
  .meta({ id: 'ProjectUpdate' })

const trashTypes = ['project', 'task', 'document', 'comment'] as const
export const TrashFilter = z.strictObject({ type: z.enum(trashTypes).optional(), ...paging })

export const TrashItem = z
  .object({
    type: z.enum(trashTypes),
    id: idOut(),
    label: z.string().meta({ example: 'WEB-12 Fix the login' }),
    deleted_at: moment(),
    deleted_by: Person.nullable(),
    purge_after: moment(),
    purging: z.boolean().meta({ description: 'Being erased; can no longer be restored' }),
  })
  .meta({ id: 'TrashItem' })

export const Paging = z.strictObject(paging)
