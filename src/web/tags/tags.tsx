import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { addressIn } from '../kit/page.tsx'
import { count, say } from '../kit/say.ts'

const described = {
  name: 'Name',
  color: 'Colour',
  description: { label: 'Description', hint: 'What it is for.' },
} as const
const merging = bodyFields('TagMerge', { into_tag_id: 'The tag that stays' })

/** The tags of tasks. */
export default listPage({
  at: '/organizations/:slug/tags',
  of: 'listTags',
  title: 'Tags',
  lead: 'What tasks are marked with. Merging moves the tasks of one tag to another.',
  noun: ['tag'],
  search: 'Name',
  under: (organization) => [[say('Settings'), addressIn(organization, 'settings')]],
  parts: async ({ read, request }) =>
    request.query.edit || request.c.req.method === 'POST' ? readAll(read, 'listTags') : [],
  forms: {
    '': calling('createTag', {
      title: 'New tag',
      verb: 'Create tag',
      fields: bodyFields('TagDraft', described),
    }),
    change: calling('updateTag', { fields: bodyFields('TagChange', described) }),
    merge: calling('mergeTag', { title: 'Merge into another', verb: 'Merge', fields: merging }),
    delete: calling('deleteTag', { warning: 'Tasks lose it. It cannot be undone.' }),
  },
  create: { values: { color: '#64748b' } },
  line: (tag, { form, parts }) => ({
    title: `#${tag.name}`,
    facts: [
      tag.usage_count ? count(tag.usage_count, 'task') : say('on no task'),
      tag.project_id ? say('of one project') : null,
      tag.description,
    ],
    forms: [
      form('change', { of: tag }),
      form('merge', { of: tag, choices: { into_tag_id: parts.more.filter(({ id }) => id !== tag.id) } }),
      form('delete', { of: tag, about: tag.name }),
    ],
  }),
})
