import type { FC } from 'hono/jsx'
import { deviceFrom } from '../../shared/device.ts'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { LinkButton } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

type Connected = Answer<'listOauthAuthorizations'>

/** The applications that act for a person. */
export default personPage<Connected>({
  at: '/settings/applications',
  title: 'Connected applications',
  lead: 'Assistants and other programs that may act for you. Disconnecting ends their access at once.',
  parts: async ({ read }) => read('listOauthAuthorizations'),
  said: { disconnected: 'Disconnected. Its access has ended.' },
  forms: {
    disconnect: calling('deleteOauthAuthorization', {
      verb: 'Disconnect',
      warning: 'All its tokens end at once. To use it again, you have to connect it again.',
      done: 'disconnected',
    }),
  },
  Content: (shown) => (
    <>
      {shown.parts.length ? (
        <section class="card" aria-label={say('Applications')}>
          <Rows
            of={shown.parts}
            line={(one) => ({
              title: nameOf(one),
              facts: [one.client_url ?? one.redirect_host, connected(one), used(one), reachOf(one)],
              marks: shown.form('disconnect', { of: one, about: nameOf(one) }),
            })}
            shown={shown}
          />
        </section>
      ) : (
        <Empty />
      )}
    </>
  ),
})

const nameOf = ({ client_name }: Connected[number]) => client_name ?? say('Application without a name')
const connected = ({ authorized_at, user_agent }: Connected[number]) => (
  <>
    {say('Connected {at}', { at: <Day at={authorized_at} /> })}
    {user_agent ? ` ${say('from {device}', { device: deviceFrom(user_agent) })}` : ''}
  </>
)
const used = ({ last_used_at }: Connected[number]) =>
  last_used_at ? <>{say('Last used {at}', { at: <Day at={last_used_at} /> })}</> : say('Not used yet')

const reachOf = ({ read_only, organizations }: Connected[number]) => {
  const where = organizations
    ? ` ${say('in {value}', { value: organizations.map(({ name }) => name).join(', ') || say('no organization') })}`
    : ''
  return `${read_only ? say('Only reads') : say('Acts with all your rights')}${where}`
}

const Empty: FC = () => (
  <section class="card close">
    <h2>{say('No application is connected')}</h2>
    <p class="muted">
      {say('Once you connect an assistant, it appears here, and here you can disconnect it again.')}
    </p>
    <p>
      <LinkButton to="/connect">{say('Connect an assistant')}</LinkButton>
    </p>
  </section>
)
