import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling, type PageForms, type ShowForm } from '../kit/forms.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

type Client = Schemas['ClientDetail']
type Contact = Client['contacts'][number]
type Access = Answer<'listPortalAccesses'>['items'][number]

/** The forms for the contacts of a client, and for what they may do in the customer portal. */
export const contactForms: PageForms<Client> = {
  contact: calling('createClientContact', {
    title: 'Add a contact',
    verb: 'Add contact',
    fields: bodyFields('ClientContactDraft', {
      name: 'Name of the contact',
      job_title: 'Position',
      email: 'E-mail address',
      phone: 'Phone',
      is_primary: 'Invoices and letters go to this contact',
    }),
  }),
  'drop-contact': calling('deleteClientContact', { warning: 'The client stays.' }),
  access: calling('createPortalAccess', {
    title: 'Give access to the portal',
    verb: 'Give access',
    fields: bodyFields('PortalAccessDraft', {
      abilities: 'What the contact sees there',
      send_link: 'Send a link by mail',
    }),
    also: ({ contact_id = '' }) => ({ contact_id }),
    to: ({ webUrl }, access, again) => linkShown(`${webUrl}/portal/open?token=`, access, again),
  }),
  'drop-access': calling('revokePortalAccess', {
    verb: 'Revoke access',
    warning: 'Open sessions in the portal end at once.',
  }),
}

/** The link into the portal, which is shown only once. */
const linkShown = (
  at: string,
  { link_token, mailed_to, warnings }: Schemas['PortalAccessCreated'],
  again: Again,
) =>
  link_token
    ? again(
        <Notice kind={warnings.length ? 'warn' : 'good'} title={say('A link into the portal')}>
          {warnings.map((warning) => (
            <p>{warning}</p>
          ))}
          <p>
            {mailed_to ? `${say('Another one was mailed to {mailed_to}.', { mailed_to })} ` : ''}
            {say('It opens one session within 15 minutes, and is shown only now.')}
          </p>
          <Copy id="portal-link" what={say('Link')} text={`${at}${link_token}`} fold />
        </Notice>,
      )
    : undefined

type Props = { of: Contact[]; accesses: Access[]; form: ShowForm }
/** The contacts of a client, and a form to add one. */
export const Contacts: FC<Props> = ({ of, accesses, form }) => (
  <ListSection
    id="contacts"
    title={of.length ? count(of.length, 'contact') : say('No contact yet')}
    of={of}
    line={(contact) => contactLine(contact, accesses, form)}
  >
    {form('contact')}
  </ListSection>
)

function contactLine(contact: Contact, accesses: Access[], form: ShowForm): Line {
  const access = accesses.find((one) => one.contact.id === contact.id)
  return {
    title: contact.name,
    facts: [
      contact.job_title,
      contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>,
      contact.phone,
      access && say('portal: {abilities}', { abilities: access.abilities.map(inWords).join(', ') }),
    ],
    buttons: [
      contact.is_primary ? <Badge kind="accent">{say('primary')}</Badge> : null,
      access ? form('drop-access', { of: access, about: say('of {name}', { name: contact.name }) }) : null,
      form('drop-contact', { of: contact, about: contact.name }),
    ],
    below:
      access || !contact.email
        ? null
        : form('access', {
            of: contact,
            hidden: { contact_id: contact.id },
            values: { 'abilities:tickets': 'on' },
            about: contact.name,
          }),
  }
}
