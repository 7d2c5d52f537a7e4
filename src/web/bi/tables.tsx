import type { Child, FC } from 'hono/jsx'
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
  useBuckets,
  useFigures,
} from './values.ts'
import { say } from '../kit/say.ts'

/** Shades from nothing to the largest, beside the numbers themselves. */
const shades = ['', 'h1', 'h2', 'h3', 'h4'] as const

/** Series by place as a table with shades. */
export const Heat: FC<{ of: Plotted }> = ({ of: { title, places, series, said } }) => {
  const most = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)), 1)
  const shadeOf = (value: number | null) => shades[Math.ceil((Math.max(value ?? 0, 0) / most) * 4)]
  return (
    <div class="prose scrolls">
      <table class="heat">
        <caption class="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{say('Row')}</span>
            </th>
            {places.map((place) => (
              <th scope="col">{place}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ name, values, to }) => (
            <tr>
              <th scope="row">{name}</th>
              {values.map((value, n) => (
                <td class={shadeOf(value)}>
                  {value === null ? '–' : <Told to={to?.[n]}>{said(value)}</Told>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const All: FC<{ over: number }> = ({ over }) => (
  <th scope="row" colspan={over}>
    {say('All')}
  </th>
)

/** A figure that leads to the rows that it counts. */
export const Told: FC<{ to: string | undefined; children?: Child }> = ({ to, children }) =>
  to ? <a href={to}>{children}</a> : <>{children}</>

const Cell: FC<{ row: Row; measure: Column; to: string | undefined }> = ({ row, measure, to }) => {
  const said = useFigures()
  const value = numberIn(row, measure)
  return (
    <td>
      <Told to={row.suppressed || value === null ? undefined : to}>
        {row.suppressed ? say('Too few people') : said(value, measure, row.currency)}
      </Told>
    </td>
  )
}

const mostRows = 200

/** Rows as a table with their total; where a drawing leads on from the rows, only the total does here. */
export const Table: FC<{ data: Data; to?: To | undefined; drawn?: boolean }> = ({ data, to, drawn }) => {
  const bucket = useBuckets()
  const [groups, measures, time] = [groupsOf(data), measuresOf(data), bucketsOf(data)]
  const heads = [...(time ? [time.label] : []), ...groups.map(({ label }) => label)]
  const cells = (row: Row, leads: To | undefined) =>
    measures.map((measure) => <Cell row={row} measure={measure} to={leads?.(measure, row)} />)
  const names = (row: Row) => [
    time ? <td>{bucket(String(row.time), time.unit)}</td> : null,
    ...groups.map((group) => <td dir="auto">{labelIn(row, group)}</td>),
  ]
  return (
    <div class="prose scrolls">
      <table>
        <thead>
          <tr>
            {[...heads, ...measures.map(({ label }) => label)].map((label) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows?.slice(0, mostRows).map((row) => (
            <tr>
              {names(row)}
              {cells(row, drawn ? undefined : to)}
            </tr>
          ))}
          {data.totals?.map((row) => (
            <tr>
              {heads.length ? <All over={heads.length} /> : null}
              {cells(row, to)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
