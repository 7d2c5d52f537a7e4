import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { Facts, Notice, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { issued, stateOf, whyNot } from './app-parts.tsx'

type App = Answer<'getApp'>
type Props = Shown<null, App>

type Property = { type: string; title: string; 'x-secret'?: true }
const propertiesOf = ({ config_schema }: App) =>
  Object.entries((config_schema as { properties: Record<string, Property> }).properties)
/** What can be switched on, to choose from; and its address. */
const switchesOf = (app: App) =>
  propertiesOf(app).flatMap(([name, { type, title }]): [string, string][] =>
    type === 'boolean' ? [[name, title]] : [],
  )
const settingFields = {
  address: {
    label: 'Address',
    hint: 'The https address that the chat shows for its incoming webhook. It is kept sealed; empty keeps the one that there is.',
    wide: true as const,
    autocomplete: 'off',
  },
  chosen: { label: 'What it does', type: 'list' as const },
}
const settingsIn = ({ address = '', switches = '', ...form }: Record<string, string>) => ({
  settings: {
    ...(address.trim() && { address: address.trim() }),
    ...Object.fromEntries(switches.split(',').map((name) => [name, `chosen:${name}` in form])),
  },
})
/** The form of an app that is set up: what can be switched on, and what is. */
const settingForm = (app: App) => ({
  hidden: {
    app_key: app.key,
    scopes: app.requested_scopes.join(),
    switches: switchesOf(app)
      .map(([name]) => name)
      .join(),
  },
  choices: { chosen: switchesOf(app) },
  values: Object.fromEntries(
    Object.entries(app.installation?.settings ?? {}).flatMap(([name, value]) =>
      value === true ? [[`chosen:${name}`, 'on']] : [],
    ),
  ) as Record<string, string>,
})

/** What was shown is what is accepted. */
const accepting = ({ scopes = '' }: Record<string, string>) => ({
  accept_scopes: scopes.split(',').filter(Boolean),
})

/** An app of the store: what it does and asks for, and how it is installed. */
export default organizationPage<App>({
  at: '/organizations/:slug/apps/:app',
  title: (_, { name }) => name,
  under: within(['Settings', 'settings'], ['Apps', 'apps']),
  parts: ({ request, read }) => read('getApp', {}, { app_key: request.c.req.param('app') ?? '' }),
  said: { approve: 'The app may do what its new version asks for.' },
  forms: {
    install: calling('installApp', {
      verb: 'Allow and install',
      also: accepting,
      to: (_, answer, again) => again(issued(answer)),
    }),
    setup: calling('installApp', {
      title: 'Set it up',
      verb: 'Allow and install',
      fields: bodyFields('AppInstall', {}, settingFields),
      also: (form) => ({ ...accepting(form), ...settingsIn(form) }),
      to: (_, answer, again) => again(issued(answer)),
    }),
    settings: calling('updateAppSettings', {
      title: 'Settings',
      fields: bodyFields('AppChange', {}, settingFields),
      also: settingsIn,
    }),
    approve: calling('updateAppSettings', { verb: 'Allow what it asks for', also: accepting }),
    uninstall: calling('uninstallApp', {
      verb: 'Uninstall',
      warning:
        'Its key and its rules stop at once. What it made stays, and its settings are kept for 30 days.',
      to: ({ organization }) => `${addressIn(organization, 'apps')}?done=uninstall`,
    }),
  },
  Content: (shown) => {
    const { parts: app, form } = shown
    return (
      <>
        <section class="card stack" aria-label={say('What it is')}>
          <p>
            {app.description} {stateOf(app.installation?.status ?? null)}
          </p>
          <Facts
            of={[
              [say('Made by'), app.publisher],
              [say('Version'), app.version],
            ]}
          />
        </section>
        <Asked {...shown} />
        {app.installation ? <Installed {...shown} /> : null}
        {app.installable && switchesOf(app).length ? form('setup', settingForm(app)) : null}
        {app.installable && !switchesOf(app).length
          ? form('install', { hidden: { app_key: app.key, scopes: app.requested_scopes.join() } })
          : null}
        {app.installed || !whyNot(app) ? null : <p class="muted">{whyNot(app)}</p>}
      </>
    )
  },
})

const Asked: FC<Props> = ({ parts: { permissions, requested_scopes, new_scopes }, organization }) => (
  <Section id="permissions" title={say('What it may do')}>
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
          {say(
            'As a member would, by a member of its own: private projects are open to it once it is added to them. {link} says what it did.',
            { link: <a href={addressIn(organization, 'audit')}>{say('The audit log')}</a> },
          )}
        </p>
      </>
    ) : (
      <p>{say('It reads and changes nothing here.')}</p>
    )}
  </Section>
)

const Installed: FC<Props> = ({ parts: app, form }) => {
  const { installed_at, installed_by, status } = app.installation!
  const hidden = { app_key: app.key, scopes: app.requested_scopes.join() }
  return (
    <Section id="installed" title={say('Installed')}>
      <p>{say('{at}, by {name}', { at: <Day at={installed_at} />, name: installed_by.name })}</p>
      {status === 'suspended' ? (
        <Notice kind="bad" title={say('It stands still')}>
          <p>{say('The plan does not include it. It goes on once the plan does.')}</p>
        </Notice>
      ) : null}
      {switchesOf(app).length ? form('settings', settingForm(app)) : null}
      {app.new_scopes.length ? form('approve', { hidden }) : null}
      {form('uninstall', { hidden: { app_key: app.key } })}
    </Section>
  )
}
