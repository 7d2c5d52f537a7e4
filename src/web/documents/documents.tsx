import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Answer } from '../kit/operations.ts'
import { Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { Branch } from './tree.tsx'

/** The documents of an organization: as a tree, and all of them by what was changed last. */
export default listPage<'listDocuments', Answer<'getDocumentTree'>>({
  at: '/organizations/:slug/documents',
  of: 'listDocuments',
  title: 'Documents',
  lead: 'What is written down: of the organization and of its projects.',
  noun: ['document'],
  search: 'Words in the title',
  query: { sort: '-updated_at' },
  parts: async ({ read }) => read('getDocumentTree', { depth: 10 }),
  forms: {
    '': calling('createDocument', {
      title: 'New document',
      verb: 'Create document',
      fields: bodyFields('DocumentDraft', { title: { label: 'Title', wide: true } }),
      to: ({ organization }, { id }) => `/documents/${id}?org=${organization.slug}`,
    }),
  },
  above: ({ request, parts: { more }, organization }) =>
    request.query.q || !more.nodes.length ? null : (
      <Section id="tree" title={say('By what they are under')}>
        <Branch nodes={more.nodes} under={null} org={organization.slug} />
        {more.truncated ? <p class="hint">{say('Only the first 2,000 are shown.')}</p> : null}
      </Section>
    ),
  line: ({ id, title, icon, updated_at, updated_by }, { organization }) => ({
    to: `/documents/${id}?org=${organization.slug}`,
    title: [icon, title].filter(Boolean).join(' '),
    facts: [<Day at={updated_at} />, updated_by?.name],
  }),
})
