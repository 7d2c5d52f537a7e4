import type { FC } from 'hono/jsx'
import type { ShowForm } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge, count } from '../kit/parts.tsx'

type Props = { of: Schemas['ClientDetail']['contacts']; form: ShowForm }
/** The contacts of a client, and a form to add one. */
export const Contacts: FC<Props> = ({ of, form }) => (
  <section class="card stack" aria-labelledby="contacts">
    <h2 id="contacts">{of.length ? count(of.length, 'contact') : 'No contact yet'}</h2>
    <ul class="rows">
      {of.map((contact) => (
        <li class="row">
          <div class="grow">
            <p class="title">{contact.name}</p>
            <p class="facts">
              {contact.job_title ? <span>{contact.job_title}</span> : null}
              {contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : null}
              {contact.phone ? <span>{contact.phone}</span> : null}
            </p>
          </div>
          <div class="buttons">
            {contact.is_primary ? <Badge kind="accent">primary</Badge> : null}
            {form('drop-contact', { of: contact, about: contact.name })}
          </div>
        </li>
      ))}
    </ul>
    {form('contact')}
  </section>
)
