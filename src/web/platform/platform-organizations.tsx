import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day, onDay } from '../kit/time.tsx'
import { allowances, allowed } from './allowances.ts'

const fields = bodyFields('PlatformOrganizationChange', {
  reason: { label: 'Reason', wide: true, isNeeded: true },
})

const limits = bodyFields('PlatformOrganizationChange', {
  requests_per_minute: { label: 'Requests a minute' },
  rows_per_minute: { label: 'Rows a minute' },
  reason: { label: 'Reason', wide: true, isNeeded: true },
})

const reasoned = { label: 'Reason', wide: true, isNeeded: true } as const
const key = { type: 'choice', label: 'What', choices: allowances, required: true, after: null } as const
const override = bodyFields(
  'EntitlementOverrideDraft',
  { expires_at: { label: 'Until', none: 'For good' }, reason: reasoned },
  {
    entitlement_key: key,
    most: {
      type: 'text',
      label: 'How much',
      hint: 'A number or unlimited; of what is included or not, yes or no.',
      required: true,
      after: 'entitlement_key',
    },
  },
)
const subscription = bodyFields('PlatformSubscriptionDraft', {
  plan_key: { label: 'Key of the plan', hint: 'As under Plans and payments.' },
  quantity: { label: 'Seats that are paid for' },
  ends_at: { label: 'Until', hint: 'A moment that has passed ends it.' },
  reason: reasoned,
})

/** Every organization, for operators. */
const whatReturns = 'Its members can work again at once, its keys and links work again, and its jobs go on.'

export default listPage({
  at: '/platform/organizations',
  of: 'listPlatformOrganizations',
  title: 'Organizations',
  lead: 'Every organization, to find by its name, its slug or the address of an owner. Their contents are not shown.',
  noun: ['organization'],
  under: () => [[say('Operations'), '/platform']],
  size: 25,
  search: 'Find an organization',
  states: ['active', 'suspended', 'pending_deletion'],
  keeps: ['q', 'status', 'offset'],
  said: {
    allowed: 'The allowance holds from now on.',
    entitled: 'It holds from now on, whatever the plan says.',
    released: 'The plan decides again.',
    subscribed: 'The subscription holds from now on.',
    suspended: 'Suspended. Nothing in it can be read or changed.',
    active: 'Reactivated. Everything is available again, and paused jobs resume.',
  },
  forms: {
    allow: calling('updatePlatformOrganization', {
      title: 'Set its allowance',
      verb: 'Set allowance',
      fields: limits,
      done: 'allowed',
    }),
    entitle: calling('setEntitlementOverride', {
      title: 'Allow or deny',
      verb: 'Allow or deny',
      fields: override,
      also: ({ most = '' }) => ({ value: allowed(most) }),
      saidAt: { value: 'most' },
      done: 'entitled',
    }),
    release: calling('removeEntitlementOverride', {
      title: 'Let the plan decide',
      verb: 'Let the plan decide',
      fields: bodyFields('EntitlementOverrideDraft', {}, { entitlement_key: key }),
      mustExist: true,
      done: 'released',
    }),
    subscribe: calling('setPlatformSubscription', {
      title: 'Give a subscription',
      verb: 'Give the subscription',
      fields: subscription,
      done: 'subscribed',
    }),
    suspend: calling('updatePlatformOrganization', {
      title: 'Suspend',
      verb: 'Suspend',
      warning:
        'Its members, keys, connected applications, links and jobs are stopped at once. Nothing is lost.',
      fields,
      also: () => ({ status: 'suspended' }),
      done: 'suspended',
    }),
    reactivate: calling('updatePlatformOrganization', {
      title: 'Reactivate',
      verb: 'Reactivate',
      fields,
      also: () => ({ status: 'active' }),
      done: 'active',
    }),
  },
  line: (one, { form }) => {
    const options = { of: { id: one.id }, about: one.name, floats: true, by: 'org_id' } as const
    const change =
      one.status === 'suspended'
        ? form('reactivate', {
            ...options,
            verb: say('Reactivate {name}', { name: one.name }),
            above: <p>{say(whatReturns)}</p>,
          })
        : form('suspend', { ...options, verb: say('Suspend {name}', { name: one.name }) })
    return {
      title: (
        <>
          {one.name} {stateOf(one)} <Badge>{one.plan}</Badge>
        </>
      ),
      facts: [
        <span class="mono">{one.slug}</span>,
        count(one.members, 'member'),
        count(one.projects, 'project'),
        count(one.tasks, 'task'),
        onDay('since', one.created_at),
      ],
      marks:
        one.status === 'pending_deletion' ? null : (
          <>
            {form('allow', { ...options, verb: say('Set the allowance of {name}', { name: one.name }) })}
            {form('entitle', { ...options, verb: say('Allow or deny {name} something', { name: one.name }) })}
            {form('release', { ...options, verb: say('Let the plan of {name} decide', { name: one.name }) })}
            {form('subscribe', { ...options, verb: say('Give {name} a subscription', { name: one.name }) })}
            {change}
          </>
        ),
    }
  },
})

const stateOf = ({ status, suspended_at: since }: Item<'listPlatformOrganizations'>) =>
  status === 'active' ? null : status === 'suspended' ? (
    <Badge kind="bad">
      {say('suspended')} {since ? <Day at={since} /> : null}
    </Badge>
  ) : (
    <Badge kind="warn">{say('to be deleted')}</Badge>
  )
