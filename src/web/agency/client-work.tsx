import type { FC } from 'hono/jsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import { withoutEmpty } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { count, Figures, LinkButton, Notice, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { PageError } from '../kit/visit.ts'
import { isUuid } from '../../kit/id.ts'
import { onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { Amounts, gapOf, HealthMark, hours, rangeIn, reasonOf, Rule, Sparkline, Spans } from './work.tsx'

type Parts = { of: Answer<'getAgencyClientSummary'>; range: ReturnType<typeof rangeIn> }
type Props = Shown<null, Parts>

/** How the work for one client is going. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/agency/:client',
  title: (_, { of }) => of.client?.name ?? 'No client',
  under: (home) => [['Client work', addressIn(home, 'agency')]],
  parts: async ({ visit, read, home }) => {
    const client_id = visit.c.req.param('client') ?? ''
    if (!isUuid(client_id)) throw new PageError(404, 'No such client', 'The address is incomplete.')
    const range = rangeIn(visit, home)
    const { from, to } = range
    return { range, of: await read('getAgencyClientSummary', { from, to }, { client_id }) }
  },
  Content: (shown) => {
    const { home, parts, here } = shown
    const { of, range } = parts
    return (
      <>
        <DrawingStyle />
        <Spans of={range} at={here} query={withoutEmpty({})} />
        <section class="card stack" aria-label="Health">
          <p>
            <HealthMark of={of.health} /> {reasonOf(of.health)}
          </p>
          <Work {...shown} />
          <div class="buttons">
            <LinkButton kind="slim" to={`/clients/${of.client?.id}?org=${home.slug}`}>
              All about the client
            </LinkButton>
          </div>
        </section>
        {of.margin_gap ? (
          <Notice kind="warn" title="No margin">
            <p>{`Because ${gapOf[of.margin_gap.reason]}${
              of.margin_gap.entries
                ? `: ${count(of.margin_gap.entries, 'entry', 'entries')}, ${hours(of.margin_gap.seconds ?? 0)}`
                : ''
            }.`}</p>
          </Notice>
        ) : null}
        <Projects {...shown} />
        <Months {...shown} />
        <Rule of={of} />
      </>
    )
  },
})

const Work: FC<Props> = ({ parts: { of } }) => (
  <>
    <Figures
      of={[
        [
          'Time',
          hours(of.seconds),
          `${hours(of.billable_seconds)} billable${of.hours_of === 'me' ? ', your own' : ''}`,
        ],
        ['Twelve months', <Sparkline of={of.seconds_by_month} />],
        ['Tasks', count(of.tasks_done, 'done', 'done'), `${of.tasks_overdue} of ${of.tasks_open} late`],
        [
          'Tickets',
          count(of.tickets_open, 'open', 'open'),
          count(of.sla_breaches, 'deadline missed', 'deadlines missed'),
        ],
        ...(of.next_milestone
          ? ([['Next', of.next_milestone.name, onDay('due', of.next_milestone.due_date)]] as const)
          : []),
      ]}
    />
    {of.money?.length ? (
      <Figures
        of={[
          ['Invoiced', <Amounts of={of.money} what={(one) => one.invoiced_net_minor} />, 'without tax'],
          ['Not billed yet', <Amounts of={of.money} what={(one) => one.unbilled_minor} />],
          ['Owed today', <Amounts of={of.money} what={(one) => one.outstanding_minor} />],
          ['Earned', <Amounts of={of.money} what={(one) => one.revenue_minor} />],
          ['Expenses', <Amounts of={of.money} what={(one) => one.expenses_minor} />],
          ['Margin', <Amounts of={of.money} what={(one) => one.margin_minor} />],
        ]}
      />
    ) : null}
  </>
)

const Projects: FC<Props> = ({ home, parts: { of } }) => (
  <Section id="projects" title="Projects">
    <Rows
      of={of.projects}
      none="None that you may open."
      line={({ project, status, basis, ...one }) => ({
        title: project.name,
        before: project.key,
        to: `/projects/${project.key}?org=${home.slug}`,
        facts: [
          inWords(status),
          hours(one.seconds),
          `${one.tasks_overdue} of ${one.tasks_open} tasks late`,
          one.burn !== null && `${Math.round(Number(one.burn) * 100)} % of its budget used`,
          basis === 'fixed_price' && 'fixed price',
        ],
        amount: one.revenue?.map(({ currency, revenue_minor }) => (
          <div>
            <Money minor={revenue_minor} currency={currency} />
          </div>
        )),
      })}
    />
  </Section>
)

const Months: FC<Props> = ({ parts: { of } }) => (
  <Section id="months" title="Month by month">
    <div class="prose">
      <table>
        <thead>
          <tr>
            {['Month', 'Time', 'Billable', 'Tasks done', ...(of.money ? ['Invoiced'] : [])].map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.by_month
            .toReversed()
            .map(({ month, is_partial, seconds, billable_seconds, tasks_done, invoiced }) => (
              <tr>
                <th scope="row">
                  {month}
                  {is_partial ? <span class="muted"> so far</span> : null}
                </th>
                <td>{hours(seconds)}</td>
                <td>{hours(billable_seconds)}</td>
                <td>{tasks_done}</td>
                {invoiced ? (
                  <td>
                    {invoiced.map(({ currency, invoiced_net_minor }) => (
                      <div>
                        <Money minor={invoiced_net_minor} currency={currency} />
                      </div>
                    ))}
                  </td>
                ) : null}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  </Section>
)
