import type { FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { Badge, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'

export type Panel = Answer<'getHoldingPanel'>
type Row = Panel['own']
type Amount = Row['revenue']
type Figure = Row['projects']
type Gap = NonNullable<Amount['reason']>

const why: Record<Gap, string> = {
  not_shared: 'not shared',
  no_rate: 'no rate',
  currency_changed: 'its currency changed',
  small_group: 'fewer than three people',
  range_too_short: 'less than a month',
}

/** An amount in the currency of the panel, or in its own with why it could not be converted. */
const Sum: FC<{ of: Amount; row: Row; currency: string }> = ({ of, row, currency }) =>
  of.converted_minor !== null ? (
    <Money minor={of.converted_minor} currency={currency} />
  ) : (
    <>
      {of.minor === null ? null : <Money minor={of.minor} currency={row.currency} />}{' '}
      <span class="muted small">{of.reason ? say(why[of.reason]) : ''}</span>
    </>
  )
const Number: FC<{ of: Figure }> = ({ of: { value, reason } }) =>
  value === null ? <span class="muted small">{reason ? say(why[reason]) : ''}</span> : <>{value}</>

const money = { revenue: 'Revenue', expenses: 'Expenses', result: 'Result', receivables: 'Owed' } as const
const numbers = {
  headcount: 'People',
  projects: 'Projects',
  tasks_overdue: 'Late tasks',
  open_deals: 'Deals',
} as const
const moneyKeys = Object.keys(money) as (keyof typeof money)[]
const numberKeys = Object.keys(numbers) as (keyof typeof numbers)[]

/** Each organization with its figures, and the sums of all where there are several. */
export const Figures: FC<{ of: Panel }> = ({ of }) => (
  <div class="prose sums" tabindex={0} role="region" aria-label={say('Figures of each organization')}>
    <table>
      <thead>
        <tr>
          {[say('Organization'), ...Object.values({ ...money, ...numbers }).map((one) => say(one))].map(
            (title) => (
              <th scope="col">{title}</th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {[of.own, ...of.items].map((row: Row) => (
          <tr>
            <th scope="row">
              {row.organization.name}
              {row.ownership_percent ? <div class="muted small">{`${row.ownership_percent} %`}</div> : null}
            </th>
            {moneyKeys.map((key) => (
              <td>
                <Sum of={row[key]} row={row} currency={of.currency} />
              </td>
            ))}
            {numberKeys.map((key) => (
              <td>
                <Number of={row[key]} />
              </td>
            ))}
          </tr>
        ))}
        {of.items.length ? <Totals of={of} /> : null}
      </tbody>
    </table>
  </div>
)

const Totals: FC<{ of: Panel }> = ({ of: { totals, currency } }) => (
  <tr>
    <th scope="row">{say('Together')}</th>
    {moneyKeys.map((key) => (
      <td>
        <Money minor={totals[key].minor} currency={currency} />
        <Part of={totals[key]} />
      </td>
    ))}
    {numberKeys.map((key) => (
      <td>
        <Number of={totals[key]} />
        {totals[key].value === null ? null : <Part of={totals[key]} />}
      </td>
    ))}
  </tr>
)
/** How much of the whole a sum holds, where it is not all. */
const Part: FC<{ of: { holds: number; of: number } }> = ({ of: { holds, of } }) =>
  holds < of ? <div class="muted small">{say('{holds} of {of}', { holds, of })}</div> : null

/** What was converted with. */
export const Used: FC<{ of: Panel }> = ({ of: { rates } }) =>
  rates.length ? (
    <p class="muted small">
      {rates
        .map(({ base, quote, kind, rate, derived }) => {
          const what = kind === 'average' ? say('mean of the days') : say('last day')
          return say('1 {base} is {rate} {quote} ({what}{value})', {
            base,
            rate,
            quote,
            what,
            value: derived === 'direct' ? '' : `, ${derived}`,
          })
        })
        .join('; ')}
    </p>
  ) : null

/** Business within the holding, which is in no total. */
export const Eliminated: FC<{ of: Panel }> = ({ of: { eliminated, currency } }) =>
  eliminated.length ? (
    <Section id="eliminated" title={say('Business among yourselves')}>
      <Rows
        of={eliminated}
        line={(one) => ({
          title: say('{name} to {name2}', { name: one.seller.name, name2: one.buyer.name }),
          facts: [
            one.reason
              ? say('still in the totals: {why}', { why: say(why[one.reason]) })
              : say('taken out of the totals'),
            one.expenses_minor !== null && (
              <>
                {say('booked {amount}', { amount: <Money minor={one.expenses_minor} currency={currency} /> })}
              </>
            ),
          ],
          amount: one.revenue_minor === null ? null : <Money minor={one.revenue_minor} currency={currency} />,
          marks: one.mismatch_minor ? (
            <Badge kind="warn">
              {say('{amount} apart', { amount: <Money minor={one.mismatch_minor} currency={currency} /> })}
            </Badge>
          ) : null,
        })}
      />
    </Section>
  ) : null
