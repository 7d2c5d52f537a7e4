import { type SQL, sql } from 'drizzle-orm'
import { organizations } from '../../db/schema/organizations.ts'
import { ensureFields } from '../kit/sql.ts'

/** The years whose public holidays are known: `npm run holidays` computes them. */
export const holidayYears = { first: 2020, last: 2036 }

export const isHolidayPlace = (country: SQL, region: SQL = sql`null::text`) =>
  sql`app.is_holiday_place(${country}, ${region})`

const unknownPlace = 'no holidays are known for it; calendar/holiday-regions lists the places'

export const countryRule = (country: string | null | undefined) => ({
  'body.country': country != null && ([isHolidayPlace(sql`${country}::text`), unknownPlace] as [SQL, string]),
})

/**
 * What a change of the organization's country or region requires and writes. A region that is not of the new
 * country is removed with the old one.
 */
export function placeChange(change: {
  country?: string | null | undefined
  region?: string | null | undefined
}) {
  const { country, region } = change
  const isCurrentOrg = sql`${organizations.id} = (select app.org_id())`
  const newCountry = country === undefined ? sql`${organizations.country}` : sql`${country}::text`
  const newRegion = sql`case when ${organizations.country} = ${country ?? null}::text then ${organizations.region} end`
  return {
    rules: ensureFields({
      ...countryRule(country),
      'body.region': region != null && [
        sql`exists (select from ${organizations} where ${isCurrentOrg} and ${isHolidayPlace(newCountry, sql`${region}::text`)})`,
        unknownPlace,
      ],
    }),
    columns: country !== undefined && region === undefined ? { region: newRegion } : {},
  }
}
