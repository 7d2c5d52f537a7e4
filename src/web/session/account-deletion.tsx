import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { show } from '../kit/layout.tsx'
import { pathOf } from '../kit/operations.ts'
import { LinkButton } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { asking, type Proof, proofFields, proofOf, proven } from './proof.tsx'

export default personPage<Proof>({
  at: '/account/delete',
  title: 'Delete your account',
  parts: ({ read }) => proofOf(read),
  forms: {
    '': calling('deleteMe', {
      verb: 'Delete my account',
      warning: 'It cannot be undone.',
      fields: bodyFields('AccountDeletion', proofFields),
      ...proven,
      to: async ({ visit }) => {
        await visit.api.send('POST', pathOf('logout', {}))
        return show(
          visit,
          { title: 'Your account is deleted', centered: 'slim' },
          <div class="card stack">
            <h1>Your account is deleted</h1>
            <p>You are signed out everywhere.</p>
            <p>
              <LinkButton to="/signup">Create another account</LinkButton>
            </p>
          </div>,
        )
      },
    }),
  },
  Content: ({ parts, person, form }) => (
    <section class="card stack" aria-label="What happens">
      <ul class="ticks">
        <li>You are signed out everywhere; your API keys and connected applications end.</li>
        <li>Your notes and reminders are erased.</li>
        <li>
          What you wrote in organizations stays there, without your name; your open tasks become unassigned.
        </li>
        <li>The address {person.email} may be used for another account.</li>
      </ul>
      {form('', {
        ...asking(parts),
        buttons: <LinkButton to="/account">Keep it</LinkButton>,
      })}
    </section>
  ),
})
