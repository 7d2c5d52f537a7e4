import { type FC, useContext } from 'hono/jsx'
import { Chart } from '../bi/chart.tsx'
import { dayAfter, isDay } from '../kit/days.ts'
import { Tabs, withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { Badge, Notice, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { Day, Reader, useShortDay } from '../kit/time.tsx'

type Summary = Answer<'getUsageSummary'>
type Meter = Summary['meters'][number]['meter']
type Parts = { summary: Summary; usage: Answer<'queryUsage'>; day: string | undefined }
type Props = Shown<null, Parts>

const names: Record<Meter, string> = {
  requests: 'Requests',
  tool_calls: 'Calls by assistants',
  storage_bytes: 'Files',
  seats: 'Seats',
  mails: 'Mails',
  automation_runs: 'Runs of automations',
  webhook_attempts: 'Attempts to deliver messages',
  meeting_minutes: 'Minutes in meetings',
  address_lookups: 'Address lookups',
  ai_tokens: 'AI tokens',
}
const isMeter = (name = ''): name is Meter => Object.hasOwn(names, name)

/** What an organization has used of each limit, and by day. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/usage',
  title: 'Usage',
  lead: 'What is used of each limit in a period. Choose one to see its days.',
  under: within(['Settings', 'settings']),
  parts: async ({ visit, read }) => {
    const meter = isMeter(visit.query.meter) ? visit.query.meter : 'requests'
    const day = isDay(visit.query.day) ? visit.query.day : undefined
    if (!day) {
      const [summary, usage] = await Promise.all([read('getUsageSummary'), read('queryUsage', { meter })])
      return { summary, usage, day }
    }
    const summary = await read('getUsageSummary', { day })
    const { first_day: from, last_day: to } = summary.period
    return { summary, usage: await read('queryUsage', { meter, from, to }), day }
  },
  Content: (shown) => (
    <>
      <Period {...shown} />
      <UsedUp {...shown} />
      <div class="figures-grid">
        <section class="card stack w6" aria-labelledby="meters">
          <h2 id="meters">Meters</h2>
          <Meters {...shown} />
        </section>
        <section class="card stack w6" aria-labelledby="days">
          <h2 id="days">{names[shown.parts.usage.meter]} by day</h2>
          <Days {...shown} />
        </section>
      </div>
    </>
  ),
})

const Period: FC<Props> = ({ home, parts: { summary, usage, day } }) => {
  const { first_day, last_day, open, time_zone } = summary.period
  const at = addressIn(home, 'usage')
  const { meter } = usage
  return (
    <div class="stack">
      <p>
        <Day at={first_day} /> to <Day at={last_day} />{' '}
        <span class="muted">
          ({time_zone}){open ? <> · begins anew on {<Day at={dayAfter(last_day, 1)} />}</> : ' · over'}
        </span>
      </p>
      <Tabs
        name="Period"
        of={[
          { label: 'This period', to: withQuery(at, { meter }), current: open },
          ...(day && !open
            ? [{ label: 'Chosen period', to: withQuery(at, { meter, day }), current: true }]
            : []),
          {
            label: 'The one before',
            to: withQuery(at, { meter, day: dayAfter(first_day, -1) }),
            current: false,
          },
        ]}
      />
    </div>
  )
}

/** Which limits are reached in the period that is open, and where they are raised. */
const UsedUp: FC<Props> = ({ home, parts: { summary } }) => {
  const reached = summary.meters.filter(({ percent }) => percent !== null && percent >= 100)
  if (!reached.length || !summary.period.open) return null
  return (
    <Notice kind="warn" title={`Used up: ${reached.map(({ meter }) => names[meter]).join(', ')}`}>
      <p>
        What is there stays and can be used; more is refused.{' '}
        <a href={addressIn(home, 'plan')}>Plan and usage</a> says how to get more.
      </p>
    </Notice>
  )
}

function useQuantities() {
  const { locale } = useContext(Reader)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  return (value: number, meter: Meter) => (meter === 'storage_bytes' ? sizeOf(value) : number.format(value))
}

const Meters: FC<Props> = (shown) => {
  const { home, parts } = shown
  const said = useQuantities()
  const { summary, usage, day } = parts
  return (
    <Rows
      of={summary.meters}
      line={({ meter, used, limit, percent, projected, late_quantity }) => ({
        to: `${withQuery(addressIn(home, 'usage'), { meter, day })}#days`,
        title: names[meter],
        facts: [
          limit === null ? summary.period.open && 'no limit' : `of ${said(limit, meter)}`,
          projected !== null && projected > used && `about ${said(projected, meter)} by the end`,
          late_quantity !== 0 && `${said(late_quantity, meter)} came late`,
          meter === usage.meter && 'shown by day',
          percent === null ? null : (
            <progress max={100} value={Math.min(percent, 100)} aria-label={`${names[meter]} used`}>
              {percent} %
            </progress>
          ),
        ],
        amount: said(used, meter),
        marks: percent === null ? null : <Share percent={percent} />,
      })}
    />
  )
}

const Share: FC<{ percent: number }> = ({ percent }) => {
  const kind = percent >= 100 ? 'bad' : percent >= 80 ? 'warn' : undefined
  return <Badge {...(kind && { kind })}>{percent} %</Badge>
}

/** The days of the period, also those to come. */
const daysOf = ({ first_day, last_day }: Summary['period']) =>
  Array.from({ length: (Date.parse(last_day) - Date.parse(first_day)) / 864e5 + 1 }, (_, n) =>
    dayAfter(first_day, n),
  )

const Days: FC<Props> = ({ parts: { summary, usage } }) => {
  const said = useQuantities()
  const shortDay = useShortDay()
  const { meter, points, total } = usage
  if (!points.some(({ value }) => value)) return <p class="muted">Nothing in this period yet.</p>
  const values = new Map(points.map(({ start, value }) => [start.slice(0, 10), value]))
  const days = daysOf(summary.period)
  return (
    <>
      <Chart
        id="usage"
        how="bar"
        legend={false}
        of={{
          title: `${names[meter]} by day`,
          sentence: total === null ? 'The last value of each day' : `${said(total, meter)} in all`,
          places: days.map(shortDay),
          partial: days.map(() => false),
          series: [{ name: names[meter], values: days.map((day) => values.get(day) ?? null) }],
          said: (value) => said(value, meter),
        }}
      />
      <Numbers of={[...values]} meter={meter} />
    </>
  )
}

type NumbersProps = { of: [day: string, value: number | null][]; meter: Meter }
const Numbers: FC<NumbersProps> = ({ of, meter }) => {
  const said = useQuantities()
  return (
    <details>
      <summary class="small muted">The numbers</summary>
      <div class="prose sums" tabindex={0} role="region" aria-label="By day">
        <table>
          <tbody>
            {of.map(([day, value]) => (
              <tr>
                <th scope="row">
                  <Day at={day} />
                </th>
                <td>{value === null ? '–' : said(value, meter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
