import type { FC } from 'hono/jsx'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { addressIn, objectPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge, Figures, Notice, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'

type Comparison = Answer<'comparePayrollRun'>
type Difference = Item<'comparePayrollRun'>
type Parts = Comparison & { part: Part; show: Show }
type Props = Shown<Answer<'getPayrollRun'>, Parts>

const shows = { changed: 'What changed', marked: 'More than a tenth', all: 'Everybody' } as const
type Show = keyof typeof shows
const showOf = (asked: string | undefined): Show =>
  asked !== undefined && Object.hasOwn(shows, asked) ? (asked as Show) : 'changed'

const reasons: Record<Difference['reasons'][number], string> = {
  joined: 'not in the other run',
  left: 'not in this run',
  compensation: 'another compensation',
  days: 'other days of employment',
  leave: 'other leave that is not fully paid',
  hours: 'other hours',
  arrears: 'arrears of earlier periods',
  components: 'other components of the person',
  by_hand: 'lines entered by hand',
}

/** A payroll run against the one before: who gets more or less, and why. */
export default objectPage<'getPayrollRun', Parts>({
  at: '/payroll/:id/comparison',
  of: 'getPayrollRun',
  noun: 'payroll run',
  keeps: ['show'],
  under: (organization, { id, name }) => [
    [say('Payroll'), addressIn(organization, 'payroll')],
    [name, `/payroll/${id}`],
  ],
  title: () => say('What is different'),
  parts: async ({ request, read, id }) => {
    const show = showOf(request.query.show)
    const part = partOf(request, `/payroll/${id}/comparison`, 'offset', 50)
    return { ...(await readPart(read, 'comparePayrollRun', part, { show })), show }
  },
  Content: (shown) => {
    const { parts } = shown
    return parts.before ? (
      <>
        <Sums of={parts} />
        {parts.rules_changed ? (
          <Notice kind="plain" title={say('Components changed')}>
            <p>
              {say(
                'Components have other rates or brackets than in the other run, which changes lines of everybody.',
              )}
            </p>
          </Notice>
        ) : null}
        <Choice {...shown} />
        <Section id="people" title={count(parts.total, 'person', 'people')}>
          <Rows<Difference>
            of={parts.items}
            shown={shown}
            none={say('Nobody gets another amount.')}
            line={lineOf(shown)}
          />
          {parts.part.pager(parts.total)}
        </Section>
      </>
    ) : (
      <p class="muted">{say('There is no run before it that pays alike.')}</p>
    )
  },
})

const Sums: FC<{ of: Comparison }> = ({ of }) => (
  <section class="card" aria-label={say('Sums')}>
    <Figures
      of={[
        [
          say('Paid out'),
          <Money minor={of.net_minor} currency={of.currency} />,
          count(of.people, 'person', 'people'),
        ],
        [
          of.before?.name ?? say('Before'),
          <Money minor={of.before_minor} currency={of.currency} />,
          count(of.people_before, 'person', 'people'),
        ],
        [say('Difference'), <Money minor={of.net_minor - of.before_minor} currency={of.currency} />],
        [say('More than a tenth'), String(of.marked), say('or came or left')],
      ]}
    />
  </section>
)

const Choice: FC<Props> = ({ here, parts: { show } }) => (
  <Tabs
    name={say('People')}
    of={Object.entries(shows).map(([one, label]) => ({
      label: say(label),
      to: withQuery(here, { show: one }),
      current: one === show,
    }))}
  />
)

const lineOf =
  ({ organization, parts: { currency } }: Props) =>
  (one: Difference) => {
    const slip = one.payslip_id ?? one.before_payslip_id
    return {
      ...(slip && { to: `/payslips/${slip}?org=${organization.slug}` }),
      title: one.employee.name ?? '',
      facts: [
        ...one.reasons.map((reason) => say(reasons[reason])),
        ...one.lines.map(({ name, before_minor, amount_minor }) => (
          <>
            {name}: <Money minor={before_minor} currency={currency} /> →{' '}
            <Money minor={amount_minor} currency={currency} />
          </>
        )),
      ],
      amount: (
        <>
          {one.difference_minor > 0 ? '+' : ''}
          <Money minor={one.difference_minor} currency={currency} />
          {one.percent === null ? null : ` (${one.percent} %)`}
        </>
      ),
      marks: one.is_marked ? <Badge kind="warn">{say('look at it')}</Badge> : null,
    }
  }
