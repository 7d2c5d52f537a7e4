import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { show } from '../kit/layout.tsx'
import { type Answer, pathOf } from '../kit/operations.ts'
import { LinkButton } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { lineOf } from '../people/kept.tsx'
import { asking, type Proof, proofFields, proofOf, proven } from './proof.tsx'

type Parts = Proof & { preview: Answer<'previewDeletion'> }

export default personPage<Parts>({
  at: '/account/delete',
  title: 'Delete your account',
  parts: async ({ read }) => {
    const [proof, preview] = await Promise.all([proofOf(read), read('previewDeletion')])
    return { ...proof, preview }
  },
  forms: {
    '': calling('deleteMe', {
      verb: 'Delete my account',
      warning: 'It cannot be undone.',
      fields: bodyFields('AccountDeletion', proofFields),
      ...proven,
      to: async ({ request }) => {
        await request.api.send('POST', pathOf('logout', {}))
        return show(
          request,
          { title: say('Your account is deleted'), centered: 'slim' },
          <div class="card stack">
            <h1>{say('Your account is deleted')}</h1>
            <p>{say('You are signed out everywhere.')}</p>
            <p>
              <LinkButton to="/signup">{say('Create another account')}</LinkButton>
            </p>
          </div>,
        )
      },
    }),
  },
  Content: ({ parts, person, form }) => (
    <section class="card stack" aria-label={say('What happens')}>
      <ul class="ticks">
        <li>{say('You are signed out everywhere; your API keys and connected applications end.')}</li>
        <li>{say('Your notes and reminders are erased.')}</li>
        <li>
          {say(
            'What you wrote in organizations stays there, without your name; your open tasks become unassigned.',
          )}
        </li>
        <li>{say('The address {email} may be used for another account.', { email: person.email })}</li>
      </ul>
      {parts.preview.last_owner_of.length ? (
        <>
          <h2>{say('First')}</h2>
          <p>
            {say(
              'You are the last owner of {namesOf}. Make somebody else an owner, or delete the organization.',
              { namesOf: namesOf(parts.preview.last_owner_of) },
            )}
          </p>
        </>
      ) : null}
      {parts.preview.kept.map(({ organization, records }) => (
        <>
          <h2>{say('What {name} keeps of you', { name: organization.name })}</h2>
          <p>
            {say('Your record as an employee stays there with your name, as long as the law asks for it.')}
          </p>
          <Rows of={records} line={lineOf} />
        </>
      ))}
      {form('', {
        ...asking(parts),
        buttons: <LinkButton to="/account">{say('Keep it')}</LinkButton>,
      })}
    </section>
  ),
})

const namesOf = (places: { name: string }[]) =>
  new Intl.ListFormat('en-GB').format(places.map(({ name }) => name))
