import { sql } from 'drizzle-orm'
import { businessCalendars } from '../../../db/schema/sla.ts'
import { resource } from '../../kit/resource.ts'
import { all, inOrg, insert, type Ref, require, requireFields, update } from '../../kit/sql.ts'
import { knownPlace } from '../../shared/holidays.ts'
import { calendarFields, inOrderOfTime } from './schemas.ts'

export const calendar = resource(businessCalendars, {
  noun: 'calendar',
  name: 'BusinessCalendar',
  at: '/sla/calendars',
  item: '/sla/calendars/{calendar_id}',
  fields: calendarFields,
  required: ['name', 'time_zone', 'week'],
})

const mostCalendars = 50
const holdCalendars = sql`select pg_advisory_xact_lock(hashtextextended('business_calendars ' || app.org_id(), 0))`

const regionKnown = (region: string | null | undefined) => {
  const [country, ...part] = region?.split('-') ?? []
  const place = part.length ? sql`${part.join('-')}::text` : sql`null::text`
  const unknown = 'no holidays are known for it; calendar/holiday-regions lists the places'
  return requireFields({
    'body.holidays_from_region': country !== undefined && [knownPlace(sql`${country}::text`, place), unknown],
  })
}

/** Where this calendar becomes the default, the one before stops being it. */
const takeMark = (id: Ref, becomes: boolean | undefined) =>
  becomes
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
/** The intervals of each day in order. */
const sorted = (days: object) =>
  Object.fromEntries(Object.entries(days as Days).map(([day, spans]) => [day, inOrderOfTime(spans ?? [])]))
const ordered = <T extends { week?: object | undefined; exceptions?: object | undefined }>(given: T) => ({
  ...given,
  ...(given.week && { week: sorted(given.week) }),
  ...(given.exceptions && { exceptions: sorted(given.exceptions) }),
})

type Draft = (typeof calendar.Draft)['_output']
export const addCalendar = (id: string, draft: Draft) => [
  holdCalendars,
  require(sql`(select count(*) from ${businessCalendars} where ${inOrg(businessCalendars)}) < ${mostCalendars}`, 'WM409', `an organization has at most ${mostCalendars} calendars; delete one first`),
  ...regionKnown(draft.holidays_from_region),
  ...takeMark(id, draft.is_default),
  insert(businessCalendars, { id, ...ordered(draft) }),
  calendar.get(id),
]

type Change = Omit<(typeof calendar.Change)['_output'], 'version'>
export const changeCalendar = (id: Ref, version: number | undefined, change: Change) => [
  holdCalendars,
  ...regionKnown(change.holidays_from_region),
  ...takeMark(id, change.is_default),
  ...calendar.apply(id, version, ordered(change), sql`select app.recompute_clocks(${id}::uuid)`),
]

export const dropCalendar = (id: Ref) => sql`select app.drop_calendar(${id}::uuid)`
