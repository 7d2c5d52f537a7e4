import { bodyFields } from '../kit/fields.tsx'
import { readAll } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { sourceOf, sources, stateOf } from './import-parts.tsx'
import { sendFile } from './sending.ts'

/** Files of tasks from other systems, and what became of them. */
export default listPage({
  at: '/organizations/:slug/imports',
  of: 'listImports',
  title: 'Imports',
  lead: 'Tasks from a table, or from another system. Nothing is written before you have seen what it would be, and all of it can be taken back for 30 days.',
  noun: ['import'],
  under: within(['Settings', 'settings'], ['Apps', 'apps']),
  parts: ({ read }) => readAll(read, 'listProjects'),
  createsApart: true,
  forms: {
    '': calling('createImport', {
      title: 'Send a file',
      verb: 'Read the file',
      fields: bodyFields(
        'ImportDraft',
        {
          source: { label: 'Where it comes from', choices: sources },
          project_id: { label: 'Into the project' },
        },
        {
          file: {
            label: 'File',
            type: 'file',
            required: true,
            hint: 'A CSV or JSON file as it was exported, up to 10 MiB; larger ones by the API.',
            after: null,
          },
        },
      ),
      sends: (request, { organization }) => sendFile(request, organization.id),
      to: ({ organization }, { id }) => `/imports/${id}?org=${organization.slug}`,
    }),
  },
  create: ({ parts, request }) => ({
    choices: { project_id: parts.more },
    values: { source: 'csv', project_id: request.query.project_id ?? '' },
  }),
  line: (one, { organization: { slug } }) => ({
    to: `/imports/${one.id}?org=${slug}`,
    title: one.filename,
    facts: [
      sourceOf(one.source),
      say('into {name}', { name: one.project.name }),
      one.row_count ? count(one.row_count, 'task') : null,
      one.created ? say('{created} created', { created: one.created }) : null,
      onDay('sent', one.created_at),
    ],
    marks: stateOf(one.status),
  }),
})
