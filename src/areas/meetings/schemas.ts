import * as z from 'zod'
import {
  meetingProviders,
  meetingResponses,
  meetingRoles,
  meetingStatuses,
} from '../../../db/schema/meetings.ts'
import {
  boolParam,
  change,
  count,
  csv,
  day,
  id,
  idOut,
  longText,
  moment,
  pageOf,
  paging,
  Person,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { ordered } from '../../shared/day-range.ts'
import { email } from '../../shared/email.ts'
import { unsentWarnings } from '../../shared/mail/unsent.ts'
import { nameText } from '../../shared/names.ts'
import { isMeetingRule } from '../../shared/recurrence-rules.ts'
import { timezone } from '../../shared/timezone.ts'

export const Provider = z.enum(meetingProviders).meta({ id: 'MeetingProvider' })
export const Status = z.enum(meetingStatuses).meta({ id: 'MeetingStatus' })
const Answer = z.enum(meetingResponses).meta({ id: 'MeetingResponse' })

const url = () =>
  z
    .url({ protocol: /^https$/, error: 'must be an address such as https://meet.example.com/room' })
    .max(500, 'at most 500 characters')
    .refine((value) => {
      const parsed = URL.parse(value)
      return !parsed?.username && !parsed?.password
    }, 'must not hold a user name or password')
    .meta({ description: 'Of an external room', example: 'https://meet.example.com/room' })

const recurrence = () =>
  z
    .string()
    .max(200, 'at most 200 characters')
    .refine(
      isMeetingRule,
      'must be FREQ=DAILY, WEEKLY or MONTHLY with COUNT (at most 100) or UNTIL, and INTERVAL and BYDAY if needed',
    )
    .meta({ description: 'An RFC 5545 rule', example: 'FREQ=WEEKLY;COUNT=10' })

const Invited = z
  .strictObject({
    user_id: id().meta({ description: 'A member' }),
    contact_id: id().meta({ description: 'A contact of a client' }),
    email: email().meta({ description: 'Anybody else' }),
    name: nameText(80).meta({ description: 'Of the address', 'x-brief': null }),
  })
  .partial()
  .refine(
    ({ user_id, contact_id, email: address }) => [user_id, contact_id, address].filter(Boolean).length === 1,
    {
      message: 'name one of user_id, contact_id and email',
    },
  )
  .refine(({ name, email: address }) => name === undefined || address !== undefined, {
    message: 'only with email',
    path: ['name'],
  })
  .meta({ id: 'MeetingInvitation' })

export const fields = {
  title: nameText(200).meta({ description: 'What it is called', example: 'Review' }),
  description: longText(20_000).nullable().meta({ description: 'Markdown' }),
  starts_at: moment().describe('When it begins'),
  ends_at: moment().describe('When it ends, within 24 hours'),
  time_zone: timezone().meta({ 'x-brief': null }),
  provider: Provider.meta({ description: 'Where: internal is in person or by phone', 'x-brief': null }),
  external_url: url().nullable(),
  participants: z
    .array(Invited)
    .max(200, 'at most 200 participants')
    .meta({ description: 'Besides the host', 'x-brief': null }),
  host_user_id: id().describe('Who leads it'),
  allow_guests: z.boolean().meta({ description: 'Whether guests may join by a link', 'x-brief': null }),
  recurrence: recurrence().nullable(),
  project_id: id().nullable().describe('The project that it is about'),
  task_id: id().nullable().describe('The task that it is about'),
  client_id: id().nullable().describe('The client that it is about'),
  deal_id: id().nullable().describe('The deal that it is about'),
  ticket_id: id().nullable().describe('The ticket that it is about'),
}

type Room = { provider?: string | undefined; external_url?: string | null | undefined }
const needsAddress = [
  ({ provider, external_url }: Room) => provider !== 'external' || Boolean(external_url),
  { message: 'required for an external meeting', path: ['external_url'] as PropertyKey[] },
] as const
const notWithoutExternal = [
  ({ provider, external_url }: Room) => !external_url || provider === 'external',
  { message: 'only for an external meeting', path: ['external_url'] as PropertyKey[] },
] as const
const inTime = ordered('starts_at', 'ends_at')

export const MeetingDraft = z
  .strictObject({ ...fields })
  .partial()
  .required({ title: true, starts_at: true, ends_at: true })
  .refine(...inTime)
  .refine(...needsAddress)
  .refine(...notWithoutExternal)
  .meta({ id: 'MeetingDraft' })

export const Scope = z.enum(['this', 'following', 'all']).meta({ id: 'MeetingScope' })
const which = {
  scope: Scope.meta({
    description: 'Of a series: this occurrence unless sent, those following too, or all to come',
  }),
  occurrence: day().meta({ description: 'The day of the occurrence; the next one unless sent' }),
}
export const MeetingChange = change({ ...fields, ...which })
  .refine((body) => Object.keys(body).some((key) => !['version', 'scope', 'occurrence'].includes(key)), {
    message: 'at least one field required',
  })
  .refine(...inTime)
  .refine(...needsAddress)
  .refine(({ recurrence: rule, scope }) => rule === undefined || scope === 'all', {
    message: 'is of the whole series; send scope all',
    path: ['recurrence'],
  })
  .meta({ id: 'MeetingChange' })
export const Cancelling = z.strictObject({
  scope: which.scope.optional(),
  occurrence: which.occurrence.optional(),
})

export const Reply = z
  .strictObject({ response: z.enum(['accepted', 'declined', 'tentative']).describe('Whether you come') })
  .meta({ id: 'MeetingReply' })

export const Filter = z
  .strictObject({
    from: moment().optional().describe('Only what ends later'),
    to: moment().optional().describe('Only what begins earlier'),
    mine: boolParam().optional().meta({ type: 'boolean', description: 'Only those you take part in' }),
    next: boolParam().optional().meta({ type: 'boolean', description: 'Only what is on or to come' }),
    status: csv(Status).optional(),
    q: text(100).optional().meta({ description: 'Part of a title', 'x-brief': null }),
    project_id: id().optional().meta({ description: 'Only about this project', 'x-brief': null }),
    task_id: id().optional().meta({ description: 'Only about this task', 'x-brief': null }),
    client_id: id().optional().meta({ description: 'Only about this client', 'x-brief': null }),
    deal_id: id().optional().meta({ description: 'Only about this deal', 'x-brief': null }),
    ticket_id: id().optional().meta({ description: 'Only about this ticket', 'x-brief': null }),
    ...paging,
    sort: sorting(['starts_at', 'title', 'created_at'], 'starts_at'),
  })
  .refine(...ordered('from', 'to'))

const ref = (what: string) =>
  idOut().nullable().describe(`The ${what} that it is about, if you may open that`)
const shown = {
  id: ownId,
  title: z.string().describe('What it is called'),
  status: Status.describe('Whether it is over'),
  starts_at: moment().describe('When it begins: of a series, the next one'),
  ends_at: moment().describe('When it ends'),
  time_zone: z.string().describe('The time zone whose clock it keeps'),
  recurrence: z.string().nullable().describe('How it recurs, as an RFC 5545 rule'),
  provider: Provider.describe('Where it takes place'),
  host: Person.describe('Who leads it'),
  participant_count: count().describe('How many take part, the host among them'),
  my_response: Answer.nullable().describe('Whether you come; null if you do not take part'),
  page: z.string().meta({ description: 'The page to join it', 'x-receipt': true }),
  project_id: ref('project'),
  task_id: ref('task'),
  client_id: ref('client'),
  deal_id: ref('deal'),
  ticket_id: ref('ticket'),
}
export const Meeting = z.object({ ...shown, version: version(), created_at: createdAt }).meta({
  id: 'Meeting',
  'x-row': 'id title* starts_at ends_at zone=time_zone status!scheduled recurrence host my_response page',
})
export const Meetings = pageOf(Meeting)

export const Participant = z
  .object({
    id: ownId,
    user_id: idOut().nullable().describe('The member'),
    contact_id: idOut().nullable().describe('The contact'),
    email: z.string().nullable().describe('Of those without an account'),
    name: z.string().describe('What they are called'),
    role: z.enum(meetingRoles).describe('As what they take part'),
    response: Answer.describe('Whether they come'),
  })
  .meta({ id: 'MeetingParticipant', 'x-row': 'id name email role!participant response' })
const Occurrence = z
  .object({
    id: ownId,
    starts_at: moment().describe('When it begins'),
    ends_at: moment().describe('When it ends'),
    title: z.string().describe('What it is called'),
    status: Status.describe('Whether it is over'),
  })
  .meta({ id: 'MeetingOccurrence', 'x-row': 'starts_at ends_at status!scheduled' })

export const MeetingDetail = Meeting.extend({
  description: z.string().nullable().describe('Markdown'),
  external_url: z.string().nullable().describe('The address of an external room'),
  allow_guests: z.boolean().describe('Whether guests may join by a link'),
  participants: z.array(Participant).describe('Who takes part'),
  occurrences: z.array(Occurrence).describe('When it takes place'),
  may_change: z.boolean().describe('Whether you may change it, as its host or a manager'),
  told_by_mail: z.array(z.string()).meta({
    description: 'Those without an account, who are told of changes by mail',
    'x-receipt': true,
  }),
  warnings: z.array(z.string()).meta({ description: 'What went wrong', 'x-receipt': true }),
  updated_at: moment().describe('When it was last changed'),
}).meta({ id: 'MeetingDetail' })

export const GuestDraft = z
  .strictObject({
    contact_id: id().meta({ description: 'A contact of a client' }),
    email: email().meta({ description: 'Anybody else' }),
    name: nameText(80).meta({ description: 'Of the address' }),
  })
  .partial()
  .refine(({ contact_id, email: address }) => [contact_id, address].filter(Boolean).length === 1, {
    message: 'name one of contact_id and email',
  })
  .refine(({ name, email: address }) => name === undefined || address !== undefined, {
    message: 'only with email',
    path: ['name'],
  })
  .meta({ id: 'MeetingGuestDraft' })
export const Guest = Participant.extend({
  link: z.string().describe('What admits them, shown only now'),
  warnings: unsentWarnings,
}).meta({ id: 'MeetingGuest' })

export const GuestMeeting = z
  .object({
    title: z.string().describe('What it is called'),
    organization: z.string().describe('Whose meeting it is'),
    host: z.string().describe('Who leads it'),
    name: z.string().describe('What the guest is called'),
    starts_at: moment().describe('When it begins: of a series, the next one'),
    ends_at: moment().describe('When it ends'),
    time_zone: z.string().describe('The time zone whose clock it keeps'),
    status: Status.describe('Whether it is on'),
  })
  .meta({ id: 'GuestMeeting' })
export const GuestJoining = z
  .strictObject({
    name: nameText(80).meta({ description: 'What others see, unless the name of the invitation' }),
  })
  .partial()
  .meta({ id: 'MeetingGuestJoining' })

export const Pass = z
  .object({
    url: z.string().describe('What opens the room in a browser, or what a client connects to'),
    token: z.string().nullable().describe('Admits to this room alone; null for external rooms'),
    expires_at: moment().nullable().describe('Until when the token admits; who is in the room stays'),
    role: z.enum(meetingRoles).describe('As what you join'),
  })
  .meta({ id: 'MeetingPass' })

const Attendance = z
  .object({
    occurrence_id: idOut().describe('The occurrence'),
    user_id: idOut().nullable().describe('The member; null for guests'),
    name: z.string().describe('As they were called'),
    joined_at: moment().describe('When they first joined'),
    left_at: moment().describe('When they last left, or now'),
    seconds: z.int().describe('How long they were there, whatever devices they had'),
  })
  .meta({ id: 'MeetingAttendance' })
export const AttendanceList = z
  .object({
    items: z.array(Attendance).describe('By occurrence and time'),
    total_minutes: z.int().describe('Of all persons together, rounded once for each occurrence'),
  })
  .meta({ id: 'MeetingAttendanceList' })
