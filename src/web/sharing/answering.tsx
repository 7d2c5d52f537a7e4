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
  under: (home) => [[say('Shared with us'), addressIn(home, 'shared')]],
  parts: ({ visit, read }) => orUnknown(read('previewProjectShareInvitation', {}, { token: tokenIn(visit) })),
  forms: {
    accept: calling('acceptProjectShare', {
      verb: 'Accept',
      also: (_, { visit }) => ({ token: tokenIn(visit) }),
      missing: (_, again) => again(notYours, { status: 404 }),
      to: ({ home }, { id }) => addressIn(home, `shared/${id}`),
    }),
    decline: calling('declineProjectShare', {
      verb: 'Decline',
      also: (_, { visit }) => ({ token: tokenIn(visit) }),
      missing: (_, again) => again(notYours, { status: 404 }),
      to: backTo('shared'),
    }),
  },
  Content: ({ form, home, parts }) => (
    <section class="card stack">
      <Offer of={parts} />
      <p>{say('For {name}: all its members can read it.', { name: home.name })}</p>
      <div class="buttons">
        {form('accept', { primary: true })}
        {form('decline')}
      </div>
    </section>
  ),
})
