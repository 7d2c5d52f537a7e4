import { calling } from '../kit/forms.tsx'
import { personPage } from '../kit/person-page.tsx'
import { LinkButton } from '../kit/parts.tsx'

/** Takes the deletion of an organization back. Whether the person owned it is said only once they ask for it. */
export default personPage<string>({
  at: '/deleted-organizations/:id',
  title: 'Take an organization back',
  parts: async ({ visit }) => visit.c.req.param('id') ?? '',
  forms: {
    '': calling('restoreOrganization', {
      verb: 'Take it back',
      to: (_, { slug }) => `/organizations/${slug}`,
    }),
  },
  Content: ({ parts: org_id }) => (
    <section class="card stack" aria-label="What happens">
      <p>
        Within 30 days of its deletion an owner can take an organization back. Everything is as it was, and
        its members can enter again.
      </p>
      <form method="post" action={`/deleted-organizations/${org_id}`}>
        <input type="hidden" name="org_id" value={org_id} />
        <button>Take it back</button> <LinkButton to="/dashboard">Leave it deleted</LinkButton>
      </form>
    </section>
  ),
})
