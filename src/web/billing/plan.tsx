import type { Child, FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { isAtLeast } from '../kit/organization-context.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge, count, Figures, Notice, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { Day, onDay } from '../kit/time.tsx'
import { amountOf, nameOf } from './amounts.ts'
import { SeatsOver } from './seats-over.tsx'
import { UsedUp } from './used-up.tsx'

type Parts = {
  overview: Answer<'getBillingOverview'>
  plans: Answer<'listBillingPlans'>
  entitlements: Answer<'getEntitlements'>
  invoices: Answer<'listBillingInvoices'> & { part: Part }
  members: Answer<'listMembers'> & { part: Part }
}
export type Props = Shown<null, Parts>
type Plan = Parts['plans']['items'][number]

const onwards = (url: string, verb: string) => (
  <Notice kind="good" title="At the payment provider">
    <p>
      <a class="button primary" href={url} rel="noreferrer">
        {verb}
      </a>
    </p>
  </Notice>
)

/** What the organization has bought, what of it is used up, and what else there is. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/plan',
  title: 'Plan and usage',
  lead: 'What the organization may use, how much of it is left, and what it costs.',
  under: (home) => [['Settings', addressIn(home, 'settings')]],
  parts: async ({ visit, read, home }) => {
    const at = addressIn(home, 'plan')
    const part = partOf(visit, at, 'invoices_from', 20, 'invoices')
    return together({
      overview: read('getBillingOverview'),
      plans: read('listBillingPlans'),
      entitlements: read('getEntitlements'),
      invoices: readPart(read, 'listBillingInvoices', part),
      members: readPart(read, 'listMembers', partOf(visit, at, 'members_from', 50, 'members'), {
        status: 'active',
        role: 'admin,manager,member',
        sort: '-joined_at',
      }),
    })
  },
  said: {
    confirm: 'Checked with the payment provider.',
    change: 'The plan was chosen.',
    cancel: 'The subscription ends with what is paid. It can go on until then.',
    resume: 'The subscription goes on.',
    viewers: 'The choice was saved.',
  },
  forms: {
    checkout: calling('createCheckoutSession', {
      verb: 'Buy',
      also: ({ plan_key }, { webUrl, home }) => {
        const back = `${webUrl}${addressIn(home, 'plan')}`
        return { plan_key, success_url: `${back}?checkout={CHECKOUT_SESSION_ID}`, cancel_url: back }
      },
      to: (_, { url }, again) => again(onwards(url, 'Enter the card and pay')),
    }),
    confirm: calling('confirmCheckout', {
      verb: 'Check the payment',
      also: ({ session_id }) => ({ session_id }),
    }),
    portal: calling('createBillingPortalSession', {
      verb: 'Cards, addresses and invoices',
      also: (_, { webUrl, home }) => ({ return_url: `${webUrl}${addressIn(home, 'plan')}` }),
      to: (_, { url }, again) => again(onwards(url, 'Change cards and addresses')),
    }),
    preview: calling('changeSubscriptionPlan', {
      verb: 'What would it cost?',
      query: ['preview'],
      also: ({ plan_key }) => ({ plan_key }),
      to: (_, answer, again) => again(<Preview of={answer} />),
    }),
    change: calling('changeSubscriptionPlan', {
      verb: 'Choose',
      warning:
        'A dearer plan begins now, and the rest of the period is charged. A cheaper one begins with the next period.',
      also: ({ plan_key }) => ({ plan_key }),
    }),
    cancel: calling('cancelSubscription', {
      verb: 'Cancel the subscription',
      warning: 'The free plan counts once what is paid is over. Nothing is deleted.',
      also: () => ({ at_period_end: true }),
    }),
    resume: calling('resumeSubscription', { verb: 'Let it go on' }),
    viewers: calling('chooseViewers', {
      verb: 'Choose',
      also: ({ people }) => ({ user_ids: people ? people.split(',') : [] }),
    }),
  },
  Content: (shown) => (
    <>
      <Returning {...shown} />
      <Standing {...shown} />
      <UsedUp home={shown.home} of={shown.parts.entitlements} provider={shown.parts.overview.provider} />
      <Now {...shown} />
      <SeatsOver {...shown} />
      <Limits of={shown.parts.entitlements} />
      <Choice {...shown} />
      <Invoices {...shown} />
    </>
  ),
})

const Preview: FC<{ of: Answer<'changeSubscriptionPlan'> }> = ({ of }) => (
  <Notice kind={of.exceeds.length ? 'bad' : 'plain'} title={`If you choose ${of.plan.name}`}>
    <p>
      It begins {of.at === 'now' ? 'at once' : 'with the next period'}.{' '}
      {of.prorated_minor ? (
        <>
          For the rest of this period <Money minor={of.prorated_minor} currency={of.currency} /> is
          charged.{' '}
        </>
      ) : null}
      Then each period costs <Money minor={of.next_minor} currency={of.currency} />, without tax.
    </p>
    {of.exceeds.length ? (
      <p>
        It allows less than is used:{' '}
        {of.exceeds
          .map(({ key, used, limit }) => `${nameOf(key)} ${amountOf(key, used)} of ${amountOf(key, limit)}`)
          .join(', ')}
        .
      </p>
    ) : null}
  </Notice>
)

const Returning: FC<Props> = ({ visit, parts: { overview }, form }) => {
  const session_id = visit.query.checkout
  if (!session_id || (overview.status && overview.status !== 'incomplete')) return null
  return (
    <Notice kind="good" title="Payment received, being confirmed">
      {form('confirm', { hidden: { session_id } })}
    </Notice>
  )
}

/** The one thing that an owner should see to, with its button. */
const Standing: FC<Props> = ({ parts: { overview }, form }) => {
  if (overview.access_until)
    return (
      <Notice kind="bad" title="A payment is missing">
        <p>
          The plan stays until <Day at={overview.access_until} />; then the free one counts. Nothing is
          deleted.
        </p>
        {form('portal', { verb: 'Pay, or change the card' })}
      </Notice>
    )
  if (overview.cancel_at)
    return (
      <Notice kind="plain" title="The subscription ends">
        <p>
          On <Day at={overview.cancel_at} /> the free plan counts. Nothing is deleted.
        </p>
        {overview.provider === 'stripe' ? form('resume') : null}
      </Notice>
    )
  return overview.trial_end ? (
    <Notice kind="plain" title="The trial">
      <p>
        It ends on <Day at={overview.trial_end} />.
      </p>
      {form('portal', { verb: 'Enter a card' })}
    </Notice>
  ) : null
}

const isLimited = (of: Parts['entitlements']) =>
  Object.values(of).some(({ type, value }) => type === 'limit' && value !== null)

const Now: FC<Props> = ({ parts: { overview, entitlements }, form }) => {
  const { plan, seats, next_charge: next, period, pending_plan } = overview
  const paid: Child = seats.paid === null ? '' : `${count(seats.paid, 'seat')} paid`
  return (
    <Section id="now" title="Now">
      <Figures
        of={[
          [
            'Plan',
            plan.name,
            pending_plan ? `then ${pending_plan.name}` : overview.is_overridden ? 'as agreed' : '',
          ],
          ['Seats', seats.limit === null ? String(seats.used) : `${seats.used} of ${seats.limit}`, paid],
          ['Period until', period ? <Day at={period.end} /> : '–'],
          [
            'Next charge',
            next ? <Money minor={next.amount_minor} currency={next.currency} /> : '–',
            next ? <Day at={next.at} /> : '',
          ],
        ]}
      />
      {overview.provider === null && !isLimited(entitlements) ? (
        <p class="muted">No plan limits anything in this deployment.</p>
      ) : null}
      {overview.provider === 'stripe' && overview.status ? (
        <div class="buttons">
          {form('portal')}
          {overview.cancel_at ? null : form('cancel')}
        </div>
      ) : null}
    </Section>
  )
}

const Limits: FC<{ of: Parts['entitlements'] }> = ({ of }) => (
  <ListSection
    id="limits"
    title="What it includes"
    of={Object.entries(of)}
    line={([key, one]) => ({
      title: nameOf(key),
      facts: [
        one.type === 'boolean'
          ? one.value
            ? 'included'
            : 'not included'
          : one.value === null
            ? 'not limited'
            : `at most ${amountOf(key, Number(one.value))}`,
        one.used === undefined ? null : `${amountOf(key, one.used)} used`,
        one.source === 'override' ? 'as agreed with the operator' : null,
      ],
      marks: one.remaining === 0 ? <Badge kind="warn">used up</Badge> : null,
    })}
  />
)

const Choice: FC<Props> = (shown) => {
  const { plans, overview } = shown.parts
  const others = plans.items.filter(({ current, key }) => !current && key !== 'free')
  if (overview.provider !== 'stripe') return null
  return (
    <ListSection
      id="plans"
      title="Other plans"
      of={others}
      orNothing
      line={(one) => ({
        title: one.name,
        facts: [<Price of={one} />],
        marks: <Acts {...shown} plan={one} />,
      })}
    />
  )
}

const Price: FC<{ of: Plan }> = ({ of }) => (
  <>
    <Money minor={of.amount_minor} currency={of.currency} /> a seat and {of.interval}
  </>
)

const Acts: FC<Props & { plan: Plan }> = ({ plan, parts: { overview }, form, home }) => {
  const hidden = { plan_key: plan.key }
  if (!isAtLeast(home, 'owner')) return null
  return (
    <div class="buttons">
      {overview.status ? (
        <>
          {form('preview', { hidden: { ...hidden, preview: 'true' }, verb: `What would ${plan.name} cost?` })}
          {form('change', { hidden, about: plan.name, verb: `Choose ${plan.name}` })}
        </>
      ) : (
        form('checkout', { hidden, verb: `Buy ${plan.name}` })
      )}
    </div>
  )
}

const Invoices: FC<Props> = ({ parts: { invoices } }) => (
  <ListSection
    id="invoices"
    title="Invoices"
    of={invoices.items}
    total={invoices.total}
    part={invoices.part}
    orNothing
    line={(one) => ({
      title: one.hosted_url ? (
        <a href={one.hosted_url} rel="noreferrer">
          {one.number ?? 'Invoice'}
        </a>
      ) : (
        (one.number ?? 'Invoice')
      ),
      facts: [onDay('of', one.issued_at), <Money minor={one.total_minor} currency={one.currency} />],
      marks: <Badge kind={one.status === 'paid' ? 'good' : undefined}>{one.status}</Badge>,
    })}
  />
)
