import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { calendarFeedTokens as feeds, holidayOverrides as overrides } from '../../../db/schema/calendar.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  jsonb,
  jsonList,
  me,
  one,
  type Ref,
  ensure,
  ensureFields,
  shape,
  update,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { member } from '../../shared/references.ts'
import { referencesIn } from '../../kit/targets.ts'
import { holidayYears, isHolidayPlace, placeChange } from '../../shared/holidays.ts'
import type { Target } from '../../kit/targets.ts'
import { hashOf } from '../../base/tokens.ts'
import {
  eventTypes,
  type HolidayFilter,
  NewOverride,
  type OverrideDraft,
  type SettingsChange,
} from './schemas.ts'

type Range = { from: string; to: string }
const isCurrentOrg = sql`${organizations.id} = (select app.org_id())`
const days = ({ from, to }: Range) => sql`${from}::date, ${to}::date`
const texts = (values: readonly string[] | undefined) =>
  values ? sql`array(select jsonb_array_elements_text(${jsonb(values)}))` : sql`null::text[]`

export const overrideTarget: Target = {
  kind: 'holiday_override',
  noun: 'override',
  table: overrides,
  notDeleted: sql`true`,
}
const added = shape(NewOverride, overrides, {
  created_by: person(overrides.created_by),
  affected_requests: sql`app.affected_requests(null, ${overrides.date})`,
})

export const feed = (query: Range & { types?: string[] | undefined; timezone?: string | undefined }) =>
  answer(sql`app.my_calendar(${days(query)}, ${texts(query.types)}, ${query.timezone ?? null})`)

export const listHolidays = ({ year, ...query }: z.output<typeof HolidayFilter>) => {
  const { from, to } = year ? { from: `${year}-01-01`, to: `${year}-12-31` } : (query as Range)
  const { country = null, region = null } = query
  const place = sql`(select coalesce(${country}, o.country) from organizations o where o.id = (select app.org_id()))`
  return [
    ...ensureFields({
      'query.country': country !== null && [isHolidayPlace(sql`${country}::text`), 'not supported'],
      'query.region': region !== null && [isHolidayPlace(place, sql`${region}::text`), 'not supported'],
      [year ? 'query.year' : 'query.to']: withinHolidayYears({ from, to }),
    }),
    answer(sql`app.list_holidays(${jsonb({ ...query, from, to })})`),
  ]
}

const { first, last } = holidayYears
const withinHolidayYears = ({ from, to }: Range): [holds: SQL, why: string] => [
  sql`${from} >= make_date(${first}, 1, 1) and ${to}::date <= make_date(${last}, 12, 31)`,
  `holidays are known from ${first} to ${last}`,
]
export const listPlaces = (country: string | undefined) =>
  answer(
    json({
      items: jsonList(
        { country: sql`h.country`, region: sql`nullif(h.region, '')`, name: sql`h.name` },
        sql`from holiday_places h where ${country ?? null}::text is null or h.country = ${country ?? null}`,
        sql`h.country, h.region`,
      ),
    }),
  )

export const addOverride = (
  id: string,
  { region = null, recalculate, ...draft }: z.output<typeof OverrideDraft>,
) => [
  ...ensureFields({
    'body.region': region !== null && [
      sql`exists (select from ${organizations} where ${isCurrentOrg}
        and app.is_holiday_place(${organizations.country}, ${region}))`,
      'no region of the country of the organization',
    ],
  }),
  insert(overrides, { id, region, ...draft }),
  ...(recalculate ? [sql`select app.recount_leave(null, ${draft.date}::date, null)`] : []),
  one(added, all(inOrg(overrides), sql`${overrides.id} = ${id}`)),
]

export const removeOverride = (id: Ref) =>
  sql`delete from ${overrides} where ${inOrg(overrides)} and ${overrides.id} = ${id}`

const requireMember = (user: string | undefined) =>
  ensureFields(referencesIn({ user_id: member }, { user_id: user === 'me' ? null : user }, 'query'))
const userIdOf = (user: string | undefined) => (user === 'me' ? me : sql`${user ?? null}::uuid`)

export const listAbsences = (query: Range & { user_id?: string | undefined }) => [
  ...requireMember(query.user_id),
  answer(sql`app.absences_json(${days(query)}, ${userIdOf(query.user_id)})`),
]

export const workingDays = (query: Range & { user_id?: string | undefined }) => [
  ...requireMember(query.user_id),
  ...ensureFields({ 'query.to': withinHolidayYears(query) }),
  answer(sql`app.working_calendar(${days(query)}, ${userIdOf(query.user_id)})`),
]

export const getSettings = answer(
  sql`(select ${json({
    country: organizations.country,
    region: organizations.region,
    week_start: organizations.week_start,
    working_days: organizations.working_days,
    timezone: organizations.timezone,
    overrides: jsonList(
      {
        id: sql`v.id`,
        date: sql`v.date`,
        name: sql`v.name`,
        kind: sql`v.kind`,
        region: sql`v.region`,
        half_day: sql`v.half_day`,
      },
      sql`from (select * from ${overrides} where ${inOrg(overrides)}) v`,
      sql`v.date, v.id`,
    ),
  })} from ${organizations} where ${isCurrentOrg})`,
)

export const changeSettings = (change: z.output<typeof SettingsChange>) => {
  const { rules, columns } = placeChange(change)
  return [...rules, update(organizations, { ...change, ...columns }, isCurrentOrg), getSettings]
}

const live = all(inOrg(feeds), sql`${feeds.user_id} = ${me}`, sql`${feeds.revoked_at} is null`)

export const getSubscription = answer(
  json({
    active: sql`exists (select from ${feeds} where ${live})`,
    types: sql`coalesce((select to_json(${feeds.types}) from ${feeds} where ${live}), '[]')`,
    created_at: sql`(select app.utc(${feeds.created_at}) from ${feeds} where ${live})`,
    last_fetched_at: sql`(select app.utc(${feeds.last_fetched_at}) from ${feeds} where ${live})`,
  }),
)

const revokeFeed = update(feeds, { revoked_at: sql`now()` }, live)

/** Only one link works at a time: a new one revokes the previous one. */
/** Birthdays of others go to another calendar only where that is asked for. */
const usual = eventTypes.filter((type) => type !== 'birthday')

export const subscribe = (id: string, types: readonly string[] = usual, token: string, url: string) => [
  sql`select pg_advisory_xact_lock(hashtextextended('calendar:' || app.org_id()::text || app.user_id()::text, 0))`,
  revokeFeed,
  insert(feeds, { id, types: texts(types), token_hash: sql`decode(${hashOf(token)}, 'hex')` }),
  answer(json({ url: sql`${url}::text`, types: sql`to_json(${texts(types)})` })),
]

export const unsubscribe = [
  ensure(sql`exists (select from ${feeds} where ${live})`, 'WM404', 'subscription not found'),
  revokeFeed,
]
