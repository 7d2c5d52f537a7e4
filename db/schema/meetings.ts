import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { clientContacts, clients } from './clients.ts'
import {
  authored,
  inOrganization,
  moment,
  orgKey,
  reference,
  tenant,
  timestamps,
  versioned,
} from './columns.ts'
import { deals } from './deals.ts'
import { entity } from './entity.ts'
import { projects } from './projects.ts'
import { meeting, ofMeeting, organization } from './scopes.ts'
import { tasks } from './tasks.ts'
import { tickets } from './tickets.ts'
import { known, oneOf } from './values.ts'

export const meetingProviders = ['internal', 'jitsi', 'livekit', 'external'] as const
export const meetingStatuses = ['scheduled', 'live', 'ended', 'cancelled'] as const
export const meetingRoles = ['host', 'participant', 'guest'] as const
export const meetingResponses = ['pending', 'accepted', 'declined', 'tentative'] as const

/** A meeting, or a series of them: when it takes place is in its occurrences. */
export const meetings = entity(
  'meetings',
  {
    kind: 'meeting',
    called: (t) => ({ name: t.title, begins: true, leastLevel: 20 }),
    scope: meeting,
    history: 'audited',
    label: 'title',
    page: (t) => sql`'/meetings/' || ${t.id}`,
    derived: ['attendee_ids'],
    takes: ['notifications'],
    conflicts: {
      meetings_external_url: 'body.external_url: the address of the room, for an external meeting alone',
    },
  },
  {
    ...tenant(),
    title: varchar({ length: 200 }).notNull(),
    description: text(),
    provider: oneOf(meetingProviders).notNull(),
    external_url: varchar({ length: 500 }),
    host_user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    /** Those of the first occurrence: what the recurrence counts from. */
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    time_zone: text().notNull(),
    recurrence: varchar({ length: 200 }),
    /** When it, or an occurrence of it, was last ended by somebody. */
    ended_at: moment(),
    allow_guests: boolean().notNull().default(false),
    project_id: uuid(),
    task_id: uuid(),
    client_id: uuid(),
    deal_id: uuid(),
    ticket_id: uuid(),
    /** The members who take part, for the policy of rows. */
    attendee_ids: uuid().array().notNull().default([]),
    /** How often calendars of participants were told of another time (RFC 5545). */
    sequence: integer().notNull().default(0),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('meetings_host').on(t.org_id, t.host_user_id),
    index('meetings_project')
      .on(t.org_id, t.project_id)
      .where(sql`${t.project_id} is not null`),
    index('meetings_task')
      .on(t.org_id, t.task_id)
      .where(sql`${t.task_id} is not null`),
    index('meetings_client')
      .on(t.org_id, t.client_id)
      .where(sql`${t.client_id} is not null`),
    index('meetings_deal')
      .on(t.org_id, t.deal_id)
      .where(sql`${t.deal_id} is not null`),
    index('meetings_ticket')
      .on(t.org_id, t.ticket_id)
      .where(sql`${t.ticket_id} is not null`),
    known('meetings_provider', t.provider),
    check('meetings_external_url', sql`(${t.provider} = 'external') = (${t.external_url} is not null)`),
    // The migration sets only the column to null, not org_id.
    reference('meetings_project_id', t, t.project_id, projects).onDelete('set null'),
    reference('meetings_task_id', t, t.task_id, tasks).onDelete('set null'),
    reference('meetings_client_id', t, t.client_id, clients).onDelete('set null'),
    reference('meetings_deal_id', t, t.deal_id, deals).onDelete('set null'),
    reference('meetings_ticket_id', t, t.ticket_id, tickets).onDelete('set null'),
  ],
)

/** When a meeting takes place: once, or up to a hundred times. Each has a room of its own. */
export const meetingOccurrences = entity(
  'meeting_occurrences',
  { scope: ofMeeting, history: 'none', access: 'read' },
  {
    ...tenant(),
    meeting_id: uuid().notNull(),
    /** When the recurrence has it, whenever it was moved to. */
    planned_at: moment().notNull(),
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    /** What it alone is called, if not what the meeting is. */
    title: varchar({ length: 200 }),
    room_name: varchar({ length: 40 })
      .notNull()
      .default(sql`'m-' || replace(gen_random_uuid()::text, '-', '')`),
    status: oneOf(meetingStatuses).notNull().default('scheduled'),
    started_at: moment(),
    host_joined_at: moment(),
    ended_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('meeting_occurrences_planned').on(t.org_id, t.meeting_id, t.planned_at),
    uniqueIndex('meeting_occurrences_room').on(t.room_name),
    index('meeting_occurrences_time').on(t.org_id, t.starts_at),
    index('meeting_occurrences_meeting').on(t.org_id, t.meeting_id, t.starts_at),
    index('meeting_occurrences_ended')
      .on(t.org_id, t.ended_at)
      .where(sql`${t.ended_at} is not null`),
    known('meeting_occurrences_status', t.status),
    check('meeting_occurrences_order', sql`${t.ends_at} > ${t.starts_at}`),
    reference('meeting_occurrences_meeting_id', t, t.meeting_id, meetings).onDelete('cascade'),
  ],
)

/** Who takes part: members, contacts of clients, and others by their address. */
export const meetingParticipants = entity(
  'meeting_participants',
  { kind: 'participant', scope: ofMeeting, history: 'audited', label: 'name', access: 'read' },
  {
    ...tenant(),
    meeting_id: uuid().notNull(),
    user_id: uuid(),
    contact_id: uuid(),
    /** Of those without an account. */
    email: varchar({ length: 254 }),
    name: varchar({ length: 120 }).notNull(),
    role: oneOf(meetingRoles).notNull().default('participant'),
    response: oneOf(meetingResponses).notNull().default('pending'),
    responded_at: moment(),
    /** Of the link that admits a guest. */
    link_hash: bytes(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('meeting_participants_link')
      .on(t.link_hash)
      .where(sql`${t.link_hash} is not null`),
    uniqueIndex('meeting_participants_person').on(
      t.org_id,
      t.meeting_id,
      sql`coalesce(${t.user_id}::text, ${t.contact_id}::text, lower(${t.email}), ${t.id}::text)`,
    ),
    index('meeting_participants_user')
      .on(t.org_id, t.user_id)
      .where(sql`${t.user_id} is not null`),
    index('meeting_participants_contact')
      .on(t.org_id, t.contact_id)
      .where(sql`${t.contact_id} is not null`),
    known('meeting_participants_role', t.role),
    known('meeting_participants_response', t.response),
    reference('meeting_participants_meeting_id', t, t.meeting_id, meetings).onDelete('cascade'),
    // The migration sets only contact_id to null, not org_id.
    reference('meeting_participants_contact_id', t, t.contact_id, clientContacts).onDelete('set null'),
  ],
)

/** Who was in a room, by connection: a person may have several, and their reports come in any order. */
export const meetingAttendance = entity(
  'meeting_attendance',
  { scope: organization, history: 'none', access: 'functions' },
  {
    ...tenant(),
    occurrence_id: uuid().notNull(),
    sid: varchar({ length: 100 }).notNull(),
    /** The member or participant, with # and a number for further devices. */
    identity: varchar({ length: 100 }).notNull(),
    name: varchar({ length: 120 }).notNull(),
    joined_at: moment(),
    left_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('meeting_attendance_connection').on(t.org_id, t.occurrence_id, t.sid),
    reference('meeting_attendance_occurrence_id', t, t.occurrence_id, meetingOccurrences).onDelete('cascade'),
  ],
)

/** Events of providers that were taken, each once. */
export const meetingEvents = entity(
  'meeting_events',
  { scope: organization, history: 'none', access: 'functions' },
  { ...inOrganization(), id: varchar({ length: 100 }).notNull(), ...timestamps() },
  (t) => [orgKey(t), index('meeting_events_age').on(t.org_id, t.created_at)],
)
