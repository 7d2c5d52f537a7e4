import type { Child } from 'hono/jsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn, objectPage } from '../kit/page.tsx'
import { LinkButton, Notice, Pairs } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import { outcomes, reasonOf, rescue, senderOf } from './mails.tsx'

/** A mail that came in, and what became of it. */
export default objectPage<'getTicketMail', null>({
  at: '/organizations/:slug/mails/:id',
  of: 'getTicketMail',
  noun: 'mail',
  under: (organization) =>
    mayCall(organization, 'listTicketMails')
      ? [[say('Incoming mail'), addressIn(organization, 'mails')]]
      : [[say('Tickets'), addressIn(organization, 'tickets')]],
  title: ({ subject }) => subject,
  parts: async () => null,
  forms: { rescue },
  offers: ({ object }) => object.can_rescue,
  Content: ({ object: mail, organization, form }) => {
    const taking = form('rescue')
    return (
      <>
        <section class="card stack" aria-label={say('The mail')}>
          <Pairs of={factsOf(mail, organization)} />
          {mail.text === null ? (
            <p class="muted">{say('Its text is not kept any more.')}</p>
          ) : (
            <pre class="mail" dir="auto">
              {mail.text}
            </pre>
          )}
          {mail.download_url ? (
            <p>
              <LinkButton to={mail.download_url}>{say('Download the original')}</LinkButton>
            </p>
          ) : null}
        </section>
        {taking ? (
          <Notice kind="plain" title={say('Not what it was taken for?')}>
            <p>
              {say(
                'It becomes a message of the ticket that it answers, or a new ticket. Nobody gets an automatic answer.',
              )}
            </p>
            {taking}
          </Notice>
        ) : null}
      </>
    )
  },
})

const factsOf = (mail: Answer<'getTicketMail'>, organization: MemberOrganization): [string, Child][] => [
  [say('From'), <span dir="auto">{senderOf(mail)}</span>],
  [say('Came in'), <Moment at={mail.created_at} />],
  [
    say('Became'),
    mail.ticket_id ? (
      <a href={addressIn(organization, `tickets/${mail.ticket_id}`)}>{say(outcomes[mail.outcome])}</a>
    ) : (
      say('Nothing: it was ignored')
    ),
  ],
  [say('Reason'), reasonOf(mail)],
  [say('Files'), mail.file_names.join(', ')],
]
