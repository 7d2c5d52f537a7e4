import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { ready } from './ready.ts'

const starts = Object.fromEntries(
  Object.entries(ready).map(([key, { name, widgets }]) => [
    key,
    calling('createBiDashboard', {
      verb: `Start with ${name.toLowerCase()}`,
      also: () => ({ name, widgets }),
      to: (_, { id }) => `/figures/${id}`,
    }),
  ]),
)

/** The dashboards of figures, and what to start with. */
export default listPage({
  at: '/organizations/:slug/figures',
  of: 'listBiDashboards',
  title: 'Figures',
  lead: 'Dashboards that count what you may see: work, time, customers and money. Others see them with their own rights.',
  noun: ['dashboard'],
  search: 'Name',
  parts: ({ read }) => read('listBiSources'),
  forms: {
    '': calling('createBiDashboard', {
      title: 'New dashboard',
      verb: 'Create dashboard',
      fields: bodyFields('BiDashboardDraft', {
        name: 'Name',
        description: { label: 'What it is for' },
        visibility: {
          label: 'Who sees it',
          choices: [
            ['private', 'Only me'],
            ['organization', 'The organization'],
          ],
        },
      }),
      to: (_, { id }) => `/figures/${id}`,
    }),
    ...starts,
  },
  below: ({ form, parts: { more } }) => {
    const open = new Set(more.sources.map(({ name }) => name))
    const fitting = Object.entries(ready).filter(([, { widgets }]) =>
      widgets.every(({ source }) => open.has(source)),
    )
    return (
      <section class="card stack" aria-label={say('Start with')}>
        <h2>{say('Start with')}</h2>
        <ul class="ticks">
          {fitting.map(([key, { says }]) => (
            <li>
              {say(says)} {form(key)}
            </li>
          ))}
        </ul>
      </section>
    )
  },
  line: (one: Item<'listBiDashboards'>) => ({
    title: one.name,
    to: `/figures/${one.id}`,
    facts: [
      one.description,
      count(one.widgets_count, 'figure'),
      one.owner ? say('kept by {name}', { name: one.owner.name }) : say('kept by nobody'),
    ],
    marks: one.visibility === 'organization' ? <Badge>{say('for the organization')}</Badge> : null,
  }),
})
