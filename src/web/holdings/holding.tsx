import type { FC } from 'hono/jsx'
import { rangeIn, Spans } from '../agency/work.tsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge, LinkButton } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { Eliminated, Figures, type Panel, Used } from './panel.tsx'
import { rateTableForm, ratesForm } from './rates.ts'
import { scopeNames, scopesIn } from './scopes.ts'

type Parts = {
  range: ReturnType<typeof rangeIn>
  holding: Answer<'getHolding'>
  panel: Panel
  rates: Answer<'listHoldingRates'> & { part: Part }
}
type Props = Shown<null, Parts>

/** How the group is doing, who belongs to it, and the rates that its figures are converted with. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/holding',
  title: 'Holding',
  lead: 'Organizations that show each other how they are doing, by sums alone.',
  under: (organization) => [[say('Settings'), addressIn(organization, 'settings')]],
  parts: async ({ request, read, organization }) => {
    const range = rangeIn(request, organization)
    const { from, to } = range
    const part = partOf(request, addressIn(organization, 'holding'), 'rates_from', 20, 'rates')
    const { holding, panel, rates } = await together({
      holding: read('getHolding'),
      panel: read('getHoldingPanel', { from, to }),
      rates: readPart(read, 'listHoldingRates', part),
    })
    return { range, holding, panel, rates }
  },
  forms: {
    invite: calling('inviteSubsidiary', {
      title: 'Invite a subsidiary',
      verb: 'Invite',
      fields: bodyFields('HoldingInvitation', {
        organization_slug: {
          label: 'Its address',
          hint: 'The last part of the address of its pages, such as byron-gmbh. Only its owners can say whether there is one.',
        },
        ownership_percent: { label: 'You own', hint: 'In percent.' },
        data_scopes: { label: 'You would like to see', choices: scopeNames },
      }),
    }),
    remove: calling('removeSubsidiary', {
      verb: 'Remove',
      warning: 'Its figures are gone from here at once.',
    }),
    rates: ratesForm,
    table: rateTableForm,
  },
  Content: (shown) => {
    const { organization, parts } = shown
    return (
      <>
        <Invitations {...shown} />
        <Spans of={parts.range} at={addressIn(organization, 'holding')} query={{}} />
        <section class="card stack" aria-label={say('Figures')}>
          <Figures of={parts.panel} />
          <Used of={parts.panel} />
          <Lacking {...shown} />
        </section>
        <Eliminated of={parts.panel} />
        <Subsidiaries {...shown} />
        <Rates {...shown} />
      </>
    )
  },
})

/** Leads to the rates that are to be filled in. */
const Lacking: FC<Props> = ({ parts: { panel } }) => {
  const pairs = new Set(
    panel.missing_rates.map(({ base, quote }) => say('{base} in {quote}', { base, quote })),
  )
  return pairs.size ? (
    <p>
      <LinkButton kind="slim" to="#rates">
        {say('{counted} missing: {value}', {
          counted: count(pairs.size, 'rate is', 'rates are'),
          value: [...pairs].join(', '),
        })}
      </LinkButton>
    </p>
  ) : null
}

const Invitations: FC<Props> = ({ organization, parts: { holding } }) => (
  <ListSection
    id="invitations"
    title={holding.parent ? say('Your parent') : say('Who asks for your figures')}
    of={[...(holding.parent ? [holding.parent] : []), ...(holding.invitations ?? [])]}
    orNothing
    line={(one) => ({
      to: addressIn(organization, `holding/${one.id}`),
      title: one.organization?.name,
      facts: [
        one.status === 'active'
          ? say('sees {contents}', { contents: scopesIn(one.data_scopes) })
          : say('asks for {contents}', { contents: scopesIn(one.offered_scopes) }),
        onDay('until', one.expires_at),
      ],
      marks: one.status === 'invited' ? <Badge kind="accent">{say('waits for you')}</Badge> : null,
    })}
  />
)

const Subsidiaries: FC<Props> = (shown) => {
  const { subsidiaries, sent } = shown.parts.holding
  return (
    <ListSection
      id="subsidiaries"
      title={say('Subsidiaries')}
      of={[...subsidiaries, ...sent]}
      none={say('None yet. Invite one by its address; its owners decide what you see.')}
      shown={shown}
      line={(one) => ({
        title: one.organization?.name ?? one.slug,
        facts: [
          `${one.ownership_percent} %`,
          one.status === 'active'
            ? say('shows {contents}', { contents: scopesIn(one.data_scopes) })
            : say('not answered yet'),
          onDay('until', one.expires_at),
        ],
        marks: one.is_available ? null : <Badge kind="warn">{say('suspended')}</Badge>,
        forms: [shown.form('remove', { of: one, about: one.organization?.name ?? one.slug ?? '' })],
      })}
    >
      {shown.form('invite')}
    </ListSection>
  )
}

const Rates: FC<Props> = (shown) => {
  const { rates, panel } = shown.parts
  const [lacking] = panel.missing_rates
  return (
    <ListSection
      id="rates"
      title={say('Exchange rates')}
      of={rates.items}
      total={rates.total}
      part={rates.part}
      none={say('None yet. Figures in other currencies need one.')}
      line={(one) => ({
        title: say('1 {base} is {rate} {quote}', { base: one.base, rate: one.rate, quote: one.quote }),
        facts: [onDay('on', one.day), one.source],
      })}
    >
      {shown.form('rates', { open: lacking !== undefined })}
      {shown.form('table')}
    </ListSection>
  )
}
