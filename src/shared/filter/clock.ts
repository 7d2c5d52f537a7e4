import { type SQL, sql } from 'drizzle-orm'
import { organizations } from '../../../db/schema/organizations.ts'
import { type DateToken, durationOf, isDateToken, isDay, isWeekday, weekdayTokens } from './values.ts'

/** Read from the caller's organization, once in a query. */
const ofOrg = (value: SQL) =>
  sql`(select ${value} from ${organizations} o where o.id = (select app.org_id()))`

const sinceWeekStart = sql`(extract(isodow from app.own_today())::int - o.week_start + 7) % 7`
const zone = sql`(select app.own_zone())`

/** The day it is for the caller. */
export const today = sql`(select app.own_today())`
const days: Record<DateToken, SQL> = {
  '@today': today,
  '@now': today,
  '@week_start': ofOrg(sql`app.own_today() - ${sinceWeekStart}`),
  '@month_start': ofOrg(sql`date_trunc('month', app.own_today())::date`),
}

/** A day of a filter as a date: a literal, a token, or so long before or after today. */
export function dayOf(value: string): SQL {
  if (isDateToken(value)) return days[value]
  if (isWeekday(value))
    return sql`(${today} + 1 + (${weekdayTokens.indexOf(value)}::int - extract(isodow from ${today})::int + 7) % 7)`
  const duration = durationOf(value)
  return duration ? sql`(${today} ${sign(duration)} ${duration.length}::interval)::date` : sql`${value}::date`
}

/** What a value of a filter names in time: a moment (without `until`), or a whole day in the caller's zone. */
export function spanOf(value: string): { from: SQL; until?: SQL } {
  const duration = durationOf(value)
  if (duration?.clock) return { from: sql`(now() ${sign(duration)} ${duration.length}::interval)` }
  if (value === '@now') return { from: sql`now()` }
  if (!duration && !isDateToken(value) && !isWeekday(value) && !isDay(value))
    return { from: sql`${value}::timestamptz` }
  const day = dayOf(value)
  return { from: midnight(day), until: midnight(sql`(${day} + 1)`) }
}

const midnight = (day: SQL) => sql`(${day}::timestamp at time zone ${zone})`
const sign = ({ back }: { back: boolean }) => sql.raw(back ? '-' : '+')
