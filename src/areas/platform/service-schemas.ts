import * as z from 'zod'
import { count, csv, id, moment, paging, Person } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { Home, reason } from './schemas.ts'

export const PlatformService = z
  .object({
    read_only: z.boolean().describe('Whether all writes are refused with 503'),
    jobs_paused: z.boolean().describe('Whether no job begins'),
    reason: z.string().nullable().describe('What callers are told while it only reads'),
    changed_at: moment().nullable().describe('When it was last switched'),
    changed_by: Person.nullable().describe('Who switched it'),
    jobs: z
      .object({
        due: count().describe('Jobs that could run now; at most 10 000 are counted'),
        later: count().describe('Jobs that wait for their time'),
        failing: count().describe('Jobs that were tried three times or more'),
        parked: count().describe('Jobs that were tried ten times in vain, and wait for an operator'),
        oldest_due_at: moment().nullable().describe('Since when the oldest of the due ones waits'),
      })
      .describe('The queue of jobs'),
    mails: z
      .object({
        waiting: count().describe('Mails to be sent'),
        unclear: count().describe(
          'Mails of the last seven days of which nobody knows whether they were sent',
        ),
      })
      .describe('Mails'),
    incidents: z
      .array(
        z
          .object({
            name: z
              .string()
              .describe(
                '`failed` (500), `unavailable` (503), `throttled` (429), `limiter_open` (the limiter did not answer)',
              ),
            last_hour: count().nullable().describe('How often in this hour and the one before'),
            last_day: count().describe('How often in 24 hours'),
          })
          .meta({ id: 'PlatformIncident' }),
      )
      .describe('What went wrong, as isolates report it within a minute of their next request'),
  })
  .meta({ id: 'PlatformService' })

export const ServiceSwitch = z
  .strictObject({
    read_only: z.boolean().optional().describe('Refuse all writes with 503'),
    jobs_paused: z.boolean().optional().describe('Let no job begin'),
    reason: reason().meta({
      description: 'For the audit log; callers are told',
      example: 'the database moves until 14:00 UTC',
    }),
  })
  .refine((change) => (change.read_only ?? change.jobs_paused) !== undefined, {
    message: 'read_only or jobs_paused required',
    path: [],
  })
  .meta({ id: 'PlatformServiceChange' })

const topic = z.string().trim().min(1, 'must not be empty').max(60, 'at most 60 characters')

export const ParkedJob = z
  .object({
    id: ownId,
    topic: z.string().describe('What kind of job it is'),
    organization: Home.nullable().meta({
      description: 'Whose job it is; null for one of the platform or of a person',
    }),
    attempts: count().describe('How often it was tried'),
    error: z.string().nullable().describe('What the last try failed with: error, SQLSTATE and functions'),
    created_at: createdAt,
    parked_at: moment().describe('When it was given up'),
  })
  .meta({ id: 'ParkedJob' })

export const ParkedJobFilter = z.strictObject({
  topic: csv(topic).optional().meta({ description: 'Only of these kinds' }),
  org_id: id().optional().describe('Only of this organization'),
  ...paging,
})

export const ParkedJobRetry = z
  .strictObject({
    job_id: id().optional().describe('The job'),
    topic: topic.optional().describe('All jobs of this kind, at most 1000 at once, the oldest first'),
  })
  .refine(({ job_id, topic: all }) => (job_id === undefined) !== (all === undefined), {
    message: 'either job_id or topic required',
    path: [],
  })
  .meta({ id: 'ParkedJobRetry' })

export const ParkedJobsRetried = z
  .object({ retried: count().describe('How many jobs are in the queue again') })
  .meta({ id: 'ParkedJobsRetried' })
