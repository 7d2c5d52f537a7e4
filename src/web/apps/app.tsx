import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { Facts, Notice, Section } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { issued, stateOf, whyNot } from './app-parts.tsx'

type App = Answer<'getApp'>
type Props = Shown<null, App>

/** What was shown is what is accepted. */
const accepting = ({ scopes = '' }: Record<string, string>) => ({
  accept_scopes: scopes.split(',').filter(Boolean),
})

/** An app of the store: what it does and asks for, and how it is installed. */
export default organizationPage<App>({
  at: '/organizations/:slug/apps/:app',
  title: (_, { name }) => name,
  under: within(['Settings', 'settings'], ['Apps', 'apps']),
  parts: ({ visit, read }) => read('getApp', {}, { app_key: visit.c.req.param('app') ?? '' }),
  said: { approve: 'The app may do what its new version asks for.' },
  forms: {
    install: calling('installApp', {
      verb: 'Allow and install',
      also: accepting,
      to: (_, answer, again) => again(issued(answer)),
    }),
    approve: calling('updateAppSettings', { verb: 'Allow what it asks for', also: accepting }),
    uninstall: calling('uninstallApp', {
      verb: 'Uninstall',
      warning:
        'Its key and its rules stop at once. What it made stays, and its settings are kept for 30 days.',
      to: ({ home }) => `${addressIn(home, 'apps')}?done=uninstall`,
    }),
  },
  Content: (shown) => {
    const { parts: app, form } = shown
    return (
      <>
        <section class="card stack" aria-label="What it is">
          <p>
            {app.description} {stateOf(app.installation?.status ?? null)}
          </p>
          <Facts
            of={[
              ['Made by', app.publisher],
              ['Version', app.version],
            ]}
          />
        </section>
        <Asked {...shown} />
        {app.installation ? <Installed {...shown} /> : null}
        {app.installable
          ? form('install', { hidden: { app_key: app.key, scopes: app.requested_scopes.join() } })
          : null}
        {app.installed || !whyNot(app) ? null : <p class="muted">{whyNot(app)}</p>}
      </>
    )
  },
})

const Asked: FC<Props> = ({ parts: { permissions, requested_scopes, new_scopes }, home }) => (
  <Section id="permissions" title="What it may do">
    {permissions.length ? (
      <>
        <ul class="ticks">
          {permissions.map((permission, n) => (
            <li>
              {permission}
              {new_scopes.includes(requested_scopes[n]!) ? ' (new)' : ''}
            </li>
          ))}
        </ul>
        <p class="muted small">
          As a member would, by a member of its own: private projects are open to it once it is added to them.{' '}
          <a href={addressIn(home, 'audit')}>The audit log</a> says what it did.
        </p>
      </>
    ) : (
      <p>It reads and changes nothing here.</p>
    )}
  </Section>
)

const Installed: FC<Props> = ({ parts: app, form }) => {
  const { installed_at, installed_by, status } = app.installation!
  const hidden = { app_key: app.key, scopes: app.requested_scopes.join() }
  return (
    <Section id="installed" title="Installed">
      <p>
        <Day at={installed_at} />, by {installed_by.name}
      </p>
      {status === 'suspended' ? (
        <Notice kind="bad" title="It stands still">
          <p>The plan does not include it. It goes on once the plan does.</p>
        </Notice>
      ) : null}
      {app.new_scopes.length ? form('approve', { hidden }) : null}
      {form('uninstall', { hidden: { app_key: app.key } })}
    </Section>
  )
}
