import type { Child, FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { Figures } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'

type Summary = Answer<'getClientSummary'>

const hours = (seconds: number) => `${(seconds / 3600).toLocaleString('en', { maximumFractionDigits: 1 })} h`

/** The key figures of a client; money only if the reader may see it. */
export const ClientSummary: FC<{ of: Summary; org: string }> = ({ of, org }) => (
  <section class="card stack" aria-label={say('Summary')}>
    <Figures
      of={[
        [
          say('Deals'),
          count(of.deals.open, 'open', 'open'),
          say('{won} won, {lost} lost', { won: of.deals.won, lost: of.deals.lost }),
        ],
        ...of.deals.by_currency.map(openDeals),
        [say('To do'), String(of.activities.open), whatIsNext(of.activities)],
        [
          say('Time'),
          hours(of.time.seconds),
          say('{hours} billable{value}', {
            hours: hours(of.time.billable_seconds),
            value: of.money ? '' : say(', your own'),
          }),
        ],
      ]}
    />
    {of.money ? (
      <Figures
        of={[
          ...of.money.by_currency.flatMap(billed),
          [say('Contracts'), count(of.money.active_contracts, 'active', 'active')],
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
  say('Open in {currency}', { currency }),
  <Money minor={open_minor} currency={currency} />,
  <>
    {say('weighted {amount}, won {amount2}', {
      amount: <Money minor={weighted_minor} currency={currency} />,
      amount2: <Money minor={won_minor} currency={currency} />,
    })}
  </>,
]

const whatIsNext = ({ overdue, next_due_at, last_done_at }: Summary['activities']) =>
  overdue
    ? say('{overdue} overdue', { overdue })
    : (onDay('next', next_due_at) ?? onDay('last done', last_done_at) ?? say('nothing yet'))

type Billed = NonNullable<Summary['money']>['by_currency'][number]
const billed = ({ currency, ...sums }: Billed): Figure[] => [
  [say('Invoiced'), <Money minor={sums.invoiced_net_minor} currency={currency} />, say('without tax')],
  [
    say('Outstanding'),
    <Money minor={sums.outstanding_minor} currency={currency} />,
    say('overdue {amount}', { amount: <Money minor={sums.overdue_minor} currency={currency} /> }),
  ],
]
