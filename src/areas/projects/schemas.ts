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
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'

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
  enforce_blockers: z.boolean().describe('Whether a task that waits for another cannot be completed'),
  wip_policy: z.enum(['off', 'warn', 'block']).describe('What happens when a column is full'),
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
    done: count().describe('Tasks that are done'),
    total: count().meta({ description: 'All but the cancelled tasks' }),
    percent: z.number().nullable().meta({ description: 'Null when there is nothing to do', example: 66.7 }),
  })
  .meta({ id: 'Progress' })

export const Project = z
  .object({
    id: ownId,
    key: z.string().meta({ description: 'The prefix of its task keys', example: 'WEB' }),
    name: z.string().meta({ description: 'What it is called', example: 'Website' }),
    description: z.string().nullable().describe('What it is about, in Markdown'),
    status: ProjectStatus.describe('How far it has come'),
    visibility: Visibility.describe('Who may see it'),
    lead: Person.nullable().describe('Who leads it'),
    role: ProjectRole.nullable().meta({ description: 'My role in the project' }),
    color: color().nullable(),
    icon: z.string().nullable().describe('One emoji'),
    start_date: day().nullable().describe('The day on which it starts'),
    target_date: day().nullable().describe('When it should be finished'),
    client_id: idOut().nullable().describe('The client that it is for'),
    timezone: z.string().nullable().meta({ description: 'Null for that of the organization' }),
    estimate_unit: z.enum(['points', 'minutes']).describe('What tasks are estimated in'),
    budget_minutes: z.int().nullable().describe('Planned effort in minutes'),
    budget_minor: z.int().nullable().meta({ description: 'For managers and project leads; else null' }),
    hourly_rate_minor: z.int().nullable().meta({ description: 'For managers and project leads; else null' }),
    settings: z
      .object({
        ...settings,
        default_assignee_id: idOut().nullable().meta({ description: defaultAssignee }),
      })
      .describe('How the project works'),
    progress: Progress.describe('Its tasks, and how many are done'),
    favorite: z.boolean().meta({ description: 'Pinned by me' }),
    archived_at: moment().nullable().describe('When it was archived'),
    version: version(),
    created_by: idOut().describe('Who created it'),
    created_at: createdAt,
    updated_at: updatedAt,
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
}).meta({ id: 'ProjectItem', 'x-row': 'key name* status lead progress target_date archived_at' })

const fields = {
  name: nameText(120).meta({ description: 'What it is called', example: 'Website' }),
  key: key().describe('The prefix of its task keys'),
  description: longText(100_000).nullable().describe('What it is about, in Markdown'),
  status: ProjectStatus.describe('How far it has come'),
  visibility: Visibility.describe('Who may see it'),
  lead_user_id: id().nullable().describe('Who leads it'),
  client_id: id().nullable().meta({ description: 'Client' }),
  color: color().nullable(),
  icon: text(32).nullable().describe('One emoji'),
  start_date: day().nullable().describe('The day on which it starts'),
  target_date: day().nullable().describe('When it should be finished'),
  timezone: timezone().nullable(),
  estimate_unit: z.enum(['points', 'minutes']).describe('What tasks are estimated in'),
  budget_minutes: z
    .int()
    .min(0, 'must not be negative')
    .max(2_000_000_000)
    .nullable()
    .describe('Planned effort in minutes'),
  budget_minor: minor().nullable().meta({ 'x-brief': 'Minor units' }),
  hourly_rate_minor: minor().nullable().meta({ 'x-brief': 'Minor units' }),
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
  archived: boolParam().default(false).describe('The archived ones instead'),
  visibility: Visibility.optional().describe('Only open ones, or only private ones'),
  lead_id: csv(userParam()).optional().meta({
    description: 'Only led by these people, separated by commas; `me` and `none` too',
    'x-names': 'member',
  }),
  client_id: csv(z.union([id(), z.literal('none')], { error: 'must be a uuid or none' }))
    .optional()
    .describe('Only for these clients, separated by commas; `none` too'),
  q: text(120).optional().describe('Words to find'),
  favorite: boolParam().optional().describe('Only my favorites'),
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
        columns: z.boolean().default(true).describe('The columns of its board'),
        tags: z.boolean().default(true).describe('Its tags'),
        tasks: z.boolean().default(false).describe('Its tasks'),
        documents: z.boolean().default(false).describe('Its documents'),
        automations: z.boolean().default(false).describe('Its automations'),
      })
      .prefault({})
      .describe('What is copied along with its settings'),
    shift_dates_to: day()
      .optional()
      .meta({ description: 'The day on which the earliest date of the copy shall lie' }),
  })
  .meta({ id: 'ProjectCopy' })

export const ProjectMember = z
  .object({
    user_id: idOut().describe('Who it is'),
    name: z.string().describe("The person's name"),
    email: z.string().nullable().meta({ description: 'Null for viewers and keys of one project' }),
    role: Role.meta({ description: 'In the organization' }),
    project_role: ProjectRole.nullable().describe('The role in this project, where it differs'),
    is_app: z.boolean().describe('Whether it is whom an app acts as; listed only where it was added'),
  })
  .meta({ id: 'ProjectMember' })

export const ProjectMemberRole = z
  .strictObject({ role: ProjectRole.describe('The role in this project') })
  .meta({ id: 'ProjectMemberRole' })

const Counts = z
  .object({
    by_status: z
      .object({
        todo: count().describe('Not begun'),
        in_progress: count().describe('In progress'),
        done: count().describe('Done'),
        cancelled: count().describe('Cancelled'),
      })
      .describe('Tasks of each status'),
    by_type: z
      .object({
        epic: count().describe('Epics'),
        story: count().describe('Stories'),
        task: count().describe('Plain tasks'),
        bug: count().describe('Bugs'),
        spike: count().describe('Spikes'),
        chore: count().describe('Chores'),
      })
      .describe('Tasks of each type'),
    by_priority: z
      .object({
        low: count().describe('Of low priority'),
        medium: count().describe('Of medium priority'),
        high: count().describe('Of high priority'),
        urgent: count().describe('Urgent'),
      })
      .describe('Tasks of each priority'),
    by_assignee: z
      .array(
        z.object({
          user_id: idOut().nullable().describe("Whose they are; null for nobody's"),
          name: z.string().nullable().describe("The person's name"),
          total: count().describe('All tasks of the person'),
          open: count().describe('Of these, neither done nor cancelled'),
          done: count().describe('Of these, done'),
        }),
      )
      .describe('Tasks of each person'),
    open: count().describe('Tasks neither done nor cancelled'),
    overdue: count().meta({ description: 'Open and due before today, in your time zone' }),
    unestimated: count().meta({ description: 'Open and without an estimate in the unit of the project' }),
    blocked: count().describe('Of these, waiting for others'),
    estimate_minutes: count().describe('Estimated effort in minutes'),
    spent_minutes: count().describe('Time logged, in minutes'),
    progress: Progress.describe('Its tasks, and how many are done'),
  })
  .meta({ id: 'ProjectCounts' })

export const ProjectSummary = Counts.extend({
  health: z
    .object({
      value: Health.describe('A word for how it goes'),
      source: z.enum(['posted', 'computed']).describe('Whether a person said so, or it was computed'),
    })
    .describe('How it goes'),
  active_sprint: z
    .object({
      id: ownId,
      number: z.int().describe('Counts up in its project'),
      name: z.string().describe('What it is called'),
      goal: z.string().nullable().describe('What it is for'),
      start_date: z.iso.date().describe('Its first day'),
      end_date: z.iso.date().describe('Its last day'),
    })
    .nullable()
    .describe('The sprint that runs now'),
  next_milestone: z
    .object({
      id: ownId,
      name: z.string().describe('What it is called'),
      due_date: z.iso.date().describe('The day on which it is to be reached'),
      progress: Progress.describe('Its tasks, and how many are done'),
    })
    .nullable()
    .meta({ description: 'The open milestone that is due first' }),
}).meta({ id: 'ProjectSummary' })

export const ActivityFilter = z
  .strictObject({
    types: csv(text(60)).optional().describe('Only these events, separated by commas'),
    actor_id: csv(userParam())
      .optional()
      .describe('Only what these people did, separated by commas; `me` too'),
    from: moment().optional().describe('This moment or later'),
    to: moment().optional().describe('This moment or earlier'),
    ...paging,
  })
  .refine(...inOrder)

export const Favorite = z
  .strictObject({ favorite: z.boolean().describe('Whether it is one of my favorites') })
  .meta({ id: 'ProjectFavorite' })

export const ProjectUpdateDraft = z
  .strictObject({
    health: Health.describe('How the project goes'),
    body: text(20_000).meta({ description: 'Markdown', example: 'Design is done; building starts Monday.' }),
  })
  .meta({ id: 'ProjectUpdateDraft' })

export const ProjectUpdate = z
  .object({
    id: ownId,
    author: Person.describe('Who posted it'),
    health: Health.describe('How the project goes'),
    body: z.string().describe('Markdown'),
    snapshot: Counts.meta({ description: 'What the project stood at when it was posted' }),
    created_at: createdAt,
  })
  .meta({ id: 'ProjectUpdate' })

export const Paging = z.strictObject(paging)
