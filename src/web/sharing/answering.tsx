import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, organizationPage } from '../kit/page.tsx'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { Offer, orUnknown } from './invitation.tsx'

const tokenIn = ({ c }: PageRequest) => c.req.param('token') ?? ''
const notYours = (
  <Notice kind="bad" title="That did not work">
    <p>The invitation is for another address than yours, or it has ended meanwhile.</p>
  </Notice>
)

/** The answer of an organization to an invitation. */
export default organizationPage<Answer<'previewProjectShareInvitation'>>({
  at: '/organizations/:slug/shared-invitation/:token',
  title: (_, { project_name }) => say('Read {project_name}', { project_name }),
  under: (organization) => [[say('Shared with us'), addressIn(organization, 'shared')]],
  parts: ({ request, read }) =>
    orUnknown(read('previewProjectShareInvitation', {}, { token: tokenIn(request) })),
  forms: {
    accept: calling('acceptProjectShare', {
      verb: 'Accept',
      also: (_, { request }) => ({ token: tokenIn(request) }),
      missing: (_, again) => again(notYours, { status: 404 }),
      to: ({ organization }, { id }) => addressIn(organization, `shared/${id}`),
    }),
    decline: calling('declineProjectShare', {
      verb: 'Decline',
      also: (_, { request }) => ({ token: tokenIn(request) }),
      missing: (_, again) => again(notYours, { status: 404 }),
      to: backTo('shared'),
    }),
  },
  Content: ({ form, organization, parts }) => (
    <section class="card stack">
      <Offer of={parts} />
      <p>{say('For {name}: all its members can read it.', { name: organization.name })}</p>
      <div class="buttons">
        {form('accept', { primary: true })}
        {form('decline')}
      </div>
    </section>
  ),
})
