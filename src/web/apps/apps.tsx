import { addressIn, organizationPage, within } from '../kit/page.tsx'
import { type Answer, type Item, mayCall } from '../kit/operations.ts'
import { Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
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
  Content: ({ organization, parts: { items } }) => (
    <>
      <ListSection
        id="apps"
        title={say('The store')}
        of={items}
        line={(app: App) => ({
          to: addressIn(organization, `apps/${app.key}`),
          title: app.name,
          facts: [app.summary, whyNot(app)],
          marks: stateOf(app.status),
        })}
      />
      <Section id="others" title={say('Other ways in and out')}>
        <ul class="ticks">
          {mayCall(organization, 'listImports') ? (
            <li>
              {say('{link}: tasks from a table, Jira, Linear, Trello or Asana', {
                link: <a href={addressIn(organization, 'imports')}>{say('Imports')}</a>,
              })}
            </li>
          ) : null}
          {mayCall(organization, 'listWebhooks') ? (
            <li>
              {say('{link}: services that are told of what changes', {
                link: <a href={addressIn(organization, 'webhooks')}>{say('Webhooks')}</a>,
              })}
            </li>
          ) : null}
          <li>
            {say('{link}: they work with your own permissions', {
              link: <a href="/connect">{say('Assistants')}</a>,
            })}
          </li>
        </ul>
      </Section>
    </>
  ),
})
