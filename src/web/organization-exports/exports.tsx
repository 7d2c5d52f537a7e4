import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'
import { sizeOf } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { atExport, stateOf } from './export-parts.tsx'

/** Everything that an organization has, as files. */
export default listPage({
  at: '/organizations/:slug/export',
  of: 'listOrganizationExports',
  title: 'Export',
  lead: 'Everything that the organization has, as files to keep or to take elsewhere: JSON lines of each kind, attachments, and a signed list of it all. Left out are notes, reminders and other things of one person, and whatever opens something: keys, links and secrets.',
  noun: ['export'],
  under: within(['Settings', 'settings']),
  createsApart: true,
  forms: {
    '': calling('createOrganizationExport', {
      title: 'Export everything',
      verb: 'Begin the export',
      fields: bodyFields('OrganizationExportDraft', {
        files: {
          label: 'Attachments',
          choices: [
            ['yes', 'With their files'],
            ['no', 'Without their files'],
          ],
          hint: 'Once a day. All owners are told that it was begun, and of each download.',
        },
        password: {
          label: 'Your password',
          type: 'password',
          autocomplete: 'current-password',
          hint: 'If you signed in more than 15 minutes ago.',
        },
        code: { label: 'Code of your second factor', autocomplete: 'one-time-code' },
      }),
      to: ({ organization }, { id }) => atExport(id, organization.slug),
    }),
  },
  create: () => ({ values: { files: 'yes' } }),
  line: (one, { organization: { slug } }) => ({
    to: atExport(one.id, slug),
    title: onDay('Begun', one.created_at),
    facts: [
      one.line_count ? count(one.line_count, 'row') : null,
      one.size_bytes ? sizeOf(one.size_bytes) : null,
      one.created_by && say('by {name}', { name: one.created_by.name }),
      onDay('kept until', one.expires_at),
    ],
    marks: stateOf(one.state),
  }),
})
