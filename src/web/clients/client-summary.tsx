import type { Child, FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import { count } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'

type Sums<K extends string> = ({ currency: string } & Record<K, number>)[]
export type Summary = {
  deals: {
    open: number
    won: number
    lost: number
    by_currency: Sums<'open_minor' | 'weighted_minor' | 'won_minor'>
  }
  activities: { open: number; overdue: number; last_done_at: string | null; next_due_at: string | null }
  projects: { key: string; name: string }[]
  time: { seconds: number; billable_seconds: number }
  money: {
    by_currency: Sums<'invoiced_net_minor' | 'outstanding_minor' | 'overdue_minor'>
    active_contracts: number
  } | null
}

const hours = (seconds: number) => `${(seconds / 3600).toLocaleString('en', { maximumFractionDigits: 1 })} h`

type FigureProps = { term: string; value: Child; small?: Child }
const Figure: FC<FigureProps> = ({ term, value, small }) => (
  <div>
    <dt>{term}</dt>
    <dd>
      {value}
      {small ? <small>{small}</small> : null}
    </dd>
  </div>
)

/** The key figures of a client; money only if the reader may see it. */
export const ClientSummary: FC<{ of: Summary; org: string }> = ({ of, org }) => (
  <section class="card stack" aria-label="Summary">
    <dl class="figures">
      <Figure
        term="Deals"
        value={count(of.deals.open, 'open', 'open')}
        small={`${of.deals.won} won, ${of.deals.lost} lost`}
      />
      {of.deals.by_currency.map(({ currency, open_minor, weighted_minor, won_minor }) => (
        <Figure
          term={`Open in ${currency}`}
          value={<Money minor={open_minor} currency={currency} />}
          small={
            <>
              weighted <Money minor={weighted_minor} currency={currency} />, won{' '}
              <Money minor={won_minor} currency={currency} />
            </>
          }
        />
      ))}
      <ActivityFigure of={of.activities} />
      <Figure
        term="Time"
        value={hours(of.time.seconds)}
        small={`${hours(of.time.billable_seconds)} billable${of.money ? '' : ', your own'}`}
      />
    </dl>
    {of.money ? <BillingFigures of={of.money} /> : null}
    {of.projects.length ? (
      <p class="facts">
        {of.projects.map(({ key, name }) => (
          <a href={`/projects/${key}?org=${org}`}>{`${key} ${name}`}</a>
        ))}
      </p>
    ) : null}
  </section>
)

const ActivityFigure: FC<{ of: Summary['activities'] }> = ({
  of: { open, overdue, next_due_at, last_done_at },
}) => (
  <Figure
    term="To do"
    value={String(open)}
    small={
      <>
        {overdue ? `${overdue} overdue` : next_due_at ? 'next ' : last_done_at ? 'last done ' : 'nothing yet'}
        {overdue ? null : next_due_at ? (
          <Day at={next_due_at} />
        ) : last_done_at ? (
          <Day at={last_done_at} />
        ) : null}
      </>
    }
  />
)

const BillingFigures: FC<{ of: NonNullable<Summary['money']> }> = ({
  of: { by_currency, active_contracts },
}) => (
  <dl class="figures">
    {by_currency.map(({ currency, invoiced_net_minor, outstanding_minor, overdue_minor }) => (
      <>
        <Figure
          term="Invoiced"
          value={<Money minor={invoiced_net_minor} currency={currency} />}
          small="without tax"
        />
        <Figure
          term="Outstanding"
          value={<Money minor={outstanding_minor} currency={currency} />}
          small={
            <>
              overdue <Money minor={overdue_minor} currency={currency} />
            </>
          }
        />
      </>
    ))}
    <Figure term="Contracts" value={count(active_contracts, 'active', 'active')} />
  </dl>
)
