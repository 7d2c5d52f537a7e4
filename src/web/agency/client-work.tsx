import type { FC } from 'hono/jsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import { withoutEmpty } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { Figures, LinkButton, Notice, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { PageError } from '../kit/page-request.ts'
import { isUuid } from '../../base/id.ts'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import {
  Amounts,
  gapOf,
  HealthMark,
  hours,
  lateOf,
  rangeIn,
  reasonOf,
  Rule,
  Sparkline,
  Spans,
} from './work.tsx'

type Parts = { of: Answer<'getAgencyClientSummary'>; range: ReturnType<typeof rangeIn> }
type Props = Shown<null, Parts>

/** How the work for one client is going. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/agency/:client',
  title: (_, { of }) => of.client?.name ?? say('No client'),
  under: (organization) => [[say('Client work'), addressIn(organization, 'agency')]],
  parts: async ({ request, read, organization }) => {
    const client_id = request.c.req.param('client') ?? ''
    if (!isUuid(client_id)) throw new PageError(404, say('No such client'), say('The address is incomplete.'))
    const range = rangeIn(request, organization)
    const { from, to } = range
    return { range, of: await read('getAgencyClientSummary', { from, to }, { client_id }) }
  },
  Content: (shown) => {
    const { organization, parts, here } = shown
    const { of, range } = parts
    return (
      <>
        <DrawingStyle />
        <Spans of={range} at={here} query={withoutEmpty({})} />
        <section class="card stack" aria-label={say('Health')}>
          <p>
            <HealthMark of={of.health} /> {reasonOf(of.health)}
          </p>
          <Work {...shown} />
          <div class="buttons">
            <LinkButton kind="slim" to={`/clients/${of.client?.id}?org=${organization.slug}`}>
              {say('All about the client')}
            </LinkButton>
          </div>
        </section>
        {of.margin_gap ? (
          <Notice kind="warn" title={say('No margin')}>
            <p>
              {say('Because {gap}{value}.', {
                gap: say(gapOf[of.margin_gap.reason]),
                value: of.margin_gap.entries
                  ? `: ${count(of.margin_gap.entries, 'entry', 'entries')}, ${hours(of.margin_gap.seconds ?? 0)}`
                  : '',
              })}
            </p>
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
          say('Time'),
          hours(of.seconds),
          say('{hours} billable{value}', {
            hours: hours(of.billable_seconds),
            value: of.hours_of === 'me' ? say(', your own') : '',
          }),
        ],
        [say('Twelve months'), <Sparkline of={of.seconds_by_month} />],
        [say('Tasks'), count(of.tasks_done, 'done', 'done'), lateOf(of)],
        [
          say('Tickets'),
          count(of.tickets_open, 'open', 'open'),
          count(of.sla_breaches, 'deadline missed', 'deadlines missed'),
        ],
        ...(of.next_milestone
          ? ([[say('Next'), of.next_milestone.name, onDay('due', of.next_milestone.due_date)]] as const)
          : []),
      ]}
    />
    {of.money?.length ? <MoneyFigures of={of.money} /> : null}
  </>
)

const MoneyFigures: FC<{ of: NonNullable<Props['parts']['of']['money']> }> = ({ of }) => (
  <Figures
    of={[
      [say('Invoiced'), <Amounts of={of} what={(one) => one.invoiced_net_minor} />, say('without tax')],
      [say('Not billed yet'), <Amounts of={of} what={(one) => one.unbilled_minor} />],
      [say('Owed today'), <Amounts of={of} what={(one) => one.outstanding_minor} />],
      [say('Earned'), <Amounts of={of} what={(one) => one.revenue_minor} />],
      [say('Expenses'), <Amounts of={of} what={(one) => one.expenses_minor} />],
      [say('Margin'), <Amounts of={of} what={(one) => one.margin_minor} />],
    ]}
  />
)

const Projects: FC<Props> = ({ organization, parts: { of } }) => (
  <Section id="projects" title={say('Projects')}>
    <Rows
      of={of.projects}
      none={say('None that you may open.')}
      line={({ project, status, basis, ...one }) => ({
        title: project.name,
        before: project.key,
        to: `/projects/${project.key}?org=${organization.slug}`,
        facts: [
          inWords(status),
          hours(one.seconds),
          say('{tasks_overdue} of {tasks_open} tasks late', {
            tasks_overdue: one.tasks_overdue,
            tasks_open: one.tasks_open,
          }),
          one.burn !== null &&
            say('{number} % of its budget used', { number: Math.round(Number(one.burn) * 100) }),
          basis === 'fixed_price' && say('fixed price'),
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
  <Section id="months" title={say('Month by month')}>
    <div class="prose">
      <table>
        <thead>
          <tr>
            {[
              say('Month'),
              say('Time'),
              say('Billable'),
              say('Tasks done'),
              ...(of.money ? [say('Invoiced')] : []),
            ].map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.by_month.toReversed().map((one) => (
            <Month of={one} />
          ))}
        </tbody>
      </table>
    </div>
  </Section>
)

type MonthProps = { of: Props['parts']['of']['by_month'][number] }
const Month: FC<MonthProps> = ({
  of: { month, is_partial, seconds, billable_seconds, tasks_done, invoiced },
}) => (
  <tr>
    <th scope="row">
      {month}
      {is_partial ? <span class="muted"> {say('so far')}</span> : null}
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
)
