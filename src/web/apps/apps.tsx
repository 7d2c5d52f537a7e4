import { addressIn, organizationPage, within } from '../kit/page.tsx'
import { type Answer, type Item, mayCall } from '../kit/operations.ts'
import { Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { stateOf, whyNot } from './app-parts.tsx'

type App = Item<'listApps'>

/** The store of an organization. */
export default organizationPage<Answer<'listApps'>>({
  at: '/organizations/:slug/apps',
  title: 'Apps',
  lead: 'Programs that are allowed in. Each says what it wants to read and change before it is installed.',
  under: within(['Settings', 'settings']),
  parts: ({ read }) => read('listApps'),
  said: { uninstall: 'The app is uninstalled. Its key has stopped.' },
  Content: ({ home, parts: { items } }) => (
    <>
      <ListSection
        id="apps"
        title="The store"
        of={items}
        line={(app: App) => ({
          to: addressIn(home, `apps/${app.key}`),
          title: app.name,
          facts: [app.summary, whyNot(app)],
          marks: stateOf(app.status),
        })}
      />
      <Section id="others" title="Other ways in and out">
        <ul class="ticks">
          {mayCall(home, 'listImports') ? (
            <li>
              <a href={addressIn(home, 'imports')}>Imports</a>: tasks from a table, Jira, Linear, Trello or
              Asana
            </li>
          ) : null}
          {mayCall(home, 'listWebhooks') ? (
            <li>
              <a href={addressIn(home, 'webhooks')}>Webhooks</a>: services that are told of what changes
            </li>
          ) : null}
          <li>
            <a href="/connect">Assistants</a>: they work with your own permissions
          </li>
        </ul>
      </Section>
    </>
  ),
})
