import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { together } from '../kit/all-of.ts'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'
import type { Form } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { featureFields, featureProblems, featuresIn, wordsOf } from './allowances.ts'

type Parts = {
  plans: Answer<'listPlatformBillingPlans'>
  events: Answer<'listPlatformBillingEvents'> & { part: Part }
}
type Props = Shown<null, Parts>

const at = '/platform/billing'
const described = {
  name: { label: 'Name', wide: true },
  interval: { label: 'Paid every' },
  amount_minor: { label: 'Price of a seat', isNeeded: true },
  currency: { label: 'Currency' },
  tier: { label: 'Counts as', none: 'pro' },
  provider_price_id: {
    label: 'Price at the payment provider',
    hint: 'Its id, such as price_1a2b. Amount, currency and interval must agree with it.',
  },
  active: { label: 'Offered' },
} as const
const changed = bodyFields('PlatformBillingPlanDraft', described, featureFields)
const created = bodyFields('PlatformBillingPlanDraft', described, {
  plan_key: {
    label: 'Key',
    hint: 'Small letters, digits and _, such as pro_month. The plan free is what everybody has without a subscription.',
    required: true,
    after: null,
  },
  ...featureFields,
})
const saving = {
  // A version of a plan is written as a whole, so what was not changed is sent too, and what is empty is not.
  also: (form: Form) => ({
    features: featuresIn(form),
    tier: form.tier || undefined,
    provider_price_id: form.provider_price_id?.trim() || undefined,
  }),
  saidAt: featureProblems,
  done: 'set',
} as const

/** What operators offer, and what the payment provider told. */
export default personPage<Parts>({
  at,
  title: 'Plans and payments',
  lead: 'What organizations can choose from, what each plan allows, and what the payment provider told.',
  under: () => [[say('Operations'), '/platform']],
  parts: async ({ read, request }) => {
    const part = partOf(request, at, 'events_from', 25, 'events')
    return together({
      plans: read('listPlatformBillingPlans'),
      events: readPart(read, 'listPlatformBillingEvents', part),
    })
  },
  said: {
    set: 'Saved. Whoever has the plan keeps their version until they change.',
    apply: 'Applied again.',
  },
  forms: {
    create: calling('setPlatformBillingPlan', {
      title: 'Make a plan',
      verb: 'Create the plan',
      fields: created,
      ...saving,
    }),
    change: calling('setPlatformBillingPlan', {
      title: 'Change',
      verb: 'Save as a new version',
      fields: changed,
      ...saving,
    }),
    apply: calling('applyPlatformBillingEvent', { verb: 'Apply again' }),
  },
  Content: (shown) => (
    <>
      <Plans {...shown} />
      <Events {...shown} />
    </>
  ),
})

const Plans: FC<Props> = ({ parts: { plans }, form }) => (
  <>
    <ListSection
      id="plans"
      title={say('Plans')}
      of={plans.items}
      line={(plan) => ({
        title: (
          <>
            {plan.name} {plan.active ? null : <Badge kind="warn">{say('not offered')}</Badge>}{' '}
            <Badge>{inWords(plan.tier)}</Badge>
          </>
        ),
        facts: [
          <span class="mono">{plan.key}</span>,
          <>
            {say('{amount} a seat and {interval}', {
              amount: <Money minor={plan.amount_minor} currency={plan.currency} />,
              interval: plan.interval,
            })}
          </>,
          say('version {version}', { version: plan.version }),
          ...wordsOf(plan.features),
        ],
        marks: form('change', {
          of: { ...plan, id: plan.key },
          by: 'plan_key',
          floats: true,
          about: plan.name,
          verb: say('Change {name}', { name: plan.name }),
        }),
      })}
      none={say('There is no plan. As long as there is none with the key free, nothing is limited.')}
    />
    <Section id="new-plan" title={say('New plan')}>
      {form('create', { values: { active: 'yes' } })}
    </Section>
  </>
)

const Events: FC<Props> = ({ parts: { events }, form }) => (
  <ListSection
    id="events"
    title={say('What the payment provider told')}
    of={events.items}
    total={events.total}
    part={events.part}
    line={(event) => ({
      title: (
        <>
          {event.type}{' '}
          <Badge kind={event.status === 'failed' ? 'bad' : event.status === 'applied' ? 'good' : undefined}>
            {inWords(event.status)}
          </Badge>
        </>
      ),
      facts: [
        event.organization?.name ?? say('Of no organization that is known'),
        event.error,
        <span class="mono">{event.id}</span>,
        atMoment('received', event.received_at),
      ],
      marks:
        event.status === 'failed' || event.status === 'ignored'
          ? form('apply', { of: event, by: 'event_id', about: say('the event {id}', { id: event.id }) })
          : null,
    })}
    none={say('It told nothing yet.')}
  />
)
