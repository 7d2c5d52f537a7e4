import type { Child, FC } from 'hono/jsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { Chart, Gauge, type How, Pie } from './chart.tsx'
import { isDense, plotted } from './plotted.ts'
import type { To } from './leading.ts'
import { Heat, Table, Told } from './tables.tsx'
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
  useMarks,
} from './values.ts'

type Props = {
  id: string
  title: string
  viz: string
  data: Data
  options?: { target?: number; legend?: boolean } | null
  to?: To
}

export const refusals = {
  forbidden: 'You have no access to what this counts.',
  unknown_field:
    'What this counts is not there any more. Whoever keeps the dashboard can choose something else.',
  filter_gone: 'The saved filter of this is not there any more, or not for you.',
  one_group_only:
    'Figures of people are narrowed by one group at a time; with another filter they stay closed.',
  needs_range: 'There is too much to look for a text in without a range of days.',
  no_rows: 'What this counts is not shown one by one.',
  timeout: 'This took too long. A shorter range or a filter makes it faster.',
}

/** A figure as it is to be drawn, with its numbers as a table behind it. */
export const Figure: FC<Props> = (props) => {
  const { data, viz } = props
  if (data.error)
    return (
      <p class="muted">
        {say(refusals[data.error])}
        {data.did_you_mean
          ? ` ${say('Perhaps {did_you_mean} is meant.', { did_you_mean: data.did_you_mean.join(' or ') })}`
          : ''}
      </p>
    )
  const drawn = draw(props)
  return (
    <>
      {drawn}
      <Notes of={data} />
      {viz === 'table' || viz === 'heatmap' || viz === 'number' || !data.rows?.length ? null : (
        <details>
          <summary class="small muted">{say('The numbers')}</summary>
          <Table data={data} to={props.to} drawn={leadsByDrawing(viz, data)} />
        </details>
      )}
    </>
  )
}

/** Whether each number leads on from the drawing: the table beside it need not, then. */
function leadsByDrawing(viz: string, data: Data): boolean {
  const rows = data.rows ?? []
  if (viz === 'gauge') return false
  if (viz === 'pie') return rows.length < mostSlices
  return viz === 'funnel' || !isDense(bucketsOf(data) ? [...new Set(rows.map(({ time }) => time))] : rows)
}

function draw(props: Props): Child {
  const { viz, data } = props
  if (viz === 'number' || viz === 'gauge') return <Total {...props} />
  if (!data.rows?.length) return <p class="muted">{say('Nothing in this range.')}</p>
  if (viz === 'pie') return <PieOf {...props} />
  if (viz === 'heatmap') return <HeatOf {...props} />
  if (viz === 'funnel') return <Funnel {...props} />
  if (viz === 'table') return <Table data={data} to={props.to} />
  return <Plot {...props} how={viz as How} />
}

const Notes: FC<{ of: Data }> = ({
  of: { range, truncated, groups, filters_not_applied: left, warnings },
}) => (
  <p class="small muted">
    {range ? <>{say('{at} to {at2}', { at: <Day at={range.from} />, at2: <Day at={range.to} /> })}</> : null}
    {truncated ? ` ${say('· the largest of {groups}', { groups: groups ?? 0 })}` : ''}
    {left?.length ? ` ${say('· not filtered by {left}', { left: left.join(', ') })}` : ''}
    {warnings?.length ? ` · ${warnings.join('; ')}` : ''}
  </p>
)

const Total: FC<Props> = ({ id, title, viz, data, options, to }) => {
  const said = useFigures()
  const [measure] = measuresOf(data)
  if (!measure) return null
  const changes = data.previous?.changes ?? []
  return (
    <>
      {data.totals?.map((total, n) => {
        const value = numberIn(total, measure)
        const target = options?.target
        return (
          <>
            <p class="big-number">
              <Told to={to?.(measure, total)}>
                {total.suppressed ? say('Too few people') : said(value, measure, total.currency)}
              </Told>
            </p>
            {viz === 'gauge' && target ? (
              <Gauge
                id={`${id}-${n}`}
                title={say('{title}: {said} of {said2}', {
                  title,
                  said: said(value, measure, total.currency),
                  said2: said(target, measure, total.currency),
                })}
                share={(value ?? 0) / target}
              />
            ) : null}
            <Change of={changes.find(({ currency }) => currency === total.currency)} measure={measure} />
          </>
        )
      })}
    </>
  )
}

/** A change in words: good or bad is what the measure says, not the sign. */
const Change: FC<{ of: Row | undefined; measure: Column }> = ({ of: change, measure: { better } }) => {
  if (!change) return null
  const points = change.change_points as number | undefined
  const percent = change.change_percent as number | null | undefined
  const by = points ?? percent
  if (by === null || by === undefined)
    return (
      <p class="small muted">
        {change.change_reason === 'previous_zero'
          ? say('There was none before.')
          : say('Nothing to compare with.')}
      </p>
    )
  const isGood = better && by !== 0 ? by > 0 === (better === 'more') : undefined
  const text = `${by > 0 ? '+' : ''}${by} ${points === undefined ? '%' : 'points'}`
  return (
    <p class="small">
      <Badge {...(isGood === undefined ? {} : { kind: isGood ? 'good' : 'bad' })}>{text}</Badge>{' '}
      {say('against before')}
    </p>
  )
}

const Plot: FC<Props & { how: How }> = (props) => {
  const of = plotted(props, { said: useMarks(), bucket: useBuckets() })
  return <Chart id={props.id} of={of} how={props.how} legend={props.options?.legend ?? true} />
}

const HeatOf: FC<Props> = (props) => <Heat of={plotted(props, { said: useMarks(), bucket: useBuckets() })} />

const mostSlices = 12
const PieOf: FC<Props> = ({ id, title, data, to }) => {
  const said = useFigures()
  const [[group], [measure]] = [groupsOf(data), measuresOf(data)]
  const rows = data.rows ?? []
  if (!group || !measure) return null
  const values = rows.map((row) => ({ row, value: numberIn(row, measure) ?? 0 }))
  const whole = values.reduce((sum, { value }) => sum + value, 0)
  if (
    whole <= 0 ||
    values.some(({ value }) => value < 0) ||
    new Set(rows.map(({ currency }) => currency)).size > 1
  )
    return (
      <>
        <p class="small muted">
          {say('No circle: there are no shares of what is nothing, negative or in several currencies.')}
        </p>
        <Table data={data} to={to} />
      </>
    )
  const shown = values.slice(0, mostSlices - 1)
  const rest = values.slice(mostSlices - 1).reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) => `${Math.round((value / whole) * 1000) / 10} %`
  return (
    <Pie
      id={id}
      title={title}
      slices={[
        ...shown.map(({ row, value }): [string, number, string, string | undefined] => [
          labelIn(row, group),
          value,
          `${said(value, measure, row.currency)} (${share(value)})`,
          to?.(measure, row),
        ]),
        ...(rest > 0 ? [['others', rest, share(rest)] as [string, number, string]] : []),
      ]}
    />
  )
}

const Funnel: FC<Props> = ({ data, to }) => {
  const said = useFigures()
  const [[group], [measure]] = [groupsOf(data), measuresOf(data)]
  if (!group || !measure) return null
  const most = Math.max(...(data.rows ?? []).map((row) => numberIn(row, measure) ?? 0), 1)
  return (
    <dl class="stack">
      {data.rows?.map((row, n) => (
        <div>
          <dt>{labelIn(row, group)}</dt>
          <dd>
            <Told to={to?.(measure, row)}>{said(numberIn(row, measure), measure, row.currency)}</Told>
            <Gauge
              id={`funnel-${n}`}
              title={labelIn(row, group)}
              share={(numberIn(row, measure) ?? 0) / most}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
