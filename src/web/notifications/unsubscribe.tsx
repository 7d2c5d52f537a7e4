import { calling } from '../kit/forms.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'

/** The unsubscribe link of a mail; mail scanners open links, so a button confirms it. */
export default publicPage({
  at: '/unsubscribe',
  title: 'No more of these mails?',
  lead: 'You will no longer get mail about notifications of this organization. They still appear in your inbox here.',
  centered: 'slim',
  parts: async () => null,
  forms: {
    '': calling('unsubscribe', {
      verb: 'Stop the mails',
      missing: () =>
        Promise.reject(
          new PageError(
            404,
            say('This link does not work'),
            say('It is incomplete. Open it from the mail once more.'),
          ),
        ),
      to: (_, __, again) =>
        again(
          <>
            <p>{say('Your notifications of this organization are no longer mailed.')}</p>
            <p>
              <LinkButton to="/">{say('Go to the start page')}</LinkButton>
            </p>
          </>,
          { title: say('No more mails') },
        ),
    }),
  },
  Content: ({ form, request }) => <>{form('', { hidden: { token: request.query.token }, primary: true })}</>,
})
