import type { Child, FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { isAtLeast } from '../kit/organization-context.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Figures, Notice, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { amountOf, nameOf } from './amounts.ts'
import { Invoices, Limits } from './plan-lists.tsx'
import { SeatsOver } from './seats-over.tsx'
import { UsedUp } from './used-up.tsx'

export type Parts = {
  overview: Answer<'getBillingOverview'>
  plans: Answer<'listBillingPlans'>
  entitlements: Answer<'getEntitlements'>
  invoices: Answer<'listBillingInvoices'> & { part: Part }
  members: Answer<'listMembers'> & { part: Part }
}
export type Props = Shown<null, Parts>
type Plan = Parts['plans']['items'][number]

const onwards = (url: string, verb: string) => (
  <Notice kind="good" title={say('At the payment provider')}>
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
  under: (organization) => [[say('Settings'), addressIn(organization, 'settings')]],
  parts: async ({ request, read, organization }) => {
    const at = addressIn(organization, 'plan')
    const part = partOf(request, at, 'invoices_from', 20, 'invoices')
    return together({
      overview: read('getBillingOverview'),
      plans: read('listBillingPlans'),
      entitlements: read('getEntitlements'),
      invoices: readPart(read, 'listBillingInvoices', part),
      members: readPart(read, 'listMembers', partOf(request, at, 'members_from', 50, 'members'), {
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
      also: ({ plan_key }, { webUrl, organization }) => {
        const back = `${webUrl}${addressIn(organization, 'plan')}`
        return { plan_key, success_url: `${back}?checkout={CHECKOUT_SESSION_ID}`, cancel_url: back }
      },
      to: (_, { url }, again) => again(onwards(url, say('Enter the card and pay'))),
    }),
    confirm: calling('confirmCheckout', {
      verb: 'Check the payment',
      also: ({ session_id }) => ({ session_id }),
    }),
    portal: calling('createBillingPortalSession', {
      verb: 'Cards, addresses and invoices',
      also: (_, { webUrl, organization }) => ({ return_url: `${webUrl}${addressIn(organization, 'plan')}` }),
      to: (_, { url }, again) => again(onwards(url, say('Change cards and addresses'))),
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
      <UsedUp
        organization={shown.organization}
        of={shown.parts.entitlements}
        provider={shown.parts.overview.provider}
      />
      <Now {...shown} />
      <SeatsOver {...shown} />
      <Limits of={shown.parts.entitlements} />
      <Choice {...shown} />
      <Invoices {...shown} />
    </>
  ),
})

const Preview: FC<{ of: Answer<'changeSubscriptionPlan'> }> = ({ of }) => (
  <Notice
    kind={of.exceeds.length ? 'bad' : 'plain'}
    title={say('If you choose {name}', { name: of.plan.name })}
  >
    <p>
      {say('It begins')} {of.at === 'now' ? say('at once') : say('with the next period')}.{' '}
      {of.prorated_minor ? (
        <>
          {say('For the rest of this period {amount} is charged.', {
            amount: <Money minor={of.prorated_minor} currency={of.currency} />,
          })}{' '}
        </>
      ) : null}
      {say('Then each period costs {amount}, without tax.', {
        amount: <Money minor={of.next_minor} currency={of.currency} />,
      })}
    </p>
    {of.exceeds.length ? (
      <p>
        {say('It allows less than is used: {exceeds}.', {
          exceeds: of.exceeds
            .map(({ key, used, limit }) =>
              say('{name} {amount} of {amount2}', {
                name: nameOf(key),
                amount: amountOf(key, used),
                amount2: amountOf(key, limit),
              }),
            )
            .join(', '),
        })}
      </p>
    ) : null}
  </Notice>
)

const Returning: FC<Props> = ({ request, parts: { overview }, form }) => {
  const session_id = request.query.checkout
  if (!session_id || (overview.status && overview.status !== 'incomplete')) return null
  return (
    <Notice kind="good" title={say('Payment received, being confirmed')}>
      {form('confirm', { hidden: { session_id } })}
    </Notice>
  )
}

/** The one thing that an owner should see to, with its button. */
const Standing: FC<Props> = ({ parts: { overview }, form }) => {
  if (overview.access_until)
    return (
      <Notice kind="bad" title={say('A payment is missing')}>
        <p>
          {say('The plan stays until {at}; then the free one counts. Nothing is deleted.', {
            at: <Day at={overview.access_until} />,
          })}
        </p>
        {form('portal', { verb: 'Pay, or change the card' })}
      </Notice>
    )
  if (overview.cancel_at)
    return (
      <Notice kind="plain" title={say('The subscription ends')}>
        <p>
          {say('On {at} the free plan counts. Nothing is deleted.', { at: <Day at={overview.cancel_at} /> })}
        </p>
        {overview.provider === 'stripe' ? form('resume') : null}
      </Notice>
    )
  return overview.trial_end ? (
    <Notice kind="plain" title={say('The trial')}>
      <p>{say('It ends on {at}.', { at: <Day at={overview.trial_end} /> })}</p>
      {form('portal', { verb: 'Enter a card' })}
    </Notice>
  ) : null
}

const isLimited = (of: Parts['entitlements']) =>
  Object.values(of).some(({ type, value }) => type === 'limit' && value !== null)

const standingOf = ({ pending_plan: next, is_overridden }: Parts['overview']) =>
  next ? say('then {name}', { name: next.name }) : is_overridden ? say('as agreed') : ''

const Now: FC<Props> = ({ parts: { overview, entitlements }, form }) => {
  const { plan, seats, next_charge: next, period } = overview
  const paid: Child = seats.paid === null ? '' : say('{counted} paid', { counted: count(seats.paid, 'seat') })
  return (
    <Section id="now" title={say('Now')}>
      <Figures
        of={[
          [say('Plan'), plan.name, standingOf(overview)],
          [
            say('Seats'),
            seats.limit === null
              ? String(seats.used)
              : say('{used} of {limit}', { used: seats.used, limit: seats.limit }),
            paid,
          ],
          [say('Period until'), period ? <Day at={period.end} /> : '–'],
          [
            say('Next charge'),
            next ? <Money minor={next.amount_minor} currency={next.currency} /> : '–',
            next ? <Day at={next.at} /> : '',
          ],
        ]}
      />
      {overview.provider === null && !isLimited(entitlements) ? (
        <p class="muted">{say('No plan limits anything in this deployment.')}</p>
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

const Choice: FC<Props> = (shown) => {
  const { plans, overview } = shown.parts
  const others = plans.items.filter(({ current, key }) => !current && key !== 'free')
  if (overview.provider !== 'stripe') return null
  return (
    <ListSection
      id="plans"
      title={say('Other plans')}
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
    {say('{amount} a seat and {interval}', {
      amount: <Money minor={of.amount_minor} currency={of.currency} />,
      interval: of.interval,
    })}
  </>
)

const Acts: FC<Props & { plan: Plan }> = ({ plan, parts: { overview }, form, organization }) => {
  const hidden = { plan_key: plan.key }
  if (!isAtLeast(organization, 'owner')) return null
  return (
    <div class="buttons">
      {overview.status ? (
        <>
          {form('preview', {
            hidden: { ...hidden, preview: 'true' },
            verb: say('What would {name} cost?', { name: plan.name }),
          })}
          {form('change', { hidden, about: plan.name, verb: say('Choose {name}', { name: plan.name }) })}
        </>
      ) : (
        form('checkout', { hidden, verb: say('Buy {name}', { name: plan.name }) })
      )}
    </div>
  )
}
