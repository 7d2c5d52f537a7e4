import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling, type PageForms, type ShowForm } from '../kit/forms.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { Badge, Copy, count, Notice } from '../kit/parts.tsx'
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
  'drop-contact': calling('deleteClientContact', { verb: 'Delete', warning: 'The client stays.' }),
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
const linkShown = (at: string, { link_token, mailed_to }: Schemas['PortalAccessCreated'], again: Again) =>
  link_token
    ? again(
        <Notice kind="good" title="A link into the portal">
          <p>
            {mailed_to ? `Another one was mailed to ${mailed_to}. ` : ''}It opens one session within 15
            minutes, and is shown only now.
          </p>
          <Copy id="portal-link" what="Link" text={`${at}${link_token}`} fold />
        </Notice>,
      )
    : undefined

type Props = { of: Contact[]; accesses: Access[]; form: ShowForm }
/** The contacts of a client, and a form to add one. */
export const Contacts: FC<Props> = ({ of, accesses, form }) => (
  <section class="card stack" aria-labelledby="contacts">
    <h2 id="contacts">{of.length ? count(of.length, 'contact') : 'No contact yet'}</h2>
    <ul class="rows">
      {of.map((contact) => (
        <OneContact
          contact={contact}
          access={accesses.find((one) => one.contact.id === contact.id)}
          form={form}
        />
      ))}
    </ul>
    {form('contact')}
  </section>
)

type OneProps = { contact: Contact; access: Access | undefined; form: ShowForm }
const OneContact: FC<OneProps> = ({ contact, access, form }) => (
  <li class="row">
    <div class="grow">
      <p class="title">{contact.name}</p>
      <p class="facts">
        {contact.job_title ? <span>{contact.job_title}</span> : null}
        {contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : null}
        {contact.phone ? <span>{contact.phone}</span> : null}
        {access ? <span>{`portal: ${access.abilities.map(inWords).join(', ')}`}</span> : null}
      </p>
    </div>
    <div class="buttons">
      {contact.is_primary ? <Badge kind="accent">primary</Badge> : null}
      {access ? form('drop-access', { of: access, about: `of ${contact.name}` }) : null}
      {form('drop-contact', { of: contact, about: contact.name })}
    </div>
    {access || !contact.email ? null : (
      <div class="forms">
        {form('access', {
          of: contact,
          hidden: { contact_id: contact.id },
          values: { 'abilities:tickets': 'on' },
          about: contact.name,
        })}
      </div>
    )}
  </li>
)
