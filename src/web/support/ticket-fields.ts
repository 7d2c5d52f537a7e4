import { attachAll, detachAll } from '../attachments/file-actions.ts'
import { limits } from '../attachments/files.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type PageForms } from '../kit/forms.tsx'
import type { Answer, Read } from '../kit/operations.ts'
import { backTo } from '../kit/page.tsx'
import { readAll } from '../kit/all-of.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { hourIn } from '../kit/zone.ts'

export type Ticket = Answer<'getTicket'>

const described = {
  subject: { label: 'Subject', wide: true },
  client_id: 'Client',
  contact_id: { label: 'Contact', hint: 'A contact of the client.' },
  requester_email: {
    label: 'E-mail address of the requester',
    hint: 'If the requester is not a contact.',
    from: ({ contact, requester_email: email }: Ticket) => (contact ? null : email),
  },
  priority: 'Priority',
  assignee_user_id: { label: 'Assigned to', none: 'Nobody' },
  type: { label: 'Type', hint: 'A kind of your own, such as incident.' },
  tags: { label: 'Tags', hint: 'Separated by commas.' },
} as const
const { subject, ...others } = described

/** The fields of a new ticket. */
export const newTicketFields = bodyFields('TicketDraft', {
  subject,
  description: { label: 'Question', hint: 'Markdown.' },
  ...others,
  channel: {
    label: 'Channel',
    choices: [
      ['agent', 'written here'],
      ['email', 'by e-mail'],
    ],
  },
})

const reply = bodyFields(
  'TicketMessageDraft',
  { body: { label: 'Message', hint: 'Markdown.' }, set_status: { label: 'Status', none: 'leave it' } },
  {
    audience: {
      label: 'Kind of message',
      type: 'choice',
      choices: [
        ['', 'Reply to the customer'],
        ['internal', 'Internal note, not for the customer'],
        ['customer', 'What the customer said elsewhere'],
      ],
      after: null,
    },
    canned: { label: 'Canned response', type: 'choice', choices: [], none: 'None', after: 'body' },
    files: {
      label: 'Files',
      type: 'files',
      hint: `They go with the message, to the customer too. ${limits} Choose them after inserting a response.`,
      after: 'canned',
    },
  },
)
const kindOf = ({ audience }: Form) => ({
  ...(audience === 'internal' && { is_internal: true }),
  ...(audience === 'customer' && { from_customer: true }),
})

/** The responses to choose from, with the data of the ticket filled in. */
export const responsesFor = (read: Read, ticket_id: string) =>
  readAll(read, 'listCannedResponses', { ticket_id })

/** The ticket of an entered number, to merge with. */
async function mergeInto({ into = '' }: Form, read: Read) {
  const number = /^#?([1-9]\d{0,14})$/.exec(into.trim())?.[1]
  const found = number && (await read('getTicket', {}, { ticket_id: number }).catch(() => undefined))
  return found ? { into_ticket_id: found.id } : { invalid: { into: say('Must be the number of a ticket.') } }
}

/** What can be done with a ticket. */
export const ticketForms: PageForms<Ticket> = {
  reply: calling('createTicketMessage', {
    verb: 'Send',
    fields: reply,
    also: kindOf,
    saidAt: { is_internal: 'audience', from_customer: 'audience', attachment_ids: 'files' },
    // The files are attached for agents alone, and go along with the message; both or nothing.
    sends: async (request, { organization, object }, call) => {
      const at = `/api/v1/organizations/${organization.id}`
      const attached = await attachAll(request, { at, type: 'ticket', id: object.id })
      if (!Array.isArray(attached)) {
        const { file = '' } = attached.problems.fields
        return { refused: [{ fields: { files: file }, general: [] }, attached.status] }
      }
      const sent = await call(attached.length ? { attachment_ids: attached } : {})
      if (sent.refused) await detachAll(request, at, attached)
      return sent
    },
  }),
  // Appends a canned response to the entered text and shows the page again; nothing is sent.
  insert: calling('createTicketMessage', {
    verb: 'Insert',
    fields: reply,
    sends: async (request, { object, read }) => {
      const { canned, body } = request.form
      const chosen = (await responsesFor(read, object.id)).find(({ id }) => id === canned)
      const whole = [body?.trimEnd(), chosen?.text].filter(Boolean).join('\n\n')
      request.form = { ...request.form, body: whole, canned: '' }
      return { refused: [{ fields: {}, general: [], of: 'reply' }, 200] }
    },
  }),
  change: calling('updateTicket', {
    title: 'Assign, set status or priority, edit',
    fields: bodyFields('TicketChange', { ...described, status: 'Status' }),
  }),
  snooze: calling('updateTicket', {
    title: 'Snooze',
    verb: 'Snooze',
    fields: bodyFields(
      'TicketChange',
      {},
      {
        until: {
          label: 'Until',
          type: 'date',
          required: true,
          hint: 'Out of sight until nine in the morning of that day, or until the customer writes.',
        },
      },
    ),
    also: ({ until = '' }, { organization }) => {
      const moment = hourIn(organization.timezone, until, 9)
      return moment ? { snoozed_until: moment } : { invalid: { until: say('Must be a day.') } }
    },
    saidAt: { snoozed_until: 'until' },
  }),
  wake: calling('updateTicket', { verb: 'End the snooze', also: () => ({ snoozed_until: null }) }),
  task: calling('createTaskFromTicket', {
    title: 'Create a task',
    verb: 'Create task',
    fields: bodyFields('TaskOfTicket', {
      project_id: {
        label: 'Project',
        hint: 'Everyone who can see the project can read there what the ticket says.',
      },
      title: 'Title of the task',
    }),
  }),
  merge: calling('mergeTickets', {
    title: 'Merge',
    verb: 'Merge',
    warning: 'This ticket is closed, and its messages go to the other one.',
    fields: bodyFields(
      'TicketMerge',
      {},
      {
        into: {
          label: 'Into the ticket',
          required: true,
          hint: 'The number of the ticket of the same client that stays.',
        },
      },
    ),
    also: (form, { read }) => mergeInto(form, read),
    saidAt: { into_ticket_id: 'into' },
  }),
  delete: calling('deleteTicket', {
    warning: 'Its messages and its history go with it.',
    to: backTo('tickets'),
  }),
}
