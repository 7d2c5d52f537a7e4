import { type FC, useContext } from 'hono/jsx'
import { Chart } from '../bi/chart.tsx'
import { dayAfter, isDay } from '../kit/days.ts'
import { Tabs, withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { Badge, Notice, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
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
  parts: async ({ request, read }) => {
    const meter = isMeter(request.query.meter) ? request.query.meter : 'requests'
    const day = isDay(request.query.day) ? request.query.day : undefined
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
          <h2 id="meters">{say('Meters')}</h2>
          <Meters {...shown} />
        </section>
        <section class="card stack w6" aria-labelledby="days">
          <h2 id="days">{say('{names} by day', { names: say(names[shown.parts.usage.meter]) })}</h2>
          <Days {...shown} />
        </section>
      </div>
    </>
  ),
})

const Period: FC<Props> = ({ organization, parts: { summary, usage, day } }) => {
  const { first_day, last_day, open, time_zone } = summary.period
  const at = addressIn(organization, 'usage')
  const { meter } = usage
  return (
    <div class="stack">
      <p>
        {say('{at} to {at2}', { at: <Day at={first_day} />, at2: <Day at={last_day} /> })}{' '}
        <span class="muted">
          ({time_zone})
          {open ? (
            <> {say('· begins anew on {at}', { at: <Day at={dayAfter(last_day, 1)} /> })}</>
          ) : (
            say('· over')
          )}
        </span>
      </p>
      <Tabs
        name={say('Period')}
        of={[
          { label: say('This period'), to: withQuery(at, { meter }), current: open },
          ...(day && !open
            ? [{ label: say('Chosen period'), to: withQuery(at, { meter, day }), current: true }]
            : []),
          {
            label: say('The one before'),
            to: withQuery(at, { meter, day: dayAfter(first_day, -1) }),
            current: false,
          },
        ]}
      />
    </div>
  )
}

/** Which limits are reached in the period that is open, and where they are raised. */
const UsedUp: FC<Props> = ({ organization, parts: { summary } }) => {
  const reached = summary.meters.filter(({ percent }) => percent !== null && percent >= 100)
  if (!reached.length || !summary.period.open) return null
  return (
    <Notice
      kind="warn"
      title={say('Used up: {reached}', { reached: reached.map(({ meter }) => say(names[meter])).join(', ') })}
    >
      <p>
        {say('What is there stays and can be used; more is refused. {link} says how to get more.', {
          link: <a href={addressIn(organization, 'plan')}>{say('Plan and usage')}</a>,
        })}
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
  const { organization, parts } = shown
  const said = useQuantities()
  const { summary, usage, day } = parts
  return (
    <Rows
      of={summary.meters}
      line={({ meter, used, limit, percent, projected, late_quantity }) => ({
        to: `${withQuery(addressIn(organization, 'usage'), { meter, day })}#days`,
        title: say(names[meter]),
        facts: [
          limit === null
            ? summary.period.open && say('no limit')
            : say('of {said}', { said: said(limit, meter) }),
          projected !== null &&
            projected > used &&
            say('about {said} by the end', { said: said(projected, meter) }),
          late_quantity !== 0 && say('{said} came late', { said: said(late_quantity, meter) }),
          meter === usage.meter && say('shown by day'),
          percent === null ? null : (
            <progress
              max={100}
              value={Math.min(percent, 100)}
              aria-label={say('{names} used', { names: say(names[meter]) })}
            >
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
  if (!points.some(({ value }) => value)) return <p class="muted">{say('Nothing in this period yet.')}</p>
  const values = new Map(points.map(({ start, value }) => [start.slice(0, 10), value]))
  const days = daysOf(summary.period)
  return (
    <>
      <Chart
        id="usage"
        how="bar"
        legend={false}
        of={{
          title: say('{names} by day', { names: say(names[meter]) }),
          sentence:
            total === null
              ? say('The last value of each day')
              : say('{said} in all', { said: said(total, meter) }),
          places: days.map(shortDay),
          partial: days.map(() => false),
          series: [{ name: say(names[meter]), values: days.map((day) => values.get(day) ?? null) }],
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
      <summary class="small muted">{say('The numbers')}</summary>
      <div class="prose sums" tabindex={0} role="region" aria-label={say('By day')}>
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
