import * as z from 'zod'
import { shareEnds, shareSwitches } from '../../../db/schema/sharing.ts'
import { projectStatuses } from '../../../db/schema/projects.ts'
import { count, day, moment, pageOf, paging, text } from '../../kit/fields.ts'
import { createdAt, ownId, projectKey } from '../../shared/common-fields.ts'
import { email } from '../../shared/email.ts'
import { unsentWarnings } from '../../shared/mail/unsent.ts'

const statuses = ['pending', 'accepted', 'declined', 'revoked', 'left', 'expired'] as const
const shows = {
  comments: 'Public comments on tasks; never internal ones',
  documents: 'Documents of the project; never private ones',
  attachments: 'Files on tasks, and images in texts',
  estimates: 'Points and minutes',
  people: 'Names of people; never their addresses',
}
const of = <T extends z.ZodType>(value: T) =>
  Object.fromEntries(shareSwitches.map((name) => [name, value.describe(shows[name])])) as Record<
    (typeof shareSwitches)[number],
    T
  >
const Include = z.object(of(z.boolean())).meta({ id: 'ShareInclude' })
const IncludeDraft = z
  .strictObject(of(z.boolean().optional()))
  .refine(
    (switches) => Object.values(switches).some((value) => value !== undefined),
    'name at least one switch',
  )
  .meta({
    id: 'ShareIncludeDraft',
    'x-tool': 'comments, documents, attachments, estimates, people: true or false',
  })

const label = () => text(80).meta({ description: 'What you call the other side', example: 'Acme' })
const lastDay = () =>
  day().nullable().optional().describe('The last day on which it can be read; null for no end')
const include = () =>
  IncludeDraft.optional().describe('What it shows beyond the tasks; what is not named stays')

export const ShareDraft = z
  .strictObject({
    label: label(),
    include: include(),
    invite_email: email()
      .optional()
      .describe('Only whoever has verified this address may accept; it is mailed there'),
    access_until: lastDay(),
    message: text(500).optional().describe('A word to whoever is invited'),
  })
  .meta({ id: 'ProjectShareDraft' })
export const ShareChange = z
  .strictObject({ label: label().optional(), include: include(), access_until: lastDay() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'at least one field required')
  .meta({ id: 'ProjectShareChange' })
export const Answering = z
  .strictObject({
    token: z
      .string()
      .max(200, 'at most 200 characters')
      .meta({ description: 'The last part of the link of the invitation', example: 'svc_shr_…' }),
  })
  .meta({ id: 'ProjectShareToken' })

const Party = z.object({ id: ownId, name: z.string().describe('What it is called') })
export const Share = z
  .object({
    id: ownId,
    label: z.string().describe('What you call the other side'),
    organization: Party.nullable().describe('Who accepted it; null before that'),
    status: z.enum(statuses).describe('Where it stands'),
    include: Include.describe('What it shows beyond the tasks'),
    invite_email: z.string().nullable().describe('Who alone may accept'),
    message: z.string().nullable().describe('A word to whoever is invited'),
    access_until: z.iso.date().nullable().describe('The last day on which it can be read'),
    created_at: createdAt,
    expires_at: moment().describe('Until when the invitation can be answered'),
    accepted_at: moment().nullable().describe('When it was accepted'),
    accepted_by_name: z.string().nullable().describe('Who accepted it for the other side'),
    ended_at: moment().nullable().describe('When it ended'),
    ended_reason: z.enum(shareEnds).nullable().describe('Why it ended, if nobody ended it'),
    last_read_at: moment().nullable().describe('When the other side last read it'),
    reads: z
      .array(
        z.object({ day: z.iso.date().describe('The day'), reads: count().describe('How often it was read') }),
      )
      .describe('Of the last thirty days, the latest first'),
  })
  .meta({
    id: 'ProjectShare',
    'x-row': 'id label* organization=organization.name status access_until last_read_at',
  })
export const Shares = pageOf(Share)
export const ShareSent = Share.extend({
  invite_url: z.string().describe('The link of the invitation to pass on, shown once'),
  warnings: unsentWarnings,
}).meta({ id: 'ProjectShareSent', 'x-receipt': 'id label invite_url warnings' })
export const ShareFilter = z.strictObject({
  status: z.enum(statuses).optional().describe('Only those that stand there'),
  ...paging,
})

export const SharePreview = z
  .object({
    organization_name: z.string().describe('Who shares it'),
    project_name: z.string().describe('What is shared'),
    include: Include.describe('What it shows beyond the tasks'),
    message: z.string().nullable().describe('A word to whoever is invited'),
    access_until: z.iso.date().nullable().describe('The last day on which it can be read'),
    expires_at: moment().describe('Until when it can be answered'),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Who alone may answer, masked', example: 'a***@example.com' }),
  })
  .meta({ id: 'ProjectSharePreview' })

export const Incoming = z
  .object({
    id: ownId,
    project_name: z.string().describe('What is shared'),
    project_key: z.string().nullable().describe('The prefix of its task keys; null unless it is open to you'),
    organization_name: z.string().describe('Who shares it'),
    status: z.enum(statuses).describe('Where it stands'),
    is_available: z.boolean().describe('Whether it can be read at present'),
    is_archived: z.boolean().describe('Whether the project is archived'),
    include: Include.describe('What it shows beyond the tasks'),
    message: z.string().nullable().describe('A word of the other side'),
    access_until: z.iso.date().nullable().describe('The last day on which it can be read'),
    expires_at: moment().describe('Until when an invitation can be answered'),
    accepted_at: moment().nullable().describe('When it was accepted'),
    accepted_by_name: z.string().nullable().describe('Who of you accepted it'),
    ended_at: moment().nullable().describe('When it ended'),
    ended_reason: z.enum(shareEnds).nullable().describe('Why it ended, if nobody ended it'),
    created_at: createdAt,
  })
  .meta({ id: 'SharedProject', 'x-row': 'id project_name* organization_name status access_until' })
export const IncomingList = pageOf(Incoming)

const named = { id: ownId, name: z.string().describe('What it is called') }
const dayOut = () => z.iso.date().nullable()
export const Card = z
  .object({
    id: ownId.describe('The share, by which it is read'),
    organization_name: z.string().describe('Who shares it'),
    project: z
      .object({
        key: projectKey,
        name: z.string().describe('What it is called'),
        description: z
          .string()
          .nullable()
          .meta({ description: 'What it is about, in Markdown', 'x-outside': true }),
        status: z.enum(projectStatuses).describe('Where it stands'),
        start_date: dayOut().describe('When it begins'),
        target_date: dayOut().describe('When it is to be finished'),
        is_archived: z.boolean().describe('Whether it is archived'),
      })
      .describe('The project'),
    include: Include.describe('What it shows beyond the tasks'),
    access_until: dayOut().describe('The last day on which it can be read'),
    tasks: count().describe('Its tasks, without cancelled ones'),
    done_tasks: count().describe('How many of them are done'),
    columns: z
      .array(
        z.object({
          ...named,
          status: z.string().describe('The status of its cards'),
          tasks: count().describe('How many there are'),
        }),
      )
      .describe('The columns of its board'),
    sprints: z
      .array(
        z.object({
          ...named,
          state: z.string().describe('Where it stands'),
          start_date: z.iso.date().describe('The first day'),
          end_date: z.iso.date().describe('The last day'),
          tasks: count().describe('Its tasks, without cancelled ones'),
          done_tasks: count().describe('How many of them are done'),
        }),
      )
      .describe('Its twenty latest sprints'),
    milestones: z
      .array(
        z.object({
          ...named,
          due_date: z.iso.date().describe('By when'),
          completed_at: moment().nullable().describe('When it was reached'),
        }),
      )
      .describe('What is to be reached'),
    tags: z.array(z.object({ ...named, color: z.string().describe('As #rrggbb') })).describe('Its own tags'),
    documents: z
      .array(
        z.object({
          id: ownId,
          title: z.string().describe('What it is called'),
          updated_at: moment().describe('When it was last changed'),
        }),
      )
      .describe('Its documents, where they are shown'),
  })
  .meta({ id: 'SharedProjectCard' })
export const SharedDocument = z
  .object({
    id: ownId,
    title: z.string().describe('What it is called'),
    content: z.string().meta({ description: 'In Markdown', 'x-outside': true }),
    updated_at: moment().describe('When it was last changed'),
  })
  .meta({ id: 'SharedDocument' })
export const SharedFile = z
  .object({
    download_url: z
      .string()
      .describe('Where to fetch it; it works for five minutes, as long as the share stands'),
    expires_at: moment().describe('Until when'),
  })
  .meta({ id: 'SharedFile' })
