import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { attachedTo, fileField, problemOfFile } from './portal-files.tsx'
import { portalPage } from './portal-page.tsx'
import { tickets } from './portal-tickets.tsx'

export default portalPage((say) => ({
  at: `${tickets}/new`,
  title: say('ask'),
  under: () => [[say('tickets'), tickets]],
  parts: async () => null,
  forms: {
    '': calling('createPortalTicket', {
      verb: say('send'),
      fields: bodyFields(
        'PortalTicketDraft',
        {
          subject: { label: say('subject'), wide: true },
          description: {
            label: say('question'),
            hint: say('question_hint'),
            height: 8,
          },
        },
        fileField(say),
      ),
      also: async ({ subject = '', description = '' }, { visit }) => {
        const empty = Object.entries({ subject, description }).filter(([, text]) => !text.trim())
        const file = await problemOfFile(visit, say)
        const invalid = Object.fromEntries(empty.map(([name]) => [name, say('empty')]))
        return empty.length || file ? { invalid: { ...invalid, ...(file && { file }) } } : {}
      },
      to: ({ visit }, { id }) => attachedTo(visit, id, { done: 'created' }),
    }),
  },
  Content: ({ form }) => <div class="card">{form('')}</div>,
}))
