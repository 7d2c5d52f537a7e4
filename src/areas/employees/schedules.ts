import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { scheduleKinds, workSchedules, workScheduleVersions } from '../../../db/schema/work-schedules.ts'
import { change, count, day } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { ensure, inOrg, insert, jsonb, type Ref } from '../../kit/sql.ts'
import { nameText } from '../../shared/names.ts'
import { AffectedRequests, recalculate } from '../../shared/employees.ts'
import { thisLeaveYear } from '../../shared/leave.ts'
import { seenWhole } from '../../shared/seen-whole.ts'
import { timezone } from '../../shared/timezone.ts'

const minuteOfDay = (most: number) =>
  z
    .int(`must be minutes from 0 to ${most}`)
    .min(0, `must be minutes from 0 to ${most}`)
    .max(most, `must be minutes from 0 to ${most}`)

/** The intervals follow each other, and end at most a day after the day has begun. */
const areInOrder = (intervals: [number, number][]) =>
  intervals.every(([from, to], place) => from < to && (place === 0 || intervals[place - 1]![1] <= from))
const lengthOf = (intervals: [number, number][]) => intervals.reduce((sum, [from, to]) => sum + to - from, 0)

const ScheduleDay = z
  .strictObject({
    weekday: z
      .int('must be 1 to 7')
      .min(1, 'must be 1 to 7')
      .max(7, 'must be 1 to 7')
      .meta({ description: '1 is Monday', example: 1 }),
    week: z
      .int('must be 1 to 4')
      .min(1, 'must be 1 to 4')
      .max(4, 'must be 1 to 4')
      .default(1)
      .meta({ description: 'Of the cycle' }),
    intervals: z
      .array(z.tuple([minuteOfDay(1439), minuteOfDay(2880)]))
      .max(8, 'at most 8 intervals')
      .refine(
        areInOrder,
        'each must end after it begins and before the next one; a night shift ends after 1440',
      )
      .refine((intervals) => lengthOf(intervals) <= 1440, 'at most 1440 minutes a day')
      .default([])
      .meta({
        description: 'From and to in minutes of the day; after midnight from 1440 on',
        example: [
          [540, 780],
          [840, 1080],
        ],
      }),
    minutes: z
      .int('must be 1 to 1440')
      .min(1, 'must be 1 to 1440')
      .max(1440, 'must be 1 to 1440')
      .optional()
      .meta({ description: 'For a flexible day; else it follows from the intervals', example: 480 }),
    value: z
      .union([z.literal(0.5), z.literal(1)], { error: 'must be 0.5 or 1' })
      .default(1)
      .meta({
        description: 'How much of a day of leave it takes',
      }),
  })
  .refine(({ intervals, minutes }) => intervals.length > 0 || minutes !== undefined, {
    message: 'send intervals, or minutes for a flexible day',
    path: ['intervals'],
  })
  .refine(
    ({ intervals, minutes }) => !intervals.length || minutes === undefined || minutes === lengthOf(intervals),
    {
      message: 'follows from the intervals; leave it out',
      path: ['minutes'],
    },
  )
  .meta({ id: 'ScheduleDay' })
type Day = z.output<typeof ScheduleDay>

const hours = {
  cycle_weeks: z.int('must be 1 to 4').min(1, 'must be 1 to 4').max(4, 'must be 1 to 4').meta({
    description: 'After how many weeks the days repeat',
    example: 1,
  }),
  cycle_start: day()
    .refine((date) => new Date(`${date}T00:00Z`).getUTCDay() === 1, 'must be a Monday')
    .meta({ description: 'A Monday on which week 1 of the cycle begins', example: '2026-01-05' }),
  days: z
    .array(ScheduleDay)
    .max(28, 'at most 28 days')
    .refine(
      (days) => new Set(days.map(({ week, weekday }) => `${week} ${weekday}`)).size === days.length,
      'each day once',
    )
    .meta({ description: 'The days worked', example: [{ weekday: 1, intervals: [[540, 1020]] }] }),
}
const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Full time' }),
  time_zone: timezone().nullable(),
  kind: z.enum(scheduleKinds).meta({ id: 'ScheduleKind', description: 'Whether its hours are fixed' }),
  is_default: z.boolean().meta({ description: 'Whether it holds for everybody without another' }),
}

const latest = (
  column: SQL,
) => sql`(select ${column} from ${workScheduleVersions} v where v.org_id = ${workSchedules.org_id}
  and v.schedule_id = ${workSchedules.id} and v.valid_from <= app.org_today() order by v.valid_from desc limit 1)`

const schedule = resource(workSchedules, {
  noun: 'work schedule',
  name: 'WorkSchedule',
  at: '/work-schedules',
  item: '/work-schedules/{schedule_id}',
  fields: { ...fields, ...hours },
  required: ['name', 'days'],
  draft: z
    .strictObject({ ...fields, ...hours })
    .partial()
    .required({ name: true, days: true })
    .meta({ id: 'WorkScheduleDraft' }),
  change: change({
    ...fields,
    ...hours,
    effective_from: day().meta({ description: 'From when the hours change; today unless sent' }),
    recalculate: recalculate(),
  }).meta({ id: 'WorkScheduleChange' }),
  shown: {
    cycle_weeks: [hours.cycle_weeks, latest(sql`v.cycle_weeks`)],
    cycle_start: [hours.cycle_start, latest(sql`v.cycle_start`)],
    days: [hours.days, latest(sql`v.days`)],
    weekly_minutes: [
      count().describe('The minutes of an average week'),
      sql`app.weekly_minutes(${workSchedules.id}, app.org_today())`,
    ],
    valid_from: [day().describe('Since when its hours are these'), latest(sql`v.valid_from`)],
  },
  detail: {
    warnings: [
      z.array(z.string()).describe('What of its hours is unusual: weeks of more than 60'),
      sql`app.schedule_warnings(${workSchedules.id})`,
    ],
    affected_requests: [
      AffectedRequests,
      sql`app.affected_requests(app.people_on_schedule(${workSchedules.id}, ${thisLeaveYear}), ${thisLeaveYear})`,
    ],
  },
})
export const scheduleTarget = schedule.target

/** Each day with the minutes that follow from its intervals. */
const timed = (days: Day[] | undefined) =>
  days?.map((one) => ({ ...one, minutes: one.minutes ?? lengthOf(one.intervals) }))
const setHours = (id: Ref, since: string | SQL, sent: object) =>
  sql`select app.set_schedule_hours(${id}::uuid, ${since}::date, ${jsonb(sent)})`
const becomesDefault = (id: Ref, isDefault: boolean | undefined) =>
  isDefault ? [sql`select app.make_default_schedule(${id}::uuid)`] : []

export const scheduleOperations = [
  schedule.list('listWorkSchedules', 'List the work schedules', { role: 'member', sort: 'name' }),
  schedule.create('createWorkSchedule', 'Create a work schedule', {
    role: 'admin',
    example: {
      name: 'Full time',
      days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, intervals: [[540, 1020]] })),
    },
    run: ({ body: { days, cycle_weeks, cycle_start, ...draft }, id: next }) => {
      const id = next()
      return [
        ...becomesDefault(id, draft.is_default),
        insert(workSchedules, { id, ...draft }),
        setHours(id, '1900-01-01', { days: timed(days), cycle_weeks, cycle_start }),
        schedule.get(id),
      ]
    },
  }),
  schedule.change('updateWorkSchedule', 'Change a work schedule; its hours from a day on', {
    role: 'admin',
    details: 'Earlier days keep the hours that they had.',
    example: { name: 'Full time, 40 hours' },
    run: ({ params: { schedule_id }, body }) => {
      const { version, days, cycle_weeks, cycle_start, effective_from, recalculate: again, ...changed } = body
      const sent = { days: timed(days), cycle_weeks, cycle_start }
      const changesHours = (days ?? cycle_weeks ?? cycle_start) !== undefined
      return [
        ...becomesDefault(schedule_id, changed.is_default),
        ...(changesHours
          ? [
              ...seenWhole(workSchedules, schedule_id, version, 'work schedule'),
              setHours(schedule_id, effective_from ?? sql`app.org_today()`, sent),
            ]
          : []),
        ...(again
          ? [
              sql`select app.recount_leave(app.people_on_schedule(${schedule_id}::uuid, ${thisLeaveYear}), ${thisLeaveYear}, null)`,
            ]
          : []),
        ...schedule.apply(schedule_id, version, {
          ...changed,
          ...(changesHours && { version: sql`${workSchedules.version} + 1` }),
        }),
      ]
    },
  }),
  schedule.remove('deleteWorkSchedule', 'Delete a work schedule that nobody ever had', {
    role: 'admin',
    run: ({ params: { schedule_id } }) => [
      ensure(
        sql`not app.is_referenced('work_schedules', ${schedule_id}::uuid)`,
        'WM409',
        'employees have or had this work schedule; give them another and keep it for the past',
      ),
      sql`delete from ${workSchedules} where ${inOrg(workSchedules)} and ${workSchedules.id} = ${schedule_id}`,
    ],
  }),
]
