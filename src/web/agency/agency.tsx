import type { FC } from 'hono/jsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import { Tabs, withoutEmpty, withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import { mayCall } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Figures, LinkButton } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import {
  Amounts,
  gapOf,
  HealthMark,
  hours,
  rangeIn,
  lateOf,
  reasonOf,
  Rule,
  Sparkline,
  Spans,
  type Work,
} from './work.tsx'

type Parts = {
  summary: Answer<'getAgencySummary'>
  range: ReturnType<typeof rangeIn>
  sort: string
  part: Part
}
type Props = Shown<null, Parts>

const sorts = { health: 'health', name: 'name', '-hours': 'hours', '-margin': 'margin' } as const

/** How the work for each client is going. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/agency',
  title: 'Client work',
  lead: 'How the work for each client is going. Choose one to see its projects.',
  parts: async ({ request, read, organization }) => {
    const { sort: asked = '' } = request.query
    const isKnown =
      Object.keys(sorts).includes(asked) &&
      (asked !== '-margin' || mayCall(organization, 'getFinanceSummary'))
    const sort = isKnown ? asked : 'health'
    const range = rangeIn(request, organization)
    const part = partOf(request, addressIn(organization, 'agency'), 'offset', 25)
    const { from, to } = range
    return { range, sort, part, summary: await read('getAgencySummary', { from, to, sort, ...part.range }) }
  },
  Content: (shown) => {
    const { summary, part } = shown.parts
    return (
      <>
        <DrawingStyle />
        <Choosing {...shown} />
        <Totals {...shown} />
        {summary.items.length ? (
          <Clients {...shown} />
        ) : (
          <p class="muted">
            {say('No client yet. Time, tasks and invoices appear here once a project has a client.')}
          </p>
        )}
        {part.pager(summary.total)}
        <Rule of={summary} />
      </>
    )
  },
})

const asked = ({ range, sort }: Parts) =>
  withoutEmpty({
    ...(range.span
      ? { span: range.span === 'month' ? undefined : range.span }
      : { from: range.from, to: range.to }),
    sort: sort === 'health' ? undefined : sort,
  })

const Choosing: FC<Props> = ({ organization, parts }) => {
  const at = addressIn(organization, 'agency')
  return (
    <div class="stack">
      <Spans of={parts.range} at={at} query={{ sort: asked(parts).sort }} />
      <Tabs
        name={say('Order')}
        of={Object.entries(sorts)
          .filter(([sort]) => sort !== '-margin' || parts.summary.items[0]?.money)
          .map(([sort, label]) => ({
            label: say('by {label}', { label }),
            to: withQuery(at, { ...asked(parts), sort: sort === 'health' ? undefined : sort }),
            current: parts.sort === sort,
          }))}
      />
    </div>
  )
}

type Sums = Answer<'getAgencySummary'>['totals']
const sumsOf = ({ money, margin_gap }: Sums) =>
  money
    ? ([
        [say('Invoiced'), <Amounts of={money} what={(one) => one.invoiced_net_minor} />, say('without tax')],
        [say('Not billed yet'), <Amounts of={money} what={(one) => one.unbilled_minor} />],
        [say('Owed today'), <Amounts of={money} what={(one) => one.outstanding_minor} />],
        [
          say('Margin'),
          <Amounts of={money} what={(one) => one.margin_minor} />,
          margin_gap && say(gapOf[margin_gap]),
        ],
      ] as const)
    : []

const Totals: FC<Props> = (shown) => {
  const { totals, hours_of } = shown.parts.summary
  const billable = say('{hours} billable{value}', {
    hours: hours(totals.billable_seconds),
    value: hours_of === 'me' ? say(', your own') : '',
  })
  const missed = count(totals.sla_breaches, 'deadline missed', 'deadlines missed')
  return (
    <section class="card stack" aria-label={say('All clients')}>
      <Figures
        of={[
          [
            say('In trouble'),
            String(totals.red),
            say('{yellow} to watch, {green} well', { yellow: totals.yellow, green: totals.green }),
          ],
          [say('Time'), hours(totals.seconds), billable],
          [
            say('Tasks'),
            count(totals.tasks_done, 'done', 'done'),
            say('{tasks_overdue} of {tasks_open} late', {
              tasks_overdue: totals.tasks_overdue,
              tasks_open: totals.tasks_open,
            }),
          ],
          [say('Tickets'), count(totals.tickets_open, 'open', 'open'), missed],
          ...sumsOf(totals),
        ]}
      />
      <Missing {...shown} />
    </section>
  )
}

/** What is to be filled in for the figures to be whole. */
const Missing: FC<Props> = ({ organization, parts: { summary } }) => {
  const { projects_without_client: loose, totals } = summary
  const lacksCost = totals.margin_gap === 'no_cost' && mayCall(organization, 'setCostRate')
  return loose || lacksCost ? (
    <div class="buttons">
      {loose ? (
        <LinkButton kind="slim" to={`/organizations/${organization.slug}`}>
          {say('{counted} no client', { counted: count(loose, 'project has', 'projects have') })}
        </LinkButton>
      ) : null}
      {lacksCost ? (
        <LinkButton kind="slim" to={addressIn(organization, 'cost-rates')}>
          {say('Say what an hour costs')}
        </LinkButton>
      ) : null}
    </div>
  ) : null
}

const Clients: FC<Props> = (shown) => {
  const { items, totals } = shown.parts.summary
  return (
    <div class="card">
      <div class="prose sums" tabindex={0} role="region" aria-label={say('Clients')}>
        <table>
          <thead>
            <tr>
              {[
                say('Client'),
                say('Health'),
                say('Time'),
                say('Tasks'),
                say('Tickets'),
                ...(totals.money ? [say('Not billed'), say('Owed'), say('Margin')] : []),
              ].map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((one: Work) => (
              <Row {...shown} of={one} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const Row: FC<Props & { of: Work }> = ({ organization, parts, of }) => {
  const days = { ...asked(parts), sort: undefined }
  return (
    <tr>
      <th scope="row">
        {of.client ? (
          <a href={withQuery(addressIn(organization, `agency/${of.client.id}`), days)}>{of.client.name}</a>
        ) : (
          <span class="muted">{say('No client')}</span>
        )}
      </th>
      <td>
        <HealthMark of={of.health} />
        <div class="muted small">{reasonOf(of.health)}</div>
      </td>
      <td>
        <span class="nowrap">{hours(of.seconds)}</span> <Sparkline of={of.seconds_by_month} />
      </td>
      <td>
        <div class="nowrap">{lateOf(of)}</div>
        <div class="muted small">
          {of.next_milestone ? (
            <>
              {of.next_milestone.name} <Day at={of.next_milestone.due_date} />
            </>
          ) : null}
        </div>
      </td>
      <td>
        {of.tickets_open}
        {of.sla_breaches ? <div class="muted small">{count(of.sla_breaches, 'missed', 'missed')}</div> : null}
      </td>
      <MoneyCells of={of} />
    </tr>
  )
}

const MoneyCells: FC<{ of: Work }> = ({ of }) =>
  of.money ? (
    <>
      <td>
        <Amounts of={of.money} what={(amount) => amount.unbilled_minor} />
      </td>
      <td>
        <Amounts of={of.money} what={(amount) => amount.outstanding_minor} />
      </td>
      <td>
        <Amounts
          of={of.money}
          what={(amount) => amount.margin_minor}
          none={of.margin_gap ? say(gapOf[of.margin_gap.reason]) : '–'}
        />
      </td>
    </>
  ) : null
