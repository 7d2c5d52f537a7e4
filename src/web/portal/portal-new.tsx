import { say } from '../kit/say.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { attachedTo, fileField, problemOfFile } from './portal-files.tsx'
import { portalPage } from './portal-page.tsx'
import { tickets } from './portal-tickets.tsx'

export default portalPage({
  at: `${tickets}/new`,
  title: 'Ask for help',
  under: () => [[say('Tickets'), tickets]],
  parts: async () => null,
  forms: {
    '': calling('createPortalTicket', {
      verb: 'Send',
      fields: bodyFields(
        'PortalTicketDraft',
        {
          subject: { label: 'Subject', wide: true },
          description: {
            label: 'Your question',
            hint: 'What did you do, what did you expect, and what happened instead?',
            height: 8,
          },
        },
        fileField,
      ),
      also: async ({ subject = '', description = '' }, { request }) => {
        const empty = Object.entries({ subject, description }).filter(([, text]) => !text.trim())
        const file = await problemOfFile(request)
        const invalid = Object.fromEntries(empty.map(([name]) => [name, say('Must not be empty.')]))
        return empty.length || file ? { invalid: { ...invalid, ...(file && { file }) } } : {}
      },
      to: ({ request }, { id }) => attachedTo(request, id, { done: 'created' }),
    }),
  },
  Content: ({ form }) => <div class="card">{form('')}</div>,
})
