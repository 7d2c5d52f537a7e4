import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { holidayYears } from '../src/shared/holidays.ts'
import { toolbox } from './toolbox.ts'

/**
 * Writes db/functions/calendar/holidays_data.sql: the holidays of every country and region that the library
 * date-holidays knows. The library computes for 200 ms per country and weighs 1.5 MB, too much for a Worker.
 */
const FILE = new URL('../db/functions/calendar/holidays_data.sql', import.meta.url)

type Found = {
  date: string
  start: Date
  end: Date
  name: string
  type: string
  substitute?: boolean
  rule: string
}
type Names = Record<string, string> | undefined
type Library = {
  getCountries(language: string): Record<string, string>
  getStates(country: string): Names
  getRegions(country: string, state: string): Names
  getLanguages(): string[]
  getHolidays(year: number, language?: string): Found[]
}
type Holiday = { name_en: string; name: string; kind: string; flags: string }

toolbox()
const load = createRequire(new URL('toolbox/package.json', import.meta.url))
const Holidays: new (...place: string[]) => Library = load('date-holidays')
const { version }: { version: string } = load('date-holidays/package.json')
const years = Array.from(
  { length: holidayYears.last - holidayYears.first + 1 },
  (_, n) => holidayYears.first + n,
)

/** The country itself as '', its states, and the regions of its states as `state-region`. */
function regionsOf(country: string): Map<string, { path: string[]; name: string }> {
  const library = new Holidays()
  const regions = new Map([['', { path: [country], name: library.getCountries('en')[country]! }]])
  for (const [state, name] of Object.entries(library.getStates(country) ?? {})) {
    regions.set(state, { path: [country, state], name })
    for (const [part, its] of Object.entries(library.getRegions(country, state) ?? {}))
      regions.set(`${state}-${part}`, { path: [country, state, part], name: `${name}, ${its}` })
  }
  return regions
}

/** Half days begin at noon or later; what begins in the evening does not affect a working day. */
function describe(found: Found, name_en: string): Holiday {
  const hour = Number(found.date.slice(11, 13))
  return {
    name_en,
    name: found.name,
    kind: hour >= 17 ? 'observance' : found.type,
    flags: `${found.substitute ? 's' : ''}${hour >= 12 && hour < 17 ? 'h' : ''}`,
  }
}

/** The local dates; those that begin at sunset have the date of their first whole day. */
function daysOf({ date, start, end }: Found): string[] {
  const length = Math.max(1, Math.floor((end.getTime() - start.getTime()) / 86_400_000))
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return Array.from({ length }, (_, n) => new Date(first + n * 86_400_000).toISOString().slice(0, 10))
}

/** Holidays of a region by their description, with their days. */
function holidaysOf(path: string[]): Map<string, Set<string>> {
  const [library, inEnglish] = [new Holidays(...path), new Holidays(...path)]
  const [language] = library.getLanguages()
  const found = new Map<string, Set<string>>()
  for (const year of years) {
    const english = new Map(inEnglish.getHolidays(year, 'en').map((it) => [it.rule + it.date, it.name]))
    for (const it of library.getHolidays(year, language)) {
      const key = JSON.stringify(describe(it, english.get(it.rule + it.date) ?? it.name))
      const days = found.get(key) ?? new Set()
      for (const day of daysOf(it)) if (Number(day.slice(0, 4)) <= holidayYears.last) days.add(day)
      found.set(key, days)
    }
  }
  return found
}

/** Holidays the library lacks, as lines of the data. Ireland's day of 2022: S.I. No. 28/2022. */
const missing = [
  'IE\t*\tDay of Remembrance and Recognition\tLá Cuimhneacháin agus Aitheantais\tpublic\t\t20220318',
]

/** `01-06` where a holiday has this date in every year, else its dates. */
function packed(days: string[]): string {
  const dates = new Set(days.map((day) => day.slice(5)))
  return dates.size === 1 && days.length === years.length
    ? [...dates][0]!
    : days.map((day) => day.replaceAll('-', '')).join(' ')
}

/** A line per holiday, its days and the regions that have it (`*`: all), separated by tabs. */
function linesOf(country: string, regions: Map<string, { path: string[] }>): string[] {
  const byDay = new Map<string, Map<string, string[]>>()
  for (const [region, { path }] of regions)
    for (const [key, days] of holidaysOf(path)) {
      const own = byDay.get(key) ?? byDay.set(key, new Map()).get(key)!
      for (const day of days) own.set(day, [...(own.get(day) ?? []), region || '.'])
    }
  return [...byDay].flatMap(([key, own]) => {
    const holiday: Holiday = JSON.parse(key)
    const groups = Map.groupBy(own.keys(), (day) => {
      const its = own.get(day)!
      return its.length === regions.size ? '*' : its.join(' ')
    })
    const { name_en, name, kind, flags } = holiday
    return [...groups].map(([where, days]) =>
      [country, where, name_en, name === name_en ? '' : name, kind, flags, packed(days.toSorted())].join(
        '\t',
      ),
    )
  })
}

// The Canary Islands are listed as a country and as a region of Spain: ISO 3166 has only the latter.
const countries = Object.keys(new Holidays().getCountries('en')).filter((code) => code !== 'IC')
const places: string[] = []
const lines = [...missing]
for (const [n, country] of countries.entries()) {
  const regions = regionsOf(country)
  for (const [region, { name }] of regions) places.push([country, region, name].join('\t'))
  lines.push(...linesOf(country, regions))
  process.stderr.write(`\r${n + 1} of ${countries.length} countries`)
}
writeFileSync(
  FILE,
  `-- Written by scripts/holidays.ts. Public holidays from date-holidays ${version}, https://github.com/commenthol/date-holidays,
-- by its contributors, under CC BY-SA 3.0. Islamic and other lunar dates are predictions.
select app.load_holidays(${holidayYears.first}, ${holidayYears.last}, $places$
${places.join('\n')}
$places$, $holidays$
${lines.join('\n')}
$holidays$);
`,
)
console.error(`\n${places.length} places, ${lines.length} holidays`)
