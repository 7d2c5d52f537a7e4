import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { saidChoices } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { addressIn, backTo, organizationPage, type Shown } from '../kit/page.tsx'
import { Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'
import { Figures, type Panel } from './panel.tsx'
import { scopeNames, scopesIn } from './scopes.ts'

type Parts = { link: Schemas['HoldingLink']; panel: Panel; organization: Answer<'getHolding'> }
type Props = Shown<null, Parts>

/** What an organization asks to see of this one: with the figures that it would see, before anybody agrees. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/holding/:link',
  title: (_, { link }) => link.organization?.name ?? say('Holding'),
  under: (organization) => [[say('Holding'), addressIn(organization, 'holding')]],
  parts: async ({ request, read }) => {
    const { holding, panel } = await together({ holding: read('getHolding'), panel: read('getHoldingPanel') })
    const link = [holding.parent, ...(holding.invitations ?? [])].find(
      (one) => one?.id === request.c.req.param('link'),
    )
    if (!link)
      throw new PageError(
        404,
        say('No such invitation'),
        say('It was answered, has ended, or is for another organization.'),
      )
    return { link, panel, organization: holding }
  },
  forms: {
    accept: calling('acceptHoldingInvitation', {
      verb: 'Let it see these',
      fields: bodyFields('HoldingConsent', { data_scopes: { label: 'It may see', choices: scopeNames } }),
      to: backTo('holding'),
    }),
    decline: calling('declineHoldingInvitation', { verb: 'Decline', to: backTo('holding') }),
    leave: calling('removeSubsidiary', {
      verb: 'Leave the holding',
      warning: 'It sees no figures of yours from then on.',
      to: backTo('holding'),
    }),
  },
  Content: (shown) => (
    <>
      <Section id="figures" title={say('What it would see of this month')}>
        <p>
          {say(
            'Sums like these, of any days that it chooses, and never what they are made of. It asks for {contents}.',
            { contents: scopesIn(shown.parts.link.offered_scopes) },
          )}
        </p>
        <Figures of={shown.parts.panel} />
        <p class="muted small">
          {say('That somebody of it looked is in your audit log. You can show less, or leave, at any time.')}
        </p>
      </Section>
      <Answering {...shown} />
    </>
  ),
})

const Answering: FC<Props> = ({ form, parts: { link } }) => {
  const about = link.organization?.name ?? ''
  const isActive = link.status === 'active'
  return (
    <section class="card stack" aria-label={say('Your answer')}>
      {form('accept', {
        of: link,
        open: true,
        choices: {
          data_scopes: saidChoices(
            scopeNames.filter(([scope]) => link.offered_scopes.some((one) => one === scope)),
          ),
        },
        ...(isActive ? { verb: 'Change what it sees' } : {}),
      })}
      <div class="buttons">
        {isActive ? form('leave', { of: link, about }) : form('decline', { of: link, about })}
      </div>
    </section>
  )
}
