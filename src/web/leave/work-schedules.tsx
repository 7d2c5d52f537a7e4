import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Schemas } from '../kit/operations.ts'
import { within } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { dayAfter, weekdayOf } from '../kit/days.ts'

type Day = Schemas['WorkSchedule']['days'][number]

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const nameOf = (weekday: number) => `hours_${weekday}`
const hours = Object.fromEntries(
  weekdays.map((label, place) => [
    nameOf(place + 1),
    { label, hint: 'Such as 09:00-13:00, 14:00-17:00; empty if it is free.' },
  ]),
)

const minutesOf = (clock: string) => {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d\d)$/.exec(clock.trim()) ?? []
  return hour && Number(hour) <= 24 && Number(minute) < 60 ? Number(hour) * 60 + Number(minute) : undefined
}
const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** `09:00-13:00, 14:00-17:00` as minutes; an interval that ends before it begins ends on the next day. */
function intervalsOf(text: string): [number, number][] | undefined {
  const intervals = text.split(',').map((part): [number, number] | undefined => {
    const [from, to] = part.split(/[-–]/).map(minutesOf)
    return from === undefined || to === undefined ? undefined : [from, to > from ? to : to + 1440]
  })
  return intervals.includes(undefined) ? undefined : (intervals as [number, number][])
}

/** The days that were entered, or what is wrong with them. */
function daysIn(form: Form) {
  const days: { weekday: number; intervals: [number, number][] }[] = []
  const invalid: Form = {}
  for (const place of weekdays.keys()) {
    const entered = form[nameOf(place + 1)]?.trim()
    if (!entered) continue
    const intervals = intervalsOf(entered)
    if (intervals) days.push({ weekday: place + 1, intervals })
    else invalid[nameOf(place + 1)] = say('Must be hours such as 09:00-13:00, 14:00-17:00.')
  }
  return Object.keys(invalid).length ? { invalid } : { days }
}

const textOf = (day: Day) => day.intervals.map(([from, to]) => `${clockOf(from)}-${clockOf(to)}`).join(', ')
const valuesOf = (days: Day[]): Form =>
  Object.fromEntries(days.map((day) => [nameOf(day.weekday), textOf(day)]))
const usual = Object.fromEntries([1, 2, 3, 4, 5].map((weekday) => [nameOf(weekday), '09:00-17:00']))

const described = {
  name: { label: 'Name', wide: true },
  is_default: 'For everybody without another',
} as const

/** Whether the form shows it whole: other schedules are for the API. */
const isOneWeek = ({ cycle_weeks, days }: Schemas['WorkSchedule']) =>
  cycle_weeks === 1 && days.every(({ intervals, value }) => intervals.length > 0 && value === 1)

/** When people work: leave, timesheets and capacity follow from it. */
export default listPage({
  at: '/organizations/:slug/work-schedules',
  of: 'listWorkSchedules',
  title: 'Work schedules',
  lead: 'When people work. A change counts from today; earlier days keep the hours that they had.',
  noun: ['schedule'],
  under: within(['Leave', 'absences']),
  forms: {
    '': calling('createWorkSchedule', {
      title: 'New schedule',
      verb: 'Create schedule',
      fields: bodyFields('WorkScheduleDraft', described, hours),
      also: daysIn,
    }),
    change: calling('updateWorkSchedule', {
      fields: bodyFields('WorkScheduleChange', described, hours),
      also: daysIn,
    }),
    delete: calling('deleteWorkSchedule', { warning: 'Only one that nobody ever had can be deleted.' }),
  },
  create: { values: usual },
  line: (one, { form }) => ({
    title: one.name,
    facts: [
      say('{value} hours a week', { value: one.weekly_minutes / 60 }),
      ...one.days.map((day) => `${weekdayOf(dayAfter('2024-01-01', day.weekday - 1))} ${textOf(day)}`),
    ],
    marks: [
      one.is_default ? <Badge kind="good">{say('default')}</Badge> : null,
      one.weekly_minutes > 3600 ? <Badge kind="warn">{say('more than 60 hours a week')}</Badge> : null,
    ],
    forms: [
      isOneWeek(one) ? form('change', { of: one, values: valuesOf(one.days) }) : null,
      form('delete', { of: one, about: one.name }),
    ],
  }),
})
