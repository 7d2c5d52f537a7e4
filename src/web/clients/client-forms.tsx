import type { FC } from 'hono/jsx'
import { isUuid, uuidv7 } from '../../kit/id.ts'
import { type FormState, fieldsOf } from '../kit/object-actions.tsx'
import type { ShownClient } from './client.tsx'
import { type Client, ClientFields, valuesOf, type ClientDetail } from './client-parts.tsx'
import { ConfirmButton, Badge, count, Hidden } from '../kit/parts.tsx'
import { type Home, isAtLeast } from '../kit/organization-context.ts'
import type { Form } from '../kit/visit.ts'

export const contactLabels = {
  contact_name: 'Name of the contact',
  contact_email: 'E-mail address of the contact',
  contact_phone: 'Phone of the contact',
  job_title: 'Position',
  is_primary: 'Invoices and letters',
}

type To = { to: (action: string) => string }
type ContactsProps = To & { client: ClientDetail; may: boolean; adding: FormState }
/** The contacts of a client, and a form to add one. */
export const Contacts: FC<ContactsProps> = ({ client: { contacts }, to, may, adding }) => (
  <section class="card stack" aria-labelledby="contacts">
    <h2 id="contacts">{contacts.length ? count(contacts.length, 'contact') : 'No contact yet'}</h2>
    <ul class="rows">
      {contacts.map(({ id, name, email, phone, job_title, is_primary }) => (
        <li class="row">
          <div class="grow">
            <p class="title">{name}</p>
            <p class="facts">
              {job_title ? <span>{job_title}</span> : null}
              {email ? <a href={`mailto:${email}`}>{email}</a> : null}
              {phone ? <span>{phone}</span> : null}
            </p>
          </div>
          <div class="buttons">
            {is_primary ? <Badge kind="accent">primary</Badge> : null}
            {may ? (
              <ConfirmButton
                verb="Delete"
                subject={name}
                action={to('drop-contact')}
                fields={{ contact: id }}
                warning="The client stays."
              />
            ) : null}
          </div>
        </li>
      ))}
    </ul>
    {may ? <NewContact to={to('contact')} {...adding} /> : null}
  </section>
)

const NewContact: FC<FormState & { to: string }> = ({ to, open, ...input }) => {
  const { field, choice } = fieldsOf(contactLabels, input)
  return (
    <details class="more" open={open}>
      <summary>Add a contact</summary>
      <form class="stack" method="post" action={to} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <div class="columns">
          {field('contact_name')}
          {field('job_title', { optional: true })}
          {field('contact_email', { type: 'email', optional: true })}
          {field('contact_phone', { optional: true })}
          {choice('is_primary', [
            ['', 'go to another contact'],
            ['yes', 'go to this contact'],
          ])}
        </div>
        <button class="primary">Add contact</button>
      </form>
    </details>
  )
}

type FormsProps = To & FormState & { client: ClientDetail; home: Home }
/** Forms to edit, archive and restore a client, and for managers to delete it. */
export const ClientForms: FC<FormsProps> = ({ client, home, to, open, values: entered, problems }) => {
  const values: Form = { ...valuesOf(client), ...entered }
  const archived = Boolean(client.archived_at)
  return (
    <section class="card stack" aria-label="Change">
      <details class="more" open={open}>
        <summary>Edit</summary>
        <form class="stack" method="post" action={to('change')} novalidate>
          <Hidden fields={{ version: values.version }} />
          <ClientFields values={values} problems={problems} />
          <button class="primary">Save</button>
        </form>
      </details>
      <div class="buttons">
        <form method="post" action={to('archive')}>
          <Hidden fields={{ archived: archived ? 'no' : 'yes' }} />
          <button class="slim">{archived ? 'Restore' : 'Archive'}</button>
        </form>
        {isAtLeast(home, 'manager') ? (
          <ConfirmButton
            verb="Delete"
            subject={client.name}
            action={to('delete')}
            warning="It is archived instead where invoices, contracts or other records refer to it."
          />
        ) : null}
      </div>
    </section>
  )
}

export type Hit = Pick<Client, 'id' | 'name' | 'city' | 'email'>

/** Finds another client to merge into this one, and asks for confirmation. */
export const Merging: FC<ShownClient> = ({ visit: { query }, parts: { others }, home, object: client }) => {
  const at = `/clients/${client.id}`
  const hits = others?.items.filter(({ id }) => id !== client.id) ?? []
  const chosen = isUuid(query.merge ?? '') ? hits.find(({ id }) => id === query.merge) : undefined
  const toOther = (id: string) =>
    `${at}?${new URLSearchParams({ org: home.slug, other: query.other ?? '', merge: id })}#merge`
  return (
    <details class="more card" open={others !== null} id="merge">
      <summary>Merge another client into this one</summary>
      {chosen ? <MergeConfirmation into={client} other={chosen} org={home.slug} /> : null}
      <form class="search" method="get" action={`${at}#merge`}>
        <Hidden fields={{ org: home.slug }} />
        <div class="field">
          <label for="other">The other client</label>
          <input type="search" id="other" name="other" value={query.other} />
        </div>
        <button>Find</button>
      </form>
      {others && !hits.length ? <p class="muted">No other client of this name.</p> : null}
      <ul class="rows">
        {hits.map(({ id, name, city, email }) => (
          <li class="head">
            <a href={toOther(id)}>{name}</a>
            <span class="muted small">{[city, email].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const MergeConfirmation: FC<{ into: ClientDetail; other: Hit; org: string }> = ({ into, other, org }) => (
  <form class="notice warn close" method="post" action={`/clients/${into.id}/merge?org=${org}`}>
    <h2>{`Merge ${other.name} into ${into.name}?`}</h2>
    <p>
      Its contacts, deals, invoices, contracts and all else become those of {into.name}. It cannot be undone.
    </p>
    <Hidden fields={{ source: other.id }} />
    <div class="buttons">
      <button class="danger">{`Merge ${other.name}`}</button>
      <a class="button" href={`/clients/${into.id}?org=${org}`}>
        Cancel
      </a>
    </div>
  </form>
)
