import { write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { Message, ToolMessageDraft } from './schemas.ts'

/** The tool writes a note that customers never see, unless it says that the message is public. */
export const addToolMessage = write({
  id: 'createTicketMessage',
  summary: 'Write an internal note, answer the customer (public), or record what the customer said',
  at: 'POST /tickets/{ticket_id}/messages',
  role: 'member',
  tool: 'create_ticket_message',
  asks: { about: 'outside', when: (body) => body.public === true },
  audit: 'ticket_message.created',
  body: ToolMessageDraft,
  returns: Message,
  status: 201,
  details:
    'A message of the customer wakes a snoozed ticket, and opens one that is not closed. Answers are mailed, with their ' +
    'files: those up to 3 MB in all in the mail, others as links for thirty days.',
  example: { body: { body: 'We are looking into it.', set_status: 'pending' } },
  run: ({ params: { ticket_id }, body: { public: isPublic, ...draft }, id }) =>
    queries.addMessage(ticket_id, id(), { ...draft, is_internal: !isPublic && !draft.from_customer }),
})
