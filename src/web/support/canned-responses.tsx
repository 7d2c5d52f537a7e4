import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'

const described = {
  title: 'Title',
  shortcut: { label: 'Shortcut', hint: 'What agents choose it by, such as received.' },
  body: {
    label: 'Text',
    hint: 'Markdown, with {{customer}}, {{number}}, {{subject}}, {{agent}} and {{organization}}.',
  },
} as const

/** Texts that agents answer with. */
export default listPage({
  at: '/organizations/:slug/canned-responses',
  of: 'listCannedResponses',
  title: 'Canned responses',
  lead: 'Texts for answers that are written again and again.',
  noun: ['response'],
  under: within(['Settings', 'settings'], ['Tickets', 'tickets']),
  forms: {
    '': calling('createCannedResponse', {
      title: 'New response',
      verb: 'Create response',
      fields: bodyFields('CannedResponseDraft', described),
    }),
    change: calling('updateCannedResponse', {
      fields: bodyFields('CannedResponseChange', described),
    }),
    delete: calling('deleteCannedResponse', { warning: 'Answers that used it stay.' }),
  },
  line: (response, { form }) => ({
    title: response.title,
    facts: [<code>{response.shortcut}</code>, response.body.slice(0, 120)],
    forms: [form('change', { of: response }), form('delete', { of: response, about: response.title })],
  }),
})
