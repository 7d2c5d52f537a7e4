import type { Child, FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { count, Figures } from '../kit/parts.tsx'
import { onDay } from '../kit/time.tsx'

type Summary = Answer<'getClientSummary'>

const hours = (seconds: number) => `${(seconds / 3600).toLocaleString('en', { maximumFractionDigits: 1 })} h`

/** The key figures of a client; money only if the reader may see it. */
export const ClientSummary: FC<{ of: Summary; org: string }> = ({ of, org }) => (
  <section class="card stack" aria-label="Summary">
    <Figures
      of={[
        ['Deals', count(of.deals.open, 'open', 'open'), `${of.deals.won} won, ${of.deals.lost} lost`],
        ...of.deals.by_currency.map(openDeals),
        ['To do', String(of.activities.open), whatIsNext(of.activities)],
        [
          'Time',
          hours(of.time.seconds),
          `${hours(of.time.billable_seconds)} billable${of.money ? '' : ', your own'}`,
        ],
      ]}
    />
    {of.money ? (
      <Figures
        of={[
          ...of.money.by_currency.flatMap(billed),
          ['Contracts', count(of.money.active_contracts, 'active', 'active')],
        ]}
      />
    ) : null}
    {of.projects.length ? (
      <p class="facts">
        {of.projects.map(({ key, name }) => (
          <a href={`/projects/${key}?org=${org}`}>{`${key} ${name}`}</a>
        ))}
      </p>
    ) : null}
  </section>
)

type Figure = [name: string, value: Child, more: Child]
type OpenDeals = Summary['deals']['by_currency'][number]
const openDeals = ({ currency, open_minor, weighted_minor, won_minor }: OpenDeals): Figure => [
  `Open in ${currency}`,
  <Money minor={open_minor} currency={currency} />,
  <>
    weighted <Money minor={weighted_minor} currency={currency} />, won{' '}
    <Money minor={won_minor} currency={currency} />
  </>,
]

const whatIsNext = ({ overdue, next_due_at, last_done_at }: Summary['activities']) =>
  overdue
    ? `${overdue} overdue`
    : (onDay('next', next_due_at) ?? onDay('last done', last_done_at) ?? 'nothing yet')

type Billed = NonNullable<Summary['money']>['by_currency'][number]
const billed = ({ currency, ...sums }: Billed): Figure[] => [
  ['Invoiced', <Money minor={sums.invoiced_net_minor} currency={currency} />, 'without tax'],
  [
    'Outstanding',
    <Money minor={sums.outstanding_minor} currency={currency} />,
    ['overdue ', <Money minor={sums.overdue_minor} currency={currency} />],
  ],
]
