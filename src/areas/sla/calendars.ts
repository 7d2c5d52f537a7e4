import { sql } from 'drizzle-orm'
import { businessCalendars } from '../../../db/schema/sla.ts'
import { resource } from '../../kit/resource.ts'
import { all, inOrg, insert, type Ref, ensure, ensureFields, update } from '../../kit/sql.ts'
import { isHolidayPlace } from '../../shared/holidays.ts'
import { calendarFields, sortedByStart } from './schemas.ts'

export const calendar = resource(businessCalendars, {
  noun: 'calendar',
  name: 'BusinessCalendar',
  at: '/sla/calendars',
  item: '/sla/calendars/{calendar_id}',
  fields: calendarFields,
  required: ['name', 'time_zone', 'week'],
})

const maxCalendars = 50
const lockCalendars = sql`select pg_advisory_xact_lock(hashtextextended('business_calendars ' || app.org_id(), 0))`

const requireRegion = (region: string | null | undefined) => {
  const [country, ...part] = region?.split('-') ?? []
  const place = part.length ? sql`${part.join('-')}::text` : sql`null::text`
  const problem = 'no holidays are known for it; calendar/holiday-regions lists the places'
  return ensureFields({
    'body.holidays_from_region': country !== undefined && [
      isHolidayPlace(sql`${country}::text`, place),
      problem,
    ],
  })
}

/** If this calendar becomes the default, the former one stops being it. */
const unsetDefault = (id: Ref, isDefault: boolean | undefined) =>
  isDefault
    ? [
        update(
          businessCalendars,
          { is_default: false },
          all(
            inOrg(businessCalendars),
            sql`${businessCalendars.is_default} and ${businessCalendars.id} <> ${id}`,
          ),
        ),
      ]
    : []

type Days = Record<string, number[][] | undefined>
/** The intervals of each day by start time. */
const inOrder = (days: object) =>
  Object.fromEntries(Object.entries(days as Days).map(([day, spans]) => [day, sortedByStart(spans ?? [])]))
const withSortedDays = <T extends { week?: object | undefined; exceptions?: object | undefined }>(
  calendarFields: T,
) => ({
  ...calendarFields,
  ...(calendarFields.week && { week: inOrder(calendarFields.week) }),
  ...(calendarFields.exceptions && { exceptions: inOrder(calendarFields.exceptions) }),
})

type Draft = (typeof calendar.Draft)['_output']
export const addCalendar = (id: string, draft: Draft) => [
  lockCalendars,
  ensure(
    sql`(select count(*) from ${businessCalendars} where ${inOrg(businessCalendars)}) < ${maxCalendars}`,
    'WM409',
    `an organization has at most ${maxCalendars} calendars; delete one first`,
  ),
  ...requireRegion(draft.holidays_from_region),
  ...unsetDefault(id, draft.is_default),
  insert(businessCalendars, { id, ...withSortedDays(draft) }),
  calendar.get(id),
]

type Change = Omit<(typeof calendar.Change)['_output'], 'version'>
export const changeCalendar = (id: Ref, version: number | undefined, change: Change) => [
  lockCalendars,
  ...requireRegion(change.holidays_from_region),
  ...unsetDefault(id, change.is_default),
  ...calendar.apply(id, version, withSortedDays(change), sql`select app.recompute_clocks(${id}::uuid)`),
]

export const dropCalendar = (id: Ref) => sql`select app.delete_business_calendar(${id}::uuid)`
