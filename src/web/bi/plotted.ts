import type { Plotted } from './chart.tsx'
import type { To } from './leading.ts'
import {
  bucketsOf,
  type Column,
  type Data,
  groupsOf,
  labelIn,
  measuresOf,
  numberIn,
  type Row,
  type useBuckets,
  type useMarks,
} from './values.ts'
import { say } from '../kit/say.ts'

type Asked = { title: string; data: Data; to?: To | undefined }
/** Points beyond these are too close to each other to be met; then the table behind the drawing leads on. */
const mostLinks = 60
export const isDense = (places: unknown[]) => places.length > mostLinks
type How = { said: ReturnType<typeof useMarks>; bucket: ReturnType<typeof useBuckets> }

/** What a chart shows: buckets or groups along the axis, and a series for each measure or other group. */
export function plotted({ title, data, to }: Asked, { said, bucket }: How): Plotted {
  const [groups, measures, time] = [groupsOf(data), measuresOf(data), bucketsOf(data)]
  const rows = data.rows ?? []
  const [first] = groups
  const placeOf = (row: Row) => (time ? String(row.time) : first ? labelIn(row, first) : '')
  const places = [...new Set(rows.map(placeOf))]
  const series = new Map<string, { values: (number | null)[]; to: (string | undefined)[] }>()
  const leads = isDense(places) ? undefined : to
  const nameOf = namesOf(time ? groups : groups.slice(1), measures)
  for (const row of rows)
    for (const measure of measures) {
      const name = nameOf(row, measure)
      const one = series.get(name) ?? { values: places.map(() => null), to: [] }
      const place = places.indexOf(placeOf(row))
      one.values[place] = numberIn(row, measure)
      one.to[place] = leads?.(measure, row)
      series.set(name, one)
    }
  const cut = new Set(rows.filter(({ partial }) => partial).map(placeOf))
  return {
    title,
    sentence: say('{value} by {value2}', {
      value: [...series.keys()].join(', '),
      value2: time ? (time.unit ?? say('time')) : (first?.label ?? ''),
    }),
    places: time ? places.map((place) => bucket(place, time.unit)) : places,
    partial: places.map((place) => cut.has(place)),
    series: [
      ...[...series].map(([name, one]) => ({ name, ...one })),
      ...before(data, measures, places.length),
    ],
    said: (value) => said(value, measures[0]!, rows[0]?.currency),
  }
}

/** What a series is called: its groups and currency, and its measure where there are several. */
const namesOf = (apart: Column[], measures: Column[]) => (row: Row, measure: Column) =>
  [
    ...apart.map((group) => labelIn(row, group)),
    ...(typeof row.currency === 'string' ? [row.currency] : []),
    ...(measures.length > 1 || !apart.length ? [measure.label] : []),
  ].join(' · ')

/** The days compared with, place by place. */
function before(data: Data, measures: Column[], places: number) {
  const rows = data.previous?.rows
  if (!rows || groupsOf(data).length || measures.length !== 1 || rows.some(({ currency }) => currency))
    return []
  const values = Array.from({ length: places }, (_, n) => (rows[n] ? numberIn(rows[n], measures[0]!) : null))
  return [{ name: 'before', values, before: true }]
}
