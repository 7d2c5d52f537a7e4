import type { FC } from 'hono/jsx'
import { fileTypes } from '../../../db/schema/values.ts'
import { uuidv7 } from '../../kit/id.ts'
import { limits } from '../attachments/files.tsx'
import { choicesFrom, personChoice, type FormState, fieldsOf } from '../kit/object-actions.tsx'
import { ConfirmButton, Hidden } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { isAtLeast } from '../kit/organization-context.ts'
import { allLabels, replyLabels } from './ticket-actions.ts'
import { inWords } from '../kit/words.ts'
import { choicesOf, ticketLabels, ticketPriorities, ticketsAt, type TicketDetail } from './ticket-parts.tsx'
import type { ShownTicket } from './ticket.tsx'
import type { Form, Problems } from '../kit/visit.ts'

/** The statuses that may follow each status. */
const nextStatuses: Record<string, string[]> = {
  open: ['pending', 'on_hold', 'resolved'],
  pending: ['open', 'on_hold', 'resolved'],
  on_hold: ['open', 'pending', 'resolved'],
  resolved: ['open', 'closed'],
}
type Props = ShownTicket & { stateOf: (action: string) => FormState }
type FormProps = ShownTicket & FormState & { to: (action: string) => string }

/** The forms for members; a closed ticket can only be deleted. */
export const TicketForms: FC<Props> = ({ stateOf, ...shown }) => {
  const { home, object: ticket } = shown
  const to = (action: string) => `${ticketsAt(home)}/${ticket.number}/${action}`
  const propsOf = (action: string) => ({ ...shown, ...stateOf(action), to })
  const isOpen = ticket.status !== 'closed'
  return (
    <>
      {isOpen ? <Reply {...propsOf(stateOf('insert').open ? 'insert' : 'reply')} /> : null}
      {isOpen ? <Change {...propsOf('change')} /> : null}
      {isOpen ? (
        <section class="card stack" aria-labelledby="more">
          <h2 id="more">More</h2>
          <Snooze {...propsOf('snooze')} />
          {ticket.task ? null : <MakeTask {...propsOf('task')} />}
          {isAtLeast(home, 'manager') ? <Merge {...propsOf('merge')} /> : null}
          {isAtLeast(home, 'admin') ? <DeleteButton ticket={ticket} at={to('delete')} /> : null}
        </section>
      ) : isAtLeast(home, 'admin') ? (
        <DeleteButton ticket={ticket} at={to('delete')} />
      ) : null}
    </>
  )
}

const DeleteButton: FC<{ ticket: TicketDetail; at: string }> = ({ ticket, at }) => (
  <ConfirmButton
    verb="Delete"
    subject={ticket.key}
    action={at}
    showSubject
    warning="Its messages and its history go with it."
  />
)

const FilesField: FC<{ hasResponses: boolean; problems: Problems }> = ({ hasResponses, problems }) => (
  <Field
    name="files"
    type="file"
    label={replyLabels.files}
    hint={`They go with the message, to the customer too. ${limits}${hasResponses ? ' Choose them after inserting a response.' : ''}`}
    accept={fileTypes.join(',')}
    problems={problems}
    multiple
    optional
  />
)

const Reply: FC<FormProps> = ({ object: ticket, parts, to, values, problems }) => {
  const { choice, text } = fieldsOf(replyLabels, { values, problems })
  const next = nextStatuses[ticket.status] ?? []
  return (
    <section class="card stack" aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      <form class="stack" method="post" action={to('reply')} enctype="multipart/form-data" novalidate>
        <Hidden fields={{ once: values.once ?? uuidv7(), files_once: uuidv7() }} />
        {choice('audience', [
          ['', 'Reply to the customer'],
          ['internal', 'Internal note, not for the customer'],
          ['customer', 'What the customer said elsewhere'],
        ])}
        {text('body', 6, 'Markdown.')}
        {parts.canned.length ? (
          <div class="search">
            {choice('canned', [
              ['', 'None'],
              ...parts.canned.map(({ id, title, shortcut }): [string, string] => [
                id,
                `${title} (${shortcut})`,
              ]),
            ])}
            <button class="slim" formaction={to('insert')}>
              Insert
            </button>
          </div>
        ) : null}
        <FilesField hasResponses={parts.canned.length > 0} problems={problems} />
        {choice('set_status', [
          ['', `leave it ${inWords(ticket.status)}`],
          ...next.map((propsOf): [string, string] => [propsOf, `set it to ${inWords(propsOf)}`]),
        ])}
        <button class="primary">Send</button>
      </form>
    </section>
  )
}

const valuesOf = (ticket: TicketDetail): Form => ({
  subject: ticket.subject,
  status: ticket.status,
  priority: ticket.priority,
  assignee_user_id: ticket.assignee?.user_id ?? '',
  client_id: ticket.client?.id ?? '',
  contact_id: ticket.contact?.id ?? '',
  requester_email: ticket.contact ? '' : (ticket.requester_email ?? ''),
  type: ticket.type ?? '',
  tags: ticket.tags.join(', '),
  version: String(ticket.version),
})

const Change: FC<FormProps> = ({ object: ticket, parts, to, open, values: entered, problems }) => {
  const values: Form = { ...valuesOf(ticket), ...entered }
  const { field, choice } = fieldsOf(ticketLabels, { values, problems })
  const people = parts.members.map(({ user_id, name }) => ({ id: user_id, name }))
  const current = ticket.contact && { id: ticket.contact.id, name: ticket.contact.name }
  return (
    <details class="more card" open={open}>
      <summary>Assign, set status or priority, edit</summary>
      <form class="stack" method="post" action={to('change')} novalidate>
        <Hidden fields={{ version: values.version }} />
        <div class="columns">
          {choice('assignee_user_id', choicesFrom('Nobody', people, personChoice(ticket.assignee)))}
          {choice('status', choicesOf([ticket.status, ...(nextStatuses[ticket.status] ?? [])]))}
          {choice('priority', choicesOf(ticketPriorities))}
          {field('tags', { optional: true, hint: 'Separated by commas.' })}
        </div>
        {field('subject')}
        <div class="columns">
          {choice('client_id', choicesFrom('None', parts.clients, ticket.client))}
          {choice('contact_id', choicesFrom('None', parts.contacts, current), 'A contact of the client.')}
          {field('requester_email', {
            type: 'email',
            optional: true,
            hint: 'If the requester is not a contact.',
          })}
          {field('type', { optional: true, hint: 'A kind of your own, such as incident.' })}
        </div>
        <button class="primary">Save</button>
      </form>
    </details>
  )
}

const Snooze: FC<FormProps> = ({ object: ticket, to, open, values, problems }) =>
  ticket.snoozed_until ? (
    <form method="post" action={to('wake')}>
      <button class="slim">End the snooze</button>
    </form>
  ) : ticket.status === 'resolved' ? null : (
    <details class="more small" open={open}>
      <summary>Snooze</summary>
      <form class="stack" method="post" action={to('snooze')} novalidate>
        {fieldsOf(allLabels, { values, problems }).field('until', {
          type: 'date',
          hint: 'Out of sight until nine in the morning of that day, or until the customer writes.',
        })}
        <button>Snooze</button>
      </form>
    </details>
  )

const MakeTask: FC<FormProps> = ({ object: ticket, parts, to, open, values, problems }) => {
  const { field, choice } = fieldsOf(allLabels, { values: { title: ticket.subject, ...values }, problems })
  return parts.projects.length ? (
    <details class="more small" open={open}>
      <summary>Create a task</summary>
      <form class="stack" method="post" action={to('task')} novalidate>
        {choice(
          'project_id',
          parts.projects.map(({ id, name }): [string, string] => [id, name]),
          'Everyone who can see the project can read there what the ticket says.',
        )}
        {field('title')}
        <button>Create task</button>
      </form>
    </details>
  ) : null
}

const Merge: FC<FormProps> = ({ to, open, values, problems }) => (
  <details class="more small" open={open}>
    <summary>Merge</summary>
    <form class="stack" method="post" action={to('merge')} novalidate>
      {fieldsOf(allLabels, { values, problems }).field('into', {
        hint: 'The number of the ticket of the same client that stays. This one is closed, and its messages go there.',
      })}
      <button class="danger">Merge</button>
    </form>
  </details>
)
